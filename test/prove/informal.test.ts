import { describe, expect, it } from 'vitest';
import type { ChatAnswer, ChatRequest } from '../../src/llm/chat.ts';
import { eqg } from '../../src/prove/informal/eqg.ts';
import { humanGuided } from '../../src/prove/informal/human-guided.ts';
import { informalBaseline } from '../../src/prove/informal/informal-baseline.ts';
import { informalRag } from '../../src/prove/informal/informal-rag.ts';
import { ipa } from '../../src/prove/informal/ipa.ts';
import { DEFAULT_INFORMAL_OPTIONS } from '../../src/prove/informal/informal-options.ts';
import { keywordQuery } from '../../src/prove/informal/passage-query.ts';
import { statementInWords } from '../../src/prove/informal/statement.ts';
import type { StepsOptions } from '../../src/prove/informal/steps.ts';
import type { Passage, PassageQuery } from '../../src/prove/passage.ts';
import { statesTheSame } from '../../src/prove/retrieval/same-problem.ts';
import type { Attempt, InWords, Problem, Remark, Strategy, Tools } from '../../src/prove/strategy.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { ACCEPTED, rejectedByLean } from './rejections.ts';

const BARE = 'theorem swap (a b : Nat) : a + b = b + a := by\n  sorry\n';
const TEXT = `/-- Addition commutes. -/\n${BARE}`;
const OPTIONS: StepsOptions = {
  ...{ samples: 1, rounds: 0, limit: 5, contextChars: 1500, temperature: null, maxOutputTokens: 1000 },
  ...DEFAULT_INFORMAL_OPTIONS,
  iterations: 3,
};

const passage = (id: number, similarity: number): Passage => ({
  ...{ id, kind: 'theorem', source: 'a book', called: 'Theorem', number: null, title: `Fact ${id}`, headings: [] },
  ...{ body: `The fact numbered ${id}.`, proof: null, similarity },
});

interface Script {
  /** By name of the template, without its version, and number of the question with it, from 1. */
  says?: (template: string, number: number, prompt: string) => string;
  text?: string;
  inWords?: InWords;
  options?: Partial<StepsOptions>;
  brings?: (query: PassageQuery) => Passage[];
  isProof?: (candidate: string) => boolean;
}

const usual = (template: string, number: number): string => {
  if (template.startsWith('formal')) return 'by omega';
  if (template.startsWith('informal-keywords')) return `{"theorems": ["Theorem ${number}"], "concepts": ["sums"]}`;
  return `${template} ${number}`;
};

async function run(make: (options: StepsOptions) => Strategy, script: Script = {}) {
  const asked: { template: string; prompt: string; request: ChatRequest }[] = [];
  const queries: PassageQuery[] = [];
  const remarks: Remark[] = [];
  const { says = usual, text = TEXT, inWords = null, brings = () => [passage(1, 0.5)], isProof = () => true } = script;
  const tools: Tools = {
    retrieve: null,
    passages: (query) => {
      queries.push(query);
      return Promise.resolve({ passages: brings(query), channels: ['words'], hidden: [] });
    },
    ask: (request, id) => {
      const template = id.replace(/@\d+$/, '');
      const prompt = request.messages.map((message) => message.text).join('\n');
      asked.push({ template, prompt, request });
      const number = asked.filter((each) => each.template === template).length;
      return Promise.resolve(answerOf(says(template, number, prompt)));
    },
    tell: (remark) => remarks.push(remark),
  };
  const problem: Problem = { text, hole: findHoles(text)[0]!, goal: () => Promise.resolve('⊢ a + b = b + a'), inWords };
  const proposals = make({ ...OPTIONS, ...script.options }).propose(problem, tools);
  let candidates = 0;
  for (let next = await proposals.next(); next.done !== true;) {
    candidates += next.value.length;
    const attempts = next.value.map((proposal): Attempt => {
      const verdict = isProof(proposal.candidate.text) ? ACCEPTED : rejectedByLean([1, 'no']);
      return { proposal, verdict };
    });
    if (attempts.some(({ verdict }) => verdict.kind === 'accepted')) break;
    next = await proposals.next(attempts);
  }
  return { asked, templates: asked.map(({ template }) => template), queries, remarks, candidates };
}

