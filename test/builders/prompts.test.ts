/** Golden texts of the builders' prompts. The template id is part of cache keys, so a changed text needs a new number. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fillTemplate } from '../../src/prompt/template.ts';
import { CHUNK_TEXT } from '../../src/prompt/templates/chunk-text.ts';
import { TRANSCRIBE_PAGE } from '../../src/prompt/templates/transcribe-page.ts';

test.each([
  ['transcribe-page', TRANSCRIBE_PAGE, {}],
  ['chunk-text', CHUNK_TEXT, { headings: 'The text stands under: Exercises', lines: '1| Show that 2 is prime.' }],
] as const)('prompt %s matches its golden text', async (name, template, sections) => {
  const file = fileURLToPath(new URL(`golden/${name}.txt`, import.meta.url));
  const shown = fillTemplate(template, sections).map(({ role, text }) => `=== ${role}\n${text}\n`);
  await expect(`=== template ${template.id}\n${shown.join('')}`).toMatchFileSnapshot(file);
});

test('prompts contain the requirements of the paper', () => {
  for (const words of ['LaTeX', 'formula', 'diagram', 'described in words', 'add nothing, leave nothing out']) {
    expect(TRANSCRIBE_PAGE.system).toContain(words);
  }
  for (const words of ['theoretical discussion', 'worked example', 'problem with its solution', 'self-contained']) {
    expect(CHUNK_TEXT.system).toContain(words);
  }
  expect(CHUNK_TEXT.system).toContain('Never separate a problem from its solution');
});
