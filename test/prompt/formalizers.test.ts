/** The prompts of `formalize`: their texts, and that the user's text cannot leave its section. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ShownDefinition } from '../../src/prompt/definition-block.ts';
import {
  correctionPrompt,
  formalizePrompt,
  FORMALIZER_NAMES,
  PUBLISHED_PROMPTS,
} from '../../src/prompt/formalizers.ts';
import { augmentPrompt, extractPrompt, rerankPrompt, rewritePrompt } from '../../src/prompt/stage-prompts.ts';
import { STAGE_TEMPLATES } from '../../src/prompt/templates/statement-stages.ts';
import { FORMALIZE, REPAIR, withDefinitions } from '../../src/prompt/templates/formal-statement.ts';

const DEFINITIONS: ShownDefinition[] = [
  {
    kind: 'structure',
    name: 'Harbour.Quay',
    signature: '',
    meaning: 'A *quay* is where\nships moor.',
    write: '(q : Harbour.Quay)',
    notations: [],
  },
  {
    kind: 'def',
    name: 'Harbour.draught',
    signature: '(n : Nat) : Nat',
    meaning: 'The draught of a ship.',
    write: 'Harbour.draught n',
    notations: ['δ n'],
  },
];
const CONTENT = {
  statement: 'Every quay is long.',
  rewriting: null as string | null,
  definitions: DEFINITIONS,
  examples: [] as string[],
  allowsDefinitions: false,
  header: 'import Harbour',
};

const userText = (name: (typeof FORMALIZER_NAMES)[number], content = CONTENT): string =>
  formalizePrompt(name, content, null).messages.at(-1)!.text;

describe('the prompt of', () => {
  const prompts = {
    ...Object.fromEntries(FORMALIZER_NAMES.map((name) => [name, formalizePrompt(name, CONTENT, null)])),
    'chat-without-definitions': formalizePrompt('chat', { ...CONTENT, definitions: [] }, null),
    repair: correctionPrompt(CONTENT, {
      attempt: 'theorem formalized (q : Quay) : q.long := by\n  sorry',
      errors: "unknown identifier 'Quay'",
      names: ['structure Harbour.Quay'],
    }),
    'chat-with-examples': formalizePrompt(
      'chat',
      { ...CONTENT, examples: ['theorem Harbour.moored (q : Quay) : draught q.length = 0'], allowsDefinitions: true },
      null,
    ),
    'chat-with-rewriting': formalizePrompt('chat', { ...CONTENT, rewriting: 'For every quay q, q is long.' }, null),
  };
  it.each(Object.entries(prompts))('%s matches its golden text', async (name, { template, messages }) => {
    const file = fileURLToPath(new URL(`golden/formalize-${name}.txt`, import.meta.url));
    const shown = messages.map(({ role, text }) => `=== ${role}\n${text}\n`).join('');
    await expect(`=== template ${template}\n${shown}`).toMatchFileSnapshot(file);
  });
});

describe('the stage', () => {
  const TEXT = 'Every quay is long.';
  const EXPLAINED = [{ concept: 'quay', explanation: 'where ships moor' }];
  const prompts = {
    mce: extractPrompt(TEXT),
    rewrite: rewritePrompt(TEXT),
    augment: augmentPrompt(TEXT, ['quay', 'length']),
    rerank: rerankPrompt(TEXT, EXPLAINED, DEFINITIONS),
  };
  it.each(Object.entries(prompts))('%s matches its golden text', async (name, { template, messages }) => {
    const file = fileURLToPath(new URL(`golden/stage-${name}.txt`, import.meta.url));
    const shown = messages.map(({ role, text }) => `=== ${role}\n${text}\n`).join('');
    await expect(`=== template ${template}\n${shown}`).toMatchFileSnapshot(file);
  });
});

test('a changed text needs the next version number', () => {
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
  const published = Object.values(PUBLISHED_PROMPTS).map(({ id, system, user }) => [
    id,
    hash(JSON.stringify([system, user('STATEMENT', 'HEADER')])),
  ]);
  const own = [
    FORMALIZE,
    REPAIR,
    withDefinitions(FORMALIZE),
    withDefinitions(REPAIR),
    ...Object.values(STAGE_TEMPLATES),
  ].map(({ id, system, user }) => [id, hash(JSON.stringify([system, user]))]);
  const known = [...own, ...published];
  expect(Object.fromEntries(known)).toMatchInlineSnapshot(`
    {
      "atf@1": "7640ce5595cc69dd",
      "augment@1": "514957df66baa1e0",
      "formalize-with-definitions@1": "c43e2a806d8bf56a",
      "formalize@1": "bd81ae419155123a",
      "goedel@1": "566d778a6bce2a12",
      "herald@1": "a3ebca8e2e13fbc2",
      "kimina@1": "7640ce5595cc69dd",
      "mce@1": "b7f79b9cd3df426b",
      "repair-with-definitions@1": "8d3535a7fa10bb89",
      "repair@1": "b886f59dba7529f5",
      "rerank@1": "70f03d85aac448db",
      "rewrite@1": "db8c7d3e06c66678",
      "stepfun@1": "f956d05cdb0b5570",
    }
  `);
});

test('no statement and no docstring leaves its fence', () => {
  const piece = fc.constantFrom(
    '```',
    '````',
    '~~~',
    '`',
    '\n',
    ' ',
    'lean',
    '# Header of the file',
    '{{header}}',
    'x',
  );
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => `a${pieces.join('')}`);
  fc.assert(
    fc.property(text, text, (statement, meaning) => {
      const definitions = [{ ...DEFINITIONS[0]!, meaning }];
      const prompt = userText('chat', { ...CONTENT, statement, definitions });
      expect(outsideFences(prompt)).toEqual([
        '# Statement in words',
        '# Definitions of the library',
        '# Header of the file',
        'Write the theorem in Lean. Output only the fenced Lean block.',
      ]);
    }),
  );
});

/** The lines that stand in no fenced block, by the rule of CommonMark: a block ends with a fence that is as long. */
function outsideFences(prompt: string): string[] {
  const out: string[] = [];
  let open: string | null = null;
  for (const line of prompt.split('\n')) {
    const fence = /^ {0,3}(`{3,})[^`]*$/.exec(line)?.[1];
    if (open === null && fence !== undefined) open = fence;
    else if (open !== null && fence !== undefined && fence.length >= open.length && line.trim() === fence) open = null;
    else if (open === null && line !== '') out.push(line);
  }
  expect(open).toBeNull();
  return out;
}

test('no docstring ends the comment of a published prompt', () => {
  const piece = fc.constantFrom('-/', '/-', '-', '/', ' ', 'x', '\n');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const definitions = [{ ...DEFINITIONS[0]!, meaning: pieces.join('') }];
      const prompt = userText('kimina', { ...CONTENT, definitions });
      expect(prompt.split('-/')).toHaveLength(2);
      expect(prompt.split('/-')).toHaveLength(2);
    }),
  );
});
