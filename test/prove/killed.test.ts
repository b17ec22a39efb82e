/** A run killed at any time is resumed to the same result, without repeating answered requests to the model. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLemmahead } from '../cli/spawn.ts';
import { type ModelServer, type SeenRequest, startModelServer } from '../llm/model-server.ts';
import { fakeLean } from '../verify/fake-lean.ts';
import { trustLean } from '../verify/trusted-lean.ts';

/** Use `LEMMAHEAD_KILLS=50` for the full test: some minutes. */
const KILLS = Number(process.env['LEMMAHEAD_KILLS'] ?? 1);
const FILE = `-- when bad: error
theorem one : 1 = 1 := by
  sorry

theorem two : 2 = 2 := sorry

theorem three : 3 = 3 := sorry
`;

let folder: string;
let env: Record<string, string>;
let server: ModelServer;

/** First a failing proof, then a correct one; hole three is never proved. */
function reply({ body }: SeenRequest) {
  const text = promptOf(body);
  const isRepair = body.messages.length > 2 || text.includes('What went wrong');
  const usage = { input: 400, output: 9 };
  if (text.includes('theorem three : 3 = 3 := sorry /- the hole -/'))
    return { text: '```lean\nby bad three\n```', usage };
  return { text: isRepair ? '```lean\nby good\n```' : '```lean\nby bad\n```', usage };
}

const promptOf = (body: { messages: { content: unknown }[] }): string => JSON.stringify(body.messages);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-killed-'));
  env = { PATH: fakeLean(folder).bin, LEMMAHEAD_HOME: join(folder, 'home'), HOME: folder, NO_COLOR: '1' };
  await trustLean(join(folder, 'home'), folder, env);
  server = await startModelServer(reply);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const PROVE = ['--mode', 'cold', '--no-portfolio', '--no-cache', '--strategy', 'baseline', '-n', '1', '--rounds', '2'];

const start = (args: string[]) => startLemmahead(args, { cwd: folder, env });

function prove() {
  writeFileSync(join(folder, 'File.lean'), FILE);
  return start([
    'prove',
    'File.lean',
    '--model',
    'local/m',
    '--base-url',
    server.baseUrl,
    '-j',
    '2',
    '--in-place',
    ...PROVE,
  ]);
}

const runs = (): string => join(folder, 'home', 'runs');
const eventsOf = (id: string): string => join(runs(), id, 'run.jsonl');

/**
 * Every request to the server was recorded before it was sent, and no request (by prompt and sample) follows its own
 * answer.
 */
function expectNoRepeatedRequest(id: string, requests: number): void {
  const events = readFileSync(eventsOf(id), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string; prompt: string; sample: number });
  const answered = new Set<string>();
  let prompted = 0;
  for (const { event, prompt, sample } of events) {
    if (event === 'prompt') {
      prompted++;
      expect(answered.has(`${prompt}:${sample}`)).toBe(false);
    }
    if (event === 'answer') answered.add(`${prompt}:${sample}`);
  }
  expect(requests).toBeLessThanOrEqual(prompted);
  expect(requests).toBeGreaterThanOrEqual(answered.size);
}

/** The result without the run's id and the number of sessions. */
function essence(stdout: string) {
  const { holes, diff, exit, attempts } = JSON.parse(stdout) as Record<string, any>;
  return { diff, exit, attempts, holes: holes.map(({ state, candidate }: any) => [state, candidate]) };
}

describe(`a run that is killed (${KILLS} times)`, () => {
  it(
    'is resumed to the same result',
    async () => {
      const reference = await prove().ended;
      expect(reference.status).toBe(1);
      const [first] = readdirSync(runs());
      const lines = readFileSync(eventsOf(first!), 'utf8').split('\n').length;
      const text = readFileSync(join(folder, 'File.lean'), 'utf8');
      for (let kill = 0; kill < KILLS; kill++) {
        const before = server.seen.length;
        const known = new Set(readdirSync(runs()));
        const { child, ended } = prove();
        const newest = (): string | undefined => readdirSync(runs()).find((id) => !known.has(id));
        await killAt(child, newest, Math.floor(Math.random() * lines), Math.random() * 60);
        await ended;
        const id = newest();
        expect(id).toBeDefined();
        // Kill the resumed run too.
        if (kill % 3 === 2) {
          const again = start(['runs', 'resume', id!]);
          await sleep(700 + Math.random() * 1500);
          again.child.kill('SIGKILL');
          await again.ended;
        }
        const resumed = await start(['runs', 'resume', id!]).ended;
        expect(essence(resumed.stdout)).toEqual(essence(reference.stdout));
        expect(resumed.status).toBe(1);
        expect(readFileSync(join(folder, 'File.lean'), 'utf8')).toBe(text);
        expectNoRepeatedRequest(id!, server.seen.length - before);
      }
    },
    (KILLS + 1) * 60_000,
  );
});

/** Kills the process shortly after `events` events are recorded, if it has not ended with fewer. */
async function killAt(
  child: ChildProcess,
  newest: () => string | undefined,
  events: number,
  ms: number,
): Promise<void> {
  while (child.exitCode === null) {
    await sleep(2);
    const id = newest();
    const path = id === undefined ? null : eventsOf(id);
    if (path === null || !existsSync(path)) continue;
    if (readFileSync(path, 'utf8').split('\n').length > events + 1) break;
  }
  await sleep(ms);
  child.kill('SIGKILL');
}
