/** The self-test once for each toolchain: its result is kept, and what comes to be judged waits for it. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '../../base/errors.ts';
import { packageVersion } from '../../base/version.ts';
import { writeWhole } from '../../base/write-whole.ts';
import { KNOWN_CASES } from './known-cases.ts';
import { failureOf, selfTest, type SelfTestOptions, type SelfTestResult } from './self-test.ts';

export interface CachedSelfTestOptions extends SelfTestOptions {
  /** Folder for what can be thrown away. */
  cacheFolder: string;
}

/** @throws {Failure} code `self-test-failed`, exit `missing`, with the case, where a known answer does not come out. */
export async function requireSelfTest(options: CachedSelfTestOptions): Promise<void> {
  const failure = failureOf(readCached(options) ?? (await runSelfTest({ ...options, untilFailure: true })));
  if (failure === null) return;
  const { name, words, detail, state } = failure;
  throw new Failure({
    exit: 'missing',
    code: 'self-test-failed',
    message: `The judge cannot be relied on with this Lean: ${name} (${words}) ${state === 'wrong' ? 'comes out wrong' : 'gets no answer'}.`,
    reason: `${detail}. Lean: ${options.installation.version.text}`,
    next: 'lemmahead doctor --self-test',
  });
}

/** Runs it, whatever is kept, and keeps the result. One with a case that got no answer is not kept: that may pass. */
export async function runSelfTest(options: CachedSelfTestOptions): Promise<SelfTestResult> {
  const result = await selfTest(options);
  if (![...result.attacks, ...result.honest].some(({ state }) => state === 'unclear')) keepSelfTest(options, result);
  return result;
}

export function keepSelfTest(options: CachedSelfTestOptions, result: SelfTestResult): void {
  const folder = join(options.cacheFolder, 'self-test');
  const file = fileOf(options);
  try {
    mkdirSync(folder, { recursive: true });
    writeWhole(file, JSON.stringify(result));
  } catch {
    // A full disk or a folder that cannot be written costs a run each time, and nothing else.
  }
}

function readCached(options: CachedSelfTestOptions): SelfTestResult | null {
  let text: string;
  try {
    text = readFileSync(fileOf(options), 'utf8');
  } catch {
    return null;
  }
  try {
    const { attacks, honest } = JSON.parse(text) as SelfTestResult;
    return Array.isArray(attacks) && attacks.length > 0 && Array.isArray(honest) ? { attacks, honest } : null;
  } catch {
    return null;
  }
}

function fileOf({ cacheFolder, installation, sandbox }: CachedSelfTestOptions): string {
  const { size, mtimeMs } = statSync(installation.lean);
  const hash = createHash('sha256');
  const parts = [packageVersion(), installation.lean, installation.version.text, size, mtimeMs, sandbox];
  hash.update(JSON.stringify(parts));
  // The judge itself, for those who change it between two versions of the package.
  for (const path of filesUnder(fileURLToPath(new URL('..', import.meta.url)))) hash.update(readFileSync(path));
  for (const theme of ['attacks', 'honest']) hash.update(readdirSync(join(KNOWN_CASES, theme)).toSorted().join('\n'));
  return join(cacheFolder, 'self-test', `${hash.digest('hex').slice(0, 32)}.json`);
}

function filesUnder(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).toSorted();
}
