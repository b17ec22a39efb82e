/** Reads plain text: paragraphs between empty lines. Statements are detected by how they start. */
import { basename } from 'node:path';
import { assemble } from '../assemble.ts';
import type { TextBlock } from '../block.ts';
import type { Document } from '../document.ts';
import { readFirstFile } from '../first-file.ts';
import type { ReadOptions } from '../read-document.ts';

/** @throws {Failure} if the file cannot be read or is not text */
export function readTextDocument(path: string, options: ReadOptions): Document {
  const { text, file } = readFirstFile(path);
  options.onProgress?.(0, text.length, file.path);
  const blocks = [...paragraphsOf(text)].map(({ body, line }): TextBlock => {
    return { type: 'text', body, labels: [], references: [], place: { file: file.path, line, page: null } };
  });
  const title = basename(path);
  const { pieces, problems } = assemble(blocks, title, options.maxTokens);
  return { title, format: 'text', files: [file], pieces, externals: [], problems };
}

/** Yields runs of non-empty lines. Line numbers start at 1. */
function* paragraphsOf(text: string): Generator<{ body: string; line: number }, void> {
  let lines: string[] = [];
  let number = 0;
  for (const line of [...text.split(/\r\n?|\n/), '']) {
    number += 1;
    if (line.trim() !== '') lines.push(line);
    else if (lines.length > 0) {
      yield { body: lines.join('\n').trim(), line: number - lines.length };
      lines = [];
    }
  }
}
