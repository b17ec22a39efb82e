/** The prompts of `decompose` as golden texts. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { proofInWordsPrompt, type Prompt, sketchPrompt } from '../../src/prompt/prompts.ts';
import { proofInWordsTemplate, sketchTemplate } from '../../src/prompt/templates/decompose-template.ts';
import { SHOWN_GOAL } from './shown-goal.ts';

const FAILED = {
  failure: {
    candidate: { kind: 'tactic' as const, text: 'have h : a ∣ b := by sorry\nexact h.trans k' },
    ...{ of: 'other' as const, excerpt: 'Step 1 could not be proved.', goals: ['⊢ a ∣ b'] },
  },
  proved: ['⊢ b ∣ c'],
};

/** A changed text needs a new version, and a new hash here. */
const KNOWN = {
  'decompose-proof@2': '991ab5e8c5e393f1',
  'decompose-proof-alone@2': '61aeddace88a9b6a',
  'decompose-sketch@2': 'c1991e44ae8f6a96',
  'decompose-sketch-alone@2': '24fd842f9bb933d1',
  'decompose-sketch-again@2': '898172f7b16e8649',
  'decompose-sketch-again-alone@2': 'ca2268315f81e905',
};

const PROMPTS: [string, Prompt][] = [null, []].flatMap((premises) => {
  const content = { ...SHOWN_GOAL, premises };
  return [
    proofInWordsPrompt(content),
    sketchPrompt(content, '1. a divides b.', null),
    sketchPrompt(content, '1. a divides b.', FAILED),
  ].map((prompt): [string, Prompt] => [prompt.template.replace(/@.*/u, ''), prompt]);
});

describe('the prompts of decompose', () => {
  it.each(PROMPTS)('%s matches its golden text', async (name, { template, messages }) => {
    const shown = messages.map(({ role, text }) => `=== ${role}\n${text}\n`).join('');
    const file = fileURLToPath(new URL(`golden/${name}.txt`, import.meta.url));
    await expect(`=== template ${template}\n${shown}`).toMatchFileSnapshot(file);
  });

  it('have the texts of their versions', () => {
    const templates = [true, false].flatMap((retrieval) => [
      proofInWordsTemplate(retrieval),
      sketchTemplate(retrieval, false),
      sketchTemplate(retrieval, true),
    ]);
    const hashes = templates.map(({ id, ...texts }) => {
      return [id, createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)];
    });
    expect(Object.fromEntries(hashes)).toEqual(KNOWN);
  });
});
