/** An agent killed at any time is resumed to the same result and the same calls, without repeating answered requests. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lemmaheadMeanwhile, startLemmahead } from '../cli/spawn.ts';
import { oldLean } from '../lean/old-lean.ts';
import { type ModelServer, type SeenRequest, startModelServer } from '../llm/model-server.ts';
import { trustLean } from '../verify/trusted-lean.ts';
import { eventsOf, killAtRandom } from './killed-runs.ts';

/** Use `LEMMAHEAD_KILLS=100` for the full test: some minutes. */
const KILLS = Number(process.env['LEMMAHEAD_KILLS'] ?? 2);

const call = (name: string, input: object) => ({ name, input: JSON.stringify(input) });
/** The calls of each answer; the last one proves what is left. */
const SCRIPT = [
  [call('search', { query: 'area turned' }), call('show', { name: 'Grid.area_turned' }), call('goal', {})],
  [call('try', { tactics: ['skip', 'simp', 'rw [nothing]'] }), call('goal', { after: 'show _ = _' })],
  [call('search', { query: 'mul comm' })],
  [call('try', { tactics: ['exact x', 'exact y'] })],
  [call('submit', { proof: 'first\n  | rfl\n  | rw [area_turned m n]\n  | exact ⟨one, two⟩' })],
];

let folder: string;
/** Outside of the project, whose files are indexed. */
let home: string;
let env: Record<string, string>;
let server: ModelServer;

/** Depends on nothing but the conversation. */
function reply({ body }: SeenRequest) {
  const turn = body.messages.filter(({ role }: { role: string }) => role === 'assistant').length;
  return { text: '', calls: SCRIPT[Math.min(turn, SCRIPT.length - 1)]!, usage: { input: 300, output: 20 } };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-agent-killed-'));
  home = mkdtempSync(join(tmpdir(), 'lemmahead-agent-home-'));
  mkdirSync(join(home, 'runs'));
  cpSync(fileURLToPath(new URL('../../fixtures/prove/grid', import.meta.url)), folder, { recursive: true });
  server = await startModelServer(reply);
});
afterAll(async () => {
  await server.close();
  for (const each of [folder, home]) rmSync(each, { recursive: true, force: true });
});

const start = (args: string[]) => startLemmahead(args, { cwd: folder, env });

/** The result without the run's id, and the results of all calls. */
function essence(stdout: string, id: string) {
  const { diff, exit, attempts, holes } = JSON.parse(stdout);
  const calls = eventsOf(home, id)
    .filter(({ event }) => event === 'tool_called')
    .map(({ hole, turn, call: number, result }) => `${hole} ${turn} ${number} ${result}`);
  return {
    ...{ diff, exit, attempts, calls: calls.toSorted() },
    holes: holes.map(({ state, candidate }: any) => [state, candidate]),
  };
}

test(
  `an agent killed ${KILLS} times is resumed to the same result`,
  { timeout: 60_000 + KILLS * 20_000 },
  async (context) => {
    env = { ...oldLean(context), LEMMAHEAD_HOME: home, NO_COLOR: '1' };
    await trustLean(home, folder, env);
    expect((await lemmaheadMeanwhile(['index', 'build', '--quiet'], { cwd: folder, env })).status).toBe(0);
    const prove = [
      ...['prove', 'Grid.lean', '--model', 'local/m', '--base-url', server.baseUrl, '-j', '2'],
      ...['--strategy', 'agent', '--no-portfolio', '--no-cache'],
    ];
    const resume = (id: string): string[] => ['runs', 'resume', id];
    const expected = await killAtRandom({ home, kills: KILLS, start, prove, resume, essence });
    // `simp` proves the first hole in the second answer.
    expect(expected.calls).toHaveLength(3 + 7 + 7);
  },
);
