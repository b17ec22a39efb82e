/** What is mutated: honest pairs of an original and a candidate, from `seeds/` and from `fixtures/honest`. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { fillingOf } from '../../src/verify/hole/splice.ts';
import { type HonestProof, readHonestProofs } from '../../src/verify/self-test/known-cases.ts';
import type { Draw } from './draw.ts';
import { alternatives, refilled } from './marked-text.ts';

export interface Seed {
  name: string;
  /** Marked, with all ways to fill each hole: see marked-text.ts. */
  text: string;
}

/** An honest pair, both marked. */
export interface Pair {
  original: string;
  candidate: string;
}

const FOLDER = join(import.meta.dirname, 'seeds');

/** All seeds, in an order that does not depend on the machine. */
export function readSeeds(): Seed[] {
  const own = readdirSync(FOLDER)
    .toSorted()
    .map((file) => ({ name: basename(file, '.seed'), text: readFileSync(join(FOLDER, file), 'utf8') }));
  return [...own, ...readHonestProofs().flatMap(seedOfProof)];
}

/** Of a honest proof that fills the one hole of its file; others leave work that is not done. */
function seedOfProof({ name, original, submission, generations, conditional }: HonestProof): Seed[] {
  if (!generations.includes('2021') || submission.kind === 'file' || conditional.length > 0) return [];
  const holes = findHoles(original);
  const hole = holes[submission.hole];
  if (hole === undefined || holes.length !== 1 || /[⟪⟫⟦⟧¦]/.test(original + submission.candidate.text)) return [];
  const { start, end, text } = fillingOf(original, hole, submission.candidate);
  // Its further lines stand below what is before it on its first.
  if (text.includes('\n') && /\S[^\n]*$/.test(original.slice(0, start)) && !text.startsWith('by\n')) return [];
  const [open, close] = hole.position === 'term' ? ['⟪', '⟫'] : ['⟦', '⟧'];
  const marked = `${original.slice(0, start)}${open}${original.slice(start, end)} ¦ ${text}${close}${original.slice(end)}`;
  return [{ name, text: marked }];
}

/** The pair of a seed, each hole filled in one of its ways. */
export function pairOf({ text }: Seed, draw: Draw): Pair {
  return {
    original: refilled(text, (filling) => alternatives(filling)[0] ?? ''),
    candidate: refilled(text, (filling) => draw.one(alternatives(filling).slice(1)) ?? ''),
  };
}
