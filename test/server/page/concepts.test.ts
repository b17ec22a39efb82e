/** The concepts of a small library in the page. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest';
import { HARBOUR, PLUMBING } from '../../builders/harbour-sources.ts';
import { lemmahead } from '../../cli/spawn.ts';
import { openPage, searchOf, soon, texts } from './browser.ts';
import { type ServeProcess, startServe } from '../serve-process.ts';

const MARKUP = '<img src=x onerror="document.title=1">';
const folder = mkdtempSync(join(tmpdir(), 'lemmahead-page-concepts-'));
const env = { LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_INDEX: join(folder, 'index.sqlite') };
let server: ServeProcess;

beforeAll(async () => {
  const sources = join(folder, 'sources');
  mkdirSync(sources);
  writeFileSync(join(sources, 'Harbour.lean'), HARBOUR);
  writeFileSync(join(sources, 'Plumbing.lean'), PLUMBING);
  writeFileSync(
    join(sources, 'Hostile.lean'),
    `/-- A lantern ${MARKUP} at night. -/\ndef lantern (n : Nat) : Nat := n\n`,
  );
  const commands = [
    ['index', 'build', '--root', `Port=${sources}`],
    ['concepts', 'build'],
  ];
  for (const command of commands) expect(lemmahead(command, { env }).status).toBe(0);
  server = await startServe([], { cwd: folder, env });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = async (context: TestContext, address: string) => (await openPage(context, `${server.url}/${address}`)).page;

it('finds the definitions that a term means, and opens one', async (context) => {
  const page = await at(context, '?view=concepts');
  await page.fill('#concepts-form [name=q]', 'draught of a ship');
  await page.press('#concepts-form [name=q]', 'Enter');
  await expect.poll(() => texts(page, '#concept-results .result h2 .name')).toContain('Harbour.draught');
  expect(await texts(page, '.uses dt')).toEqual(expect.arrayContaining(['field', 'write', 'import']));
  expect(searchOf(page)).toBe('?view=concepts&q=draught+of+a+ship');
  await page.click('.result h2 .name');
  await expect.poll(() => texts(page, '#detail-title .name')).toHaveLength(1);
  expect(searchOf(page)).toContain('view=concepts&q=draught+of+a+ship&name=');
  await page.keyboard.press('Escape');
  await soon(() => searchOf(page)).not.toContain('name=');
});

it('shows all meanings of a concept by field', async (context) => {
  const page = await at(context, '?view=concepts&concept=draught');
  await expect.poll(() => texts(page, 'h3.field')).toEqual(['Harbour', 'Plumbing']);
  await page.goto(`${server.url}/?view=concepts&q=draught&field=Plumbing.Basins`);
  await page.click('a:has-text("all 2 definitions")');
  await expect.poll(() => texts(page, 'h3.field')).toEqual(['Harbour', 'Plumbing']);
  expect(await page.title()).toBe('draught · lemmahead');
});

it('says so if nothing is found, and shows markup as text', async (context) => {
  const page = await at(context, '?view=concepts&q=drauhgt');
  await expect.poll(() => texts(page, '.nearest a')).toContain('draught');
  await page.click('.nearest a:text-is("draught")');
  await expect.poll(() => texts(page, '#concept-results .result')).toHaveLength(2);
  await page.goto(`${server.url}/?view=concepts&q=lantern`);
  await expect.poll(() => texts(page, '#concept-results .beginning')).toEqual([expect.stringContaining('<img src=x')]);
  expect(await page.title()).toBe('lantern · lemmahead');
});
