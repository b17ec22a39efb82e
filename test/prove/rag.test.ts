import { describe, expect, it } from 'vitest';
import type { ChatAnswer, ChatRequest } from '../../src/llm/chat.ts';
import type { ModelStrategyOptions } from '../../src/prove/rag/model-round.ts';
import type { Premise, RetrievalQuery } from '../../src/prove/premise.ts';
import { baseline, rag } from '../../src/prove/rag/rag.ts';
import type { Attempt, Problem, Proposal, Remark, Strategy, Tools } from '../../src/prove/strategy.ts';
import type { Verdict } from '../../src/verify/verdict.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { ACCEPTED, rejectedByLean, unchecked } from './rejections.ts';

const TEXT = 'theorem swap (a b : Nat) : a + b = b + a := by\n  sorry\n';
const GOAL = 'a b : Nat\n⊢ a + b = b + a';
const OPTIONS: ModelStrategyOptions = {
  samples: 1,
  rounds: 3,
  limit: 5,
  contextChars: 1500,
  temperature: null,
  maxOutputTokens: 1000,
};
const UNKNOWN = rejectedByLean([2, "unknown identifier 'Nat.swap_add'"]);

function premise(name: string, more: Partial<Premise> = {}): Premise {
  const module = 'Lib.Base';
  return {
    name,
    writeAs: name,
    kind: 'theorem',
    signature: ': p',
    doc: '',
    module,
    filePath: 'Lib/Base.lean',
    isAtHand: true,
    ...more,
  };
}

interface Script {
  /** The answer to a prompt text, with the number of the request. */
  answer: (prompt: string, number: number) => string | Error;
  /** Lean's verdict on a candidate. */
  lean?: (candidate: string, proposal: Proposal) => Verdict;
  retrieve?: ((query: RetrievalQuery) => Premise[]) | null;
  options?: Partial<ModelStrategyOptions>;
  goal?: string;
}

/** Runs a strategy at one hole and records everything it does. */
async function run(make: (options: ModelStrategyOptions) => Strategy, script: Script) {
  const requests: { request: ChatRequest; template: string; prompt: string }[] = [];
  const queries: RetrievalQuery[] = [];
  const remarks: Remark[] = [];
  const batches: Proposal[][] = [];
  const { retrieve = () => [] } = script;
  const tools: Tools = {
    retrieve:
      retrieve &&
      ((query) => {
        queries.push(query);
        return Promise.resolve(retrieve(query));
      }),
    ask: (request, template) => {
      const prompt = request.messages.map(({ text }) => text).join('\n');
      requests.push({ request, template, prompt });
      const answer = script.answer(prompt, requests.length);
      return typeof answer === 'string' ? Promise.resolve(answerOf(answer)) : Promise.reject(answer);
    },
    report: (remark) => remarks.push(remark),
  };
  const hole = findHoles(TEXT)[0]!;
  const problem: Problem = { text: TEXT, hole, goal: () => Promise.resolve(script.goal ?? GOAL) };
  let failure: unknown = null;
  let accepted: Proposal | null = null;
  const proposals = make({ ...OPTIONS, ...script.options }).propose(problem, tools);
  try {
    for (let next = await proposals.next(); next.done !== true;) {
      batches.push(next.value);
      const attempts = next.value.map((proposal): Attempt => {
        const verdict = script.lean?.(proposal.candidate.text.trim(), proposal) ?? UNKNOWN;
        return { proposal, verdict };
      });
      accepted = attempts.find(({ verdict }) => verdict.kind === 'accepted')?.proposal ?? null;
      if (accepted !== null) break;
      next = await proposals.next(attempts);
    }
  } catch (error) {
    failure = error;
  }
  return { requests, queries, remarks, batches, failure, accepted };
}

function answerOf(text: string): ChatAnswer {
  const usage = { inputTokens: 1, outputTokens: 1 };
  return { text, finish: 'end', usage, snapshot: 's', retries: 0, unaccounted: 0, seconds: 0 };
}

const texts = (batches: Proposal[][]): string[][] =>
  batches.map((batch) => batch.map(({ candidate }) => candidate.text.trim()));

