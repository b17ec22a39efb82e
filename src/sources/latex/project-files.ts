/** The files of a LaTeX document. Opens only files in the folder of its first file. */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { sha256 } from '../../base/hash.ts';
import { decodeText } from '../decode.ts';
import type { Document } from '../document.ts';

export interface ProjectFile {
  /** Relative to the folder, with `/`. */
  path: string;
  /** Absolute path without links. Identifies the file. */
  real: string;
  text: string;
}

export type InputError = 'input-missing' | 'input-outside' | 'input-unreadable' | 'input-not-text' | 'input-too-large';

/** Limit for all files of a document together. A file that is read twice counts twice. */
const MAX_BYTES = 200_000_000;
const MAX_PATH_LENGTH = 4096;

export class ProjectFiles {
  /** Absolute path without links. */
  readonly folder: string;
  readonly #hashes = new Map<string, string>();
  readonly #missing = new Set<string>();
  #bytes = 0;

  /** @param first path of the document's first file, which must be readable */
  constructor(first: string) {
    this.folder = dirname(realpathSync(first));
  }

  get read(): Document['files'] {
    return [...this.#hashes].map(([path, hash]) => ({ path, sha256: hash }));
  }

  /** Files in the folder that could not be opened. */
  get missing(): string[] {
    return [...this.#missing].filter((path) => !this.#hashes.has(path));
  }

  /** Searches for `name` with each ending in each folder. Folders are relative to the folder of the document. */
  open(name: string, folders: readonly string[], endings: readonly string[]): ProjectFile | InputError {
    let error: InputError = 'input-missing';
    for (const folder of folders) {
      for (const ending of endings) {
        const path = resolve(this.folder, folder, name + ending);
        const found = this.#file(path);
        if (typeof found !== 'string') return found;
        this.#addMissing(path);
        if (found !== 'input-missing') error = found;
      }
    }
    return error;
  }

  /** Ignores paths that are too long for a file: no such file can ever exist. */
  #addMissing(path: string): void {
    const inside = path.includes('\0') || path.length > MAX_PATH_LENGTH ? null : this.#relative(path);
    if (inside !== null) this.#missing.add(inside);
  }

  #file(path: string): ProjectFile | InputError {
    // A path outside the folder is not even checked for existence.
    if (path.includes('\0') || this.#relative(path) === null) return 'input-outside';
    try {
      const real = realpathSync(path);
      const inside = this.#relative(real);
      if (inside === null) return 'input-outside';
      const stat = statSync(real);
      if (!stat.isFile()) return stat.isDirectory() ? 'input-missing' : 'input-unreadable';
      this.#bytes += stat.size;
      if (this.#bytes > MAX_BYTES) return 'input-too-large';
      const bytes = readFileSync(real);
      const text = decodeText(bytes);
      if (text === null) return 'input-not-text';
      this.#hashes.set(inside, sha256(bytes));
      // Normalises line ends; line numbers stay the same.
      return { path: inside, real, text: text.replace(/\r\n?/g, '\n') };
    } catch (error) {
      return isMissing(error) ? 'input-missing' : 'input-unreadable';
    }
  }

  /** The path relative to the folder, or null if it is outside. */
  #relative(path: string): string | null {
    const inside = relative(this.folder, path);
    if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return null;
    return inside.split(sep).join('/');
  }
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG';
}
