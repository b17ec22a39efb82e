/** Build phase 1 (worker): reads source files into rows, outlines and remarks. */
import { deflateRawSync } from 'node:zlib';
import type { BinderRules } from '../lean/binder-rules.ts';
import type { FileFacts, FileOutline, Mention, Notation, Problem } from '../lean/declaration.ts';
import { sharedOutline } from '../lean/generate/declared-structures.ts';
import { readLeanFile } from '../lean/read-file.ts';
import { remarksDigest, rowsDigest } from './digest.ts';
import { IdentifierCounter, type IdentifierCounts } from './identifier-counts.ts';
import { isProgram } from './machinery.ts';
import { encodeProofs } from './proof-lines.ts';
import { namedRows, packRows, RowBuilder, type NamedBatch } from './row-batch.ts';
import { TextFile } from './row-text.ts';
import { packSkeletons, skeletonLines } from './skeleton-lines.ts';
import { readSourceText, type SourceText } from './source-text.ts';
import type { FileEntry } from './writer.ts';

export interface FileToRead {
  fileId: number;
  absolute: string;
  path: string;
  module: string;
  package: string;
  rules: BinderRules;
}

/** The columns of `files` that only reading gives. */
export type StoredPart = Pick<
  FileEntry,
  'id' | 'title' | 'isProgram' | 'hash' | 'ownDigest' | 'outline' | 'identifiers' | 'proofs' | 'skeletons'
>;

/** The result of reading one file, apart from its rows, which are in the batch. */
export interface FileRead {
  stored: StoredPart;
  /** JSON of a `FileOutline`. As objects, all outlines of a library would be most of a build's memory. */
  outline: string;
  /** The part of the outline that all files share, and its imports. */
  shared: FileOutline;
  mentions: Mention[];
  notations: Notation[];
  problems: Problem[];
}

export interface BatchRead extends NamedBatch {
  files: FileRead[];
  rows: SharedArrayBuffer;
}

export class BatchReader {
  #identifiers = new IdentifierCounter();
  readonly #text: TextFile | null;

  /** Writes the text of the rows to the file at `textPath`, if given. */
  constructor(textPath: string | null = null) {
    this.#text = textPath === null ? null : new TextFile(textPath);
  }

  read(files: readonly FileToRead[]): BatchRead {
    const builder = new RowBuilder();
    const read = files.map((file) => this.#readFile(file, builder));
    return { files: read, rows: packRows(builder.rows, this.#text), ...namedRows(builder.rows) };
  }

  /** Returns the identifiers of all files read since the last call, and forgets them. */
  takeIdentifiers(): IdentifierCounts {
    const taken = this.#identifiers.take();
    this.#identifiers = new IdentifierCounter();
    return taken;
  }

  #readFile(file: FileToRead, builder: RowBuilder): FileRead {
    const source = readOrReport(file.absolute);
    const facts = readLeanFile(source.text, file.module, file.rules);
    const problems = [...source.problems, ...facts.problems];
    const { path, module, fileId } = file;
    builder.startFile({ fileId, path, module, package: file.package, title: facts.title });
    for (const declaration of facts.declarations) builder.add(declaration);
    const rowCount = facts.declarations.length;
    const { text: identifiers, lineOf } = this.#identifiers.countFile(
      fileId,
      source.text,
      facts.identifiers,
      namesIn(facts),
    );
    const skeletons = skeletonLines(facts, lineOf);
    const outline = JSON.stringify(facts.outline);
    return {
      stored: {
        id: fileId,
        title: facts.title,
        isProgram: Number(isProgram(facts.declarations)),
        hash: source.hash,
        ownDigest:
          rowsDigest(builder.rows.slice(builder.rows.length - rowCount)) +
          remarksDigest({ ...facts, problems, skeletons }),
        outline: deflated(outline),
        identifiers: deflated(identifiers),
        proofs: encodeProofs(facts, source.text, lineOf),
        skeletons: packSkeletons(skeletons),
      },
      outline,
      shared: { ...sharedOutline(facts.outline), imports: facts.outline.imports },
      mentions: facts.mentions,
      notations: facts.notations.map((notation) => ({ ...notation, module })),
      problems,
    };
  }
}

/** A file that cannot be read counts as empty, with a problem that states the reason. */
function readOrReport(path: string): SourceText {
  try {
    return readSourceText(path);
  } catch (error) {
    return { text: '', hash: '', problems: [{ line: 1, message: `cannot be read: ${(error as Error).message}` }] };
  }
}

/** Prefers speed to size, because these are read again only when a file changes. A small window is faster to set up. */
const DEFLATE = { level: 1, windowBits: 13, memLevel: 6 };

/** Copied out of zlib's 16 kB chunk, all of which would otherwise be sent to other threads. */
const deflated = (text: string): Uint8Array => new Uint8Array(deflateRawSync(text, DEFLATE));

/** The names of written declarations, without fields and constructors, which are mostly named through their type. */
function namesIn({ declarations }: FileFacts): string[] {
  return declarations.filter(({ origin }) => origin === 'written').map(({ name }) => name);
}
