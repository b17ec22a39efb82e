/** Seeds of the fuzzer: honest pairs of an original and a candidate, from `seeds/` and from `fixtures/honest`. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { fillingOf } from '../../src/verify/hole/splice.ts';
import { type HonestProof, readHonestProofs } from '../../src/verify/self-test/known-cases.ts';
import type { Draw } from './draw.ts';
import { alternatives, refilled } from './marked-text.ts';

export interface Seed {
  name: string;
  /** Marked, with all fillings of each hole: see marked-text.ts. */
  text: string;
}

/** An honest pair, both marked. */
export interface Pair {
  original: string;
  candidate: string;
}

const FOLDER = join(import.meta.dirname, 'seeds');

/** All seeds, in the same order on every machine. */
export function readSeeds(): Seed[] {
  const own = readdirSync(FOLDER)
    .toSorted()
    .map((file) => ({ name: basename(file, '.seed'), text: readFileSync(join(FOLDER, file), 'utf8') }));
  return [...own, ...readHonestProofs().flatMap(seedOfProof)];
}

/** The seed of an honest proof that fills the only hole of its file. Other proofs leave holes open and are skipped. */
function seedOfProof({ name, original, submission, generations, conditional }: HonestProof): Seed[] {
  if (!generations.includes('2021') || submission.kind === 'file' || conditional.length > 0) return [];
  const holes = findHoles(original);
  const hole = holes[submission.hole];
  if (hole === undefined || holes.length !== 1 || /[⟪⟫⟦⟧¦]/.test(original + submission.candidate.text)) return [];
  const { start, end, text } = fillingOf(original, hole, submission.candidate);
  // The layout of a filling with several lines depends on the text before the hole on its line.
  if (text.includes('\n') && /\S[^\n]*$/.test(original.slice(0, start)) && !text.startsWith('by\n')) return [];
  const [open, close] = hole.position === 'term' ? ['⟪', '⟫'] : ['⟦', '⟧'];
  const marked = `${original.slice(0, start)}${open}${original.slice(start, end)} ¦ ${text}${close}${original.slice(end)}`;
  return [{ name, text: marked }];
}

/** The pair of a seed, with a random filling in each hole. */
export function pairOf({ text }: Seed, draw: Draw): Pair {
  return {
    original: refilled(text, (filling) => alternatives(filling)[0] ?? ''),
    candidate: refilled(text, (filling) => draw.one(alternatives(filling).slice(1)) ?? ''),
  };
}
