/** First half of a worker's day: files of source to rows, outlines and remarks. */
import { deflateRawSync } from 'node:zlib';
import type { FileFacts, FileOutline, Mention, Notation, Problem } from '../lean/declaration.ts';
import { readLeanFile } from '../lean/read-file.ts';
import { remarksDigest, rowsDigest } from './digest.ts';
import { namedRows, packBatch, RowBatchBuilder, type NamedBatch } from './row-batch.ts';
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
  ownDigest: string;
  rowCount: number;
  outline: FileOutline;
  /** As stored in `files`. */
  outlineBytes: Uint8Array;
  identifierBytes: Uint8Array;
  mentions: Mention[];
  notations: Notation[];
  problems: Problem[];
}

export interface BatchRead extends NamedBatch {
  files: FileRead[];
  rows: SharedArrayBuffer;
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
  #numbers = new Map<string, number>();
  #spellings: string[] = [];
  #fileIds = new Uint32Array(1 << 16);
  #spellingOf = new Uint32Array(1 << 16);
  #counts = new Uint8Array(1 << 16);
  #pairs = 0;

  read(files: readonly FileToRead[]): BatchRead {
    const builder = new RowBatchBuilder();
    const read = files.map((file) => this.#readFile(file, builder));
    const { batch } = builder;
    return { files: read, rows: packBatch(batch), ...namedRows(batch) };
  }

  /** What all files read so far have written. Handed out once: then it is forgotten. */
  takeIdentifiers(): IdentifierCounts {
    const taken = {
      spellings: this.#spellings,
      fileIds: this.#fileIds.slice(0, this.#pairs),
      spellingOf: this.#spellingOf.slice(0, this.#pairs),
      counts: this.#counts.slice(0, this.#pairs),
    };
    this.#numbers = new Map();
    this.#spellings = [];
    this.#pairs = 0;
    return taken;
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
    const identifiers = this.#countIdentifiers(fileId, facts.identifiers);
    return {
      fileId,
      title: facts.title,
      hash: source.hash,
      ownDigest: rowsDigest(builder.batch, start, end) + remarksDigest({ ...facts, problems }),
      rowCount: end - start,
      outline: facts.outline,
      outlineBytes: deflated(JSON.stringify(facts.outline)),
      identifierBytes: deflated(identifiers),
      mentions: facts.mentions,
      notations: facts.notations.map((notation) => ({ ...notation, module })),
      problems,
    };
  }

  /** Counts what can name a declaration, and returns it as text, `name count` a line. */
  #countIdentifiers(fileId: number, identifiers: FileFacts['identifiers']): string {
    let text = '';
    this.#reserve(identifiers.size);
    for (const [spelling, count] of identifiers) {
      if (isLocalName(spelling)) continue;
      text += `${spelling} ${count}\n`;
      let number = this.#numbers.get(spelling);
      if (number === undefined) {
        const own = detached(spelling);
        number = this.#spellings.push(own) - 1;
        this.#numbers.set(own, number);
      }
      this.#fileIds[this.#pairs] = fileId;
      this.#spellingOf[this.#pairs] = number;
      this.#counts[this.#pairs++] = Math.min(count, MOST_USES);
    }
    return text;
  }

  #reserve(more: number): void {
    if (this.#pairs + more <= this.#counts.length) return;
    const length = 2 * this.#counts.length + more;
    const grown = {
      fileIds: new Uint32Array(length),
      spellingOf: new Uint32Array(length),
      counts: new Uint8Array(length),
    };
    grown.fileIds.set(this.#fileIds);
    grown.spellingOf.set(this.#spellingOf);
    grown.counts.set(this.#counts);
    this.#fileIds = grown.fileIds;
    this.#spellingOf = grown.spellingOf;
    this.#counts = grown.counts;
  }
}

/** `h`, `hx.le`, `x₁`: a variable of one or two letters, or something of it, says nothing about the library. */
function isLocalName(spelling: string): boolean {
  const first = spelling.charCodeAt(0);
  const dot = spelling.indexOf('.');
  return (dot === -1 ? spelling.length : dot) <= 2 && !(first >= 0x41 && first <= 0x5a);
}

/** A copy of its own: a slice of a source file's text would keep all of that text in memory. */
const detached = (slice: string): string => Buffer.from(slice, 'utf16le').toString('utf16le');

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
