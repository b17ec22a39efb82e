/** The self-test once for each toolchain: its result is kept, and what comes to be judged waits for it. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '../../base/errors.ts';
import { packageVersion } from '../../base/version.ts';
import { writeAtomically } from '../../base/atomic-write.ts';
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
  /** Folder for what can be thrown away. */
  cacheFolder: string;
}

/** @throws {Failure} code `self-test-failed`, exit `missing`, with the case, where a known answer does not come out. */
export async function requireSelfTest(options: CachedSelfTestOptions): Promise<void> {
  const failure = failureOf(readCached(options) ?? (await resumeSelfTest(options)));
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

/**
 * Runs what is left of it: who waits for it may leave, and cases that were right until then are kept. They count only if
 * that sitting also accepted as many honest proofs as a whole test has to: a judge that refuses all refuses attacks too.
 */
async function resumeSelfTest(options: CachedSelfTestOptions): Promise<SelfTestResult> {
  const file = begunFileOf(options);
  const begun = readBegun(file);
  const results = new Map(begun);
  let isSettled = false;
  try {
    const result = await runSelfTest({ ...options, results, untilFailure: true });
    isSettled = !hasUnclear(result);
    return result;
  } finally {
    const ofNow = [...results.values()].filter(({ name }) => !begun.has(name));
    if (!isSettled && acceptsHonest(ofNow)) keep(file, [...results.values()].filter(isRight));
  }
}

/** Runs it, whatever is kept, and keeps the result. One with a case that got no answer is not kept: that may pass. */
export async function runSelfTest(options: CachedSelfTestOptions): Promise<SelfTestResult> {
  const result = await selfTest(options);
  if (!hasUnclear(result)) keepSelfTest(options, result);
  return result;
}

const hasUnclear = ({ attacks, honest }: SelfTestResult): boolean =>
  [...attacks, ...honest].some(({ state }) => state === 'unclear');

export function keepSelfTest(options: CachedSelfTestOptions, result: SelfTestResult): void {
  keep(fileOf(options), result, () => rmSync(begunFileOf(options), { force: true }));
}

/** Writes results, and then does what follows from it. */
function keep(file: string, results: SelfTestResult | CaseResult[], andThen: () => void = () => undefined): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeAtomically(file, JSON.stringify(results));
    andThen();
  } catch {
    // A full disk or a folder that cannot be written costs a run each time, and nothing else.
  }
}

function readCached(options: CachedSelfTestOptions): SelfTestResult | null {
  const { attacks, honest } = (readKept(fileOf(options)) ?? {}) as Partial<SelfTestResult>;
  return Array.isArray(attacks) && attacks.length > 0 && Array.isArray(honest) ? { attacks, honest } : null;
}

function readBegun(file: string): Map<string, CaseResult> {
  const results = readKept(file);
  const right = (Array.isArray(results) ? (results as (CaseResult | null)[]) : []).filter(
    (result) => typeof result?.name === 'string' && isRight(result),
  ) as CaseResult[];
  return new Map(right.map((result) => [result.name, result]));
}

/** Null where there is none, or a damaged one. */
function readKept(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Of a test that was broken off: a list of the cases that were right. */
const begunFileOf = (options: CachedSelfTestOptions): string => fileOf(options).replace(/json$/u, 'begun.json');

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
