/** What text judges must answer, and how their answers are counted. */
import { describe, expect, it } from 'vitest';
import { BadAnswer } from '../../../src/llm/bad-answer.ts';
import { BudgetSpent } from '../../../src/llm/budget.ts';
import { ModelError } from '../../../src/llm/model-error.ts';
import type { ShownStatement } from '../../../src/prompt/text-judge-prompts.ts';
import { readComparison, readCritic, readReadBack } from '../../../src/prove/statement/judge-answers.ts';
import { judgeText, questionsOf, type TextJudge } from '../../../src/prove/statement/text-judge.ts';

const json = JSON.stringify;
const TEXT = 'Every even number greater than 2\nis a sum of two primes.';
const READ = 'Each even natural number above two is the sum of two prime numbers.';
const SHOWN: ShownStatement = {
  statement: '∀ (n : ℕ), 2 < n → Even n → ∃ p q, Nat.Prime p ∧ Nat.Prime q ∧ p + q = n',
  own: [],
  constants: [
    { name: 'Even', kind: 'def', meaning: 'twice a number' },
    { name: 'Nat.Prime', kind: 'def', meaning: 'a prime number' },
  ],
};
const DIFFERENCE = { kind: 'missing', of_text: 'greater than 2', of_statement: '' };

describe('a read-back', () => {
  const read = (statement: string) => readReadBack(json({ statement }), ['Even', 'Nat.Prime']);

  it('is one text, with whatever words', () => {
    expect(read(` ${READ}\n`)).toEqual({ statement: READ });
    expect(read('Even numbers, i.e. 2k, are sums of primes.').statement).toContain('i.e.');
  });

  it.each([
    ['a name of Lean', 'Every n > 2 with Nat.Prime.'],
    ['nothing', ' '],
  ])('is unusable with %s', (_, statement) => {
    expect(() => read(statement)).toThrow(BadAnswer);
  });
});

describe('a comparison', () => {
  const read = (answer: object) => readComparison(json(answer), TEXT, READ);

  it('is a yes only without differences', () => {
    expect(read({ same: 'yes', differences: [] }).isSame).toBe(true);
    expect(read({ same: 'yes', differences: [DIFFERENCE] }).isSame).toBe(false);
    expect(read({ same: 'unsure', differences: [] }).isSame).toBe(false);
    expect(read({ same: 'no', differences: [DIFFERENCE] })).toEqual({ isSame: false, differences: [DIFFERENCE] });
  });

  it('quotes over line breaks, and may name a new kind of difference', () => {
    const quoted = { kind: 'scope', of_text: 'greater than 2 is a SUM', of_statement: 'prime numbers' };
    expect(read({ same: 'no', differences: [quoted] }).differences[0]).toMatchObject({ kind: 'other' });
  });

  it.each([
    ['prose', 'They are the same.'],
    ['another answer', { same: 'maybe', differences: [] }],
    ['no list', { same: 'yes' }],
    ['a quote that is not in the text', { same: 'no', differences: [{ ...DIFFERENCE, of_text: 'odd' }] }],
    ['a quote that is not in the statement', { same: 'no', differences: [{ ...DIFFERENCE, of_statement: 'odd' }] }],
    ['no quote', { same: 'no', differences: [{ ...DIFFERENCE, of_text: '' }] }],
  ])('is unusable with %s', (_, answer) => {
    expect(() => read(answer as object)).toThrow(BadAnswer);
  });
});

describe('a critic', () => {
  const part = { of_text: 'even', of_statement: 'Even n', matches: true };
  const read = (answer: object) => readCritic(json(answer), TEXT, SHOWN.statement);

  it('says yes only if every component matches', () => {
    expect(read({ components: [part], verdict: 'yes' }).isSame).toBe(true);
    expect(read({ components: [part, { ...part, matches: false }], verdict: 'yes' }).isSame).toBe(false);
    expect(read({ components: [part], verdict: 'unsure' }).isSame).toBe(false);
    expect(() => read({ components: [], verdict: 'yes' })).toThrow(BadAnswer);
    expect(() => read({ components: [{ ...part, of_statement: 'Odd n' }], verdict: 'yes' })).toThrow(BadAnswer);
  });
});

