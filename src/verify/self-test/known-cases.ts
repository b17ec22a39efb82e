/** The attacks and honest proofs of `fixtures/`, whose right answer is known: read for the self-test and the tests. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LeanGeneration } from '../../lean/toolchain/toolchain.ts';
import type { Candidate } from '../hole/candidate.ts';
import type { FindingRule, UncheckedReason } from '../verdict.ts';

/** What came back: text for a hole of the original, or a whole file that claims to be the original filled. */
export type Submission =
  | { kind: 'hole'; hole: number; candidate: Candidate }
  | { kind: 'file'; text: string; declaration: string | null };

interface KnownCase {
  /** `attacks/macro-rules-sum`: its folder. */
  name: string;
  /** What it tries, or of what shape it is. */
  words: string;
  original: string;
  submission: Submission;
  /** Leans that it is written for. */
  generations: LeanGeneration[];
  /** Much like another case, so that a self-test, for which somebody waits, leaves it out. */
  isOnlyForCi: boolean;
}

export interface Attack extends KnownCase {
  /** Of the list of attacks in lean.md 4.1. */
  row: number;
  /** `safety`: it runs code or changes the file, but what it claims to have proved may be true. */
  concerns: 'soundness' | 'safety';
  /** The reason that the gate gives; null where it lets the candidate pass, or has no hole of the original before it. */
  gate: string | null;
  /** Lean compiles it and says nothing, so that who looks no further takes it for a proof. */
  foolsNaive: boolean;
  /** Who stops it without the gate, on the Lean of 2021; null where it may pass. Unknown for other Leans. */
  withoutGate:
    | { by: 'lean' }
    | { by: 'audit'; rule: FindingRule }
    /** Nobody says yes: the original itself cannot be compared with. */
    | { by: 'unchecked'; why: UncheckedReason }
    | null;
  /** It takes as long as it is let, so only the gate is asked in a self-test. */
  isEndless: boolean;
}

export interface HonestProof extends KnownCase {
  /** Declarations whose holes it rests on. */
  conditional: string[];
}

/** Folder with `attacks` and `honest`, in the package and in the source tree alike. */
export const KNOWN_CASES = fileURLToPath(new URL('../../../fixtures/', import.meta.url));

/** `expected.json` as written; `README.md` of the folder says what the fields mean. */
interface Expected {
  generations: LeanGeneration[];
  kind?: Candidate['kind'];
  hole?: number;
  declaration?: string;
  isOnlyForCi?: boolean;
}

interface ExpectedOfAttack extends Expected {
  row: number;
  trick: string;
  concerns: Attack['concerns'];
  gate?: string | null;
  foolsNaive?: boolean;
  withoutGate?: Attack['withoutGate'];
  isEndless?: boolean;
}

interface ExpectedOfHonest extends Expected {
  shape: string;
  conditional?: string[];
}

export function readAttacks(): Attack[] {
  return readCases<ExpectedOfAttack>('attacks').map(({ known, expected }) => ({
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
  return readCases<ExpectedOfHonest>('honest').map(({ known, expected }) => ({
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
      // Our own files, whose form a test reads.
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
  const whole = join(folder, 'candidate.lean');
  if (existsSync(whole)) {
    return { kind: 'file', text: readFileSync(whole, 'utf8'), declaration: declaration ?? null };
  }
  return { kind: 'hole', hole, candidate: { kind, text: readFileSync(join(folder, 'candidate.txt'), 'utf8') } };
}
