/** What the readers of JSON data sets share. */
import { basename } from 'node:path';
import { fileHash } from '../../base/hash.ts';
import { assemble } from '../assemble.ts';
import type { Block } from '../block.ts';
import type { Document, DocumentProblem, PiecePlace } from '../document.ts';
import type { FormatName } from '../formats.ts';
import { ProblemList } from '../problem-list.ts';
import type { ReadOptions } from '../read-document.ts';
import { type JsonItem, jsonItems, type JsonPath } from './json-items.ts';

export interface ItemBlocks {
  blocks: Block[];
  problems?: DocumentProblem[];
}

/**
 * Reads a JSON file item by item. `enters`: as in `jsonItems`. `finish`: the blocks, once all items were added.
 * @throws {Failure} if the file cannot be read or has another shape
 */
export async function readItems(
  path: string,
  format: FormatName,
  options: ReadOptions,
  reading: { enters: (at: JsonPath) => boolean; add: (item: JsonItem) => void; finish: () => ItemBlocks },
): Promise<Document> {
  const file = { path: basename(path), sha256: await fileHash(path) };
  const onBytes = (count: number): void => {
    options.signal?.throwIfAborted();
    options.onProgress?.(count, count + 1, file.path);
  };
  for await (const item of jsonItems(path, reading.enters, onBytes)) reading.add(item);
  const { blocks, problems: found = [] } = reading.finish();
  const { pieces, problems: assembled } = assemble(blocks, file.path, options.maxTokens);
  const problems = new ProblemList();
  problems.addAll([...found, ...assembled]);
  return { title: file.path, format, files: [file], pieces, externals: [], problems: problems.all() };
}

/** Items have no lines. */
export const itemPlace = (path: string): PiecePlace => ({ file: basename(path), line: null, page: null });