describe('rag', () => {
  it('retrieves before the first attempt and shows the results', async () => {
    const { queries, requests, batches } = await run(rag, {
      answer: () => '```lean\nby rw [Lib.swap]\n```',
      lean: () => ACCEPTED,
      retrieve: () => [premise('Lib.swap'), premise('Lib.other')],
    });
    expect(queries).toEqual([
      { text: GOAL, as: 'goal', reason: 'start', limit: 5 },
      { text: 'Nat add eq', as: 'text', reason: 'start', limit: 5 },
    ]);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({
      template: 'rag-propose@2',
      request: { maxOutputTokens: 1000, temperature: null, sample: 0 },
    });
    expect(requests[0]?.prompt).toContain('# Retrieved Declarations (top 2)\n- Lib.swap : p\n  file: Lib/Base.lean');
    expect(batches).toEqual([
      [{ candidate: { kind: 'tactic', text: expect.stringMatching(/rw/) }, lemmas: ['Lib.swap'], imports: [] }],
    ]);
  });

  it('shows similar theorems with their proofs if asked to, those that fit', async () => {
    const proved = (name: string, text: string): Premise =>
      premise(name, { proof: { text, candidates: [text], lemmas: [] } });
    const { queries, requests } = await run(rag, {
      answer: () => 'by rw [Lib.swap]',
      lean: () => ACCEPTED,
      retrieve: ({ as }) =>
        as === 'proof'
          ? [proved('Lib.like', 'by\n  rw [Lib.other]'), proved('Lib.long', 'x '.repeat(4000)), premise('Lib.none')]
          : [premise('Lib.swap')],
      options: { exemplars: 3 },
    });
    expect(queries.at(-1)).toEqual({ text: GOAL, as: 'proof', reason: 'start', limit: 3 });
    const [, proofs] = requests[0]!.prompt.split('# Proofs of Similar Theorems');
    expect(proofs).toContain('```lean\ntheorem Lib.like : p := by\n  rw [Lib.other]\n```');
    expect(proofs).not.toMatch(/Lib\.long|Lib\.none/u);
  });

  it('retrieves again for an unknown identifier and shows the results in the next prompt', async () => {
    const { queries, requests, accepted } = await run(rag, {
      // The name is known only from the prompt.
      answer: (prompt) => (prompt.includes('- Nat.add_swapped :') ? 'by rw [Nat.add_swapped]' : 'by rw [Nat.swap_add]'),
      lean: (candidate) => (candidate === 'rw [Nat.add_swapped]' ? ACCEPTED : UNKNOWN),
      retrieve: ({ reason }) =>
        reason === 'unknown_identifier' ? [premise('Nat.add_swapped')] : [premise('Lib.other')],
    });
    expect(queries.map(({ reason, as, text }) => [reason, as, text])).toEqual([
      ['start', 'goal', GOAL],
      ['start', 'text', 'Nat add eq'],
      ['unknown_identifier', 'name', 'Nat.swap_add'],
      ['unknown_identifier', 'text', 'Nat swap add'],
    ]);
    expect(requests.map(({ template }) => template)).toEqual(['rag-propose@2', 'rag-repair@2']);
    const repair = requests[1]?.prompt ?? '';
    expect(repair).toContain("unknown identifier 'Nat.swap_add'");
    expect(repair).toContain('Error (unknown_identifier) at line 1, `rw [Nat.swap_add]`');
    // New premises precede earlier ones.
    expect(repair.indexOf('- Nat.add_swapped')).toBeLessThan(repair.indexOf('- Lib.other'));
    expect(accepted?.lemmas).toEqual(['Nat.add_swapped']);
  });

  it('keeps half of the premises for the goal when an error brings more than fit', async () => {
    const { requests } = await run(rag, {
      answer: (_prompt, number) => `by rw [Nat.swap_add${number}]`,
      options: { rounds: 2, limit: 4 },
      retrieve: ({ reason, as, text }) =>
        reason === 'start'
          ? ['G', 'H', 'I', 'J'].map((name) => premise(`${name}.goal`))
          : as === 'name'
            ? [1, 2, 3, 4].map((number) => premise(`E${number}.of_${text.at(-1)}`))
            : [],
      lean: (candidate) => rejectedByLean([2, `unknown identifier '${/Nat\.\w+/.exec(candidate)?.[0]}'`]),
    });
    const shown = requests.map(({ prompt }) => prompt.match(/(?<=^- )\S+(?= :)/gm));
    expect(shown).toEqual([
      ['G.goal', 'H.goal', 'I.goal', 'J.goal'],
      ['E1.of_1', 'G.goal', 'E2.of_1', 'H.goal'],
      ['E1.of_2', 'G.goal', 'E2.of_2', 'H.goal'],
    ]);
  });

  it('retrieves for the goal again if a hypothesis is unknown or a tactic shows no goal', async () => {
    for (const text of ["unknown identifier 'h₁'", "tactic 'assumption' failed"]) {
      const { queries } = await run(rag, {
        answer: (_prompt, number) => `by t${number}`,
        lean: () => rejectedByLean(text),
        options: { rounds: 1 },
      });
      expect(queries.slice(2).map(({ reason, as }) => [reason, as])).toEqual([
        ['goal_left', 'goal'],
        ['goal_left', 'text'],
      ]);
    }
  });

  it('does not find the name without retrieval', async () => {
    const script: Script = {
      answer: (prompt, number) =>
        prompt.includes('- Nat.add_swapped :') ? 'by rw [Nat.add_swapped]' : `by rw [Nat.swap_add${number}]`,
      lean: (candidate) => (candidate === 'rw [Nat.add_swapped]' ? ACCEPTED : UNKNOWN),
      retrieve: null,
    };
    const none = await run(rag, script);
    expect(none.accepted).toBeNull();
    expect(none.requests.map(({ template }) => template)).toEqual([
      'baseline-propose@2',
      'baseline-repair@2',
      'baseline-repair@2',
      'baseline-repair@2',
    ]);
  });

  it('merges the results of several queries without duplicates up to its limit', async () => {
    const { requests } = await run(rag, {
      answer: () => 'by simp',
      options: { rounds: 0, limit: 3 },
      retrieve: ({ as }) => (as === 'goal' ? ['A', 'B', 'C'] : ['X', 'A', 'Y']).map((name) => premise(name)),
    });
    expect(requests[0]?.prompt.match(/^- \w :/gm)).toEqual(['- A :', '- X :', '- B :']);
  });

  it('imports only modules of cited premises that the file does not import', async () => {
    const { batches } = await run(rag, {
      answer: (_prompt, number) => (number === 1 ? 'by rw [Far.b, Near.a]' : 'by simp'),
      options: { rounds: 1 },
      retrieve: () => [
        premise('Far.a', { isAtHand: false, module: 'Lib.A' }),
        premise('Far.b', { isAtHand: false, module: 'Lib.B' }),
        premise('Near.a'),
      ],
    });
    expect(batches.flat().map(({ imports, lemmas }) => [imports, lemmas])).toEqual([
      [['Lib.B'], ['Far.b', 'Near.a']],
      [[], []],
    ]);
  });

  it('imports up to three modules that may provide a missing instance', async () => {
    const { batches, queries } = await run(rag, {
      answer: (_prompt, number) => (number === 1 ? 'by exact f' : 'by exact g'),
      lean: () => rejectedByLean('failed to synthesize\n  Sticky Nat'),
      options: { rounds: 1 },
      retrieve: ({ reason }) =>
        reason === 'start'
          ? []
          : ['A', 'B', 'C', 'D'].map((name) => premise(`Far.${name}`, { isAtHand: false, module: `Lib.${name}` })),
    });
    expect(queries.at(-1)).toMatchObject({ reason: 'no_instance', as: 'name', text: 'Sticky' });
    expect(batches.flat().map(({ imports }) => imports)).toEqual([[], ['Lib.A', 'Lib.B', 'Lib.C']]);
  });

  it('does not propose a module again if it cannot be imported', async () => {
    const far = premise('Far.a', { isAtHand: false, module: 'Lib.A' });
    const { batches, requests } = await run(rag, {
      answer: (_prompt, number) => `by rw [Far.a, ${number}]`,
      lean: (_candidate, { imports }) => (imports.length > 0 ? unchecked('importsMissing', 'not built') : UNKNOWN),
      options: { rounds: 2 },
      retrieve: () => [far],
    });
    expect(batches.flat().map(({ imports }) => imports)).toEqual([['Lib.A'], [], []]);
    expect(requests[1]?.prompt).toContain('(top 0)');
  });
});

