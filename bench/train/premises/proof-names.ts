/** The names that a proof writes and does not bind itself, as far as tokens show: what its premises are read from. */
import type { Span } from '../../../src/lean/commands.ts';
import { withoutGuillemets } from '../../../src/lean/full-name.ts';
import { IDENTIFIER, SPACED, type Tokens } from '../../../src/lean/tokens.ts';
import { boundNames, fieldValueAt, isFieldOfDot } from './bound-names.ts';
import { isKeyword } from './proof-words.ts';

export type ProofName = {
  /** Without guillemets. */
  written: string;
  /** Namespaces of `open … in` before it in the proof. */
  opens: readonly string[];
} & (
  | { how: 'name' }
  /** `h.trans` for a variable of the statement: `written` is `trans`. */
  | { how: 'field'; receiver: string }
  /** `(foo x).trans`, `.inl h`, or a field of what the proof binds: nothing says of what type. */
  | { how: 'dot' }
);

/** In their order, each as often as it is written. `locals` are the names that the statement binds. */
export function namesInProof(tokens: Tokens, span: Span, locals: ReadonlySet<string>): ProofName[] {
  const bound = boundNames(tokens, span);
  const found: ProofName[] = [];
  let opens: readonly string[] = [];
  for (let at = span.from; at < span.to; at++) {
    if (tokens.kind(at) !== IDENTIFIER) continue;
    const written = withoutGuillemets(tokens.word(at));
    if (written === 'open' || written === 'set_option') {
      const behind = behindIn(tokens, at, span.to);
      if (behind < 0) continue;
      if (written === 'open') opens = [...opens, ...openedIn(tokens, at + 1, behind - 1)];
      at = behind - 1;
      continue;
    }
    if (isFieldOfDot(tokens, at)) {
      found.push({ how: 'dot', written, opens });
      continue;
    }
    if (isKeyword(written) || isNoUse(tokens, at) || fieldValueAt(tokens, at, span) >= 0) continue;
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

/** Behind the `in` on the same nesting that ends `open … in`, -1 if it does not come at once. */
function behindIn(tokens: Tokens, from: number, to: number): number {
  for (let at = from + 1; at < to && at < from + 12; at++) if (tokens.is(at, 'in')) return at + 1;
  return -1;
}

function openedIn(tokens: Tokens, from: number, to: number): string[] {
  if (tokens.is(from, 'scoped')) return [];
  const namespaces: string[] = [];
  for (let at = from; at < to && tokens.kind(at) === IDENTIFIER; at++) {
    if (tokens.is(at, 'hiding') || tokens.is(at, 'renaming')) break;
    namespaces.push(withoutGuillemets(tokens.word(at)));
  }
  return namespaces;
}

/** A lemma that `simp` is told to leave out (`-foo`), an option (`+arith`), a quoted name. */
function isNoUse(tokens: Tokens, at: number): boolean {
  if (tokens.flag(at, SPACED)) return false;
  if (tokens.is(at - 1, '`')) return true;
  const isSign = tokens.is(at - 1, '-') || tokens.is(at - 1, '+');
  return isSign && (tokens.flag(at - 1, SPACED) || tokens.is(at - 2, '[') || tokens.is(at - 2, ','));
}
