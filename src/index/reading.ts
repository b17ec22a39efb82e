/** First half of a worker's day: files of source to rows, outlines and remarks. */
import { deflateRawSync } from 'node:zlib';
import type { FileFacts, FileOutline, Mention, Notation, Problem } from '../lean/declaration.ts';
import { readLeanFile } from '../lean/read-file.ts';
import { remarksDigest, rowsDigest } from './digest.ts';
import { packBatch, RowBatchBuilder } from './row-batch.ts';
import { readSourceText, type SourceText } from './source-text.ts';

export interface FileToRead {
  fileId: number;
  absolute: string;
  path: string;
  module: string;
  package: string;
}

/** One file, read. Its rows are in the batch; everything else is here. */
export interface FileRead {
  fileId: number;
  title: string | null;
  /** Of the content; '' if it could not be read. */
  hash: string;
  /** Of the file's written rows and remarks. */
  digest: string;
  rowCount: number;
  outline: FileOutline;
  /** As stored in `files`. */
  outlineBytes: Uint8Array;
  identifierBytes: Uint8Array;
  mentions: Mention[];
  notations: Notation[];
  problems: Problem[];
}

export interface BatchRead {
  files: FileRead[];
  rows: SharedArrayBuffer;
  /** Of the rows, in order: what the main thread resolves names with. */
  names: string[];
  flags: Uint8Array;
}

/** Identifiers as sources write them, by file: three columns, and the spelling by number. */
export interface IdentifierCounts {
  spellings: string[];
  fileIds: Uint32Array;
  spellingOf: Uint32Array;
  counts: Uint8Array;
}

/** Counts above this are this: one byte says enough. */
export const MOST_USES = 255;

export class Reading {
  readonly #numbers = new Map<string, number>();
  readonly #spellings: string[] = [];
  readonly #fileIds: number[] = [];
  readonly #spellingOf: number[] = [];
  readonly #counts: number[] = [];

  read(files: readonly FileToRead[]): BatchRead {
    const builder = new RowBatchBuilder();
    const read = files.map((file) => this.#readFile(file, builder));
    const { batch } = builder;
    return { files: read, rows: packBatch(batch), names: batch.name, flags: Uint8Array.from(batch.flags) };
  }

  /** What all files read so far have written. */
  identifiers(): IdentifierCounts {
    return {
      spellings: this.#spellings,
      fileIds: Uint32Array.from(this.#fileIds),
      spellingOf: Uint32Array.from(this.#spellingOf),
      counts: Uint8Array.from(this.#counts),
    };
  }

  #readFile(file: FileToRead, builder: RowBatchBuilder): FileRead {
    const source = readOrReport(file.absolute);
    const facts = readLeanFile(source.text, file.module);
    const problems = [...source.problems, ...facts.problems];
    const { path, module, fileId } = file;
    builder.startFile({ fileId, path, module, package: file.package, title: facts.title });
    const start = builder.batch.length;
    for (const declaration of facts.declarations) builder.add(declaration);
    const end = builder.batch.length;
    this.#countIdentifiers(fileId, facts.identifiers);
    return {
      fileId,
      title: facts.title,
      hash: source.hash,
      digest: rowsDigest(builder.batch, start, end) + remarksDigest({ ...facts, problems }),
      rowCount: end - start,
      outline: facts.outline,
      outlineBytes: deflated(JSON.stringify(facts.outline)),
      identifierBytes: deflated(identifierLines(facts.identifiers)),
      mentions: facts.mentions,
      notations: facts.notations.map((notation) => ({ ...notation, module })),
      problems,
    };
  }

  #countIdentifiers(fileId: number, identifiers: FileFacts['identifiers']): void {
    for (const [spelling, count] of identifiers) {
      let number = this.#numbers.get(spelling);
      if (number === undefined) {
        number = this.#spellings.push(spelling) - 1;
        this.#numbers.set(spelling, number);
      }
      this.#fileIds.push(fileId);
      this.#spellingOf.push(number);
      this.#counts.push(Math.min(count, MOST_USES));
    }
  }
}

/** A file that cannot be read costs that file: it is empty, and says why. */
function readOrReport(path: string): SourceText {
  try {
    return readSourceText(path);
  } catch (error) {
    return { text: '', hash: '', problems: [{ line: 1, message: `cannot be read: ${(error as Error).message}` }] };
  }
}

/** Speed before size: these are read again only when a file changes. */
const deflated = (text: string): Uint8Array => deflateRawSync(text, { level: 1 });

/** `name count` a line. */
function identifierLines(identifiers: FileFacts['identifiers']): string {
  let text = '';
  for (const [spelling, count] of identifiers) text += `${spelling} ${count}\n`;
  return text;
}
