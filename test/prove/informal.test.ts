import { describe, expect, it } from 'vitest';
import type { ChatAnswer, ChatRequest } from '../../src/llm/chat.ts';
import { eqg } from '../../src/prove/informal/eqg.ts';
import { humanGuided } from '../../src/prove/informal/human-guided.ts';
import { informalBaseline } from '../../src/prove/informal/informal-baseline.ts';
import { informalRag } from '../../src/prove/informal/informal-rag.ts';
import { ipa } from '../../src/prove/informal/ipa.ts';
import { optionsOf } from '../../src/config/option-table.ts';
import { STRATEGY_OPTIONS } from '../../src/prove/strategies.ts';
import { keywordQuery } from '../../src/prove/informal/passage-query.ts';
import { statementInWords } from '../../src/prove/informal/informal-statement.ts';
import type { StepsOptions } from '../../src/prove/informal/steps.ts';
import type { Passage, PassageQuery } from '../../src/prove/passage.ts';
import { statesTheSame } from '../../src/prove/retrieval/same-problem.ts';
import type { Attempt, InformalInput, Problem, Remark, Strategy, Tools } from '../../src/prove/strategy.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { ACCEPTED, rejectedByLean } from './rejections.ts';

const BARE = 'theorem swap (a b : Nat) : a + b = b + a := by\n  sorry\n';
const TEXT = `/-- Addition commutes. -/\n${BARE}`;
const OPTIONS: StepsOptions = {
  ...{ samples: 1, rounds: 0, limit: 5, contextChars: 1500, temperature: null, maxOutputTokens: 1000 },
  ...optionsOf(STRATEGY_OPTIONS),
  iterations: 3,
};

const passage = (id: number, similarity: number): Passage => ({
  ...{ id, kind: 'theorem', source: 'a book', called: 'Theorem', number: null, title: `Fact ${id}`, headings: [] },
  ...{ body: `The fact numbered ${id}.`, proof: null, similarity },
});

interface Script {
  /** Answer by template name (without version) and number of the request with it, from 1. */
  answers?: (template: string, number: number, prompt: string) => string;
  text?: string;
  informalInput?: InformalInput;
  options?: Partial<StepsOptions>;
  passagesFor?: (query: PassageQuery) => Passage[];
  isProof?: (candidate: string) => boolean;
}

const defaultAnswer = (template: string, number: number): string => {
  if (template.startsWith('formal')) return 'by omega';
  if (template.startsWith('informal-keywords')) return `{"theorems": ["Theorem ${number}"], "concepts": ["sums"]}`;
  return `${template} ${number}`;
};

async function run(make: (options: StepsOptions) => Strategy, script: Script = {}) {
  const requests: { template: string; prompt: string; request: ChatRequest }[] = [];
  const queries: PassageQuery[] = [];
  const remarks: Remark[] = [];
  const {
    answers = defaultAnswer,
    text = TEXT,
    informalInput = null,
    passagesFor = () => [passage(1, 0.5)],
    isProof = () => true,
  } = script;
  const tools: Tools = {
    retrieve: null,
    passages: (query) => {
      queries.push(query);
      return Promise.resolve({ passages: passagesFor(query), channels: ['words'], hidden: [] });
    },
    ask: (request, id) => {
      const template = id.replace(/@\d+$/, '');
      const prompt = request.messages.map((message) => message.text).join('\n');
      requests.push({ template, prompt, request });
      const number = requests.filter((each) => each.template === template).length;
      return Promise.resolve(answerOf(answers(template, number, prompt)));
    },
    report: (remark) => remarks.push(remark),
  };
  const problem: Problem = {
    text,
    hole: findHoles(text)[0]!,
    goal: () => Promise.resolve('⊢ a + b = b + a'),
    informalInput,
  };
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
  return { requests, templates: requests.map(({ template }) => template), queries, remarks, candidates };
}

