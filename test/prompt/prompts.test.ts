import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { MessageClass } from '../../src/lean/message/message-class.ts';
import type { ContextEntry } from '../../src/prompt/context-block.ts';
import {
  proposePrompt,
  repairPrompt,
  withoutCandidate,
  type PromptFailure,
  type Prompt,
  type PromptContent,
} from '../../src/prompt/prompts.ts';
import { fillTemplate } from '../../src/prompt/template.ts';
import { REPAIR_HINTS, REPAIR_REQUESTS } from '../../src/prompt/templates/repair-hints.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { LEAN_BLOCK_TEMPLATES } from './lean-block-templates.ts';

const TEXT = `import Mathlib.Data.Nat.Basic

open Nat

theorem swap (a b : Nat) (h : a ≤ b) : a + b = b + a := by
  sorry
`;
const PREMISES: ContextEntry[] = [
  {
    name: 'Nat.add_comm',
    writeAs: 'Nat.add_comm',
    signature: '(a b : Nat) : a + b = b + a',
    doc: '',
    filePath: 'Mathlib/Data/Nat/Basic.lean',
  },
];
const SHOWN: PromptContent = {
  project: { lean: 'Lean 4.33.0', libraries: ['batteries', 'mathlib'] },
  text: TEXT,
  hole: findHoles(TEXT)[0]!,
  goal: 'a b : Nat\nh : a ≤ b\n⊢ a + b = b + a',
  premises: PREMISES,
  exemplars: [],
  contextChars: 1500,
  informal: null,
};
const FAILED: PromptFailure = {
  candidate: { kind: 'tactic', text: '  intro x\n    rw [Nat.swap_add]' },
  of: 'unknown_identifier',
  excerpt: "Error (unknown_identifier) at line 2, `rw [Nat.swap_add]`:\nunknown identifier 'Nat.swap_add'",
  goals: ['a b : Nat\n⊢ a + b = b + a', '⊢ False'],
};

const INFORMAL = { statement: 'Addition commutes.', proof: 'By induction on $a$.' };

const PROMPTS: Record<string, Prompt> = {
  'rag-propose': proposePrompt(SHOWN),
  'rag-repair': repairPrompt(SHOWN, FAILED),
  'rag-repair-repeated': repairPrompt(SHOWN, FAILED, {
    failed: [{ candidate: { kind: 'tactic', text: 'intro x\n  simp' }, error: 'simp made no progress' }],
    repeats: 2,
  }),
  'rag-repair-goal-there': repairPrompt(SHOWN, { ...FAILED, goals: [], goalThere: 'a b x : Nat\n⊢ x = x' }),
  'rag-repair-without-candidate': repairPrompt(SHOWN, withoutCandidate('prose')),
  'baseline-propose': proposePrompt({ ...SHOWN, premises: null }),
  'baseline-repair': repairPrompt({ ...SHOWN, premises: null }, FAILED),
  'formal-propose': proposePrompt({ ...SHOWN, premises: null, informal: INFORMAL }),
  'formal-propose-without-proof': proposePrompt({ ...SHOWN, premises: null, informal: { ...INFORMAL, proof: null } }),
  'formal-repair': repairPrompt({ ...SHOWN, premises: null, informal: INFORMAL }, FAILED),
  'formal-rag-propose': proposePrompt({ ...SHOWN, informal: INFORMAL }),
  'formal-rag-repair': repairPrompt({ ...SHOWN, informal: INFORMAL }, FAILED),
};

function allText({ messages }: Prompt): string {
  return messages.map(({ text }) => text).join('\n');
}

