/** The class of a Lean message: determined by the kind that Lean gives, otherwise by its wording. */
import { ERROR_WORDINGS, REMARK_WORDINGS, type WordedClass } from './message-wordings.ts';

/** `other`: unknown messages. `linter:unused_tactic` and similar classes are remarks, not errors. */
export type MessageClass = WordedClass | 'other';

export type Severity = 'information' | 'warning' | 'error';

/** Kinds of Lean since v4.15 (names of errors: v4.22), without the suffix `._namedError`. */
const CLASS_OF_KIND: Readonly<Record<string, MessageClass>> = {
  hasSorry: 'declaration_uses_sorry',
  'lean.ctorResultingTypeMismatch': 'invalid_inductive',
  'lean.dependsOnNoncomputable': 'noncomputable',
  'lean.inductionWithNoAlts': 'syntax_error',
  'lean.inductiveParamMismatch': 'invalid_inductive',
  'lean.inductiveParamMissing': 'invalid_inductive',
  'lean.inferBinderTypeFailed': 'infer_type_failed',
  'lean.inferDefTypeFailed': 'infer_type_failed',
  'lean.invalidDottedIdent': 'invalid_field',
  'lean.invalidField': 'invalid_field',
  'lean.projNonPropFromProp': 'invalid_field',
  'lean.propRecLargeElim': 'tactic_failed:induction/cases',
  'lean.redundantMatchAlt': 'missing_cases',
  'lean.synthInstanceFailed': 'failed_to_synthesize',
  'lean.unknownIdentifier': 'unknown_identifier',
  'linter.deprecated': 'deprecated',
  'linter.unreachableTactic': 'linter:unused_tactic',
  'linter.unusedTactic': 'tactic_failed:no_progress',
  'linter.unusedVariables': 'linter:unused_variable',
  'runtime.maxHeartbeats': 'timeout:heartbeats',
  'runtime.maxRecDepth': 'timeout:max_recursion',
};

const ALL_WORDINGS = [...ERROR_WORDINGS, ...REMARK_WORDINGS];

/** Length that is classified. A hostile program may print very long messages; their subject is at the start. */
const READ_LENGTH = 10_000;

/**
 * The class of a message. `kind` is Lean's kind (`lean.unknownIdentifier._namedError`), null if not given.
 *
 * An unknown constant counts as an unknown identifier. A message below error severity is always classified as a remark:
 * `#eval` can print the text of any error.
 */
export function classifyMessage(severity: Severity, kind: string | null, text: string): MessageClass {
  const byKind = kind === null ? undefined : classOfKind(kind);
  if (byKind !== undefined) return byKind;
  const words = withoutHeader(text.slice(0, READ_LENGTH));
  const worded = severity === 'error' ? ALL_WORDINGS : REMARK_WORDINGS;
  return worded.find(([, wording]) => wording.test(words))?.[0] ?? 'other';
}

/** Lean writes `[anonymous]` if there is no kind. */
export function plainKind(kind: unknown): string | null {
  if (typeof kind !== 'string' || kind === '' || kind === '[anonymous]') return null;
  return kind.replace(/\._namedError$/, '');
}

function classOfKind(kind: string): MessageClass | undefined {
  const plain = plainKind(kind);
  if (plain === null) return undefined;
  // Since v4.31, the kind of a linter may end in an additional tag.
  const known = Object.keys(CLASS_OF_KIND).find((name) => plain === name || plain.startsWith(`${name}.`));
  if (known !== undefined) return CLASS_OF_KIND[known];
  return plain.startsWith('linter.') ? 'linter:style' : undefined;
}

/** Prefix of a message that the REPL or text mode forwards. */
const HEADER = /^(?:Lean error:\n)?(?:\S[^\n]*?:\d+:\d+(?:-\d+:\d+)?: )?(?:error(?:\([^()\n]*\))?: )?/;

/** The text of a message without the position and the word `error` that text mode prints first. */
export function withoutHeader(text: string): string {
  return text.replace(HEADER, '');
}