function answerOf(text: string): ChatAnswer {
  const usage = { inputTokens: 1, outputTokens: 1 };
  return { text, finish: 'end', usage, snapshot: 's', retries: 0, unaccounted: 0, seconds: 0 };
}

const notes = (remarks: readonly Remark[]): string[] =>
  remarks.flatMap((remark) => (remark.kind === 'note' ? [remark.text] : []));

describe('informal strategies', () => {
  it('informal-baseline requests an informal proof, then a Lean proof, and no passages', async () => {
    const { templates, requests, queries, candidates } = await run(informalBaseline);
    expect([templates, queries, candidates]).toEqual([['informal-proof', 'formal-propose'], [], 1]);
    expect(requests[0]?.prompt).toContain('Addition commutes.');
    expect(requests[1]?.prompt).toContain('# Proof in words\n\ninformal-proof 1');
  });

  it('informal-rag searches the library for the unchanged statement', async () => {
    const { templates, requests, queries } = await run(informalRag);
    expect(templates).toEqual(['informal-proof-context', 'formal-propose']);
    expect(queries).toEqual([{ text: 'Addition commutes.', reason: 'statement', limit: 5 }]);
    expect(requests[0]?.prompt).toContain('Theorem (Fact 1), from a book:\nThe fact numbered 1.');
    expect(requests[1]?.prompt).not.toContain('Fact 1');
  });

  it('eqg searches the library for keywords', async () => {
    const { templates, queries, remarks } = await run(eqg);
    expect(templates).toEqual(['informal-keywords', 'informal-proof-context', 'formal-propose']);
    expect(queries).toEqual([{ text: 'Theorem 1; sums', reason: 'keywords', limit: 5 }]);
    expect(remarks).toMatchObject([
      { step: 'statement', from: 'docstring', round: 0 },
      { step: 'keywords', from: 'model', round: 0, text: 'Theorem 1; sums' },
      { step: 'proof', from: 'model', round: 0, text: 'informal-proof-context 1' },
    ]);
  });

  it('eqg requests keywords once more, then falls back to the statement with a note', async () => {
    const again = await run(eqg, {
      answers: (template, number) => (template === 'informal-keywords' ? 'None.' : defaultAnswer(template, number)),
    });
    expect(again.templates.slice(0, 2)).toEqual(['informal-keywords', 'informal-keywords-again']);
    expect([again.queries[0]?.reason, notes(again.remarks)]).toEqual(['keywords', []]);
    const never = await run(eqg, {
      answers: (template, number) =>
        template.startsWith('informal-keywords') ? 'None.' : defaultAnswer(template, number),
    });
    expect(never.templates.filter((template) => template.startsWith('informal-keywords'))).toHaveLength(2);
    expect(never.queries).toMatchObject([{ text: 'Addition commutes.', reason: 'statement' }]);
    expect(notes(never.remarks)).toEqual([expect.stringContaining('no keywords in two answers')]);
  });

  it('ipa improves the proof of eqg σ times with keywords of the current proof', async () => {
    const { templates, requests, queries, remarks } = await run(ipa);
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
    expect(requests[2]?.prompt).toContain('# Proof so far\n\ninformal-proof-context 1');
    expect(requests[3]?.prompt).toContain('# Proof so far\n\ninformal-proof-context 1');
    expect(requests[5]?.prompt).toContain('# Proof so far\n\ninformal-improve 1');
    expect(requests.at(-1)?.prompt).toContain('# Proof in words\n\ninformal-improve 3');
    const rounds = remarks.flatMap((remark) =>
      remark.kind === 'step' && remark.step === 'proof' ? [remark.round] : [],
    );
    expect(rounds).toEqual([0, 1, 2, 3]);
  });

  it('ipa can start without passages, and without rounds it equals eqg', async () => {
    const { templates } = await run(ipa, { options: { ipaStart: 'none', iterations: 1 } });
    expect(templates).toEqual(['informal-proof', 'informal-keywords-proof', 'informal-improve', 'formal-propose']);
    const [none, same] = [await run(ipa, { options: { iterations: 0 } }), await run(eqg)];
    expect(none.requests).toEqual(same.requests);
  });

  it('ipa sends a request in every round, even an equal one, unless it may stop early', async () => {
    const answers = (template: string, number: number): string =>
      template.startsWith('informal-improve') || template === 'informal-proof-context'
        ? 'The same proof.'
        : template.startsWith('informal-keywords')
          ? '["sums"]'
          : defaultAnswer(template, number);
    const all = await run(ipa, { answers });
    const improving = all.requests.filter(({ template }) => template === 'informal-improve');
    expect(improving.map(({ request }) => request.sample)).toEqual([0, 1, 2]);
    const early = await run(ipa, { answers, options: { stopsEarly: true } });
    expect(early.templates.filter((template) => template === 'informal-improve-or-keep')).toHaveLength(1);
    const kept = await run(ipa, {
      answers: (template, number) =>
        template === 'informal-improve-or-keep' ? 'UNCHANGED' : defaultAnswer(template, number),
      options: { stopsEarly: true },
    });
    expect(kept.templates).toHaveLength(5);
    expect(kept.requests.at(-1)?.prompt).toContain('# Proof in words\n\ninformal-proof-context 1');
  });

  it('human-guided includes the human proof in its only request', async () => {
    const informalInput: InformalInput = {
      statement: { text: 'By the dataset.', from: 'dataset' },
      proof: 'A human says so.',
    };
    const { templates, requests } = await run(humanGuided, { text: BARE, informalInput });
    expect(templates).toEqual(['formal-propose']);
    expect(requests[0]?.prompt).toContain('# Proof in words\n\nA human says so.');
    const without = await run(humanGuided, { text: BARE, informalInput: { ...informalInput, proof: null } });
    expect(without.requests[0]?.prompt).not.toContain('# Proof in words');
    expect(notes(without.remarks)).toHaveLength(1);
  });

  it('other strategies do not include the human proof', async () => {
    const informalInput: InformalInput = { statement: null, proof: 'A human says so.' };
    for (const make of [informalBaseline, informalRag, eqg, ipa]) {
      const { requests } = await run(make, { informalInput });
      expect(requests.filter(({ prompt }) => prompt.includes('A human says so.'))).toEqual([]);
    }
  });

  it('a missing informal proof is noted and the Lean prompt is sent without it', async () => {
    const { requests, remarks } = await run(ipa, {
      answers: (template, number) => (template === 'informal-proof-context' ? ' ' : defaultAnswer(template, number)),
    });
    expect(requests.at(-1)).toMatchObject({ template: 'formal-propose' });
    expect(requests).toHaveLength(3);
    expect(notes(remarks)).toEqual([expect.stringContaining('no informal proof')]);
  });

  it('a round without a proof keeps the previous one', async () => {
    const { requests, remarks } = await run(ipa, {
      answers: (template, number) =>
        template === 'informal-improve' && number > 1 ? '' : defaultAnswer(template, number),
    });
    expect(requests.at(-1)?.prompt).toContain('# Proof in words\n\ninformal-improve 1');
    expect(notes(remarks)).toHaveLength(2);
  });

  it('omits passages below the relevance floor and notes how many', async () => {
    const { requests, remarks } = await run(eqg, {
      passagesFor: () => [passage(1, 0.5), passage(2, 0.2), passage(3, 0.1)],
      options: { relevanceFloor: 0.2 },
    });
    expect(requests[1]?.prompt).toContain('The fact numbered 2.');
    expect(requests[1]?.prompt).not.toContain('The fact numbered 3.');
    expect(notes(remarks)).toEqual(['1 of 3 passages are less similar than 0.2: left out.']);
  });

  it('includes the informal proof in every repair round', async () => {
    const { templates, requests } = await run(informalBaseline, {
      answers: (template, number) =>
        template === 'formal-repair' ? `by simp [h${number}]` : defaultAnswer(template, number),
      options: { rounds: 2 },
      isProof: () => false,
    });
    expect(templates).toEqual(['informal-proof', 'formal-propose', 'formal-repair', 'formal-repair']);
    expect(requests.at(-1)?.prompt).toContain('# Proof in words\n\ninformal-proof 1');
  });
});

