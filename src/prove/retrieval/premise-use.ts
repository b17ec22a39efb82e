/** Which premises a candidate puts to use, and which modules it has to import for them. */
import { withoutGuillemets } from '../../lean/full-name.ts';
import { tokenise } from '../../lean/lexer.ts';
import { IDENTIFIER } from '../../lean/tokens.ts';
import type { Candidate } from '../../verify/hole/candidate.ts';
import type { Premise } from '../premise.ts';

/** Modules that are proposed for one candidate. */
const MOST_IMPORTS = 3;

/** Those that the candidate names, in full or as they are written at the hole, in the order of `premises`. */
export function citedIn(candidate: Candidate, premises: readonly Premise[]): Premise[] {
  const written = identifiersOf(candidate.text);
  return premises.filter(({ name, writeAs }) => written.has(name) || written.has(withoutGuillemets(writeAs)));
}

/** Every identifier with its begins: `Nat.le.trans` may be `Nat.le` with something behind it. */
function identifiersOf(text: string): Set<string> {
  const tokens = tokenise(text, []);
  const found = new Set<string>();
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind(at) !== IDENTIFIER) continue;
    const word = withoutGuillemets(tokens.word(at));
    found.add(word);
    const plain = word.startsWith('_root_.') ? word.slice(7) : word;
    found.add(plain);
    for (let dot = plain.lastIndexOf('.'); dot > 0; dot = plain.lastIndexOf('.', dot - 1))
      found.add(plain.slice(0, dot));
  }
  return found;
}

/** Modules of premises that the file does not reach, each once, those of the best premises first, at most three. */
export function modulesToImport(premises: readonly Premise[]): string[] {
  const modules = premises.filter(({ isAtHand }) => !isAtHand).map(({ module }) => module);
  return [...new Set(modules)].slice(0, MOST_IMPORTS);
}
