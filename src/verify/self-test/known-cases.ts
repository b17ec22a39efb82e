/** Reads the attacks and honest proofs of `fixtures/`, whose correct verdict is known, for the self-test and the tests. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LeanGeneration } from '../../lean/toolchain/toolchain.ts';
import type { Candidate } from '../hole/candidate.ts';
import type { FindingRule, UncheckedReason } from '../verdict.ts';

/** The submission: text for a hole of the original, or a complete file that claims to be the original with its holes filled. */
export type Submission =
  | { kind: 'hole'; hole: number; candidate: Candidate }
  | { kind: 'file'; text: string; declaration: string | null };

interface KnownCase {
  /** Its folder: `attacks/macro-rules-sum`. */
  name: string;
  /** What the attack tries, or the shape of the honest proof. */
  words: string;
  original: string;
  submission: Submission;
  /** The Lean generations that it is written for. */
  generations: LeanGeneration[];
  /** Similar to another case: left out of the self-test, because the user waits for it. */
  isOnlyForCi: boolean;
}

export interface Attack extends KnownCase {
  /** Number of the kind of attack that it is an example of. */
  row: number;
  /** `safety`: it runs code or changes the file, but what it claims to have proved may be true. */
  concerns: 'soundness' | 'safety';
  /** The reason that the gate gives; null if the gate passes the candidate, or if the submission is a file. */
  gate: string | null;
  /** Lean compiles it without a message, so a check that only compiles would accept it. */
  foolsNaive: boolean;
  /** What stops it without the gate, on the Lean of 2021; null if it may pass. Unknown for other versions. */
  withoutGate:
    | { by: 'lean' }
    | { by: 'audit'; rule: FindingRule }
    /** No verdict: the original itself cannot be used for a comparison. */
    | { by: 'unchecked'; why: UncheckedReason }
    | null;
  /** It never terminates, so the self-test only runs the gate on it. */
  isEndless: boolean;
}

export interface HonestProof extends KnownCase {
  /** Declarations whose holes it depends on. */
  conditional: string[];
}

/** The folder with `attacks` and `honest`; the path is the same in the package and in the source tree. */
export const KNOWN_CASES = fileURLToPath(new URL('../../../fixtures/', import.meta.url));

/** The content of `expected.json`; `README.md` of the folder explains the fields. */
interface Expected {
  generations: LeanGeneration[];
  kind?: Candidate['kind'];
  hole?: number;
  declaration?: string;
  isOnlyForCi?: boolean;
}

interface ExpectedAttack extends Expected {
  row: number;
  trick: string;
  concerns: Attack['concerns'];
  gate?: string | null;
  foolsNaive?: boolean;
  withoutGate?: Attack['withoutGate'];
  isEndless?: boolean;
}

interface ExpectedHonestProof extends Expected {
  shape: string;
  conditional?: string[];
}

export function readAttacks(): Attack[] {
  return readCases<ExpectedAttack>('attacks').map(({ known, expected }) => ({
    ...known,
    words: expected.trick,
    row: expected.row,
    concerns: expected.concerns,
    gate: expected.gate ?? null,
    foolsNaive: expected.foolsNaive ?? false,
    withoutGate: expected.withoutGate ?? null,
    isEndless: expected.isEndless ?? false,
  }));
}

export function readHonestProofs(): HonestProof[] {
  return readCases<ExpectedHonestProof>('honest').map(({ known, expected }) => ({
    ...known,
    words: expected.shape,
    conditional: expected.conditional ?? [],
  }));
}

interface ReadCase<E extends Expected> {
  known: Omit<KnownCase, 'words'>;
  expected: E;
}

function readCases<E extends Expected>(theme: string): ReadCase<E>[] {
  const folder = join(KNOWN_CASES, theme);
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names
    .map(({ name }) => name)
    .toSorted()
    .map((name) => {
      // These files are part of the package, and a test checks their format.
      const expected = JSON.parse(readFileSync(join(folder, name, 'expected.json'), 'utf8')) as E;
      const known = {
        name: `${theme}/${name}`,
        original: readFileSync(join(folder, name, 'original.lean'), 'utf8'),
        submission: readSubmission(join(folder, name), expected),
        generations: expected.generations,
        isOnlyForCi: expected.isOnlyForCi ?? false,
      };
      return { known, expected };
    });
}

function readSubmission(folder: string, { kind = 'tactic', hole = 0, declaration }: Expected): Submission {
  const completeFile = join(folder, 'candidate.lean');
  if (existsSync(completeFile)) {
    return { kind: 'file', text: readFileSync(completeFile, 'utf8'), declaration: declaration ?? null };
  }
  return { kind: 'hole', hole, candidate: { kind, text: readFileSync(join(folder, 'candidate.txt'), 'utf8') } };
}
