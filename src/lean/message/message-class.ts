/** What a message of Lean is about: its class, by the kind that Lean gives it first, by its wording second. */
import { ERROR_WORDINGS, REMARK_WORDINGS, type WordedClass } from './message-wordings.ts';

/** `other`: nothing that is known. `linter:unused_tactic` and the like are remarks, no errors. */
export type MessageClass = WordedClass | 'other';

export type Severity = 'information' | 'warning' | 'error';

/** Kinds of Lean since v4.15 (names of errors: v4.22), without the `._namedError` that some end in. */
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

/** A text may be as long as a hostile program pleases; what it is about stands at its head. */
const READ_LENGTH = 10_000;

/**
 * The class of a message. `kind` as Lean writes it (`lean.unknownIdentifier._namedError`), null where it has none.
 *
 * A constant that is not there counts as an identifier that is not there. What is printed with less than an error's
 * severity is only taken for a remark: `#eval` can print the words of any error.
 */
export function classifyMessage(severity: Severity, kind: string | null, text: string): MessageClass {
  const byKind = kind === null ? undefined : classOfKind(kind);
  if (byKind !== undefined) return byKind;
  const words = withoutHeader(text.slice(0, READ_LENGTH));
  const worded = severity === 'error' ? ALL_WORDINGS : REMARK_WORDINGS;
  return worded.find(([, wording]) => wording.test(words))?.[0] ?? 'other';
}

/** `[anonymous]` is what Lean writes for no kind at all. */
export function plainKind(kind: unknown): string | null {
  if (typeof kind !== 'string' || kind === '' || kind === '[anonymous]') return null;
  return kind.replace(/\._namedError$/, '');
}

function classOfKind(kind: string): MessageClass | undefined {
  const plain = plainKind(kind);
  if (plain === null) return undefined;
  // Since v4.31 a linter's kind may carry a further tag at its end.
  const known = Object.keys(CLASS_OF_KIND).find((name) => plain === name || plain.startsWith(`${name}.`));
  if (known !== undefined) return CLASS_OF_KIND[known];
  return plain.startsWith('linter.') ? 'linter:style' : undefined;
}

/** What the REPL and text mode put before a message that they pass on. */
const HEADER = /^(?:Lean error:\n)?(?:\S[^\n]*?:\d+:\d+(?:-\d+:\d+)?: )?(?:error(?:\([^()\n]*\))?: )?/;

/** The words of a message without the place and the word `error` that text mode puts before them. */
export function withoutHeader(text: string): string {
  return text.replace(HEADER, '');
}
