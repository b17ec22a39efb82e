/** How `solve` and `bench solve` ask their judge: about all answers, and with the end of the text. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lemmahead, lemmaheadMeanwhile } from '../cli/spawn.ts';
import { type ModelServer, startModelServer } from '../llm/model-server.ts';

const home = mkdtempSync(join(tmpdir(), 'lemmahead-judge-'));
const env = { LEMMAHEAD_HOME: home };
const LONG = 'One more thought. '.repeat(200);
/** By a word of the question: right, wrong, and a text in which no answer is found. */
const ANSWERS: Record<string, string> = {
  apples: `${LONG}The total is \\boxed{5}.`,
  pears: 'It is \\boxed{7}.',
  plums: `${LONG}Thus five, and nothing else.`,
};
let server: ModelServer;

beforeAll(async () => {
  server = await startModelServer(({ body }) => {
    const prompt = JSON.stringify(body.messages);
    // This judge refuses everything about apples, and accepts all else.
    if (body.model === 'judge') return { text: JSON.stringify({ equivalent: !prompt.includes('apples') }) };
    return { text: Object.entries(ANSWERS).find(([word]) => prompt.includes(word))![1] };
  });
  const questions = Object.keys(ANSWERS).map((name) => ({ name, problem: `How many ${name}?`, answer: '5' }));
  writeFileSync(join(home, 'questions.jsonl'), questions.map((each) => JSON.stringify(each)).join('\n'));
});

afterAll(() => server.close());

async function run(...args: string[]) {
  const asked = server.seen.length;
  const { stdout, status } = await lemmaheadMeanwhile(
    [...args, '--model', 'local/solver', '--base-url', server.baseUrl, '--json'],
    { env, cwd: home },
  );
  const judged = server.seen.slice(asked).filter(({ body }) => body.model === 'judge');
  return { status, report: JSON.parse(stdout), judged: judged.map(({ body }) => JSON.stringify(body.messages)) };
}

const bench = (out: string, ...args: string[]) =>
  run('bench', 'solve', '--dataset', 'questions.jsonl', '--method', 'zero-shot', '--out', out, ...args);
const JUDGE = ['--judge-model', 'local/judge'];
const states = (report: any) => report.results.map(({ question, state }: any) => [question, state]).toSorted();

describe('the judge of bench solve', () => {
  test('is asked about refused answers only, and sees the extracted answer only', async () => {
    const { report, judged } = await bench('refused', ...JUDGE);
    expect(judged).toHaveLength(1);
    expect(judged[0]).toContain('pears');
    expect(report.methods[0]).toMatchObject({ agreement: null, by_judge_only: ['pears'] });
    expect(states(report)).toEqual([
      ['apples', 'correct'],
      ['pears', 'correct'],
      ['plums', 'no-answer'],
    ]);
  }, 60_000);

  test('with --judge-all is asked about every answer, and its agreement with the checker is reported', async () => {
    const { report, judged } = await bench('all', ...JUDGE, '--judge-all');
    // The answer about pears is kept from before.
    expect(judged.filter((prompt) => prompt.includes('apples'))).toHaveLength(1);
    expect(judged.join('')).not.toContain('One more thought');
    expect(report.methods[0].agreement).toEqual({ judged: 2, agreed: 0, checker_only: ['apples'] });
    expect(readFileSync(join(home, 'all', 'report.md'), 'utf8')).toContain('Agreement of the checker and the judge');
    const other = await bench('all', ...JUDGE);
    expect([other.status, other.report.message]).toEqual([2, expect.stringContaining('different benchmark')]);
  }, 60_000);

  test('with --judge-sees tail sees the last 2,000 characters, also where no answer was found', async () => {
    const { report, judged } = await bench('tail', ...JUDGE, '--judge-sees', 'tail');
    expect(judged).toHaveLength(2);
    const plums = judged.find((prompt) => prompt.includes('Thus five'))!;
    expect(plums.match(/One more thought/gu)!.length).toBeLessThan(2000 / 'One more thought. '.length);
    expect(states(report)).toEqual([
      ['apples', 'correct'],
      ['pears', 'correct'],
      ['plums', 'correct'],
    ]);
    expect(report.methods[0].by_judge_only.toSorted()).toEqual(['pears', 'plums']);
  }, 60_000);

  test('is needed for its options', async () => {
    for (const flags of [['--judge-all'], ['--judge-sees', 'tail']]) {
      const { status, report } = await bench('none', ...flags);
      expect([status, report.message]).toEqual([2, expect.stringContaining(`${flags.join(' ')} needs a judge`)]);
    }
  }, 60_000);
});

describe('the judge of solve', () => {
  const solved = (...args: string[]) => run('solve', 'How many apples?', '--method', 'zero-shot', ...args);

  test('is asked with --judge-all although the checker accepts, and sees the end of the text', async () => {
    const plain = await solved('--answer', '5', ...JUDGE);
    expect(plain.report.verdict).toEqual({ checker: 'same', judge: null, correct: true });
    const { report, judged } = await solved('--answer', '5', ...JUDGE, '--judge-all', '--judge-sees', 'tail');
    expect(report.verdict).toEqual({ checker: 'same', judge: false, correct: true });
    expect(judged[0]).toContain('One more thought');
    const unanswered = await solved(...JUDGE, '--judge-all');
    expect([unanswered.status, unanswered.report.next]).toEqual([2, expect.stringContaining('--answer')]);
  }, 60_000);

  test('sees the end of an answer from stdin', () => {
    const args = ['solve', 'How many plums?', '--answer', '5', '--judge-model', 'dummy', '--judge-sees', 'tail'];
    const { stdout } = lemmahead([...args, '--json'], { env, input: 'Five, I would say' });
    expect(JSON.parse(stdout).models).toHaveLength(1);
  });
});
