/** The files of one LaTeX document: only those in the folder of its first file are ever opened. */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { sha256 } from '../../base/hash.ts';
import { decoded } from '../decode.ts';
import type { Document } from '../document.ts';

export interface ProjectFile {
  /** Below the folder, with `/`. */
  path: string;
  /** Absolute, without links: what it is known by. */
  real: string;
  text: string;
}

export type InputError = 'input-missing' | 'input-outside' | 'input-unreadable' | 'input-not-text' | 'input-too-large';

/** All files of a document together, in bytes; a file that is read twice counts twice. */
const MOST_BYTES = 200_000_000;
const LONGEST_PATH = 4096;

export class ProjectFiles {
  /** Absolute, without links. */
  readonly folder: string;
  readonly #hashes = new Map<string, string>();
  readonly #lacking = new Set<string>();
  #bytes = 0;

  /** @param first of the document's first file, which can be read */
  constructor(first: string) {
    this.folder = dirname(realpathSync(first));
  }

  get read(): Document['files'] {
    return [...this.#hashes].map(([path, hash]) => ({ path, sha256: hash }));
  }

  /** What was looked for in the folder, in vain. */
  get lacking(): string[] {
    return [...this.#lacking].filter((path) => !this.#hashes.has(path));
  }

  /** Looks for `name` in each of the folders, which are given below the document's, with the endings behind it. */
  open(name: string, folders: readonly string[], endings: readonly string[]): ProjectFile | InputError {
    let error: InputError = 'input-missing';
    for (const folder of folders) {
      for (const ending of endings) {
        const path = resolve(this.folder, folder, name + ending);
        const found = this.#file(path);
        if (typeof found !== 'string') return found;
        this.#noteLacking(path);
        if (found !== 'input-missing') error = found;
      }
    }
    return error;
  }

  /** A path that is too long for a file is none that could be there one day. */
  #noteLacking(path: string): void {
    const below = path.includes('\0') || path.length > LONGEST_PATH ? null : this.#below(path);
    if (below !== null) this.#lacking.add(below);
  }

  #file(path: string): ProjectFile | InputError {
    // What lies outside is not even asked whether it exists.
    if (path.includes('\0') || this.#below(path) === null) return 'input-outside';
    try {
      const real = realpathSync(path);
      const below = this.#below(real);
      if (below === null) return 'input-outside';
      const stat = statSync(real);
      if (!stat.isFile()) return stat.isDirectory() ? 'input-missing' : 'input-unreadable';
      this.#bytes += stat.size;
      if (this.#bytes > MOST_BYTES) return 'input-too-large';
      const bytes = readFileSync(real);
      const text = decoded(bytes);
      if (text === null) return 'input-not-text';
      this.#hashes.set(below, sha256(bytes));
      // Lines stay lines.
      return { path: below, real, text: text.replace(/\r\n?/g, '\n') };
    } catch (error) {
      return isMissing(error) ? 'input-missing' : 'input-unreadable';
    }
  }

  #below(path: string): string | null {
    const below = relative(this.folder, path);
    if (below === '' || below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) return null;
    return below.split(sep).join('/');
  }
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG';
}
