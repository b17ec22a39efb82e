/** Which files a request may mean: those of the server's project, or a text that comes with it. */
import { realpathSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import type { Settings } from '../config/settings.ts';
import type { LeanRequest } from './requests.ts';

export class ProjectFiles {
  /** Of the project, symlinks resolved. */
  readonly root: string;
  readonly #scratch: string;

  /** `cwd`: the root where there is no Lake project around it. */
  constructor({ projectRoot, dataHome }: Pick<Settings, 'projectRoot' | 'dataHome'>, cwd: string) {
    this.root = realpathSync(projectRoot ?? cwd);
    // Beside the project's index: a text is checked with the project's Lean and imports.
    this.#scratch = join(projectRoot === null ? dataHome : join(this.root, '.lemmahead'), 'posted');
  }

  /**
   * The absolute path of a file of the project, symlinks resolved as far as it is there.
   * @throws {Failure} `path-outside`
   */
  within(file: string): string {
    const path = resolve(this.root, file);
    const below = relative(this.root, resolved(path));
    if (below !== '..' && !below.startsWith('../') && !isAbsolute(below) && !file.includes('\0')) return path;
    throw new Failure({
      exit: 'usage',
      code: 'path-outside',
      message: `${JSON.stringify(file)} is not in the server's project.`,
      next: 'Name a file by its path below the project, or send its text.',
    });
  }

  /**
   * What `work` makes of the file that a request names, or of its text, which is a file of ours meanwhile.
   * @throws {Failure} `bad-request` where it names neither or both
   */
  async withLean<T>(
    { file, text }: LeanRequest,
    work: (path: string) => Promise<T>,
    fields = ['file', 'text'],
  ): Promise<T> {
    if ((file === undefined) === (text === undefined)) throw neitherOrBoth(fields);
    if (file !== undefined) return work(this.within(file));
    await mkdir(this.#scratch, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(this.#scratch, 'text-'));
    try {
      const path = join(folder, 'Posted.lean');
      await writeFile(path, text!);
      return await work(path);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** As far as it is there: a link that leads out is found out, whatever is below it. */
function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(resolved(above), relative(above, path));
  }
}

function neitherOrBoth(fields: readonly string[]): Failure {
  return new Failure({
    exit: 'usage',
    code: 'bad-request',
    message: `The request must have one of ${fields.join(' and ')}.`,
    next: "file: a path in the server's project; text: the Lean text itself",
  });
}
