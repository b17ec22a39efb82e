/** Which files a request may mean: those of the server's project, or a text that comes with it. */
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import type { Settings } from '../config/settings.ts';
import type { LeanRequest } from './requests.ts';

/** How a request says where a Lean text is, and what one that comes with it is called. */
interface Wording {
  fields: readonly [file: string, text: string];
  name: string;
}

const POSTED: Wording = { fields: ['file', 'text'], name: 'Posted.lean' };
/** What another is held against. */
export const ORIGINAL: Wording = { fields: ['against', 'against_text'], name: 'Original.lean' };

const MOST_PARTS = 100;
/** With six letters behind it. */
const TEXT_FOLDER = 'text-';
/** No check takes as long: the folder is one of a server that was killed. */
const STALE_AFTER_MS = 24 * 60 * 60 * 1000;

export class ProjectFiles {
  /** Of the project, symlinks resolved. */
  readonly root: string;
  readonly #scratch: string;
  #swept: Promise<void> | null = null;

  /** `cwd`: the root where there is no Lake project around it. */
  constructor({ projectRoot, dataHome }: Pick<Settings, 'projectRoot' | 'dataHome'>, cwd: string) {
    this.root = realpathSync(projectRoot ?? cwd);
    // Beside the project's index: a text is checked with the project's Lean and imports.
    this.#scratch = join(projectRoot === null ? dataHome : join(this.root, '.lemmahead'), 'posted');
  }

  /**
   * The absolute path of a file of the project, or of one that is not there yet; links are followed before it is judged.
   * @throws {Failure} `path-outside`, `not-a-file`
   */
  within(file: string): string {
    // Each part is looked up by itself, while nobody else is answered.
    if (file.split('/').length > MOST_PARTS) throw pathOutside(file.slice(0, 100));
    const path = resolve(this.root, file);
    const real = file.includes('\0') ? null : resolved(path);
    const below = real === null ? '..' : relative(this.root, real);
    if (below === '..' || below.startsWith('../') || isAbsolute(below)) throw pathOutside(file);
    if (isSpecial(path)) throw notAFile(file);
    return path;
  }

  /**
   * The absolute path of the file that a request names; null where it brings a text.
   * @throws {Failure} `bad-request` where it names neither or both; as `within`
   */
  namedBy({ file, text }: LeanRequest, { fields }: Wording = POSTED): string | null {
    if ((file === undefined) === (text === undefined)) throw neitherOrBoth(fields);
    return file === undefined ? null : this.within(file);
  }

  /** `data` as it is told: where a posted text lay meanwhile means nothing to whoever sent it. */
  told<T>(data: T): T {
    let json = JSON.stringify(data);
    for (const folder of [this.#scratch, relative(this.root, this.#scratch)]) {
      const [start, ...parts] = json.split(`${JSON.stringify(folder).slice(1, -1)}/${TEXT_FOLDER}`);
      json = [start, ...parts.map((part) => part.replace(/^\w+\//u, ''))].join('');
    }
    return JSON.parse(json) as T;
  }

  /**
   * What `work` makes of the file that a request names, or of its text, which is a file of ours meanwhile.
   * @throws {Failure} as `namedBy`
   */
  async withLean<T>(request: LeanRequest, work: (path: string) => Promise<T>, wording: Wording = POSTED): Promise<T> {
    const path = this.namedBy(request, wording);
    if (path !== null) return work(path);
    await mkdir(this.#scratch, { recursive: true, mode: 0o700 });
    await (this.#swept ??= this.#removeStale());
    const folder = await mkdtemp(join(this.#scratch, TEXT_FOLDER));
    try {
      const posted = join(folder, wording.name);
      await writeFile(posted, request.text ?? '');
      return await work(posted);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Texts that a killed server left, as far as they can be removed. */
  async #removeStale(): Promise<void> {
    const before = Date.now() - STALE_AFTER_MS;
    for (const name of await readdir(this.#scratch)) {
      const folder = join(this.#scratch, name);
      // Another server may have removed it just now.
      const written = await lstat(folder).catch(() => null);
      if (name.startsWith(TEXT_FOLDER) && written !== null && written.mtimeMs < before)
        await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

/**
 * As far as it is there: a link that leads out is found out, whatever is below it. Null where a link leads nowhere: what
 * comes to be there may be anything.
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

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** A pipe would keep whoever reads it for ever. What cannot even be looked at, whoever reads it tells. */
function isSpecial(path: string): boolean {
  try {
    const stat = statSync(path);
    return !stat.isFile() && !stat.isDirectory();
  } catch {
    return false;
  }
}

function pathOutside(file: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'path-outside',
    message: `${JSON.stringify(file)} is not in the server's project.`,
    next: 'Name a file by its path below the project, or send its text.',
  });
}

function notAFile(file: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'not-a-file',
    message: `${JSON.stringify(file)} is neither a file nor a folder.`,
    next: 'Name a Lean file of the project, or send its text.',
  });
}

function neitherOrBoth(fields: readonly string[]): Failure {
  return new Failure({
    exit: 'usage',
    code: 'bad-request',
    message: `The request must have one of ${fields.join(' and ')}.`,
    next: "file: a path in the server's project; text: the Lean text itself",
  });
}