/** A judge with fixed answers to `read-back`, `compare-statements` and `critic`. An error is thrown. */
function judge(name: string, answers: Readonly<Record<string, object>>, seen: string[] = []): TextJudge {
  return {
    name,
    ask: async ({ template, messages }, read) => {
      seen.push(messages.map(({ text }) => text).join('\n'));
      const answer = answers[template.replace(/@.*/u, '')]!;
      if (answer instanceof Error) throw answer;
      return read(json(answer));
    },
  };
}

const reads = { 'read-back': { statement: READ } };
const yes = judge('yes', { ...reads, 'compare-statements': { same: 'yes', differences: [] } });
const no = judge('no', { ...reads, 'compare-statements': { same: 'no', differences: [DIFFERENCE] } });
const silent = judge('silent', { 'read-back': new BadAnswer('the answer is prose') });

describe('judges', () => {
  const verdict = async (...judges: TextJudge[]) => {
    const judged = await judgeText(judges, TEXT, SHOWN, false);
    return [judged.verdict, judged.isUnanimous];
  };

  it('decide by most of all who were asked', async () => {
    expect(await verdict(yes)).toEqual(['consistent', true]);
    expect(await verdict(no)).toEqual(['suspect', true]);
    expect(await verdict(yes, no)).toEqual(['suspect', false]);
    expect(await verdict(yes, yes, no)).toEqual(['consistent', false]);
    expect(await verdict(yes, no, no)).toEqual(['suspect', false]);
    expect(await verdict(silent)).toEqual([null, true]);
    expect(await verdict(yes, silent)).toEqual([null, true]);
    expect(await verdict(yes, yes, silent)).toEqual(['consistent', true]);
    expect(await verdict(yes, no, silent)).toEqual(['suspect', false]);
    expect(await verdict(no, silent)).toEqual(['suspect', true]);
  });

  it('read the statement back without the text, and compare without the statement', async () => {
    const seen: string[] = [];
    const answers = { ...reads, 'compare-statements': { same: 'yes', differences: [] } };
    await judgeText([judge('a', answers, seen)], TEXT, SHOWN, false);
    expect(seen.length).toBe(questionsOf(1, false));
    expect(seen[0]).toContain(SHOWN.statement);
    expect(seen[0]).not.toContain('sum of two primes');
    expect(seen[1]).toContain(READ);
    expect(seen[1]).not.toContain('Nat.Prime');
  });

  it('need the yes of the critic too', async () => {
    const components = [{ of_text: 'two primes', of_statement: '∃ p q', matches: false }];
    const strict = judge('strict', {
      ...reads,
      'compare-statements': { same: 'yes', differences: [] },
      critic: { components, verdict: 'no' },
    });
    const judged = await judgeText([strict], TEXT, SHOWN, true);
    expect(judged).toMatchObject({ verdict: 'suspect', opinions: [{ isSame: false, components, readBack: READ }] });
  });

  it('that give no answer say why', async () => {
    const failures = [
      new BudgetSpent({ limit: 'cost', spent: 1, allowed: 1 } as never),
      new ModelError('unreachable', { message: 'No connection.' }),
      new BadAnswer('the answer is prose'),
    ];
    const judges = failures.map((error, at) => judge(`${at}`, { ...reads, 'compare-statements': error }));
    const { verdict: none, opinions } = await judgeText(judges, TEXT, SHOWN, false);
    expect(none).toBe(null);
    expect(opinions.map(({ failure, readBack }) => [failure?.why, readBack])).toEqual([
      ['budget', READ],
      ['model', READ],
      ['answer', READ],
    ]);
    const long = await judgeText([yes], 'x'.repeat(20_000), SHOWN, false);
    expect(long.opinions[0]!.failure?.why).toBe('too-long');
    const cancelled = new ModelError('cancelled', { message: 'Stopped.' });
    await expect(judgeText([judge('c', { 'read-back': cancelled })], TEXT, SHOWN, false)).rejects.toBe(cancelled);
  });
});
