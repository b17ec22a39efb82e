/** The version of a `lean`, as it reports it. */
import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { firstLine } from '../../base/one-line.ts';
import { cachedAnswer } from './lake-answer-cache.ts';
import { cannotUse } from './missing-lean.ts';
import { runProcess } from '../process/process.ts';

/** `2021`: the old Lean of the tests, with different API names. `current`: 4.8 and later, which supports `--json`. */
export type LeanGeneration = '2021' | 'current';

export interface LeanVersion {
  /** Output of `lean --version`, on one line. */
  text: string;
  major: number;
  minor: number;
  patch: number;
  generation: LeanGeneration;
}

/** In words: `Lean 4.33.0`, `Lean 4.0.0 of 2021`. */
export function versionName({ major, minor, patch, generation }: LeanVersion): string {
  return `Lean ${major}.${minor}.${patch}${generation === 'current' ? '' : ` of ${generation}`}`;
}

export interface LeanProgram {
  /** Absolute path. */
  lean: string;
  environment: Readonly<Record<string, string>>;
  cacheFolder: string | null;
  signal: AbortSignal;
}

const VERSION_TIMEOUT_MS = 60_000;

/** Output of `lean --version`, cached per binary. Throws a `Failure` if this Lean is unusable. */
export async function versionOf({ lean, environment, cacheFolder, signal }: LeanProgram): Promise<LeanVersion> {
  const { mtimeMs, size } = statSync(lean);
  const inputs = [lean, realpathSync(lean), String(mtimeMs), String(size), environment['OLD_LEAN'] ?? null];
  const isText = (answer: unknown): answer is string => typeof answer === 'string';
  const text = await cachedAnswer(cacheFolder, 'version', inputs, isText, async () => {
    const cwd = dirname(lean);
    const outcome = await runProcess({
      command: lean,
      args: ['--version'],
      cwd,
      environment,
      timeoutMs: VERSION_TIMEOUT_MS,
      signal,
    });
    signal.throwIfAborted();
    if (outcome.kind === 'exited' && outcome.exitCode === 0) return outcome.stdout.trim();
    const detail =
      outcome.kind === 'exited'
        ? outcome.stderr.trim()
        : outcome.kind === 'cannotLaunch'
          ? outcome.message
          : outcome.kind;
    throw cannotUse(lean, `'lean --version' fails: ${detail}`);
  });
  const version = readVersion(text);
  if (version === null) throw cannotUse(lean, `It reports its version as '${text.slice(0, 200)}'.`);
  if (version.generation === 'current' && version.major === 4 && version.minor < 8) {
    throw cannotUse(lean, `It is Lean ${version.major}.${version.minor}; --json requires 4.8 or later.`);
  }
  return version;
}

/**
 * `Lean (version 4.33.0, x86_64-unknown-linux-gnu, commit …, Release)`. The Lean of 2021 is 4.0.0 too, like the first
 * release of 2023, but its output has no platform. Returns null for other text.
 */
export function readVersion(text: string): LeanVersion | null {
  const match = /^Lean \(version (\d+)\.(\d+)\.(\d+)[^,]*, ([^,)]*)/.exec(text);
  if (match === null) return null;
  const [major, minor, patch] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const is2021 = major === 4 && minor === 0 && match[4]!.startsWith('commit ');
  return { text: firstLine(text), major, minor, patch, generation: is2021 ? '2021' : 'current' };
}