function answerOf(text: string): ChatAnswer {
  const usage = { inputTokens: 1, outputTokens: 1 };
  return { text, finish: 'end', usage, snapshot: 's', retries: 0, unaccounted: 0, seconds: 0 };
}

const notes = (remarks: readonly Remark[]): string[] =>
  remarks.flatMap((remark) => (remark.kind === 'note' ? [remark.text] : []));

describe('the strategies with a proof in words first', () => {
  it('informal-baseline asks for a proof in words, then for Lean with it, and never for passages', async () => {
    const { templates, asked, queries, candidates } = await run(informalBaseline);
    expect([templates, queries, candidates]).toEqual([['informal-proof', 'formal-propose'], [], 1]);
    expect(asked[0]?.prompt).toContain('Addition commutes.');
    expect(asked[1]?.prompt).toContain('# Proof in words\n\ninformal-proof 1');
  });

  it('informal-rag asks the library for the statement as it is', async () => {
    const { templates, asked, queries } = await run(informalRag);
    expect(templates).toEqual(['informal-proof-context', 'formal-propose']);
    expect(queries).toEqual([{ text: 'Addition commutes.', reason: 'statement', limit: 5 }]);
    expect(asked[0]?.prompt).toContain('Theorem (Fact 1), from a book:\nThe fact numbered 1.');
    expect(asked[1]?.prompt).not.toContain('Fact 1');
  });

  it('eqg asks it for keywords', async () => {
    const { templates, queries, remarks } = await run(eqg);
    expect(templates).toEqual(['informal-keywords', 'informal-proof-context', 'formal-propose']);
    expect(queries).toEqual([{ text: 'Theorem 1; sums', reason: 'keywords', limit: 5 }]);
    expect(remarks).toMatchObject([
      { step: 'statement', from: 'docstring', round: 0 },
      { step: 'keywords', from: 'model', round: 0, text: 'Theorem 1; sums' },
      { step: 'proof', from: 'model', round: 0, text: 'informal-proof-context 1' },
    ]);
  });

  it('eqg asks for keywords once more, then the statement has to do, which is noted', async () => {
    const again = await run(eqg, {
      says: (template, number) => (template === 'informal-keywords' ? 'None.' : usual(template, number)),
    });
    expect(again.templates.slice(0, 2)).toEqual(['informal-keywords', 'informal-keywords-again']);
    expect([again.queries[0]?.reason, notes(again.remarks)]).toEqual(['keywords', []]);
    const never = await run(eqg, {
      says: (template, number) => (template.startsWith('informal-keywords') ? 'None.' : usual(template, number)),
    });
    expect(never.templates.filter((template) => template.startsWith('informal-keywords'))).toHaveLength(2);
    expect(never.queries).toMatchObject([{ text: 'Addition commutes.', reason: 'statement' }]);
    expect(notes(never.remarks)).toEqual([expect.stringContaining('asked twice')]);
  });

  it('ipa betters the proof of eqg σ times, each time with keywords of the proof so far', async () => {
    const { templates, asked, queries, remarks } = await run(ipa);
    const round = ['informal-keywords-proof', 'informal-improve'];
    expect(templates).toEqual([
      ...['informal-keywords', 'informal-proof-context'],
      ...[...round, ...round, ...round],
      'formal-propose',
    ]);
    expect(queries.map(({ text, reason }) => [text, reason])).toEqual([
      ['Theorem 1; sums', 'keywords'],
      ...[1, 2, 3].map((number) => [`Theorem ${number}; sums`, 'keywords_again']),
    ]);
    expect(asked[2]?.prompt).toContain('# Proof so far\n\ninformal-proof-context 1');
    expect(asked[3]?.prompt).toContain('# Proof so far\n\ninformal-proof-context 1');
    expect(asked[5]?.prompt).toContain('# Proof so far\n\ninformal-improve 1');
    expect(asked.at(-1)?.prompt).toContain('# Proof in words\n\ninformal-improve 3');
    const rounds = remarks.flatMap((remark) =>
      remark.kind === 'step' && remark.step === 'proof' ? [remark.round] : [],
    );
    expect(rounds).toEqual([0, 1, 2, 3]);
  });

  it('ipa may begin without passages, and with no round it is eqg', async () => {
    const { templates } = await run(ipa, { options: { ipaStart: 'none', iterations: 1 } });
    expect(templates).toEqual(['informal-proof', 'informal-keywords-proof', 'informal-improve', 'formal-propose']);
    const [none, same] = [await run(ipa, { options: { iterations: 0 } }), await run(eqg)];
    expect(none.asked).toEqual(same.asked);
  });

  it('ipa asks again in every round, also where the question is the same, unless it may stop early', async () => {
    const says = (template: string, number: number): string =>
      template.startsWith('informal-improve') || template === 'informal-proof-context'
        ? 'The same proof.'
        : template.startsWith('informal-keywords')
          ? '["sums"]'
          : usual(template, number);
    const all = await run(ipa, { says });
    const improving = all.asked.filter(({ template }) => template === 'informal-improve');
    expect(improving.map(({ request }) => request.sample)).toEqual([0, 1, 2]);
    const early = await run(ipa, { says, options: { stopsEarly: true } });
    expect(early.templates.filter((template) => template === 'informal-improve-or-keep')).toHaveLength(1);
    const kept = await run(ipa, {
      says: (template, number) => (template === 'informal-improve-or-keep' ? 'UNCHANGED' : usual(template, number)),
      options: { stopsEarly: true },
    });
    expect(kept.templates).toHaveLength(5);
    expect(kept.asked.at(-1)?.prompt).toContain('# Proof in words\n\ninformal-proof-context 1');
  });

  it('human-guided shows the proof that it is given, and asks one question', async () => {
    const inWords: InWords = { statement: { text: 'By the dataset.', from: 'dataset' }, proof: 'A human says so.' };
    const { templates, asked } = await run(humanGuided, { text: BARE, inWords });
    expect(templates).toEqual(['formal-propose']);
    expect(asked[0]?.prompt).toContain('# Proof in words\n\nA human says so.');
    const without = await run(humanGuided, { text: BARE, inWords: { ...inWords, proof: null } });
    expect(without.asked[0]?.prompt).not.toContain('# Proof in words');
    expect(notes(without.remarks)).toHaveLength(1);
  });

  it('no other strategy shows it', async () => {
    const inWords: InWords = { statement: null, proof: 'A human says so.' };
    for (const make of [informalBaseline, informalRag, eqg, ipa]) {
      const { asked } = await run(make, { inWords });
      expect(asked.filter(({ prompt }) => prompt.includes('A human says so.'))).toEqual([]);
    }
  });

  it('without a proof in words Lean is asked for all the same, which is noted', async () => {
    const { asked, remarks } = await run(ipa, {
      says: (template, number) => (template === 'informal-proof-context' ? ' ' : usual(template, number)),
    });
    expect(asked.at(-1)).toMatchObject({ template: 'formal-propose' });
    expect(asked).toHaveLength(3);
    expect(notes(remarks)).toEqual([expect.stringContaining('no proof in words')]);
  });

  it('a round that brings no proof keeps the one before', async () => {
    const { asked, remarks } = await run(ipa, {
      says: (template, number) => (template === 'informal-improve' && number > 1 ? '' : usual(template, number)),
    });
    expect(asked.at(-1)?.prompt).toContain('# Proof in words\n\ninformal-improve 1');
    expect(notes(remarks)).toHaveLength(2);
  });

  it('leaves out passages below the floor, and says how many', async () => {
    const { asked, remarks } = await run(eqg, {
      brings: () => [passage(1, 0.5), passage(2, 0.2), passage(3, 0.1)],
      options: { relevanceFloor: 0.2 },
    });
    expect(asked[1]?.prompt).toContain('The fact numbered 2.');
    expect(asked[1]?.prompt).not.toContain('The fact numbered 3.');
    expect(notes(remarks)).toEqual(['1 of 3 passages are less similar than 0.2: left out.']);
  });

  it('repairs with the proof in words at hand, as often as it is told', async () => {
    const { templates, asked } = await run(informalBaseline, {
      says: (template, number) => (template === 'formal-repair' ? `by simp [h${number}]` : usual(template, number)),
      options: { rounds: 2 },
      isProof: () => false,
    });
    expect(templates).toEqual(['informal-proof', 'formal-propose', 'formal-repair', 'formal-repair']);
    expect(asked.at(-1)?.prompt).toContain('# Proof in words\n\ninformal-proof 1');
  });
});

