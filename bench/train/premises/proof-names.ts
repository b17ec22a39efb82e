/** Finds the names in a proof that it does not bind itself, based on tokens only. Its premises are among them. */
import { withoutGuillemets } from '../../../src/lean/full-name.ts';
import { IDENTIFIER, SPACED, type Span, type Tokens } from '../../../src/lean/tokens.ts';
import { boundNames, fieldValueAt, isFieldOfDot } from './bound-names.ts';
import { isKeyword } from './proof-keywords.ts';

export type ProofName = {
  /** Without guillemets. */
  written: string;
  /** Namespaces of `open … in` before it in the proof. */
  opens: readonly string[];
} & (
  | { how: 'name' }
  /** `h.trans` for a variable of the statement: `written` is `trans`. */
  | { how: 'field'; receiver: string }
  /** `(foo x).trans`, `.inl h`, or a field of a name bound in the proof: the type is unknown. */
  | { how: 'dot' }
);

/** Returns the names in order, with repetitions. `locals` are the names that the statement binds. */
export function namesInProof(tokens: Tokens, span: Span, locals: ReadonlySet<string>): ProofName[] {
  const bound = boundNames(tokens, span);
  const found: ProofName[] = [];
  let opens: readonly string[] = [];
  for (let at = span.from; at < span.to; at++) {
    if (tokens.kind(at) !== IDENTIFIER) continue;
    const written = withoutGuillemets(tokens.word(at));
    if (written === 'open' || written === 'set_option') {
      const next = indexAfterIn(tokens, at, span.to);
      if (next < 0) continue;
      if (written === 'open') opens = [...opens, ...openedNamespaces(tokens, at + 1, next - 1)];
      at = next - 1;
      continue;
    }
    if (isFieldOfDot(tokens, at)) {
      found.push({ how: 'dot', written, opens });
      continue;
    }
    if (isKeyword(written) || isNotUsed(tokens, at) || fieldValueAt(tokens, at, span) >= 0) continue;
    const dot = written.indexOf('.');
    const first = dot < 0 ? written : written.slice(0, dot);
    if ((bound.get(first) ?? Infinity) <= at) {
      if (dot > 0) found.push({ how: 'dot', written: written.slice(dot + 1), opens });
    } else if (locals.has(first)) {
      if (dot > 0) found.push({ how: 'field', receiver: first, written: written.slice(dot + 1), opens });
    } else found.push({ how: 'name', written, opens });
  }
  return found;
}

/** Index after the `in` that ends `open … in`, or -1 if it does not follow within a few tokens. */
function indexAfterIn(tokens: Tokens, from: number, to: number): number {
  for (let at = from + 1; at < to && at < from + 12; at++) if (tokens.is(at, 'in')) return at + 1;
  return -1;
}

function openedNamespaces(tokens: Tokens, from: number, to: number): string[] {
  if (tokens.is(from, 'scoped')) return [];
  const namespaces: string[] = [];
  for (let at = from; at < to && tokens.kind(at) === IDENTIFIER; at++) {
    if (tokens.is(at, 'hiding') || tokens.is(at, 'renaming')) break;
    namespaces.push(withoutGuillemets(tokens.word(at)));
  }
  return namespaces;
}

/** Whether the name is not a use: a lemma excluded from `simp` (`-foo`), an option (`+arith`), or a quoted name. */
function isNotUsed(tokens: Tokens, at: number): boolean {
  if (tokens.flag(at, SPACED)) return false;
  if (tokens.is(at - 1, '`')) return true;
  const isSign = tokens.is(at - 1, '-') || tokens.is(at - 1, '+');
  return isSign && (tokens.flag(at - 1, SPACED) || tokens.is(at - 2, '[') || tokens.is(at - 2, ','));
}
