/** The cases on which the check modes are compared: attacks and honest proofs of the fixtures, and random candidates. */
import type { Candidate } from '../../src/verify/hole/candidate.ts';
import { findHoles, type Hole } from '../../src/verify/hole/holes.ts';
import { readAttacks, readHonestProofs } from '../../src/verify/self-test/known-cases.ts';
import { randomCandidates } from './random-candidates.ts';

export interface AgreementCase {
  theme: string;
  name: string;
  text: string;
  hole: Hole;
  candidate: Candidate;
}

export interface WholeFile {
  name: string;
  text: string;
}

/** The attacks and honest proofs for the Lean of 2021: fillings of a hole, and complete files. */
export function knownCases(): { fillings: AgreementCase[]; files: WholeFile[] } {
  const known = [...readAttacks(), ...readHonestProofs()].filter(({ generations }) => generations.includes('2021'));
  const fillings: AgreementCase[] = [];
  const files: WholeFile[] = [];
  for (const { name, original: text, submission } of known) {
    if (submission.kind === 'file') files.push({ name, text: submission.text });
    else {
      const hole = findHoles(text)[submission.hole];
      if (hole === undefined) throw new Error(`${name} lacks this hole`);
      fillings.push({ theme: name.slice(0, name.indexOf('/')), name, text, hole, candidate: submission.candidate });
    }
  }
  return { fillings, files };
}

export function randomCases(seed: number, count: number): AgreementCase[] {
  return randomCandidates(seed, count).map(({ file, candidate }, at) => {
    const hole = findHoles(file).find(({ isProof }) => isProof);
    if (hole === undefined) throw new Error('no hole');
    return { theme: 'random', name: `${seed}/${at}`, text: file, hole, candidate };
  });
}
