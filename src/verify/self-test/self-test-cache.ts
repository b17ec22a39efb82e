/** Runs the self-test once for each toolchain and caches the result. Judging waits for it. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '../../base/errors.ts';
import { packageVersion } from '../../base/version.ts';
import { writeAtomically } from '../../base/atomic-write.ts';
import { readJsonOrNull } from '../../base/read-or-null.ts';
import { KNOWN_CASES } from './known-cases.ts';
import {
  acceptsHonest,
  failureOf,
  isRight,
  selfTest,
  type CaseResult,
  type SelfTestOptions,
  type SelfTestResult,
} from './self-test.ts';

export interface CachedSelfTestOptions extends SelfTestOptions {
  cacheFolder: string;
}

/** @throws {Failure} code `self-test-failed`, exit `missing`, with the case, if a known verdict is not reproduced */
export async function requireSelfTest(options: CachedSelfTestOptions): Promise<void> {
  const failure = failureOf(readCached(options) ?? (await resumeSelfTest(options)));
  if (failure === null) return;
  const { name, words, detail, state } = failure;
  throw new Failure('missing', 'self-test-failed', {
    message: `The judge is not reliable with this Lean: ${name} (${words}) ${state === 'wrong' ? 'gets a wrong verdict' : 'gets no verdict'}.`,
    reason: `${detail}. Lean: ${options.installation.version.text}`,
    next: 'lemmahead doctor --self-test',
  });
}

/**
 * Runs the remaining cases. If the user interrupts the test, the right results so far are stored, but only if this session
 * accepted as many honest proofs as a complete test must: a judge that refuses everything would also refuse the attacks.
 */
async function resumeSelfTest(options: CachedSelfTestOptions): Promise<SelfTestResult> {
  const file = partialResultPath(options);
  const stored = readPartialResult(file);
  const results = new Map(stored);
  let isSettled = false;
  try {
    const result = await runSelfTest({ ...options, results, untilFailure: true });
    isSettled = !hasUnclear(result);
    return result;
  } finally {
    const newResults = [...results.values()].filter(({ name }) => !stored.has(name));
    if (!isSettled && acceptsHonest(newResults)) store(file, [...results.values()].filter(isRight));
  }
}

/** Runs the test even if a result is cached, and caches the result unless a case got no verdict, which may be temporary. */
export async function runSelfTest(options: CachedSelfTestOptions): Promise<SelfTestResult> {
  const result = await selfTest(options);
  if (!hasUnclear(result)) cacheSelfTest(options, result);
  return result;
}

const hasUnclear = ({ attacks, honest }: SelfTestResult): boolean =>
  [...attacks, ...honest].some(({ state }) => state === 'unclear');

export function cacheSelfTest(options: CachedSelfTestOptions, result: SelfTestResult): void {
  store(resultPath(options), result, () => rmSync(partialResultPath(options), { force: true }));
}

/** Writes the results, and calls `onWritten` on success. */
function store(file: string, results: SelfTestResult | CaseResult[], onWritten: () => void = () => undefined): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeAtomically(file, JSON.stringify(results));
    onWritten();
  } catch {
    // If the disk is full or the folder is not writable, the test only has to run again each time.
  }
}

function readCached(options: CachedSelfTestOptions): SelfTestResult | null {
  const { attacks, honest } = (readJsonOrNull(resultPath(options)) ?? {}) as Partial<SelfTestResult>;
  return Array.isArray(attacks) && attacks.length > 0 && Array.isArray(honest) ? { attacks, honest } : null;
}

function readPartialResult(file: string): Map<string, CaseResult> {
  const results = readJsonOrNull(file);
  const right = (Array.isArray(results) ? (results as (CaseResult | null)[]) : []).filter(
    (result) => typeof result?.name === 'string' && isRight(result),
  ) as CaseResult[];
  return new Map(right.map((result) => [result.name, result]));
}

/** The file of an interrupted test: a list of the cases with the right verdict. */
const partialResultPath = (options: CachedSelfTestOptions): string =>
  resultPath(options).replace(/json$/u, 'begun.json');

function resultPath({ cacheFolder, installation, sandbox }: CachedSelfTestOptions): string {
  const { size, mtimeMs } = statSync(installation.lean);
  const hash = createHash('sha256');
  const parts = [packageVersion(), installation.lean, installation.version.text, size, mtimeMs, sandbox];
  hash.update(JSON.stringify(parts));
  // The source of the judge, because developers change it between two versions of the package.
  for (const path of filesUnder(fileURLToPath(new URL('..', import.meta.url)))) hash.update(readFileSync(path));
  for (const theme of ['attacks', 'honest']) hash.update(readdirSync(join(KNOWN_CASES, theme)).toSorted().join('\n'));
  return join(cacheFolder, 'self-test', `${hash.digest('hex').slice(0, 32)}.json`);
}

function filesUnder(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).toSorted();
}
