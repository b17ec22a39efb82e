import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUnchanged, answerText } from '../../src/prompt/informal-answer.ts';
import { keywordsIn } from '../../src/prompt/keyword-answer.ts';

const ASKED = '{"concepts": ["divisibility"], "theorems": ["Bezout\'s identity"], "lemmas": [], "propositions": []}';
const FOUND = { concepts: ['divisibility'], theorems: ["Bezout's identity"], lemmas: [], propositions: [] };

describe('keywordsIn', () => {
  it.each([
    ['the requested format', ASKED],
    ['a fenced object', `Here:\n\`\`\`json\n${ASKED}\n\`\`\`\nI hope {this} helps.`.replace('{this}', 'this')],
    ['an object within prose', `The keywords are ${ASKED}. Done.`],
    ['an object after thinking', `<think>maybe {"concepts": ["no"]}</think>${ASKED}`],
    ['a trailing comma', ASKED.replace('["divisibility"]', '["divisibility",]').replace('[]}', '[],}')],
    ['singular and upper-case list names', ASKED.replace('"concepts"', '"Concept"').replace('"theorems"', '"THEOREM"')],
    ['a nested object', `{"keywords": ${ASKED}}`],
    ['objects with names', ASKED.replace('"divisibility"', '{"name": "divisibility", "why": "of course"}')],
    ['a string instead of a list', ASKED.replace('["divisibility"]', '"divisibility"')],
    ['duplicates', ASKED.replace('["divisibility"]', '["divisibility", "Divisibility", " divisibility "]')],
  ])('reads %s', (_, answer) => {
    expect(keywordsIn(answer)).toEqual(FOUND);
  });

  it('keeps LaTeX with unescaped backslashes', () => {
    const answer = String.raw`{"concepts": ["the $\sum$ of $\frac{1}{n}$", "$\binom{n}{k}$"], "theorems": []}`;
    expect(keywordsIn(answer)?.concepts).toEqual([String.raw`the $\sum$ of $\frac{1}{n}$`, String.raw`$\binom{n}{k}$`]);
  });

  it('reads a single list as concepts', () => {
    expect(keywordsIn('["induction", "parity"]')?.concepts).toEqual(['induction', 'parity']);
  });

  it.each([
    ['prose', 'divisibility and parity'],
    ['empty lists', '{"concepts": [], "theorems": []}'],
    ['truncated JSON', '{"concepts": ["divisib'],
    ['other keys', '{"answer": 42}'],
    ['invalid names', `{"concepts": [1, null, "${'x'.repeat(300)}"]}`],
  ])('returns null for %s', (_, answer) => {
    expect(keywordsIn(answer)).toBeNull();
  });

  it('returns any names, and never fails for any text', () => {
    const name = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => /^[\p{L}\d $\\{}^_]+$/u.test(text.trim()));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 8 }), fc.string(), (theorems, around) => {
        const read = keywordsIn(`${around.replaceAll(/[{}[\]<`~]/g, '')}\n${JSON.stringify({ theorems })}`);
        const wanted = new Set(theorems.map((each) => each.replaceAll(/\s+/g, ' ').trim().toLowerCase()));
        expect(new Set(read?.theorems.map((each) => each.toLowerCase()))).toEqual(wanted);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => void keywordsIn(text)));
  });
});

describe('answerText', () => {
  const answer = (text: string, finish: 'end' | 'refused' = 'end') => answerText({ text, finish });

  it('removes thinking and an outer fence', () => {
    expect(answer('<think>hm</think>\nBy induction.\n')).toBe('By induction.');
    expect(answer('```latex\nBy induction on $n$, the claim follows.\n```')).toBe(
      'By induction on $n$, the claim follows.',
    );
    expect(answer('First we say a lot of things in words.\n```\nx\n```\nThen we end.')).toContain('Then we end.');
  });

  it('returns null for an empty or refused answer', () => {
    expect([answer(' \n'), answer('```\n```'), answer('I cannot.', 'refused')]).toEqual([null, null, null]);
  });

  it('recognizes UNCHANGED only if it is the full answer', () => {
    expect(['UNCHANGED', '**UNCHANGED**.', 'UNCHANGED: it is fine', 'unchanged'].map(isUnchanged)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
