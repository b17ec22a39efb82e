/** Digests that show whether two indexes are equal: per file and in total. Independent of ids, paths and order. */
import { createHash, hash, type Hash } from 'node:crypto';
import type { FileFacts } from '../lean/declaration.ts';
import { rowText, type RowBatch } from './row-batch.ts';

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

/** Digest of the rows from `start` up to `end` of a batch, in any order. */
export function rowsDigest(batch: RowBatch, start: number, end: number): string {
  const texts: string[] = [];
  for (let at = start; at < end; at++) texts.push(rowText(batch, at));
  return digestOf(texts.sort());
}

/** Digest of what a file contains apart from declarations. */
export function remarksDigest(facts: Pick<FileFacts, 'title' | 'mentions' | 'notations' | 'problems'>): string {
  return digestOf([JSON.stringify([facts.title, facts.mentions, facts.notations, facts.problems])]);
}

/** Digest of what attributes in a file generate; '' if they generate nothing. */
export function generatedDigest(batch: RowBatch, start: number, end: number, problems: FileFacts['problems']): string {
  if (start === end && problems.length === 0) return '';
  return digestOf([rowsDigest(batch, start, end), JSON.stringify(problems)]);
}

export function fileDigest(file: { ownDigest: string; generatedDigest: string }): string {
  return digestOf([file.ownDigest, file.generatedDigest]);
}

/** Digest of the full index: of all file digests, in the order of package and path. */
export function contentDigest(files: readonly { package: string; path: string; digest: string }[]): string {
  const entries = files.map((file) => `${file.package}\x1f${file.path}\x1f${file.digest}`);
  return digestOf(entries.toSorted((a, b) => (a < b ? -1 : 1)));
}