describe('what is to be shown, in words', () => {
  const problem = (text: string, inWords: InWords | null): Problem => ({
    ...{ text, hole: findHoles(text)[0]!, goal: () => Promise.resolve(''), inWords },
  });
  const said = (from: 'given' | 'dataset'): InWords => ({ statement: { text: from, from }, proof: null });

  it('is what was said for this run, else the docstring, else what the dataset says', () => {
    expect(statementInWords(problem(TEXT, said('given')))).toEqual({ text: 'given', from: 'given' });
    expect(statementInWords(problem(TEXT, said('dataset')))).toEqual({ text: 'Addition commutes.', from: 'docstring' });
    expect(statementInWords(problem(BARE, said('dataset')))).toEqual({ text: 'dataset', from: 'dataset' });
    expect(statementInWords(problem(BARE, null))).toBeNull();
  });

  it('is read of the hole’s own docstring, attributes or not, and of no comment', () => {
    const text = `/-- Of another. -/\ndef d := 1\n\n/- no -/\n/-- Its own. -/\n@[simp]\n${BARE}`;
    expect(statementInWords(problem(text, null))?.text).toBe('Its own.');
    expect(statementInWords(problem(`/-! A chapter. -/\n${BARE}`, null))).toBeNull();
  });

  it('is written by the model where nobody has said it, from the file and the goal', async () => {
    const { templates, asked, remarks } = await run(informalBaseline, { text: BARE });
    expect(templates).toEqual(['informal-statement', 'informal-proof', 'formal-propose']);
    expect(asked[0]?.prompt).toContain('⊢ a + b = b + a');
    expect(asked[1]?.prompt).toContain('# Problem\n\ninformal-statement 1');
    expect(remarks[0]).toMatchObject({ step: 'statement', from: 'model', text: 'informal-statement 1' });
  });
});

