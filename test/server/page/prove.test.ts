import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { processesUnder } from '../../cli/processes-under.ts';
import { lemmahead } from '../../cli/spawn.ts';
import { oldLean } from '../../lean/old-lean.ts';
import { needsSandbox } from '../../lean/needs-sandbox.ts';
import { fakeLean } from '../../verify/fake-lean.ts';
import { trustLean } from '../../verify/trusted-lean.ts';
import { type ServeProcess, startServe } from '../serve-process.ts';
import { closePages, focused, openPage, searchOf, soon, texts } from './browser.ts';

const GRID = fileURLToPath(new URL('../../../fixtures/prove/grid', import.meta.url));
const MINUTE = 60_000;

const TWO = `-- when rfl: error
theorem one : 1 = 1 := by
  sorry

theorem two : 2 = 2 := sorry

def three : Nat := sorry
`;
const HANGS = `-- when rfl: hang
theorem one : 1 = 1 := sorry
`;

let folder: string;
let server: ServeProcess | null;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'lemmahead-page-prove-'))));
afterEach(async () => {
  await closePages();
  await server?.stop();
  server = null;
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the page of a server with the fake Lean. */
async function open(context: TestContext, args: string[] = []): Promise<Page> {
  await needsSandbox(context, 'limits');
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  const env = {
    PATH: [fakeLean(folder).bin, dirname(process.execPath)].join(':'),
    LEMMAHEAD_HOME: home,
    TMPDIR: folder,
  };
  await trustLean(home, folder, env);
  server = await startServe(['--require-sandbox', 'limits', ...args], { cwd: folder, env });
  const { page } = await openPage(context, `${server.url}/?view=prove`);
  return page;
}

async function fill(page: Page, text: string): Promise<void> {
  await page.fill('[name=text]', text);
  await page.locator('.more summary').click();
  await page.selectOption('[name=mode]', 'cold');
}

const leanProcesses = (): string[] => processesUnder(folder).filter((command) => !command.includes('lemmahead.js'));
const prove = (page: Page): Promise<void> => page.getByRole('button', { name: 'Prove', exact: true }).click();
const words = (page: Page): Promise<string> => page.locator('#run .words').innerText();

describe('a run on the page', () => {
  it(
    'is shown hole by hole while it runs, and ends with a diff that can be inserted into the text',
    async (context) => {
      const page = await open(context);
      await fill(page, TWO);
      await prove(page);
      await soon(() => searchOf(page)).toMatch(/^\?view=prove&job=[\w-]+$/u);
      await soon(() => words(page)).toBe('2 of 3 holes filled, 4 attempts.');
      expect(await texts(page, '.hole h3')).toEqual(['Hole 1, one line 3 filled', 'Hole 2, two line 5 filled']);
      expect(await texts(page, '.filling pre')).toEqual(['assumption', 'assumption']);
      await page.locator('.hole').first().locator('summary').first().click();
      await soon(() => texts(page, '.hole:first-child [data-verdict] .verdict')).toEqual([
        'portfolio: accepted, audit',
        'portfolio: rejected by Lean: type mismatch',
      ]);
      expect(await texts(page, '.outcomes li')).toEqual([
        'Line 3, theorem one: filled by assumption',
        'Line 5, theorem two: filled by assumption',
        'Line 7, def three: skipped, it is not in a proof',
      ]);
      expect(await texts(page, '.diff .added')).toEqual(['+  assumption\n', '+theorem two : 2 = 2 := by assumption\n']);
      expect(await page.locator('.diff .added .lean-tactic').count()).toBe(2);
      expect(await page.locator('#announcement').innerText()).toBe('2 of 3 holes filled, 4 attempts.');
      await page.getByRole('button', { name: 'Insert into the text above' }).click();
      expect(await page.inputValue('[name=text]')).toBe(
        TWO.replace('  sorry', '  assumption').replace('2 := sorry', '2 := by assumption'),
      );
      expect(await texts(page, '#jobs li')).toEqual([expect.stringMatching(/done .*2 of 3 holes filled, \d+ s$/u)]);
      await page.reload();
      await soon(() => words(page)).toBe('2 of 3 holes filled, 4 attempts.');
      expect(await page.getByRole('button', { name: 'Insert into the text above' }).count()).toBe(0);
    },
    MINUTE,
  );

  it(
    'can be cancelled, and leaves no process',
    async (context) => {
      const page = await open(context);
      await fill(page, HANGS);
      await prove(page);
      await soon(() => texts(page, '.hole h3')).toEqual(['Hole 1, one line 2 in progress']);
      await soon(() => texts(page, '#jobs .state')).toEqual(['running']);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await soon(() => words(page)).toBe('Cancelled.');
      expect(await page.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
      expect(await focused(page)).toContain('Run');
      await soon(() => texts(page, '#jobs .state')).toEqual(['cancelled']);
      await soon(() => leanProcesses()).toEqual([]);
    },
    MINUTE,
  );

  it(
    'resumes after a lost connection without repeating events',
    async (context) => {
      const page = await open(context);
      const lastIds: (string | undefined)[] = [];
      await page.route('**/events', async (route) => {
        lastIds.push(route.request().headers()['last-event-id']);
        if (lastIds.length > 2) return route.continue();
        const response = await route.fetch();
        const all = await response.text();
        // The connection is lost in the middle of an event.
        const cut = all.indexOf('\n', all.indexOf(`id: ${lastIds.length * 3 + 1}`));
        return route.fulfill({ response, body: all.slice(0, cut) });
      });
      await fill(page, TWO);
      await prove(page);
      await soon(() => words(page)).toBe('2 of 3 holes filled, 4 attempts.');
      expect(lastIds).toEqual([undefined, '3', '6']);
      await soon(() => texts(page, '.hole summary')).toEqual(expect.arrayContaining(['2 attempts', '2 attempts']));
    },
    MINUTE,
  );

  it(
    'that cannot start shows the error, its reason and the next step',
    async (context) => {
      const page = await open(context);
      await fill(page, 'theorem one : 1 = 2 := rfl -- @error\ntheorem two : 2 = 2 := sorry\n');
      await prove(page);
      await soon(() => page.locator('#run [role=alert]').innerText()).toMatch(
        /error: .+ has errors in addition to its holes\.\s+why: .+\s+next: Fix these errors/su,
      );
      expect(await words(page)).toBe('The run failed.');
      await page.goto(`${server!.url}/?view=prove&job=none`);
      await soon(() => page.locator('#run [role=alert]').innerText()).toContain('error: ');
    },
    MINUTE,
  );

  it(
    'is requested with the values of the form',
    async (context) => {
      const page = await open(context);
      const sent: unknown[] = [];
      await page.route('**/prove', (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        sent.push(route.request().postDataJSON());
        return route.fulfill({
          status: 429,
          json: { schema: 'lemmahead/error@1', code: 'busy', message: 'The server is busy.', next: 'Retry later.' },
        });
      });
      await prove(page);
      expect(await page.locator('#text-missing').innerText()).toContain('No Lean text yet');
      await page.getByLabel('a file of the project').check();
      await page.getByLabel('Path in the project').fill('My/File.lean');
      await page.selectOption('[name=strategy]', 'rag');
      await page.getByLabel('Time limit').fill('30');
      await page.getByLabel('Attempt limit').fill('7');
      await page.locator('.more summary').click();
      await page.getByLabel('Cost limit').fill('0.25');
      await page.getByLabel('Only this declaration').fill('one');
      await page.getByLabel('allow additional imports').check();
      await page.getByLabel('Statement in words').fill('One is one.');
      await prove(page);
      await soon(() => page.locator('#check-report [role=alert]').innerText()).toMatch(
        /^error: The server is busy\.\s+next: Retry later\.$/u,
      );
      expect(sent).toEqual([
        {
          file: 'My/File.lean',
          strategy: 'rag',
          max_time: 30,
          max_attempts: 7,
          max_cost: 0.25,
          decl: 'one',
          add_imports: true,
          informal: 'One is one.',
        },
      ]);
    },
    MINUTE,
  );
});

describe('a check on the page', () => {
  it(
    'shows what the text proves, what is missing, and errors',
    async (context) => {
      const page = await open(context);
      const title = () => page.locator('#check-report h2').innerText();
      const check = async (text: string): Promise<void> => {
        await page.fill('[name=text]', text);
        await page.getByRole('button', { name: 'Check' }).click();
      };
      await check('theorem one : 1 = 1 := rfl\n');
      await soon(title).toBe('Accepted.');
      expect(await texts(page, 'tbody tr')).toEqual([expect.stringMatching(/1\s+theorem one\s+proved\s+no axioms/u)]);
      await check(TWO);
      await soon(title).toBe('Not proved yet: 3 places with a sorry.');
      expect(await texts(page, '.findings li')).toContain('3:3 warning: theorem one contains a sorry');
      expect(await page.locator('#check-report').innerText()).not.toContain('Posted.lean');
      await check('theorem one : 1 = 2 := rfl -- @error\n');
      await soon(title).toBe('Rejected by Lean.');
      expect(await texts(page, '.findings li')).toEqual(['1:1 error: type mismatch']);
      await check('theorem one : 1 = 2 := rfl -- @hang\n');
      await page.getByRole('button', { name: 'Cancel' }).click();
      expect(await page.locator('#check-report').isVisible()).toBe(false);
      await soon(() => leanProcesses()).toEqual([]);
    },
    MINUTE,
  );
});

describe('the page with a real Lean', () => {
  it(
    'proves a file of the project without changing it',
    async (context) => {
      const lean = oldLean(context);
      cpSync(GRID, folder, { recursive: true });
      const env = { ...lean, LEMMAHEAD_HOME: join(folder, 'home') };
      await trustLean(env.LEMMAHEAD_HOME, folder, env);
      expect(lemmahead(['index', 'build', '--quiet'], { cwd: folder, env }).status).toBe(0);
      const before = readFileSync(join(folder, 'Grid.lean'), 'utf8');
      server = await startServe([], { cwd: folder, env });
      const { page } = await openPage(context, `${server.url}/?view=prove`);
      await page.getByLabel('a file of the project').check();
      await page.getByLabel('Path in the project').fill('Grid.lean');
      await prove(page);
      await expect.poll(() => words(page), { timeout: 2 * MINUTE }).toMatch(/^3 of 3 holes filled, \d+ attempts\.$/u);
      expect(await texts(page, '.diff .added')).toContain('+  rfl\n');
      expect(readFileSync(join(folder, 'Grid.lean'), 'utf8')).toBe(before);
    },
    3 * MINUTE,
  );
});
