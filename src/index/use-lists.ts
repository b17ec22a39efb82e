/** Joins the identifier counts of all workers, and builds the `u:` lists: which files contain each one, how often. */
import { CodeUnits } from '../lean/code-units.ts';
import type { IdentifierCounts } from './identifier-counts.ts';
import { packStrings } from './packed-strings.ts';
import { MAX_POSTING_BYTES, writePosting } from './postings.ts';
import { shared } from './typed-arrays.ts';
import { SubstringNumbers } from './substring-numbers.ts';
import type { TokenListPart } from './token-lists.ts';

export interface JoinedCounts {
  spellings: SubstringNumbers;
  /** Totals of all files. */
  totals: Float64Array;
  /** By file, in rising order of id. */
  perFile: { fileId: number; numbers: Uint32Array; counts: Uint8Array }[];
}

/** Joins the counts of all workers under common numbers. */
export function joinCounts(counts: readonly IdentifierCounts[]): JoinedCounts {
  const spellings = new SubstringNumbers();
  const perFile: JoinedCounts['perFile'] = [];
  for (const worker of counts) {
    const { fileIds, spellingOf } = worker;
    const { chars, ends } = worker.spellings;
    const common = ends.map((end, number) => spellings.numberOf(chars, ends[number - 1] ?? 0, end));
    for (let start = 0, end = 0; start < fileIds.length; start = end) {
      while (end < fileIds.length && fileIds[end] === fileIds[start]) end++;
      const numbers = spellingOf.subarray(start, end);
      // In place: this is the only use of the worker's own numbers.
      for (let i = 0; i < numbers.length; i++) numbers[i] = common[numbers[i]!]!;
      perFile.push({ fileId: fileIds[start]!, numbers, counts: worker.counts.subarray(start, end) });
    }
  }
  perFile.sort((a, b) => a.fileId - b.fileId);
  const totals = new Float64Array(spellings.size);
  for (const file of perFile) file.numbers.forEach((number, i) => (totals[number]! += file.counts[i]!));
  return { spellings, totals, perFile };
}

/**
 * The lists of all spellings that can name a declaration (`declared`, by number). Counts the length of each list first
 * and writes it to its final place. `TokenLists`, for rows that come one by one, would look every token up as a string.
 */
export function useLists({ spellings, perFile }: JoinedCounts, declared: Uint32Array): TokenListPart {
  const counts = new Uint32Array(spellings.size);
  for (const { numbers } of perFile) {
    for (let i = 0; i < numbers.length; i++) if (declared[numbers[i]!]! > 0) counts[numbers[i]!]!++;
  }
  const { texts, order } = inOrder(spellings, counts);
  const places = new Uint32Array(spellings.size);
  let total = 0;
  for (const number of order) {
    places[number] = total;
    total += counts[number]!;
  }
  const fileIds = new Uint32Array(total);
  const weights = new Uint8Array(total);
  for (const { fileId, numbers, counts: inFile } of perFile) {
    for (let i = 0; i < numbers.length; i++) {
      if (declared[numbers[i]!] === 0) continue;
      const place = places[numbers[i]!]!++;
      fileIds[place] = fileId;
      weights[place] = inFile[i]!;
    }
  }
  const tokens = packStrings(texts.map((text) => `u:${text}`));
  return { tokens, ...encodeLists({ counts: order.map((number) => counts[number]!), fileIds, weights }) };
}

/** Encodes consecutive lists, each with as many files as `counts` states. */
function encodeLists({ counts, fileIds, weights }: { counts: Uint32Array; fileIds: Uint32Array; weights: Uint8Array }) {
  const lastIds = new Uint32Array(counts.length);
  const ends = new Uint32Array(counts.length);
  const bytes = new Uint8Array(fileIds.length * MAX_POSTING_BYTES);
  let end = 0;
  let place = 0;
  for (let list = 0; list < counts.length; list++) {
    let before = 0;
    for (let left = counts[list]!; left > 0; left--, place++) {
      end = writePosting(bytes, end, fileIds[place]! - before, weights[place]!);
      before = fileIds[place]!;
    }
    lastIds[list] = before;
    ends[list] = end;
  }
  return { counts, lastIds, ends, bytes: shared(bytes.subarray(0, end)) };
}

/** The spellings that have a list, in rising order, and their numbers. */
function inOrder(spellings: SubstringNumbers, counts: Uint32Array): { texts: string[]; order: Uint32Array } {
  const texts: string[] = [];
  counts.forEach((count, number) => {
    if (count > 0) texts.push(spellings.text(number));
  });
  texts.sort();
  const text = new CodeUnits();
  const order = Uint32Array.from(texts, (spelling) => {
    text.read(spelling);
    return spellings.find(text.units, 0, text.length);
  });
  return { texts, order };
}