describe('model rounds', () => {
  it('request all samples concurrently and return one batch without duplicates', async () => {
    const { batches, requests } = await run(baseline, {
      answer: (_prompt, number) => (number === 2 ? 'by  simp' : number === 4 ? 'no' : `by simp`),
      options: { samples: 4, rounds: 0 },
    });
    expect(requests.map(({ request }) => request.sample)).toEqual([0, 1, 2, 3]);
    expect(texts(batches)).toEqual([['simp', 'no']]);
  });

  it('repair the best failed attempt, each at most once', async () => {
    const { requests } = await run(baseline, {
      answer: (_prompt, number) => `by tactic${number}`,
      lean: (candidate) =>
        candidate === 'tactic2'
          ? rejectedByLean('unsolved goals\n⊢ a = a')
          : rejectedByLean(...Array<string>(Number(candidate.slice(6))).fill('type mismatch')),
      options: { samples: 2, rounds: 2 },
    });
    const repaired = requests.flatMap(
      ({ prompt }) => /# Previous attempt\n\n```lean\nby\n {2}(\w+)/.exec(prompt)?.[1] ?? [],
    );
    expect(repaired).toEqual(['tactic2', 'tactic2', 'tactic1', 'tactic1']);
  });

  it('report and count an answer without a candidate', async () => {
    const { requests, remarks, accepted } = await run(baseline, {
      answer: (_prompt, number) => (number === 1 ? 'I cannot prove this, for it is too hard.' : 'by simp'),
      lean: () => ACCEPTED,
    });
    expect(remarks).toEqual([{ kind: 'no_candidate', why: 'prose' }]);
    expect(requests[1]?.prompt).toContain('The answer held no proof block, only prose.');
    expect(accepted?.candidate.text.trim()).toBe('simp');
  });

  it('show the goal at an unknown identifier, which they ask Lean for', async () => {
    const proof = 'intro x\ncases x with\n| zero => rfl\n| succ n => rw [Nat.no_such]\nsimp';
    const probes: string[] = [];
    const { requests } = await run(baseline, {
      answer: () => `by\n${proof.replaceAll(/^/gm, '  ')}`,
      lean: (candidate, { isProbe }) => {
        if (isProbe !== true) return rejectedByLean([5, "unknown identifier 'Nat.no_such'"]);
        probes.push(candidate);
        return rejectedByLean([5, 'unsolved goals\ncase succ\nn : Nat\n⊢ n + 0 = n']);
      },
      options: { rounds: 2 },
    });
    expect(probes).toEqual(['intro x\ncases x with\n| zero => rfl\n| succ n => skip']);
    for (const { prompt } of requests.slice(1)) {
      expect(prompt).toContain('Goal before that line:\n```\nn : Nat\n⊢ n + 0 = n\n```');
    }
  });

  it('do not ask for a goal that they show, or that no probe can show', async () => {
    const unknown = "unknown identifier 'x'";
    for (const [proof, message] of [
      ['rw [x]', [2, unknown]],
      ['intro h\nrw [h]', [3, 'type mismatch']],
      ['intro h\nrw [x]', [9, unknown]],
      ['trace "a\n  b"\nrw [x]', [4, unknown]],
    ] as const) {
      const { batches } = await run(baseline, {
        answer: () => `by\n${proof.replaceAll(/^/gm, '  ')}`,
        lean: () => rejectedByLean([...message]),
        options: { rounds: 1 },
      });
      expect(
        batches.flat().map(({ isProbe }) => isProbe),
        proof,
      ).toEqual([undefined]);
    }
  });

  it('list the other failed attempts from the second repair on, one line each', async () => {
    const { requests } = await run(baseline, {
      answer: (_prompt, number) => `by\n  intro h${number}\n  exact h${number}`,
      lean: (candidate) => rejectedByLean(`type mismatch\n  ${candidate.slice(6, 8)}\nhas type\n  p`),
      options: { rounds: 11 },
    });
    const lists = requests.map(
      ({ prompt }) => prompt.match(/(?<=These attempts failed, too:\n)(?:- .*\n?)+/)?.[0] ?? '',
    );
    expect(lists.slice(0, 4)).toEqual([
      '',
      '',
      '- `intro h1; exact h1`: type mismatch h1 has type p\n',
      '- `intro h1; exact h1`: type mismatch h1 has type p\n- `intro h2; exact h2`: type mismatch h2 has type p\n',
    ]);
    expect(lists.at(-1)?.match(/^- `intro h\d+/gm)).toEqual([3, 4, 5, 6, 7, 8, 9, 10].map((n) => `- \`intro h${n}`));
  });

  it('tell the model that its answer was tried before, differently each time', async () => {
    const { requests, batches } = await run(baseline, {
      answer: (_prompt, number) => (number === 2 ? 'by rfl' : 'by simp'),
      lean: () => rejectedByLean('unsolved goals\n⊢ p'),
      options: { rounds: 4 },
    });
    expect(texts(batches)).toEqual([['simp'], ['rfl']]);
    const told = requests.map(({ prompt }) => /The last answer was tried before .*/.exec(prompt)?.[0]);
    expect(told).toEqual([
      undefined,
      undefined,
      undefined,
      'The last answer was tried before (1 repeated answer so far).',
      'The last answer was tried before (2 repeated answers so far).',
    ]);
    expect(requests.at(-1)?.prompt).toContain('- `simp`: unsolved goals ⊢ p\n');
    expect(new Set(requests.map(({ prompt }) => prompt)).size).toBe(5);
  });

  it('list the failed attempts if the last answer held no proof', async () => {
    const { requests } = await run(baseline, {
      answer: (_prompt, number) => (number === 2 ? 'I cannot prove this.' : `by t${number}`),
      options: { rounds: 2 },
    });
    expect(requests.at(-1)?.prompt).toContain('- `t1`: unknown identifier');
  });

  it('request further samples if the same prompt is repeated', async () => {
    const { requests, batches } = await run(baseline, {
      answer: (_prompt, number) => (number === 1 ? 'by simp' : 'I cannot prove this.'),
      lean: () => rejectedByLean('unsolved goals\n⊢ p'),
      options: { rounds: 4 },
    });
    expect(texts(batches)).toEqual([['simp']]);
    expect(requests.map(({ template, request }) => [template, request.sample])).toEqual([
      ['baseline-propose@2', 0],
      ['baseline-repair@2', 0],
      ['baseline-repair@2', 0],
      ['baseline-repair@2', 1],
      ['baseline-repair@2', 2],
    ]);
  });

  it('end after the given number of repairs', async () => {
    for (const rounds of [0, 1, 4]) {
      const { requests, batches } = await run(rag, { answer: (_p, number) => `by t${number}`, options: { rounds } });
      expect([requests.length, batches.length]).toEqual([rounds + 1, rounds + 1]);
    }
  });

  it('use successful samples if others failed, and throw if all failed', async () => {
    const stop = new Error('the budget is spent');
    const some = await run(baseline, {
      answer: (_prompt, number) => (number === 2 ? 'by simp' : stop),
      options: { samples: 3, rounds: 1 },
    });
    expect([texts(some.batches), some.failure]).toEqual([[['simp']], stop]);
  });

  it('stop if Lean shows that the goal is false', async () => {
    const { requests, remarks } = await run(rag, {
      answer: () => 'by decide',
      lean: () => rejectedByLean("tactic 'decide' proved that the proposition\n  6 < 5\nis false"),
      goal: '⊢ 6 < 5',
    });
    expect(requests).toHaveLength(1);
    expect(remarks).toEqual([{ kind: 'note', text: expect.stringMatching(/^The goal is false/) }]);
  });

  it('stop if the failures are not caused by the candidates', async () => {
    const { requests, remarks } = await run(rag, {
      answer: () => 'by simp',
      lean: () => unchecked('importsMissing', "unknown module prefix 'Mathlib'"),
    });
    expect(requests).toHaveLength(1);
    expect(remarks).toEqual([{ kind: 'note', text: expect.stringContaining("unknown module prefix 'Mathlib'") }]);
  });

  it('require a model', async () => {
    const strategy = baseline(OPTIONS);
    const problem: Problem = { text: TEXT, hole: findHoles(TEXT)[0]!, goal: () => Promise.resolve(GOAL) };
    await expect(strategy.propose(problem, { retrieve: null, ask: null }).next()).rejects.toThrow('needs a model');
  });
});

describe('baseline', () => {
  it('does not retrieve, even if retrieval is available', async () => {
    const { queries, requests } = await run(baseline, {
      answer: (_prompt, number) => `by t${number}`,
      options: { rounds: 1 },
      retrieve: () => [premise('Lib.swap')],
    });
    expect(queries).toEqual([]);
    expect(requests.map(({ template }) => template)).toEqual(['baseline-propose@2', 'baseline-repair@2']);
    expect(requests.map(({ prompt }) => prompt).join('')).not.toContain('Lib.swap');
  });
});
