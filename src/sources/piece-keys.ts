/** Keys that identify pieces when their document is read again. */
import { sha256 } from '../base/hash.ts';
import type { DocumentProblem, Piece } from './document.ts';

const DIGITS = 16;

/** The key is the first label that no earlier piece uses, otherwise a hash of the content, numbered if it is not unique. */
export function assignKeys(pieces: readonly Omit<Piece, 'key'>[]): { pieces: Piece[]; duplicates: DocumentProblem[] } {
  const duplicates: DocumentProblem[] = [];
  const labels = new Set<string>();
  for (const { labels: own, place } of pieces) {
    for (const label of own) {
      if (labels.has(label)) {
        duplicates.push({ code: 'label-twice', message: `The label ${label} is defined twice.`, place });
      }
      labels.add(label);
    }
  }
  const usedKeys = new Set<string>();
  const isUsed = (key: string): boolean => usedKeys.has(key) || labels.has(key);
  /** Last suffix per key. Avoids quadratic time with thousands of equal pieces. */
  const counts = new Map<string, number>();
  const withKeys = pieces.map((piece) => {
    const label = piece.labels.find((own) => !usedKeys.has(own));
    const key = label ?? firstFree(contentKey(piece), isUsed, counts);
    usedKeys.add(key);
    return { key, ...piece };
  });
  return { pieces: withKeys, duplicates };
}

function contentKey({ kind, headings, called, title, body, proof }: Omit<Piece, 'key'>): string {
  return `${kind}:${sha256(JSON.stringify([headings, called, title, body, proof])).slice(0, DIGITS)}`;
}

function firstFree(key: string, isUsed: (key: string) => boolean, counts: Map<string, number>): string {
  if (!isUsed(key)) return key;
  let count = counts.get(key) ?? 2;
  while (isUsed(`${key}-${count}`)) count += 1;
  counts.set(key, count);
  return `${key}-${count}`;
}
