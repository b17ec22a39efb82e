/** What lemmahead started dies with it, also when it is killed and can do nothing about it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { needsSandbox } from './sandbox-here.ts';

const PARENT = fileURLToPath(new URL('run-until-killed.ts', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'lemmahead-death-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Processes whose command line has `word` in it, by their state not yet dead. */
function aliveWith(word: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((id) => id > 1 && id !== process.pid)
    .filter((id) => {
      try {
        const state = /^State:\s+(\S)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
        return state !== 'Z' && readFileSync(`/proc/${id}/cmdline`, 'latin1').includes(word);
      } catch {
        return false;
      }
    });
}

async function until(condition: () => boolean): Promise<boolean> {
  for (let waited = 0; waited < 10_000; waited += 50) {
    if (condition()) return true;
    await sleep(50);
  }
  return false;
}

describe.skipIf(process.platform !== 'linux')('a lemmahead that is killed with SIGKILL', () => {
  it.for(['limits', 'namespaces', 'bubblewrap'] as const)(
    'leaves nothing behind at level %s',
    async (level, context) => {
      await needsSandbox(context, level);
      // A number of seconds by which these processes are known among all others: a child, one in a session of its own.
      const seconds = `6${process.pid}${Math.trunc(Math.random() * 1e6)}`;
      const program = `sleep ${seconds} & setsid sleep ${seconds} & touch ready; sleep ${seconds}`;
      const parent = spawn(process.execPath, [PARENT, level, folder, program], { stdio: 'ignore' });
      try {
        const sleepers = (): number => aliveWith(`sleep\0${seconds}`).length;
        expect(await until(() => sleepers() === 3), 'it starts').toBe(true);
        parent.kill('SIGKILL');
        expect(await until(() => sleepers() === 0), 'all are gone').toBe(true);
        expect(await until(() => aliveWith(folder).length === 0), 'the sandbox too').toBe(true);
      } finally {
        parent.kill('SIGKILL');
        for (const id of aliveWith(seconds)) process.kill(id, 'SIGKILL');
      }
    },
  );
});
