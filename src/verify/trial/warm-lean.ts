/** Running language servers that check texts: how they are started, and what an answer means. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratch, removeScratch } from '../../lean/process/scratch-folder.ts';
import type { ServerLaunch } from '../../lean/server/lsp-worker.ts';
import { type PoolAnswer, type PoolCheck, ServerPool } from '../../lean/server/server-pool.ts';
import { findHoles } from '../hole/holes.ts';
import { applyEdits } from '../hole/splice.ts';
import type { HintReason, ModeOptions } from './check-mode.ts';
import { tooMuchDisk } from './cold.ts';

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

export interface WarmLean {
  readonly pool: ServerPool;
  /** As `ServerPool.check`; also for a Lean of 2021. */
  check(text: string, signal: AbortSignal, options?: PoolCheck): Promise<PoolAnswer>;
  /** Ends every server and removes the scratch folder. */
  close(): Promise<void>;
}

export async function openWarmLean(options: ServerOptions): Promise<WarmLean> {
  const scratch = await makeScratch('serve');
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
  return {
    pool,
    check: (text, signal, { keepIf = null, ...asked } = {}) => {
      const adapted = (lean: string): string => (isOld ? withOldSorry(lean) : lean);
      return pool.check(adapted(text), signal, { ...asked, keepIf: keepIf && adapted(keepIf) });
    },
    async close() {
      await pool.close();
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

/** The Lean of 2021 has no tactic `sorry`. On the command line fixtures/lean-shim makes the same replacement. */
function withOldSorry(text: string): string {
  const edits = findHoles(text)
    .filter(({ start, position }) => position === 'tactic' && text.startsWith('sorry', start))
    .map(({ start, end }) => ({ start, end, text: 'admit' }));
  return applyEdits(text, edits);
}

/** Why a text got no answer. */
export interface NoAnswer {
  why: HintReason;
  detail: string;
}

export function noAnswerOf(answer: Exclude<PoolAnswer, { kind: 'answered' }>): NoAnswer {
  switch (answer.kind) {
    case 'timedOut':
      return { why: 'timedOut', detail: `no answer in ${answer.timeoutMs / 1000} s` };
    case 'outOfMemory':
      return { why: 'outOfMemory', detail: `more than ${answer.memoryBytes} bytes` };
    case 'tooMuchDisk':
      return { why: 'tooMuchDisk', detail: tooMuchDisk(answer.diskBytes) };
    case 'cancelled':
      return { why: 'cancelled', detail: 'stopped' };
    case 'refused':
      return { why: 'busy', detail: 'too many texts wait for it' };
    case 'crashed':
      return { why: 'crashed', detail: answer.detail };
    case 'cannotLaunch':
      return { why: 'leanMissing', detail: answer.message };
  }
}