describe('the query of keywords', () => {
  it('names theorems first, each once, whatever list it stands in', () => {
    const keywords = {
      theorems: ['Bezout', 'CRT'],
      lemmas: ['bezout'],
      propositions: ['Gauss'],
      concepts: ['gcd', 'CRT'],
    };
    expect(keywordQuery(keywords)).toBe('Bezout; CRT; Gauss; gcd');
  });
});

describe('a passage that is the problem itself', () => {
  const statement =
    'What is the greatest common factor of $20 !$ and $200,\\!000$?  (Reminder: If $n$ is a positive integer, then $n!$ stands for the product $1\\cdot 2\\cdot 3\\cdot \\cdots \\cdot (n-1)\\cdot n$.) Show that it is 40000.';
  it.each([
    ['word for word', statement],
    ['without what the dataset adds', statement.replace(' Show that it is 40000.', '')],
    ['set otherwise', statement.replaceAll('\\cdot', '\\cdot ').replaceAll(/\s+/g, '\n').toUpperCase()],
    ['with a part more', `${statement} And what is the least common multiple?`],
  ])('is told: %s', (_, body) => {
    expect(statesTheSame(body, statement)).toBe(true);
  });

  it.each([
    'The greatest common factor of two numbers is the greatest number that divides both of them.',
    'What is the least common multiple of $12$ and $18$?',
    'Yes.',
    'If $n$ is a positive integer, then $n!$ stands for the product.',
  ])('is told from others: %s', (body) => {
    expect(statesTheSame(body, statement)).toBe(false);
  });
});
