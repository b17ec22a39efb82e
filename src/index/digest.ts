/** Digests that show whether two indexes are equal: per file and in total. Independent of ids, paths and order. */
import { createHash, hash, type Hash } from 'node:crypto';
import type { FileFacts } from '../lean/declaration.ts';
import { rowText, type Row } from './row-columns.ts';
import type { SkeletonLines } from './skeleton-lines.ts';

const DIGEST_LENGTH = 32;

/** Well below the maximum length of a string, about 500 million units. */
const CHUNK = 1 << 24;

/** Digest of lines of text, in their order. */
export function digestOf(parts: Iterable<string>): string {
  let text = '';
  let before: Hash | null = null;
  for (const part of parts) {
    text += `${part}\x1e`;
    if (text.length < CHUNK) continue;
    before = (before ?? createHash('sha256')).update(text);
    text = '';
  }
  const digest = before === null ? hash('sha256', text, 'hex') : before.update(text).digest('hex');
  return digest.slice(0, DIGEST_LENGTH);
}

/** Digest of rows, in any order. */
export const rowsDigest = (rows: readonly Row[]): string => digestOf(rows.map(rowText).sort());

/** Digest of what a file contains apart from declarations. */
export function remarksDigest(
  facts: Pick<FileFacts, 'title' | 'mentions' | 'notations' | 'problems'> & { skeletons: SkeletonLines },
): string {
  const { title, mentions, notations, problems, skeletons } = facts;
  return digestOf([JSON.stringify([title, mentions, notations, problems]), skeletons.text, skeletons.numbers.join()]);
}

/** Digest of what attributes in a file generate; '' if they generate nothing. */
export function generatedDigest(rows: readonly Row[], problems: FileFacts['problems']): string {
  if (rows.length === 0 && problems.length === 0) return '';
  return digestOf([rowsDigest(rows), JSON.stringify(problems)]);
}

export function fileDigest(file: { ownDigest: string; generatedDigest: string }): string {
  return digestOf([file.ownDigest, file.generatedDigest]);
}

/** Digest of the full index: of all file digests, in the order of package and path. */
export function contentDigest(files: readonly { package: string; path: string; digest: string }[]): string {
  const entries = files.map((file) => `${file.package}\x1f${file.path}\x1f${file.digest}`);
  return digestOf(entries.toSorted((a, b) => (a < b ? -1 : 1)));
}
