/** First half of a worker's day: files of source to rows, outlines and remarks. */
import { deflateRawSync } from 'node:zlib';
import type { FileOutline, Mention, Notation, Problem } from '../lean/declaration.ts';
import { sharedOutline } from '../lean/generate/declared-structures.ts';
import { readLeanFile } from '../lean/read-file.ts';
import { remarksDigest, rowsDigest } from './digest.ts';
import { IdentifierCounter, type IdentifierCounts } from './identifier-counts.ts';
import { encodeProofs } from './proof-lines.ts';
import { namedRows, packBatch, RowBatchBuilder, type NamedBatch } from './row-batch.ts';
import { TextFile } from './row-text.ts';
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
  /** JSON of a `FileOutline`: text, for as objects all outlines of a library are most of what a build holds. */
  outline: string;
  /** Of the outline what all files share, and its imports. */
  shared: FileOutline;
  /** As stored in `files`. */
  outlineBytes: Uint8Array;
  identifierBytes: Uint8Array;
  proofBytes: Uint8Array;
  mentions: Mention[];
  notations: Notation[];
  problems: Problem[];
}

export interface BatchRead extends NamedBatch {
  files: FileRead[];
  rows: SharedArrayBuffer;
}

export class Reading {
  #identifiers = new IdentifierCounter();
  readonly #text: TextFile | null;

  /** The text of the rows goes into a file at `textPath`, if there is one. */
  constructor(textPath: string | null = null) {
    this.#text = textPath === null ? null : new TextFile(textPath);
  }

  read(files: readonly FileToRead[]): BatchRead {
    const builder = new RowBatchBuilder();
    const read = files.map((file) => this.#readFile(file, builder));
    const { batch } = builder;
    return { files: read, rows: packBatch(batch, this.#text), ...namedRows(batch) };
  }

  /** What all files read so far have written. Handed out once: then it is forgotten. */
  takeIdentifiers(): IdentifierCounts {
    const taken = this.#identifiers.take();
    this.#identifiers = new IdentifierCounter();
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
    const { text: identifiers, lineOf } = this.#identifiers.countFile(fileId, source.text, facts.identifiers);
    const outline = JSON.stringify(facts.outline);
    return {
      fileId,
      title: facts.title,
      hash: source.hash,
      ownDigest: rowsDigest(builder.batch, start, end) + remarksDigest({ ...facts, problems }),
      rowCount: end - start,
      outline,
      shared: { ...sharedOutline(facts.outline), imports: facts.outline.imports },
      outlineBytes: deflated(outline),
      identifierBytes: deflated(identifiers),
      proofBytes: encodeProofs(facts, source.text, lineOf),
      mentions: facts.mentions,
      notations: facts.notations.map((notation) => ({ ...notation, module })),
      problems,
    };
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

/** Speed before size: these are read again only when a file changes. A small window is sooner set up than filled. */
const DEFLATE = { level: 1, windowBits: 13, memLevel: 6 };

/** Copied out of zlib's chunk of 16 kB, all of which would go along to other threads. */
const deflated = (text: string): Uint8Array => new Uint8Array(deflateRawSync(text, DEFLATE));
