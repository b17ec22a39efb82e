/** Checks that the row vectors of an index match its rows: part of `lemmahead index verify`. */
import { pluralize } from '../base/pluralize.ts';
import { type LibraryIndex, NO_ROW } from './library-index.ts';
import { BLOCK, NO_VECTORS, numbersOf, WORD_BYTES } from './row-vectors.ts';
import { WORD_PREFIX } from './words/analyser.ts';

interface StoredBlock {
  number: number;
  vectorBytes: number;
  counts: Uint8Array;
  wordBytes: number;
}

const SELECT_BLOCKS = `SELECT number, length(vectors) AS vectorBytes, counts, length(words) AS wordBytes
  FROM row_vectors ORDER BY number`;

/** Faults as sentences. For each row, its record and the posting lists must have the same number of words. */
export function vectorFaults(index: LibraryIndex): string[] {
  const blocks = index.all<StoredBlock>(SELECT_BLOCKS);
  if ((index.meta('vectors') ?? NO_VECTORS) === NO_VECTORS)
    return blocks.length === 0 ? [] : ['there are row vectors, but their weights are not recorded'];
  const broken = blocks.filter((block) => !isComplete(block, blocks[0]!.vectorBytes));
  if (broken.length > 0) return broken.map(({ number }) => `block ${number} of the row vectors is damaged`);
  const recorded = new Uint16Array(index.idLimit);
  const hasBlock = new Set(blocks.map(({ number }) => number));
  for (const { number, counts } of blocks) {
    const first = number * BLOCK;
    recorded.set(numbersOf(counts).subarray(0, index.idLimit - first), first);
  }
  const listed = wordsListed(index);
  const wrong: number[] = [];
  index.columns.kind.forEach((kind, id) => {
    if (kind !== NO_ROW && (!hasBlock.has(Math.floor(id / BLOCK)) || recorded[id] !== listed[id])) wrong.push(id);
  });
  if (wrong.length === 0) return [];
  const first = index.row(wrong[0]!)?.name ?? `number ${wrong[0]!}`;
  return [`${pluralize(wrong.length, 'row')} without a row vector, or with one of other words; the first is ${first}`];
}

function isComplete({ vectorBytes, counts, wordBytes }: StoredBlock, expected: number): boolean {
  if (vectorBytes !== expected || vectorBytes % BLOCK !== 0 || counts.length !== BLOCK * Uint16Array.BYTES_PER_ELEMENT)
    return false;
  return numbersOf(counts).reduce((sum, count) => sum + count, 0) * WORD_BYTES === wordBytes;
}

/** By id: how many lists of words contain the row. */
function wordsListed(index: LibraryIndex): Uint16Array {
  const listed = new Uint16Array(index.idLimit);
  for (const { token } of index.tokensWithPrefix(WORD_PREFIX))
    for (const id of index.postings(token)!.ids) listed[id]!++;
  return listed;
}
