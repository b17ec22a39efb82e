/** Checks candidates at running language servers: nothing is imported again, and Lean reads the file only from the change on. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerLaunch } from '../../lean/server/lsp-worker.ts';
import { type PoolAnswer, ServerPool } from '../../lean/server/server-pool.ts';
import {
  completeText,
  fill,
  type FilledText,
  type Hint,
  type ModeOptions,
  NOT_STARTED,
  type TextMode,
  type TextToCheck,
} from './check-mode.ts';
import { checkInOwnProcess, hintWithHeaderCheck, openColdLean, tooMuchDisk } from './cold.ts';
import { findHoles } from '../hole/holes.ts';
import { makeScratch, removeScratch } from '../../lean/process/scratch-folder.ts';
import { isSelfContained, selfContainedDeclaration, type SelfContainedDeclaration } from './self-contained.ts';
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

/** If the servers fail on a candidate, it is checked cold: the loss of a server never loses a candidate. */
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
  const check = async (
    serverText: string,
    request: TextToCheck,
    signal: AbortSignal,
    timeoutMs?: number,
  ): Promise<Hint> => {
    const answer = await pool.check(isOld ? withOldSorry(serverText) : serverText, signal, timeoutMs);
    const isLost = answer.kind === 'crashed' || answer.kind === 'cannotLaunch';
    if (isLost) return checkInOwnProcess(cold, request, signal);
    return answer.kind === 'answered'
      ? hintWithHeaderCheck(cold, answer.diagnostics, request, signal)
      : uncheckedHint(answer);
  };
  return {
    name: 'server',
    pool,
    async check(text, hole, candidates, signal, isEnough) {
      const declaration = selfContainedDeclaration(text, hole);
      const hints = candidates.map(() => NOT_STARTED);
      const tasks = candidates.entries();
      let isDone = false;
      // At most one task per server, so the queue stays free for other callers.
      const next = async (): Promise<void> => {
        for (let task = tasks.next(); !isDone && task.done !== true; task = tasks.next()) {
          const [at, candidate] = task.value;
          const filled = fill(text, hole, candidate);
          const hint = await check(textForServer(filled, declaration), filled, signal, candidate.timeoutMs);
          hints[at] = hint;
          isDone ||= isEnough?.(hint, at) === true;
        }
      };
      await Promise.all(Array.from({ length: options.workers }, next));
      return hints;
    },
    checkText: (text, signal) => check(text, completeText(text), signal),
    async close() {
      await pool.close();
      await cold.close();
      await removeScratch(scratch);
    },
  };
}

/** Before this minor version of Lean 4, a server may not know the option, and would not start. */
const REPORT_DELAY_SINCE = 12;

/**
 * Creates `scratch` for this server. The server is `lean --server` with the variables of `lake env` and the project's
 * options, like a cold check. `lake serve` would set its own variables and options, and might build. For the Lean of 2021
 * the shim's `lake` starts the server.
 */
function launchOf({ installation, sandbox, memoryBytes }: ModeOptions, scratch: string): ServerLaunch {
  mkdirSync(scratch);
  const { lake, lean, options, environment, projectRoot, readable, version } = installation;
  const usesShim = version.generation === '2021' && lake !== null;
  const delay = version.minor >= REPORT_DELAY_SINCE ? ['-Dserver.reportDelayMs=0'] : [];
  return {
    command: usesShim ? lake : lean,
    args: usesShim ? ['serve'] : ['--server', ...delay, ...options],
    cwd: projectRoot ?? scratch,
    environment,
    confinement: { level: sandbox, scratch, readable },
    ...(memoryBytes === null ? {} : { limits: { memoryBytes } }),
    ended: () => removeScratch(scratch),
  };
}

/**
 * The text after the declaration does not affect the candidate, unless the candidate ends the declaration early. It is
 * replaced by a command, so an error that Lean reports only at the next command keeps its message and position.
 */
function textForServer({ filling, text }: FilledText, declaration: SelfContainedDeclaration | null): string {
  if (declaration === null || !isSelfContained(filling.text)) return text;
  const next = declaration.next + filling.text.length - (filling.end - filling.start);
  return next < text.length ? `${text.slice(0, next)}#exit\n` : text;
}

/** The Lean of 2021 has no tactic `sorry`. On the command line fixtures/lean-shim makes the same replacement. */
function withOldSorry(text: string): string {
  const edits = findHoles(text)
    .filter(({ start, position }) => position === 'tactic' && text.startsWith('sorry', start))
    .map(({ start, end }) => ({ start, end, text: 'admit' }));
  return applyEdits(text, edits);
}

function uncheckedHint(answer: Exclude<PoolAnswer, { kind: 'answered' }>): Hint {
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
      return { kind: 'unchecked', why: 'busy', detail: 'too many candidates are waiting' };
    case 'crashed':
      return { kind: 'unchecked', why: 'crashed', detail: answer.detail };
    case 'cannotLaunch':
      return { kind: 'unchecked', why: 'leanMissing', detail: answer.message };
  }
}
