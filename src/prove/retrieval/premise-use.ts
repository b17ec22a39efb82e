/** Determines which premises a candidate uses, and which modules it must import for them. */
import { withoutGuillemets } from '../../lean/full-name.ts';
import { tokenise } from '../../lean/lexer.ts';
import { IDENTIFIER } from '../../lean/tokens.ts';
import type { Candidate } from '../../verify/hole/candidate.ts';
import type { Premise } from '../premise.ts';
import type { Proposal } from '../strategy.ts';

/** Maximum number of modules imported for one candidate. */
const MAX_IMPORTS = 3;

/** The candidate with the premises that it names. `alwaysImport`: modules that it needs besides theirs. */
export function proposalOf(
  candidate: Candidate,
  premises: readonly Premise[],
  alwaysImport: readonly string[] = [],
): Proposal {
  const cited = citedIn(candidate, premises);
  const imports = [...new Set([...modulesToImport(cited), ...alwaysImport])].slice(0, MAX_IMPORTS);
  return { candidate, lemmas: cited.map(({ name }) => name), imports };
}

/** The premises that the candidate names, in full or as written at the hole, in the order of `premises`. */
export function citedIn(candidate: Candidate, premises: readonly Premise[]): Premise[] {
  const written = identifiersOf(candidate.text);
  return premises.filter(({ name, writeAs }) => written.has(name) || written.has(withoutGuillemets(writeAs)));
}

/** All identifiers and their prefixes: `Nat.le.trans` may be `Nat.le` followed by a field. */
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

/** Modules of premises that the file does not import, best premises first, without duplicates, at most three. */
export function modulesToImport(premises: readonly Premise[]): string[] {
  const modules = premises.filter(({ isAtHand }) => !isAtHand).map(({ module }) => module);
  return [...new Set(modules)].slice(0, MAX_IMPORTS);
}
