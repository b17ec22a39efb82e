import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  improvePrompt,
  keywordsAgainPrompt,
  keywordsPrompt,
  proofByTemplatePrompt,
  proofPrompt,
  statementPrompt,
} from '../../src/prompt/informal-prompts.ts';
import type { PassageContent } from '../../src/prompt/passage-block.ts';
import { passageBlock } from '../../src/prompt/passage-block.ts';
import type { Prompt } from '../../src/prompt/prompts.ts';
import { INFORMAL_TEMPLATES } from '../../src/prompt/templates/informal.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { LEAN_BLOCK_TEMPLATES } from './lean-block-templates.ts';

const STATEMENT = 'Let $a \\mid b$ and $b \\mid c$. Show that $a \\mid c$.';
const PROOF = 'Write $b = ax$ and $c = by$. Then $c = a(xy)$.';
const FILE = 'theorem trans (a b c : Nat) : a ∣ c := by\n  sorry\n';

const passage = (more: Partial<PassageContent> = {}): PassageContent => ({
  ...{ called: 'Lemma', number: '1.2', title: 'Divisors', headings: ['Numbers'], source: 'a book' },
  ...{ body: 'If $a \\mid b$, then $a \\mid bc$.', proof: 'Clear.' },
  ...more,
});
const CONTEXT = { passages: [passage()], tokens: 500 };

const TABLE = [{ name: 'transitivity', statement: 'If $a \\mid b$ and $b \\mid c$, then $a \\mid c$.', when: '' }];
const TEMPLATE = {
  ...{ title: 'Chains', problem: 'Show that ⟨x⟩ divides ⟨z⟩ by way of ⟨y⟩.', theorems: ['transitivity'] },
  steps: [{ text: 'Write each as a product.', theorem: 'transitivity' }],
};

const PROMPTS: Record<string, Prompt> = {
  'informal-statement': statementPrompt({ text: FILE, hole: findHoles(FILE)[0]!, goal: '⊢ a ∣ c' }),
  'informal-proof': proofPrompt(STATEMENT, null),
  'informal-proof-context': proofPrompt(STATEMENT, CONTEXT),
  'informal-proof-no-passage': proofPrompt(STATEMENT, { passages: [], tokens: 500 }),
  'informal-proof-template': proofByTemplatePrompt(STATEMENT, { table: TABLE, template: TEMPLATE }),
  'informal-proof-no-template': proofByTemplatePrompt(STATEMENT, { table: [], template: null }),
  'informal-keywords': keywordsPrompt(STATEMENT, null),
  'informal-keywords-proof': keywordsPrompt(STATEMENT, PROOF),
  'informal-keywords-again': keywordsAgainPrompt(STATEMENT, 'Divisibility, I would say.'),
  'informal-improve': improvePrompt(STATEMENT, PROOF, CONTEXT, false),
  'informal-improve-or-keep': improvePrompt(STATEMENT, PROOF, CONTEXT, true),
};

describe('prompts of the informal steps', () => {
  it.each(Object.keys(PROMPTS))('prompt %s matches its golden text', async (name) => {
    const { template, messages } = PROMPTS[name]!;
    const file = fileURLToPath(new URL(`golden/${name}.txt`, import.meta.url));
    const shown = messages.map(({ role, text }) => `=== ${role}\n${text}\n`).join('');
    await expect(`=== template ${template}\n${shown}`).toMatchFileSnapshot(file);
  });

  it('have a golden text for each template', () => {
    const used = new Set(Object.values(PROMPTS).map(({ template }) => template));
    const ids = Object.values(INFORMAL_TEMPLATES).map(({ id }) => id);
    expect([...used].toSorted()).toEqual(ids.toSorted());
  });

  it('have a bounded length for any input', () => {
    const long = 'x $y$ '.repeat(50_000);
    const prompt = improvePrompt(long, long, { passages: [passage({ body: long })], tokens: 1000 }, false);
    expect(prompt.messages.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(28_000);
  });
});

describe('passageBlock', () => {
  it('includes full passages with proofs, best first, and skips those that do not fit', () => {
    const long = passage({ title: 'Long', body: 'x'.repeat(2000) });
    const block = passageBlock([passage({ title: 'One' }), long, passage({ title: 'Two', proof: null })], 200);
    expect(block).toBe(
      '[1] Lemma 1.2 (One), from a book, Numbers:\nIf $a \\mid b$, then $a \\mid bc$.\nProof. Clear.\n\n' +
        '[2] Lemma 1.2 (Two), from a book, Numbers:\nIf $a \\mid b$, then $a \\mid bc$.',
    );
  });

  it('truncates a passage only if no passage fits', () => {
    const block = passageBlock([passage({ body: 'x'.repeat(2000) })], 100);
    expect(block.length).toBeLessThanOrEqual(350);
    expect(block).toContain('Lemma 1.2');
    expect(passageBlock([passage()], 0)).toBe('');
  });
});

describe('templates of the informal steps', () => {
  /** A changed template needs the next version number and a new line here. */
  const KNOWN = {
    'informal-statement@1': '26736c8421202759',
    'informal-proof@1': '5c0d9804215287e5',
    'informal-proof-context@1': '4e20d69794252ad9',
    'informal-proof-template@1': '4ee8f9bb04a0b1d8',
    'informal-keywords@1': '0fe28865a740ac0f',
    'informal-keywords-proof@1': '5d24b20bfd038f1f',
    'informal-keywords-again@1': 'd492ccfd6528523c',
    'informal-improve@1': '9a6b4297372d3b6f',
    'informal-improve-or-keep@1': '5be36144c995f37d',
  };

  it('have the text of their version', () => {
    const hashes = Object.values(INFORMAL_TEMPLATES).map(({ id, system, user }) => {
      const text = JSON.stringify([system, user]);
      return [id, createHash('sha256').update(text).digest('hex').slice(0, 16)];
    });
    expect(Object.fromEntries(hashes)).toEqual(KNOWN);
  });

  it('have distinct ids', () => {
    const ids = [...LEAN_BLOCK_TEMPLATES, ...Object.values(INFORMAL_TEMPLATES)].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+(?:-[a-z]+)*@\d+$/);
  });

  it('mention passages only in prompts with passages', () => {
    for (const name of ['informal-statement', 'informal-proof', 'informal-keywords']) {
      const text = PROMPTS[name]!.messages.map((message) => message.text).join('\n');
      expect(text).not.toMatch(/[Pp]assage/);
    }
  });
});
