/** The hypotheses of a goal that are propositions, which close premises of a lemma. */
import type { LibraryIndex } from '../index/library-index.ts';
import type { Goal, Hypothesis } from './goal-text.ts';
import type { Place } from './name-meaning.ts';
import { PropositionTest } from './propositions.ts';
import { shapeLibrary } from './shape-library.ts';

const NOWHERE: Place = { namespace: '', opens: [] };

export function factsOf(index: LibraryIndex, { hypotheses }: Goal): Hypothesis[] {
  const propositions = new PropositionTest(index, shapeLibrary(index).meanings);
  return hypotheses.filter(
    ({ names, type }) => !isInstance(names) && propositions.isProposition(type, NOWHERE, names[0] ?? ''),
  );
}

/** Lean prints instances as `inst✝`. */
function isInstance([name = '']: readonly string[]): boolean {
  return name.startsWith('inst_dagger');
}
