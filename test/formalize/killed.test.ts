/** `formalize` that is stopped while the model answers: what was answered is not paid for again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { BINARY } from '../binary.ts';
import { lemmaheadMeanwhile } from '../cli/spawn.ts';
import { startModelServer } from '../llm/model-server.ts';
import { buildHarbour, PROBLEM, scriptedModel } from './harbour.ts';

it.each([
  ['SIGKILL', null],
  ['SIGINT', 130],
] as const)(
  'after %s, the same command asks only for the missing answers',
  async (signal, exit) => {
    const folder = mkdtempSync(join(tmpdir(), 'lemmahead-killed-'));
    const home = join(folder, 'home');
    const model = scriptedModel();
    const server = await startModelServer((request, number) =>
      number === 2 || number === 3 ? 'hang' : model(request),
    );
    try {
      const index = await buildHarbour(folder);
      const options = ['--index', index, '--model', 'local/m', '--base-url', server.baseUrl];
      const args = ['formalize', PROBLEM, ...options, '--pack', 'offline', '--check', 'none', '-n', '4'];
      const env = { LEMMAHEAD_HOME: home };
      const child = spawn(process.execPath, [BINARY, ...args], { cwd: folder, env: { ...process.env, ...env } });
      const closed = once(child, 'close');
      const kept = (): number => globSync('**/answers/**/*.json', { cwd: home }).length;
      while (kept() < 2 || server.seen.length < 4) await pause(50);
      child.kill(signal);
      expect((await closed)[0]).toBe(exit);
      const before = server.seen.length;
      const again = await lemmaheadMeanwhile([...args, '--json'], { cwd: folder, env });
      expect(again.status).toBe(0);
      expect(JSON.parse(again.stdout).counts).toMatchObject({ answers: 4, reused: 2 });
      expect(server.seen.length - before).toBe(2);
    } finally {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  60_000,
);
