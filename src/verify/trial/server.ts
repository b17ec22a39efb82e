/** Candidates at warm language servers: no import at all, and of the file only what follows the change. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerLaunch } from '../../lean/server/lsp-worker.ts';
import { type PoolAnswer, ServerPool } from '../../lean/server/server-pool.ts';
import {
  type Asked,
  fill,
  type Filled,
  type Hint,
  type ModeOptions,
  NOT_BEGUN,
  type TextMode,
  whole,
} from './check-mode.ts';
import { hintOfAll, openColdLean, tooMuchDisk, tryAlone } from './cold.ts';
import { findHoles } from '../hole/holes.ts';
import { makeScratch, removeScratch } from '../../lean/process/scratch-folder.ts';
import { isSealed, sealedDeclaration, type SealedDeclaration } from './self-contained.ts';
import { applyEdits } from '../hole/splice.ts';

export interface ServerOptions extends ModeOptions {
  workers: number;
  maxQueued?: number;
  maxUses?: number;
  maxResidentBytes?: number;
}

const MAX_QUEUED = 256;
const MAX_USES = 500;
const MAX_RESIDENT_BYTES = 6 * 1024 ** 3;
const ATTEMPTS = 3;

/** A candidate that no server got through is tried cold: one of many servers may be lost, no candidate is. */
export async function openServer(options: ServerOptions): Promise<TextMode & { readonly pool: ServerPool }> {
  const scratch = await makeScratch('serve');
  const cold = await openColdLean(options);
  let servers = 0;
  const pool = new ServerPool({
    launch: () => launchOf(options, join(scratch, `server-${++servers}`)),
    workers: options.workers,
    maxQueued: options.maxQueued ?? MAX_QUEUED,
    maxUses: options.maxUses ?? MAX_USES,
    maxResidentBytes: options.maxResidentBytes ?? MAX_RESIDENT_BYTES,
    timeoutMs: options.timeoutMs,
    attempts: ATTEMPTS,
  });
  const isOld = options.installation.version.generation === '2021';
  const ask = async (shown: string, asked: Asked, signal: AbortSignal, timeoutMs?: number): Promise<Hint> => {
    const answer = await pool.check(isOld ? withOldSorry(shown) : shown, signal, timeoutMs);
    const isLost = answer.kind === 'crashed' || answer.kind === 'cannotLaunch';
    if (isLost) return tryAlone(cold, asked, signal);
    return answer.kind === 'answered' ? hintOfAll(cold, answer.diagnostics, asked, signal) : hintOfNone(answer);
  };
  return {
    name: 'server',
    pool,
    async check(text, hole, candidates, signal, isEnough) {
      const declaration = sealedDeclaration(text, hole);
      const hints = candidates.map(() => NOT_BEGUN);
      const tasks = candidates.entries();
      let isDone = false;
      // As many at a time as there are servers, so that the queue is left to others.
      const next = async (): Promise<void> => {
        for (let task = tasks.next(); !isDone && task.done !== true; task = tasks.next()) {
          const [at, candidate] = task.value;
          const filled = fill(text, hole, candidate);
          const hint = await ask(shownText(filled, declaration), filled, signal, candidate.timeoutMs);
          hints[at] = hint;
          isDone ||= isEnough?.(hint, at) === true;
        }
      };
      await Promise.all(Array.from({ length: options.workers }, next));
      return hints;
    },
    checkText: (text, signal) => ask(text, whole(text), signal),
    async close() {
      await pool.close();
      await cold.close();
      await removeScratch(scratch);
    },
  };
}

/** Under this minor version of Lean 4 a server may not know the option, and would not start. */
const KNOWS_REPORT_DELAY = 12;

/**
 * With `scratch` made, for this server alone. `lean --server` with the variables of `lake env` and the project's options: what a cold check runs, kept running. A
 * `lake serve` would have its own idea of both, and may build. The Lean of 2021 has its server behind the shim's `lake`.
 */
function launchOf({ installation, sandbox, memoryBytes }: ModeOptions, scratch: string): ServerLaunch {
  mkdirSync(scratch);
  const { lake, lean, options, environment, projectRoot, readable, version } = installation;
  const isBehindShim = version.generation === '2021' && lake !== null;
  const delay = version.minor >= KNOWS_REPORT_DELAY ? ['-Dserver.reportDelayMs=0'] : [];
  return {
    command: isBehindShim ? lake : lean,
    args: isBehindShim ? ['serve'] : ['--server', ...delay, ...options],
    cwd: projectRoot ?? scratch,
    environment,
    confinement: { level: sandbox, scratch, readable },
    ...(memoryBytes === null ? {} : { limits: { memoryBytes } }),
    ended: () => removeScratch(scratch),
  };
}

/**
 * What follows the declaration says nothing about the candidate, unless it broke out of the declaration. In its place
 * stands a command, so that an error seen only there is the same error in the same place.
 */
function shownText({ filling, text }: Filled, declaration: SealedDeclaration | null): string {
  if (declaration === null || !isSealed(filling.text)) return text;
  const next = declaration.next + filling.text.length - (filling.end - filling.start);
  return next < text.length ? `${text.slice(0, next)}#exit\n` : text;
}

/** The Lean of 2021 has no tactic `sorry`; on the command line fixtures/lean-shim does the same. */
function withOldSorry(text: string): string {
  const edits = findHoles(text)
    .filter(({ start, position }) => position === 'tactic' && text.startsWith('sorry', start))
    .map(({ start, end }) => ({ start, end, text: 'admit' }));
  return applyEdits(text, edits);
}

function hintOfNone(answer: Exclude<PoolAnswer, { kind: 'answered' }>): Hint {
  switch (answer.kind) {
    case 'timedOut':
      return { kind: 'unchecked', why: 'timedOut', detail: `no answer in ${answer.timeoutMs / 1000} s` };
    case 'outOfMemory':
      return { kind: 'unchecked', why: 'outOfMemory', detail: `more than ${answer.memoryBytes} bytes` };
    case 'tooMuchDisk':
      return { kind: 'unchecked', why: 'tooMuchDisk', detail: tooMuchDisk(answer.diskBytes) };
    case 'cancelled':
      return { kind: 'unchecked', why: 'cancelled', detail: 'stopped' };
    case 'refused':
      return { kind: 'unchecked', why: 'busy', detail: 'too many candidates wait already' };
    case 'crashed':
      return { kind: 'unchecked', why: 'crashed', detail: answer.detail };
    case 'cannotLaunch':
      return { kind: 'unchecked', why: 'leanMissing', detail: answer.message };
  }
}
