/** `solve --tools calc`, with a scripted model on loopback in both wire formats. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { AnswerChecker } from '../../src/answers/answer-checker.ts';
import type { AskFor } from '../../src/prompt/ask-for.ts';
import { answerPrompt } from '../../src/prompt/solve-prompts.ts';
import { askForAnswer } from '../../src/solve/ask-with-tools.ts';
import { calcTool, solveTools } from '../../src/solve/solve-tools.ts';
import { lemmaheadMeanwhile } from '../cli/spawn.ts';
import { type ModelServer, type Reply, type SeenRequest, startModelServer } from '../llm/model-server.ts';

const PROBLEM = 'What is the remainder of 7^100 divided by 13?';
const CALL = { id: 'c1', name: 'calc', input: '{"expression":"7^100 mod 13"}' };
const SOLVE = ['solve', PROBLEM, '--method', 'zero-shot', '--tools', 'calc', '--answer', '9'];

const servers: ModelServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

async function served(reply: (request: SeenRequest, number: number) => Reply) {
  const server = await startModelServer(reply);
  servers.push(server);
  const home = mkdtempSync(join(tmpdir(), 'lemmahead-tools-'));
  const run = async (...args: string[]) => {
    const env = { LEMMAHEAD_HOME: home, LEMMAHEAD_API_KEY: 'a-key-of-a-test' };
    const { status, stdout, stderr } = await lemmaheadMeanwhile([...args, '--json'], { env, cwd: home });
    return { status, stderr, json: JSON.parse(stdout) };
  };
  return { server, home, run };
}

/** Calls the calculator, and then says what it said. */
const calling = ({ body }: SeenRequest, number: number): Reply => {
  const said = [...JSON.stringify(body.messages).matchAll(/<<<\w+\\n(.*?)\\n\w+>>>/gu)].at(-1)?.[1];
  return number === 0 ? { text: 'I calculate.', calls: [CALL] } : { text: `It is \\boxed{${said}}.` };
};

describe('solve --tools', () => {
  test.each(['openai/m', 'anthropic/m'])(
    'makes the calls of %s and replays them',
    async (name) => {
      const { server, home, run } = await served(calling);
      const model = ['--model', name, '--base-url', server.baseUrl, '--record', 'answers.jsonl'];
      const { status, json } = await run(...SOLVE, ...model);
      expect([status, json.answer, json.verdict.correct]).toEqual([0, '9', true]);
      expect(json.calls).toEqual([{ tool: 'calc', input: CALL.input, text: '9', is_error: false }]);
      expect(json.models[0]).toMatchObject({ answers: 2, reused: 0, unusable: 0 });
      expect(readFileSync(join(home, 'answers.jsonl'), 'utf8').trim().split('\n')).toHaveLength(2);
      // Kept answers, and then the recording without a server.
      const again = await run(...SOLVE, ...model);
      expect([again.json.calls, again.json.models[0].reused]).toEqual([json.calls, 2]);
      const replayed = await run(...SOLVE, '--model', 'replay:answers.jsonl');
      expect([replayed.status, replayed.json.text, replayed.json.calls]).toEqual([0, json.text, json.calls]);
      expect(server.seen).toHaveLength(2);
    },
    30_000,
  );

  test('the budget holds for every turn', async () => {
    const usage = { input: 1500, output: 50 };
    const { server, run } = await served(() => ({ text: '', calls: [CALL], usage }));
    const model = ['--model', 'local/m', '--base-url', server.baseUrl];
    const { status, json } = await run(...SOLVE, ...model, '--max-tokens', '20000');
    expect(status).toBe(4);
    expect(json.models[0].stopped_by).toBe('tokens');
    expect(json.models[0].tokens).toBeLessThanOrEqual(20_000);
    expect(server.seen.length).toBeGreaterThan(1);
  }, 30_000);

  test('a model that never answers has no usable answer: exit 1', async () => {
    const { server, run } = await served(() => ({ text: '', calls: [CALL] }));
    const { status, json } = await run(...SOLVE, '--model', 'local/m', '--base-url', server.baseUrl);
    expect([status, json.answer]).toEqual([1, null]);
    expect(json.models[0].problems[0]).toContain('called tools in 10 messages');
    expect(server.seen).toHaveLength(10);
  }, 30_000);

  test('bench solve counts calls, and does not mix results with and without tools', async () => {
    const { server, home, run } = await served(calling);
    const question = { name: 'seven', problem: PROBLEM, answer: '9' };
    writeFileSync(join(home, 'questions.jsonl'), JSON.stringify(question));
    const bench = ['bench', 'solve', '--dataset', 'questions.jsonl', '--method', 'zero-shot', '--out', 'out'];
    const model = ['--model', 'local/m', '--base-url', server.baseUrl];
    const { json } = await run(...bench, '--tools', 'calc', ...model);
    expect(json.results).toMatchObject([{ state: 'correct', calls: 1, requests: 2 }]);
    const without = await run(...bench, ...model);
    expect([without.status, without.json.reason]).toEqual([2, expect.stringContaining('tools was calc and is none')]);
  }, 30_000);
});

