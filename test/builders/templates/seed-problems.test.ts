/** Reading problems with answers, in the forms of several data sets. */
import { describe, expect, test } from 'vitest';
import { readSeeds } from '../../../src/builders/templates/seed-problems.ts';

const lines = (...items: object[]): string => items.map((item) => JSON.stringify(item)).join('\n');

describe('readSeeds', () => {
  test('reads a matrix as an answer, and refuses deeper nesting', () => {
    const [seed] = readSeeds(
      lines({
        problem: 'Which?',
        answer: [
          [1, 2],
          ['x', true],
        ],
      }),
      'a.jsonl',
    ).problems;
    expect(seed!.answer).toBe('[[1,2],["x",true]]');
    const deep = `{"problem":"Which?","answer":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    expect(() => readSeeds(deep, 'a.jsonl')).toThrow('a.jsonl:1 is no problem with an answer.');
  });

  test('reads our own form', () => {
    const { problems, notices } = readSeeds(
      lines({ name: 'a', problem: 'One?', answer: '1', solution: 'It is 1.', level: 2, field: 'Sums', theorem: 'T' }),
      'seeds.jsonl',
    );
    expect(problems).toEqual([
      {
        ...{ name: 'a', problem: 'One?', answer: '1', solution: 'It is 1.', level: 2, field: 'Sums' },
        ...{ options: [], split: null, theorem: 'T' },
      },
    ]);
    expect(notices).toEqual([]);
  });

  test('reads MATH: the answer is in the box of the solution', () => {
    const item = { problem: 'What?', level: 'Level 5', type: 'Algebra', solution: 'So $x=\\boxed{\\frac{1}{2}}$.' };
    const [seed] = readSeeds(lines(item), 'train.jsonl').problems;
    expect(seed).toMatchObject({ name: 'train/1', answer: '\\frac{1}{2}', level: 5, field: 'Algebra' });
  });

  test('reads GSM8K: the answer follows the solution', () => {
    const [seed] = readSeeds(lines({ question: 'How many?', answer: '3 and 4 are 7.\n#### 7' }), 'gsm.jsonl').problems;
    expect(seed).toMatchObject({ problem: 'How many?', answer: '7', solution: '3 and 4 are 7.' });
  });

  test('reads TheoremQA: an array with answers that are no texts', () => {
    const items = [
      {
        id: 'x/1.json',
        Question: 'Q1?',
        Answer: [1, 2],
        Answer_type: 'list of integer',
        theorem: 'abel',
        field: 'Math',
      },
      { id: 'x/2.json', Question: 'Q2?', Answer: true, theorem: 'abel' },
    ];
    const { problems } = readSeeds(`\uFEFF${JSON.stringify(items)}`, 'test.json');
    expect(problems.map(({ name, answer, theorem }) => [name, answer, theorem])).toEqual([
      ['x/1.json', '[1,2]', 'abel'],
      ['x/2.json', 'true', 'abel'],
    ]);
  });

  test('reads MMLU-Pro: options, and a letter as the answer', () => {
    const item = { question_id: 70, question: 'Which?', options: ['4', '5'], answer: 'B', category: 'math' };
    expect(readSeeds(lines(item), 'math.jsonl').problems[0]).toMatchObject({
      ...{ name: '70', options: ['4', '5'], answer: 'B', field: 'math' },
    });
  });

  test.each([
    ['without a problem', { name: 'b', answer: '1' }, 'it has no problem'],
    ['that comes twice', { name: 'b', problem: 'One?' }, 'its problem is the same as that of a'],
    ['that is too long', { name: 'b', problem: 'x'.repeat(20_001) }, 'longer than 20000 bytes'],
    ['with a wrong level', { name: 'b', problem: 'Two?', level: 9 }, 'its level 9 is not from 1 to 5'],
  ])('leaves out an item %s, and says so', (_, item, why) => {
    const { problems, notices } = readSeeds(lines({ name: 'a', problem: 'One?' }, item), 'seeds.jsonl');
    expect(problems.map(({ name }) => name)).toEqual(['a']);
    expect(notices.join('\n')).toContain(
      `seeds.jsonl:2 is left out: ${why}`.replace('longer', 'its problem is longer'),
    );
  });

  test.each([
    ['no JSON', '{"name": ', 'Not valid JSON'],
    ['an empty file', '\n\n', 'It has no problem'],
    ['a field of another type', lines({ problem: 7 }), 'problem: '],
    ['two problems of one name', lines({ name: 'a', problem: '1' }, { name: 'a', problem: '2' }), 'has the name a'],
  ])('refuses %s', (_, content, reason) => {
    expect(() => readSeeds(content, 'seeds.jsonl')).toThrow(
      expect.objectContaining({
        detail: expect.objectContaining({ code: 'seeds-malformed', reason: expect.stringContaining(reason) }),
      }),
    );
  });
});
