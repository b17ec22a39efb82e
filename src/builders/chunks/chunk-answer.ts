/** Parses chunk boundaries in a model's answer; the chunks must cover every line exactly once. */
import { isRecord } from '../../base/read-or-null.ts';
import { BadAnswer } from '../../llm/bad-answer.ts';
import { withoutThinking } from '../../base/without-thinking.ts';
import { fencedBlocks } from '../../prompt/answer-blocks.ts';
import { PIECE_KINDS, type PieceKind } from '../../sources/document.ts';

/** Lines count from 1; `last` is inclusive. */
export interface Chunk {
  first: number;
  last: number;
  kind: PieceKind;
  called: string;
  number: string | null;
  title: string;
  /** First line of its proof or solution, never `first`; null if it has none. */
  solution: number | null;
}

const MAX_NAME_CHARS = 200;

/** @throws {BadAnswer} if it is not a list of chunks that covers lines 1 to `lines` in order */
export function readChunks(answer: string, lines: number): Chunk[] {
  const text = withoutThinking(answer).trim();
  const block = fencedBlocks(text).find(({ language, isClosed }) => isClosed && ['', 'json'].includes(language));
  const parsed = parse(block?.text ?? text);
  if (!Array.isArray(parsed)) throw new BadAnswer('the answer is not a list of chunks');
  const chunks = parsed.map(chunkOf);
  let next = 1;
  for (const { first, last, solution } of chunks) {
    if (first !== next) throw new BadAnswer(`a chunk begins at line ${first} instead of line ${next}`);
    if (last < first || last > lines) throw new BadAnswer(`a chunk has the invalid lines ${first} to ${last}`);
    if (solution !== null && (solution <= first || solution > last)) {
      throw new BadAnswer(`the solution in lines ${first} to ${last} cannot begin at ${solution}`);
    }
    next = last + 1;
  }
  if (next !== lines + 1) throw new BadAnswer(`the chunks end at line ${next - 1} of ${lines}`);
  return chunks;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadAnswer('the answer is not JSON');
  }
}

function chunkOf(value: unknown): Chunk {
  if (!isRecord(value)) throw new BadAnswer('a chunk is not an object');
  const { first, last, kind, called, number, title, solution } = value as Partial<Record<keyof Chunk, unknown>>;
  if (!isLine(first) || !isLine(last)) throw new BadAnswer('a chunk has no lines');
  const knownKind = PIECE_KINDS.find((each) => each === kind);
  if (knownKind === undefined) throw new BadAnswer(`the kind ${JSON.stringify(kind)} is unknown`);
  const isNumber = typeof number === 'string' || typeof number === 'number';
  return {
    ...{ first, last, kind: knownKind, called: nameOf(called), title: nameOf(title) },
    number: isNumber && String(number) !== '' ? nameOf(String(number)) : null,
    solution: isLine(solution) ? solution : null,
  };
}

const isLine = (value: unknown): value is number => Number.isSafeInteger(value);

const nameOf = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, MAX_NAME_CHARS) : '');
