/** What the ways to check are compared on: attacks and honest proofs of the fixtures, and candidates by chance. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Candidate } from '../../src/verify/candidate.ts';
import { findHoles, type Hole } from '../../src/verify/holes.ts';
import { randomCandidates } from './random-candidates.ts';

export interface AgreementCase {
  theme: 'attacks' | 'honest' | 'random';
  name: string;
  text: string;
  hole: Hole;
  candidate: Candidate;
}

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));

/**
 * Attacks and honest proofs that are a filling of a hole. Those that are a whole file of their own are no matter of
 * candidates, and are left out, as are those that the Lean of 2021 does not know.
 */
export function fixtureCases(): AgreementCase[] {
  return (['attacks', 'honest'] as const).flatMap((theme) => {
    const folder = `${FIXTURES}/${theme}`;
    const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
    return names.flatMap((name) => fixtureCase(theme, name, `${folder}/${name}`) ?? []);
  });
}

interface Expected {
  declaration?: string | null;
  kind?: Candidate['kind'];
  generations?: string[];
}

function fixtureCase(theme: AgreementCase['theme'], name: string, folder: string): AgreementCase | null {
  if (!existsSync(`${folder}/candidate.txt`)) return null;
  const { declaration, kind, generations } = JSON.parse(readFileSync(`${folder}/expected.json`, 'utf8')) as Expected;
  if (generations !== undefined && !generations.includes('2021')) return null;
  const text = readFileSync(`${folder}/original.lean`, 'utf8');
  const holes = findHoles(text);
  const hole = holes.find((each) => each.declaration?.fullName === declaration) ?? holes[0];
  if (hole === undefined) throw new Error(`${folder} has no hole`);
  return {
    theme,
    name,
    text,
    hole,
    candidate: { kind: kind ?? 'tactic', text: readFileSync(`${folder}/candidate.txt`, 'utf8') },
  };
}

export function randomCases(seed: number, count: number): AgreementCase[] {
  return randomCandidates(seed, count).map(({ file, candidate }, at) => {
    const hole = findHoles(file).find(({ isProof }) => isProof);
    if (hole === undefined) throw new Error('no hole');
    return { theme: 'random', name: `${seed}/${at}`, text: file, hole, candidate };
  });
}
