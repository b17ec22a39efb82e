/** Which definitions a prompt should list, if the user sets no number: a prompt is better without those that no text needs. */
import { cues } from './cues.ts';
import type { PackedDefinition, StatementPack } from './statement-pack.ts';

/** Definitions in almost every statement: they tell nothing about a search, and every model knows them. */
export const UBIQUITOUS: ReadonlySet<string> = new Set(
  (
    'Set Nat Int Rat Real Complex Fin Finset Fintype Nonempty DecidableEq Finset.range Set.univ optParam Bool List Prod ' +
    'Option String Function Subtype Membership Set.ofPred setOf'
  ).split(' '),
);

/** Minimum probability of a definition that words of the text name. */
const MIN_PROBABILITY = 0.15;
/** Minimum probability of a definition that only follows from the other words, in a mathematical text. */
const MIN_UNNAMED = 0.5;

/**
 * Keeps what words of the text name and what is probable. In a story, the first definition of a cue (`cues.ts`) is kept at
 * any probability, and what no word names is noise.
 */
export function probableDefinitions(
  { text, class: of }: Pick<StatementPack, 'text' | 'class'>,
  definitions: readonly PackedDefinition[],
): PackedDefinition[] {
  const isStory = of === 'implicit';
  const modelled = new Set(
    isStory
      ? cues()
          .inText(text)
          .map(({ row }) => row.names[0])
      : [],
  );
  return definitions.filter(({ row, phrase, probability }) => {
    if (UBIQUITOUS.has(row.name)) return false;
    if (phrase !== null && (probability >= MIN_PROBABILITY || modelled.has(row.name))) return true;
    return !isStory && probability >= MIN_UNNAMED;
  });
}
