/** Resolves the files of requests: a file of the server's project, or a text in the request itself. */
import { lstatSync, realpathSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { statOrNull, valueOr } from '../base/read-or-null.ts';
import type { Settings } from '../config/settings.ts';
import type { LeanRequest } from './requests.ts';

/** The request fields for a Lean text, and the file name for a text in the request. */
interface LeanFields {
  fields: readonly [file: string, text: string];
  name: string;
}

const POSTED: LeanFields = { fields: ['file', 'text'], name: 'Posted.lean' };
/** The original with which a file is compared. */
export const ORIGINAL: LeanFields = { fields: ['against', 'against_text'], name: 'Original.lean' };

const MAX_PATH_PARTS = 100;
/** Prefix of folder names; six random letters follow. */
const TEXT_FOLDER = 'text-';
/** No check takes this long, so an older folder belongs to a server that was killed. */
const STALE_AFTER_MS = 24 * 60 * 60 * 1000;

export class RequestFiles {
  /** The project folder, with symlinks resolved. */
  readonly root: string;
  readonly #scratch: string;
  #swept: Promise<void> | null = null;

  /** `cwd`: the root if it is not inside a Lake project. */
  constructor({ projectRoot, dataHome }: Pick<Settings, 'projectRoot' | 'dataHome'>, cwd: string) {
    this.root = realpathSync(projectRoot ?? cwd);
    // Inside the project, next to its index: a text is checked with the project's Lean and imports.
    this.#scratch = join(projectRoot === null ? dataHome : join(this.root, '.lemmahead'), 'posted');
  }

  /**
   * The absolute path of a file of the project, which need not exist. Links are resolved before the path is checked.
   * @throws {Failure} `path-outside`, `not-a-file`
   */
  within(file: string): string {
    // Each part causes a synchronous file system call, which blocks all other requests.
    if (file.split('/').length > MAX_PATH_PARTS) throw pathOutside(file.slice(0, 100));
    const path = resolve(this.root, file);
    const real = file.includes('\0') ? null : resolved(path);
    const below = real === null ? '..' : relative(this.root, real);
    if (below === '..' || below.startsWith('../') || isAbsolute(below)) throw pathOutside(file);
    if (isSpecial(path)) throw notAFile(file);
    return path;
  }

  /**
   * The absolute path of the requested file; null if the request contains a text.
   * @throws {Failure} `bad-request` if it has neither or both; like `within`
   */
  requestedPath({ file, text }: LeanRequest, { fields }: LeanFields = POSTED): string | null {
    if ((file === undefined) === (text === undefined)) throw notExactlyOne(fields);
    return file === undefined ? null : this.within(file);
  }

  /** Removes the folders of posted texts from the paths in `data`: they mean nothing to the client. */
  withoutScratchPaths<T>(data: T): T {
    let json = JSON.stringify(data);
    for (const folder of [this.#scratch, relative(this.root, this.#scratch)]) {
      const [start, ...parts] = json.split(`${JSON.stringify(folder).slice(1, -1)}/${TEXT_FOLDER}`);
      json = [start, ...parts.map((part) => part.replace(/^\w+\//u, ''))].join('');
    }
    return JSON.parse(json) as T;
  }

  /**
   * Calls `work` with the path of the requested file, or of a temporary file with the text of the request.
   * @throws {Failure} like `requestedPath`
   */
  async withLeanFile<T>(
    request: LeanRequest,
    work: (path: string) => Promise<T>,
    fields: LeanFields = POSTED,
  ): Promise<T> {
    const path = this.requestedPath(request, fields);
    if (path !== null) return work(path);
    await mkdir(this.#scratch, { recursive: true, mode: 0o700 });
    await (this.#swept ??= this.#removeStale());
    const folder = await mkdtemp(join(this.#scratch, TEXT_FOLDER));
    try {
      const posted = join(folder, fields.name);
      await writeFile(posted, request.text ?? '');
      return await work(posted);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Removes texts that a killed server left, ignoring errors. */
  async #removeStale(): Promise<void> {
    const before = Date.now() - STALE_AFTER_MS;
    for (const name of await readdir(this.#scratch)) {
      const folder = join(this.#scratch, name);
      // Another server may have just removed it.
      const written = await lstat(folder).catch(() => null);
      if (name.startsWith(TEXT_FOLDER) && written !== null && written.mtimeMs < before)
        await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

/**
 * Resolves the links in the existing part of a path, so a link to a folder outside the project is detected. Null for a
 * dangling link, because its target may be created later, anywhere.
 */
function resolved(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    if (isLink(path)) return null;
    const above = dirname(path);
    if (above === path) return path;
    const real = resolved(above);
    return real && join(real, relative(above, path));
  }
}

const isLink = (path: string): boolean => valueOr(false, () => lstatSync(path).isSymbolicLink());

/** Whether the path is a pipe or device: a read could block forever. If `stat` fails, the error surfaces on read. */
function isSpecial(path: string): boolean {
  const stat = statOrNull(path);
  return stat !== null && !stat.isFile() && !stat.isDirectory();
}

function pathOutside(file: string): Failure {
  return new Failure('usage', 'path-outside', {
    message: `${JSON.stringify(file)} is not in the server's project.`,
    next: 'Name a file by its path below the project, or send its text.',
  });
}

function notAFile(file: string): Failure {
  return new Failure('usage', 'not-a-file', {
    message: `${JSON.stringify(file)} is neither a file nor a folder.`,
    next: 'Name a Lean file of the project, or send its text.',
  });
}

function notExactlyOne(fields: readonly string[]): Failure {
  return new Failure('usage', 'bad-request', {
    message: `The request must have exactly one of ${fields.join(' and ')}.`,
    next: "file: a path in the server's project; text: the Lean text itself",
  });
}
