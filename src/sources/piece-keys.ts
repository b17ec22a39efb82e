/** Keys by which pieces are known again when their document is read again. */
import { sha256 } from '../base/hash.ts';
import type { DocumentProblem, Piece } from './document.ts';

const DIGITS = 16;

/** A piece's first label, if no other piece has it already; else what it is made of, counted where it is there twice. */
export function keyed(pieces: readonly Omit<Piece, 'key'>[]): { pieces: Piece[]; twice: DocumentProblem[] } {
  const twice: DocumentProblem[] = [];
  const labels = new Set<string>();
  for (const { labels: own, place } of pieces) {
    for (const label of own) {
      if (labels.has(label)) twice.push({ code: 'label-twice', message: `The label ${label} is given twice.`, place });
      labels.add(label);
    }
  }
  const taken = new Set<string>();
  const isTaken = (key: string): boolean => taken.has(key) || labels.has(key);
  /** How far each key was counted: pieces that are the same may be thousands. */
  const counts = new Map<string, number>();
  const withKeys = pieces.map((piece) => {
    const label = piece.labels.find((own) => !taken.has(own));
    const made = label ?? firstFree(madeOf(piece), isTaken, counts);
    taken.add(made);
    return { key: made, ...piece };
  });
  return { pieces: withKeys, twice };
}

function madeOf({ kind, headings, called, title, body, proof }: Omit<Piece, 'key'>): string {
  return `${kind}:${sha256(JSON.stringify([headings, called, title, body, proof])).slice(0, DIGITS)}`;
}

function firstFree(key: string, isTaken: (key: string) => boolean, counts: Map<string, number>): string {
  if (!isTaken(key)) return key;
  let count = counts.get(key) ?? 2;
  while (isTaken(`${key}-${count}`)) count += 1;
  counts.set(key, count);
  return `${key}-${count}`;
}
