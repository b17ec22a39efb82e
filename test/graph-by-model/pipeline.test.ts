/**
 * All steps from documents to exports, by the real binary with a scripted model: replayed without a server, and killed at
 * random points. See killed-sessions.ts.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeRandom } from '../../src/base/random.ts';
import { KILL_TIMEOUT, KILLS, keptIn, SEED, session } from '../killed-sessions.ts';
import { type ModelServer, type Reply, type SeenRequest, startModelServer } from '../llm/model-server.ts';
import { CALCULUS, rightCompletions } from './calculus-book.ts';
import { BOOK, rightAnswers, systemOf } from './parity-book.ts';
import { graphDigest } from './run-graph.ts';

const LEAN = `prelude
/-- An even number. -/
def Even : Prop := True
/-- An odd number. -/
def OddNumber : Prop := True
/-- The sum of two odd numbers is even. -/
theorem OddNumber.add : OddNumber → Even := fun h => h
`;
const DOCUMENTS = { parity: BOOK, calculus: CALCULUS, again: CALCULUS.replaceAll('some $c$', 'a point $c$') };

const root = mkdtempSync(join(tmpdir(), 'lemmahead-graph-pipeline-'));
let server: ModelServer;

beforeAll(async () => void (server = await startModelServer(script)));
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

/** The same prompt always gets the same answer. */
function script(request: SeenRequest): Reply {
  const system = systemOf(request);
  if (system.includes('id number')) return { text: '1', snapshot: 'script-1' };
  if (system.includes('mean the same thing')) return { text: 'yes', snapshot: 'script-1' };
  const isAttribute = /generate a title|mathematical field|theorems referenced|to label each/u.test(system);
  return isAttribute ? rightAnswers(request) : rightCompletions(request);
}

/** `modelOf`: the flags of the model for the command of this name. */
function pipeline(modelOf: (command: string) => string[]): string[][] {
  return [
    ['index', 'build', '--root', 'Parity=lean'],
    ['library', 'add', ...Object.keys(DOCUMENTS).map((name) => `${name}.tex`)],
    ['graph', 'build'],
    ['graph', 'augment', '--all', ...modelOf('augment')],
    ['graph', 'link', '--source', 'parity', '--auto', '0.97'],
    ['graph', 'merge', '--source', 'again', '--by', 'model', ...modelOf('merge')],
    ['graph', 'complete', '--source', 'calculus', ...modelOf('complete')],
    ['graph', 'export', '--entities', '--format', 'automathkg', '--out', 'graph.json'],
    ['graph', 'picture', '--entities', '--out', 'graph.html'],
  ];
}

const served = (): string[] => ['--model', 'scripted/m', '--base-url', server.baseUrl];

function makeFolder(name: string): string {
  const folder = join(root, name);
  mkdirSync(join(folder, 'lean'), { recursive: true });
  writeFileSync(join(folder, 'lean', 'Parity.lean'), LEAN);
  for (const [document, text] of Object.entries(DOCUMENTS)) writeFileSync(join(folder, `${document}.tex`), text);
  return folder;
}

/** What the pipeline made: the library's knowledge, and the files. */
function resultOf(folder: string): Record<string, unknown> {
  const library = join(folder, 'home', 'library.sqlite');
  const [json, html] = ['graph.json', 'graph.html'].map((name) => readFileSync(join(folder, name), 'utf8'));
  return { ...(graphDigest({ folder, env: {}, library }) as object), json, html };
}

async function run(folder: string, commands: string[][]): Promise<Record<string, unknown>> {
  for (const args of commands) {
    const { status, stdout } = await session(args, { folder, server, kill: null });
    expect([args.join(' '), status, status === 0 ? '' : stdout]).toEqual([args.join(' '), 0, '']);
  }
  return resultOf(folder);
}

it(
  'gives the same graph from a recording without a server, and after kills',
  async () => {
    const recording = (command: string): string => join(root, `${command}.jsonl`);
    const whole = makeFolder('whole');
    const expected = await run(
      whole,
      pipeline((command) => [...served(), '--record', recording(command)]),
    );
    expect(expected).toMatchObject({ links: [{}, {}, {}], json: expect.stringContaining('Mean Value Theorem') });
    expect(JSON.stringify(expected['attributes'])).toContain('completion');
    expect(JSON.stringify(expected['edges'])).toContain('"same as"');
    const needed = server.seen.length;
    expect(keptIn(whole)).toBe(needed);

    const replayed = await run(
      makeFolder('replayed'),
      pipeline((command) => ['--model', `replay:${recording(command)}`]),
    );
    expect(replayed).toEqual(expected);
    expect(server.seen).toHaveLength(needed);

    const random = makeRandom(SEED);
    for (let kills = 0, ends = 0; kills < KILLS; ends++) {
      const folder = makeFolder(`killed-${ends}`);
      for (const args of pipeline(served)) {
        for (let isEnded = false; !isEnded;) {
          const [kept, before] = [keptIn(folder), server.seen.length];
          const kill = kills < KILLS && random() < 0.5 ? { requests: 0, ms: random() * 2000 } : null;
          const { status, stdout } = await session(args, { folder, server, kill });
          expect(server.seen.length - before).toBeLessThanOrEqual(needed - kept);
          isEnded = status !== null;
          if (isEnded) expect([args.join(' '), status, stdout]).toEqual([args.join(' '), 0, stdout]);
          else kills++;
        }
      }
      expect(resultOf(folder)).toEqual(expected);
      process.stderr.write(`pipeline: ${kills} kills, ${ends + 1} ends\n`);
    }
  },
  2 * KILL_TIMEOUT,
);