describe('prompts', () => {
  it.each(Object.keys(PROMPTS))('prompt %s matches its golden text', async (name) => {
    const { template, messages } = PROMPTS[name]!;
    const file = fileURLToPath(new URL(`golden/${name}.txt`, import.meta.url));
    const shown = messages.map(({ role, text }) => `=== ${role}\n${text}\n`).join('');
    await expect(`=== template ${template}\n${shown}`).toMatchFileSnapshot(file);
  });

  it('have a golden text for each template', () => {
    const used = new Set(Object.values(PROMPTS).map(({ template }) => template));
    expect([...used].toSorted()).toEqual(LEAN_BLOCK_TEMPLATES.map(({ id }) => id).toSorted());
  });

  it('contain the required instructions', () => {
    for (const prompt of Object.values(PROMPTS)) {
      expect(allText(prompt)).toContain('Output only the Lean proof block');
      expect(allText(prompt)).toContain('starting with `by`');
      expect(allText(prompt)).toContain('simp [Nat.add_comm]');
      expect(allText(prompt)).toContain("Don't invent lemma names");
    }
    for (const name of ['rag-propose', 'rag-repair', 'formal-rag-propose', 'formal-rag-repair']) {
      expect(allText(PROMPTS[name]!)).toContain('Use the retrieved lemma names exactly as they are listed');
      expect(allText(PROMPTS[name]!)).toContain('# Retrieved Declarations (top 1)\n- Nat.add_comm : ');
    }
  });

  it('end a repair with a request that fits the error and no other one', () => {
    const end = (of: MessageClass | null, premises: typeof PREMISES | null): string => {
      const failed = of === null ? withoutCandidate('prose') : { ...FAILED, of };
      return allText(repairPrompt({ ...SHOWN, premises }, failed))
        .split('\n\n')
        .slice(-2)
        .join('\n');
    };
    const ending = (request: string): string =>
      `${request}\nOutput only the whole corrected Lean proof block, starting with \`by\`.`;
    for (const of of ['unknown_identifier', 'unknown_namespace', 'invalid_field'] as const) {
      expect(end(of, PREMISES)).toBe(ending('Use names that are listed above, and invent none.'));
      expect(end(of, null)).toBe(ending('Use only names that you are sure of, and invent none.'));
    }
    for (const of of ['syntax_error', 'unsolved_goals', 'timeout:heartbeats', 'tactic_failed:rewrite'] as const) {
      for (const premises of [PREMISES, null]) {
        expect(end(of, premises), of).toBe(ending('Correct this, or prove the goal in another way.'));
        expect(allText(repairPrompt({ ...SHOWN, premises }, { ...FAILED, of })), of).not.toMatch(/missing.*imports/);
      }
    }
    expect(end(null, PREMISES)).toBe(ending('Prove the goal.'));
  });

  it('say what the file is compiled with, as far as it is known', () => {
    const said = (project: PromptContent['project']): string | undefined =>
      /(?<=# Project\n\n).*/.exec(allText(proposePrompt({ ...SHOWN, project })))?.[0];
    expect(said({ lean: 'Lean 4.33.0', libraries: ['batteries', 'mathlib'] })).toBe(
      'Lean 4.33.0, with batteries, mathlib.',
    );
    expect(said({ lean: 'Lean 4.33.0', libraries: [] })).toBe('Lean 4.33.0, without libraries.');
    expect(said({ lean: 'Lean 4.0.0 of 2021', libraries: null })).toBe('Lean 4.0.0 of 2021.');
    expect(said(null)).toBeUndefined();
    expect(allText(proposePrompt({ ...SHOWN, text: 'theorem t : p := by\n  sorry\n', project: null }))).not.toMatch(
      /# Retrieved.*Mathlib/,
    );
  });

  it('do not mention retrieval if it is off', () => {
    for (const name of ['baseline-propose', 'baseline-repair', 'formal-propose', 'formal-repair']) {
      expect(allText(PROMPTS[name]!).toLowerCase()).not.toContain('retrieve');
    }
  });

  it('have a bounded length for any input', () => {
    const long = 'x '.repeat(200_000);
    const text = TEXT.replace('open Nat', `def d := "${long}"`).replace('  sorry', `  have ${long}\n  sorry`);
    const shown = {
      ...SHOWN,
      text,
      hole: findHoles(text)[0]!,
      goal: `h : ${long}\n⊢ p`,
      premises: [{ ...PREMISES[0]!, doc: long }],
    };
    const failed = { ...FAILED, excerpt: long, goals: [long], candidate: { kind: 'term' as const, text: long } };
    const before = { candidate: failed.candidate, error: long };
    const earlier = { failed: Array.from({ length: 1000 }, () => before), repeats: 1000 };
    expect(allText(repairPrompt(shown, failed, earlier)).length).toBeLessThan(24_000);
  });

  it('do not expand sections or close fences in file text', () => {
    const text = TEXT.replace('open Nat', '/-- {{goal}} ``` -/\ndef d : Nat := 2');
    const prompt = proposePrompt({ ...SHOWN, text, hole: findHoles(text)[0]! });
    expect(allText(prompt)).toContain('/-- {{goal}} ``` -/');
    expect(allText(prompt)).toContain('````lean\n');
  });
});

describe('templates', () => {
  /** A changed template needs the next version number and a new line here. */
  const KNOWN = {
    'baseline-propose@2': '3b5af7a442df4206',
    'baseline-repair@2': '3143db3ffe0dde14',
    'formal-propose@2': '72fba80107919136',
    'formal-rag-propose@2': 'e7d0f3d8c82e6e47',
    'formal-rag-repair@2': '6b1ad394c0479244',
    'formal-repair@2': '17a5413a58231b88',
    'rag-propose@2': 'cd4f92dbcbef4940',
    'rag-repair@2': '964894dbc7613f9a',
  };

  it('have the text of their version', () => {
    const hashes = LEAN_BLOCK_TEMPLATES.map(({ id, system, user }) => {
      const text = JSON.stringify([system, user, REPAIR_HINTS, REPAIR_REQUESTS]);
      return [id, createHash('sha256').update(text).digest('hex').slice(0, 16)];
    });
    expect(Object.fromEntries(hashes)).toEqual(KNOWN);
  });

  it('have distinct ids with name and version', () => {
    const ids = LEAN_BLOCK_TEMPLATES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+(?:-[a-z]+)*@\d+$/);
  });

  it('require a value for every section', () => {
    expect(() => fillTemplate({ id: 'x@1', system: '', user: '{{goal}}' }, {})).toThrow(
      'missing value for section goal of template x@1',
    );
    expect(fillTemplate({ id: 'x@1', system: 's', user: 'a\n\n{{b}}\n\nc' }, { b: '' })).toEqual([
      { role: 'system', text: 's' },
      { role: 'user', text: 'a\n\nc' },
    ]);
  });
});
