/** One problem of a benchmark: a Lean file with holes in proofs, all of which have to be filled. */
import { sha256 } from '../../base/hash.ts';
import { docstringOf } from '../../prove/informal/statement.ts';
import { findHoles } from '../../verify/hole/holes.ts';

export interface BenchProblem {
  /** Unique in a benchmark. */
  name: string;
  split: string | null;
  /** What the dataset says that it is of, for counts by part. */
  tags: string[];
  /** The whole file. */
  text: string;
  /** What is to be shown, in words. */
  informal: string | null;
  /** A human's proof in words. Only a strategy that is guided by it may be told. */
  informalProof: string | null;
  /** Absolute path that the file has, or would have beside its dataset. */
  file: string;
  /** Where it was read, for people: `path` or `path:line`. */
  place: string;
  /** SHA-256 of the text: two reports speak of the same problem where it is the same. */
  digest: string;
}

export function makeProblem(problem: Omit<BenchProblem, 'digest'>): BenchProblem {
  return { ...problem, digest: sha256(problem.text) };
}

/** What is to be shown, in words: by the dataset, else by the docstring of the first hole. Null: nobody has said it. */
export function inWordsAlready({ informal, text }: Pick<BenchProblem, 'informal' | 'text'>): string | null {
  const hole = findHoles(text).find(({ isProof }) => isProof);
  return informal ?? (hole === undefined ? null : docstringOf(text, hole));
}

/** Whether something is to be proved in the file. One without is library. */
export function hasProofHole(text: string): boolean {
  return findHoles(text).some(({ isProof }) => isProof);
}

/** Of all problems by name and text, in whatever order they came. */
export function digestOf(problems: readonly BenchProblem[]): string {
  return sha256(
    problems
      .map(({ name, digest }) => `${name}\0${digest}\n`)
      .sort()
      .join(''),
  );
}

/** A name as that of a file or folder: another for another name, wherever its dots and slashes would lead. */
export function fileName(name: string): string {
  const safe = name
    .replace(/[^\p{L}\p{N}_+=,@'-]/gu, (sign) => (sign === '.' ? '.' : encodeSign(sign)))
    .replace(/^\./, '%2E');
  return Buffer.byteLength(safe) <= 120 ? safe : `${safe.slice(0, 40)}-${sha256(name).slice(0, 16)}`;
}

const encodeSign = (sign: string): string =>
  [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
