/**
 * The text files of a `.tar.gz`, or the one file of a `.gz`, in memory. Nothing is written to disk. An archive is a
 * stranger's: entries that lead out of it, links and devices are refused, and size and number are limited.
 */
import { createReadStream } from 'node:fs';
import { basename, posix } from 'node:path';
import type { Readable } from 'node:stream';
import { Failure } from '../../base/errors.ts';
import { decodeText } from '../decode.ts';
import type { LatexFiles } from '../latex/latex-project.ts';
import type { InputError, ProjectFile } from '../latex/project-files.ts';
import { unpacked } from '../limited-gunzip.ts';

const MAX_ENTRIES = 20_000;
/** Maximum bytes of all texts together: as for a LaTeX document in a folder. */
const MAX_TEXT_BYTES = 200_000_000;
const BLOCK = 512;

/** Files that TeX may read; figures and data are skipped. */
const TEXT = /(?:\.(?:tex|ltx|latex|sty|cls|clo|def|cfg|bbl|tikz|pgf|inp|txt|md)|(?:^|\/)[^./]+)$/iu;

export interface ArchiveEntries {
  /** By path in the archive. */
  texts: Map<string, string>;
  /** Why entries were not read. */
  refused: { path: string; why: string }[];
}

/** @throws {Failure} `document-unreadable`, `archive-too-large`, `archive-too-many` */
export async function readArchive(path: string): Promise<ArchiveEntries> {
  const { extract } = await import('tar-stream');
  const bytes = unpacked(createReadStream(path) as AsyncIterable<Buffer>, path, true);
  const { start, all } = await withStart(bytes);
  const entries: ArchiveEntries = { texts: new Map(), refused: [] };
  if (!isTar(start)) {
    const text = decodeText(Buffer.concat(await collect(all, path)));
    if (text === null) throw notText(path);
    entries.texts.set(basename(path).replace(/(?:\.tex)?\.gz$/iu, '.tex'), normalised(text));
    return entries;
  }
  const tar = extract();
  const fed = (async (): Promise<void> => {
    try {
      for await (const chunk of all)
        if (!tar.write(chunk)) await new Promise<void>((resolve) => tar.once('drain', () => resolve()));
      tar.end(Buffer.alloc(0));
    } catch (error) {
      tar.destroy(error as Error);
    }
  })();
  let [count, total] = [0, 0];
  try {
    for await (const entry of tar) {
      if (++count > MAX_ENTRIES) throw tooMany(path);
      const { name, type, size } = entry.header;
      const why = refusal(name, type);
      if (why !== null) entries.refused.push({ path: name, why });
      const isText = why === null && type === 'file' && TEXT.test(name);
      if (isText && total + size > MAX_TEXT_BYTES) throw tooLarge(path);
      const chunks: Buffer[] = [];
      for await (const chunk of entry as unknown as Readable) if (isText) chunks.push(chunk as Buffer);
      if (!isText) continue;
      total += size;
      const text = decodeText(Buffer.concat(chunks));
      if (text === null) entries.refused.push({ path: name, why: 'is not text' });
      else entries.texts.set(posix.normalize(name), normalised(text));
    }
    await fed;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('usage', 'document-unreadable', {
      message: `Cannot unpack ${path}.`,
      reason: (error as Error).message,
      next: 'Check that the file is complete.',
    });
  }
  return entries;
}

/** Null if the entry may be read, or is a folder. */
function refusal(name: string, type: string | null | undefined): string | null {
  if (name.includes('\0') || posix.isAbsolute(name) || /^[a-z]:|\\/iu.test(name)) return 'has an absolute path';
  if (name.split('/').includes('..')) return 'leads out of the archive';
  if (type === 'file' || type === 'directory' || type === 'contiguous-file') return null;
  return `is a ${type ?? 'special file'}`;
}

/** Opens files for the LaTeX reader: inputs are looked up in the archive and nowhere else. */
export class ArchiveFiles implements LatexFiles {
  readonly #texts: ReadonlyMap<string, string>;

  constructor({ texts }: Pick<ArchiveEntries, 'texts'>) {
    this.#texts = texts;
  }

  open(name: string, folders: readonly string[], endings: readonly string[]): ProjectFile | InputError {
    let error: InputError = 'input-missing';
    for (const folder of folders) {
      for (const ending of endings) {
        const path = posix.join(folder, name + ending);
        const text = this.#texts.get(path);
        if (text !== undefined) return { path, real: path, text };
        if (posix.isAbsolute(path) || path.startsWith('..')) error = 'input-outside';
      }
    }
    return error;
  }
}

/** Line ends as the reader of LaTeX gets them. */
const normalised = (text: string): string => text.replace(/\r\n?/gu, '\n');

/** POSIX and GNU write `ustar` there; the older form has a checksum of octal digits. */
function isTar(start: Buffer): boolean {
  if (start.length < BLOCK) return false;
  return start.toString('latin1', 257, 262) === 'ustar' || /^[0-7 ]{6}[\0 ]/u.test(start.toString('latin1', 148, 155));
}

/** The first block, and all bytes including it. */
async function withStart(bytes: AsyncGenerator<Buffer>): Promise<{ start: Buffer; all: AsyncGenerator<Buffer> }> {
  let start: Buffer = Buffer.alloc(0);
  while (start.length < BLOCK) {
    const { value, done } = await bytes.next();
    if (done === true) break;
    start = Buffer.concat([start, value]);
  }
  const all = async function* (): AsyncGenerator<Buffer> {
    yield start;
    yield* bytes;
  };
  return { start, all: all() };
}

async function collect(bytes: AsyncIterable<Buffer>, path: string): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of bytes) {
    total += chunk.length;
    if (total > MAX_TEXT_BYTES) throw tooLarge(path);
    chunks.push(chunk);
  }
  return chunks;
}

function tooMany(path: string): Failure {
  return new Failure('usage', 'archive-too-many', {
    message: `${path} is not read: it has more than ${MAX_ENTRIES} entries.`,
    next: 'Unpack it yourself if you trust it, and pass the folder.',
  });
}

function tooLarge(path: string): Failure {
  return new Failure('usage', 'archive-too-large', {
    message: `${path} is not read: its texts have more than ${MAX_TEXT_BYTES / 1e6} MB.`,
    next: 'Unpack it yourself if you trust it, and pass the folder.',
  });
}

function notText(path: string): Failure {
  return new Failure('usage', 'document-not-text', {
    message: `${path} contains neither an archive nor a text.`,
    next: 'lemmahead library add --help',
  });
}
