/** One problem of a benchmark: a Lean file with holes in proofs. All holes must be filled. */
import { sha256 } from '../../base/hash.ts';
import { docstringOf } from '../../prove/informal/informal-statement.ts';
import { findHoles } from '../../verify/hole/holes.ts';

export interface BenchProblem {
  /** Unique within a benchmark. */
  name: string;
  split: string | null;
  /** Tags from the dataset, for counts by part. */
  tags: string[];
  /** The full file text. */
  text: string;
  /** Informal statement. */
  informal: string | null;
  /** Informal proof by a human. Passed only to strategies that are guided by it. */
  informalProof: string | null;
  /** Absolute path of the file, or the path that it would have next to its dataset. */
  file: string;
  /** Source for display: `path` or `path:line`. */
  place: string;
  /** SHA-256 of the text. Equal digests in two reports mean the same problem. */
  digest: string;
}

export function makeProblem(problem: Omit<BenchProblem, 'digest'>): BenchProblem {
  return { ...problem, digest: sha256(problem.text) };
}

/** The informal statement from the dataset, otherwise from the docstring of the first hole. Null if there is neither. */
export function informalStatementOf({ informal, text }: Pick<BenchProblem, 'informal' | 'text'>): string | null {
  const hole = findHoles(text).find(({ isProof }) => isProof);
  return informal ?? (hole === undefined ? null : docstringOf(text, hole));
}

/** Whether the file has a hole in a proof. A file without one is a library file. */
export function hasProofHole(text: string): boolean {
  return findHoles(text).some(({ isProof }) => isProof);
}

/** Digest of all problems by name and text. Independent of their order. */
export function digestOf(problems: readonly BenchProblem[]): string {
  return sha256(
    problems
      .map(({ name, digest }) => `${name}\0${digest}\n`)
      .sort()
      .join(''),
  );
}

/** Encodes a problem name as a file or folder name. Distinct names stay distinct; slashes and a leading dot are escaped. */
export function fileName(name: string): string {
  const safe = name
    .replace(/[^\p{L}\p{N}_+=,@'-]/gu, (sign) => (sign === '.' ? '.' : encodeSign(sign)))
    .replace(/^\./, '%2E');
  return Buffer.byteLength(safe) <= 120 ? safe : `${safe.slice(0, 40)}-${sha256(name).slice(0, 16)}`;
}

const encodeSign = (sign: string): string =>
  [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