describe('informal statement', () => {
  const problem = (text: string, informalInput: InformalInput | null): Problem => ({
    ...{ text, hole: findHoles(text)[0]!, goal: () => Promise.resolve(''), informalInput },
  });
  const given = (from: 'given' | 'dataset'): InformalInput => ({ statement: { text: from, from }, proof: null });

  it('comes from the user, otherwise from the docstring, otherwise from the dataset', () => {
    expect(statementInWords(problem(TEXT, given('given')))).toEqual({ text: 'given', from: 'given' });
    expect(statementInWords(problem(TEXT, given('dataset')))).toEqual({
      text: 'Addition commutes.',
      from: 'docstring',
    });
    expect(statementInWords(problem(BARE, given('dataset')))).toEqual({ text: 'dataset', from: 'dataset' });
    expect(statementInWords(problem(BARE, null))).toBeNull();
  });

  it('is read only from the docstring of the hole’s declaration', () => {
    const text = `/-- Of another. -/\ndef d := 1\n\n/- no -/\n/-- Its own. -/\n@[simp]\n${BARE}`;
    expect(statementInWords(problem(text, null))?.text).toBe('Its own.');
    expect(statementInWords(problem(`/-! A chapter. -/\n${BARE}`, null))).toBeNull();
  });

  it('is written by the model from the file and the goal if there is no other source', async () => {
    const { templates, requests, remarks } = await run(informalBaseline, { text: BARE });
    expect(templates).toEqual(['informal-statement', 'informal-proof', 'formal-propose']);
    expect(requests[0]?.prompt).toContain('⊢ a + b = b + a');
    expect(requests[1]?.prompt).toContain('# Problem\n\ninformal-statement 1');
    expect(remarks[0]).toMatchObject({ step: 'statement', from: 'model', text: 'informal-statement 1' });
  });
});

