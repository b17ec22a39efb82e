import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saysUnchanged, wordsIn } from '../../src/prompt/informal-answer.ts';
import { keywordsIn } from '../../src/prompt/keywords.ts';

const ASKED = '{"concepts": ["divisibility"], "theorems": ["Bezout\'s identity"], "lemmas": [], "propositions": []}';
const FOUND = { concepts: ['divisibility'], theorems: ["Bezout's identity"], lemmas: [], propositions: [] };

describe('keywords in an answer', () => {
  it.each([
    ['as it was asked for', ASKED],
    ['in a fence', `Here:\n\`\`\`json\n${ASKED}\n\`\`\`\nI hope {this} helps.`.replace('{this}', 'this')],
    ['with prose around it', `The keywords are ${ASKED}. Done.`],
    ['behind thinking', `<think>maybe {"concepts": ["no"]}</think>${ASKED}`],
    ['with a comma too many', ASKED.replace('["divisibility"]', '["divisibility",]').replace('[]}', '[],}')],
    ['in the singular and capitals', ASKED.replace('"concepts"', '"Concept"').replace('"theorems"', '"THEOREM"')],
    ['one level deeper', `{"keywords": ${ASKED}}`],
    ['objects with names', ASKED.replace('"divisibility"', '{"name": "divisibility", "why": "of course"}')],
    ['a string in place of a list', ASKED.replace('["divisibility"]', '"divisibility"')],
    ['each once', ASKED.replace('["divisibility"]', '["divisibility", "Divisibility", " divisibility "]')],
  ])('%s', (_, answer) => {
    expect(keywordsIn(answer)).toEqual(FOUND);
  });

  it('keep LaTeX whose backslashes are not escaped', () => {
    const answer = String.raw`{"concepts": ["the $\sum$ of $\frac{1}{n}$", "$\binom{n}{k}$"], "theorems": []}`;
    expect(keywordsIn(answer)?.concepts).toEqual([String.raw`the $\sum$ of $\frac{1}{n}$`, String.raw`$\binom{n}{k}$`]);
  });

  it('a list by itself is of concepts', () => {
    expect(keywordsIn('["induction", "parity"]')?.concepts).toEqual(['induction', 'parity']);
  });

  it.each([
    ['', 'divisibility and parity'],
    ['empty lists', '{"concepts": [], "theorems": []}'],
    ['cut off', '{"concepts": ["divisib'],
    ['other keys', '{"answer": 42}'],
    ['names that are none', `{"concepts": [1, null, "${'x'.repeat(300)}"]}`],
  ])('%s: none', (_, answer) => {
    expect(keywordsIn(answer)).toBeNull();
  });

  it('come back from any names, and no text breaks the reading', () => {
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

describe('words in an answer', () => {
  const answer = (text: string, finish: 'end' | 'refused' = 'end') => wordsIn({ text, finish });

  it('are without thinking and without a fence around all of them', () => {
    expect(answer('<think>hm</think>\nBy induction.\n')).toBe('By induction.');
    expect(answer('```latex\nBy induction on $n$, the claim follows.\n```')).toBe(
      'By induction on $n$, the claim follows.',
    );
    expect(answer('First we say a lot of things in words.\n```\nx\n```\nThen we end.')).toContain('Then we end.');
  });

  it('are none where nothing is said, or it is refused', () => {
    expect([answer(' \n'), answer('```\n```'), answer('I cannot.', 'refused')]).toEqual([null, null, null]);
  });

  it('say that a proof stays only where they say nothing else', () => {
    expect(['UNCHANGED', '**UNCHANGED**.', 'UNCHANGED: it is fine', 'unchanged'].map(saysUnchanged)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