describe('askForAnswer', () => {
  const calculator = new AnswerChecker();
  afterAll(() => calculator.close());
  const tools = solveTools([calcTool(calculator)]);
  const prompt = answerPrompt({ problem: PROBLEM, options: [] }, { examples: [], table: [], template: null }, true);
  /** Answers with the given calls, turn by turn, and then with the end; keeps the requests. */
  const scripted = (turns: readonly { name: string; input: string }[][]) => {
    const asked: Parameters<AskFor>[0][] = [];
    const ask: AskFor = (prompted, read) => {
      asked.push(prompted);
      const calls = (turns[asked.length - 1] ?? []).map((call, at) => ({ ...call, id: `c${at}` }));
      return Promise.resolve({ value: read(calls.length === 0 ? '\\boxed{1}' : '', calls) });
    };
    return { asked, ask };
  };
  const calc = (expression: unknown) => ({ name: 'calc', input: JSON.stringify({ expression }) });

  test.each([
    ['another tool', { name: 'shell', input: '{"command":"rm -rf /"}' }, 'There is no tool of this name'],
    ['no JSON', { name: 'calc', input: '2+3' }, 'The input must be'],
    ['no expression', { name: 'calc', input: '{}' }, 'The input must be'],
    ['no text', calc(['1']), 'The input must be'],
    ['a list', { name: 'calc', input: '[1]' }, 'The input must be'],
    ['code', calc('process.exit(1)'), 'cannot be read'],
    ['a huge power', calc('9^9^9^9'), 'undefined'],
    ['hostile LaTeX', calc(`${'\\frac{'.repeat(300)}1`), 'cannot be read'],
  ])('%s is an error that the model is told, between marks', async (_, call, message) => {
    const { ask, asked } = scripted([[call]]);
    const { calls } = await askForAnswer(prompt, ask, { sample: 0, tools });
    expect(calls).toEqual([
      { tool: call.name, input: call.input, text: expect.stringContaining(message), isError: true },
    ]);
    const [result] = asked[1]!.messages.at(-1)!.results!;
    expect(result).toMatchObject({ call: 'c0', isError: true, text: expect.stringMatching(/^<<<\w+\n[^]*\n\w+>>>$/u) });
  });

  test('makes at most 16 calls, 8 of a message, and then says so', async () => {
    const many = Array.from({ length: 20 }, (_, at) => calc(`${at} + 1`));
    const { ask, asked } = scripted([many, many, many]);
    const { calls } = await askForAnswer(prompt, ask, { sample: 0, tools });
    expect(calls.filter(({ isError }) => !isError)).toHaveLength(16);
    expect(calls.slice(16).every(({ text }) => text.startsWith('No more calls'))).toBe(true);
    expect(asked[1]!.messages.at(-2)!.calls).toHaveLength(8);
    expect(asked.every((each) => each.tools?.length === 1)).toBe(true);
  });

  test('a call that is too long is an unusable answer', async () => {
    const { ask } = scripted([[calc('1'.repeat(5000))]]);
    await expect(askForAnswer(prompt, ask, { sample: 0, tools })).rejects.toThrow('more than 4000 characters');
  });
});