describe('keywordQuery', () => {
  it('contains theorems first, without duplicates across lists', () => {
    const keywords = {
      theorems: ['Bezout', 'CRT'],
      lemmas: ['bezout'],
      propositions: ['Gauss'],
      concepts: ['gcd', 'CRT'],
    };
    expect(keywordQuery(keywords)).toBe('Bezout; CRT; Gauss; gcd');
  });
});

describe('statesTheSame', () => {
  const statement =
    'What is the greatest common factor of $20 !$ and $200,\\!000$?  (Reminder: If $n$ is a positive integer, then $n!$ stands for the product $1\\cdot 2\\cdot 3\\cdot \\cdots \\cdot (n-1)\\cdot n$.) Show that it is 40000.';
  it.each([
    ['the same text', statement],
    ['the text without additions of the dataset', statement.replace(' Show that it is 40000.', '')],
    ['other formatting', statement.replaceAll('\\cdot', '\\cdot ').replaceAll(/\s+/g, '\n').toUpperCase()],
    ['an additional part', `${statement} And what is the least common multiple?`],
  ])('accepts %s', (_, body) => {
    expect(statesTheSame(body, statement)).toBe(true);
  });

  it.each([
    'The greatest common factor of two numbers is the greatest number that divides both of them.',
    'What is the least common multiple of $12$ and $18$?',
    'Yes.',
    'If $n$ is a positive integer, then $n!$ stands for the product.',
  ])('rejects another text: %s', (body) => {
    expect(statesTheSame(body, statement)).toBe(false);
  });
});
