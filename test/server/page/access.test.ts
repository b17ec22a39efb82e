import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { type ServeProcess, startServe, withIndex } from '../serve-process.ts';
import { lowContrasts, namelessControls, smallTargets, tooWide } from './judge-access.ts';
import { openPage, searchOf, soon, texts } from './browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-page-access-'));
let server: ServeProcess;
let guarded: ServeProcess;

beforeAll(async () => {
  const env = withIndex(folder);
  writeFileSync(join(folder, 'token'), 'correct-horse-battery-staple\n');
  server = await startServe([], { cwd: folder, env });
  guarded = await startServe(['--token-file', join(folder, 'token')], { cwd: folder, env });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A finished run without Lean: what the server would return. */
const REPORT = {
  ...{ schema: 'lemmahead/prove@1', file: 'A.lean', run: 'r', strategy: 'portfolio', level: 'audit', audited: true },
  ...{ sandbox: 'limits', filled: 1, conditional: 0, open: 1, skipped: 0, attempts: 2, tokens: 10, cost: 0.01 },
  ...{ stopped_by: 'time', model_failure: null, objection: null, added_imports: [], written: false, written_to: null },
  ...{ replay_of: null, differs: [], warnings: ['Something to know.'], exit: 'no' },
  diff: '--- a/A.lean\n+++ b/A.lean\n@@ -1,2 +1,2 @@\n theorem one : 1 = 1 := by\n-  sorry\n+  simp -- done\n',
  holes: ['filled', 'open'].map((state, place) => ({
    ...{ hole: place + 1, line: place + 1, column: 2, keyword: 'theorem', declaration: 'one', state, goal: '⊢ 1 = 1' },
    ...{ strategy: 'portfolio', candidate: 'simp', lemmas: [], imports: [], dropped: false, axioms: ['propext'] },
    ...{ conditional: [], attempts: 1, unchecked: 1, refused: 0, no_candidate: 0, note: 'a note' },
  })),
};
const JOB = {
  ...{
    schema: 'lemmahead/job@1',
    id: 'j',
    state: 'done',
    created: '2026-01-01T00:00:00Z',
    ended: '2026-01-01T00:00:09Z',
  },
  ...{ events: 5, result: REPORT, error: null },
};
const HOLE = { hole: 1, of: 2, line: 2, column: 2, declaration: 'one', goal: 'n : ℕ\n⊢ n = n -- why' };
const ATTEMPT = {
  hole: 1,
  number: 1,
  strategy: 'portfolio',
  candidate: { kind: 'tactic', text: 'simp' },
  lemmas: [],
  imports: [],
};
const EVENTS: [string, object][] = [
  ['hole_started', HOLE],
  ['retrieval', { hole: 1, query: 'n = n', names: ['Nat.add_comm'] }],
  ['attempt', { ...ATTEMPT, verdict: { kind: 'rejected', by: 'gate', reason: 'no', sandbox: null } }],
  [
    'attempt',
    { ...ATTEMPT, verdict: { kind: 'accepted', level: 'audit', axioms: [], conditional: [], sandbox: 'limits' } },
  ],
  ['remark', { hole: 1, kind: 'note', text: 'something was seen' }],
  [
    'hole_ended',
    { hole: 1, state: 'filled', strategy: 'portfolio', candidate: ATTEMPT.candidate, note: null, attempts: 2 },
  ],
  ['hole_started', { ...HOLE, hole: 2 }],
  ['prompt', { hole: 2 }],
  ['end', JOB],
];
const STREAM = EVENTS.map(
  ([event, data], before) => `id: ${before + 1}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
).join('');

async function withRun(page: Page): Promise<void> {
  await page.route('**/prove', (route) =>
    route.fulfill({
      json: {
        schema: 'lemmahead/jobs@1',
        jobs: [JOB, { ...JOB, state: 'failed', result: null, error: { message: 'It failed.' } }],
      },
    }),
  );
  await page.route('**/prove/j/events', (route) => route.fulfill({ contentType: 'text/event-stream', body: STREAM }));
  await page.route('**/stats', (route) =>
    route.fulfill({
      status: 503,
      json: { schema: 'lemmahead/error@1', message: 'No index.', reason: 'None.', next: 'lemmahead index build' },
    }),
  );
}

/** States of the page: name, address, and how to wait for it. */
const STATES: [string, string, (page: Page) => Promise<void>][] = [
  ['the start page', '', (page) => soon(() => page.locator('#indexed li').count()).toBe(1)],
  [
    'results, with filters open',
    '?q=Nat.plus_comm&k=4',
    async (page) => {
      await page.locator('.filters summary').click();
      await soon(() => page.locator('.result').count()).toBeGreaterThan(0);
    },
  ],
  [
    'results of a search in words',
    '?q=the+sum+of+two+even+numbers',
    (page) => soon(() => page.locator('.result').count()).toBe(10),
  ],
  ['similar names', '?q=Nat.add_comm_of_zebra', (page) => soon(() => page.locator('.nearest').count()).toBe(1)],
  ['an error', '?q=(_+&as=pattern', (page) => soon(() => page.locator('#results [role=alert]').count()).toBe(1)],
  ['a declaration in detail', '?name=Group', (page) => soon(() => page.locator('#detail pre').count()).toBe(1)],
  [
    'a finished run',
    '?view=prove&job=j',
    async (page) => {
      await soon(() => page.locator('.diff').count()).toBe(1);
      await page.locator('.more summary').click();
      for (const summary of await page.locator('.hole summary').all())
        if (await summary.isVisible()) await summary.click();
    },
  ],
];

const tokenField = (page: Page) => page.getByRole('textbox', { name: 'Token', exact: true });

async function at(context: TestContext, address: string, options: { scheme?: 'light' | 'dark'; width?: number }) {
  const { scheme = 'light', width = 1100 } = options;
  const { page } = await openPage(context, `${server.url}/${address}`, {
    colorScheme: scheme,
    reducedMotion: 'reduce',
    viewport: { width, height: 800 },
    ...(address.includes('job=') ? { prepare: withRun } : {}),
  });
  return page;
}

describe.each(STATES)('%s', (_what, address, wait) => {
  for (const scheme of ['light', 'dark'] as const)
    it(`has sufficient contrast, ${scheme}`, async (context) => {
      const page = await at(context, address, { scheme });
      await wait(page);
      expect(await lowContrasts(page)).toEqual([]);
    });

  it('has a name for every control, and landmarks', async (context) => {
    const page = await at(context, address, {});
    await wait(page);
    expect(await namelessControls(page)).toEqual([]);
    expect(await page.locator('main, header, footer, nav').count()).toBe(4);
    expect(await page.locator('h1:visible, h1.visually-hidden').count()).toBeGreaterThanOrEqual(1);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  });

  it('fits into 360 pixels, with sufficiently large targets', async (context) => {
    const page = await at(context, address, { width: 360 });
    await wait(page);
    expect(await tooWide(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
  });
});

describe('animations of the page', () => {
  it('are disabled if the user prefers reduced motion', async (context) => {
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      const { page } = await openPage(context, `${server.url}/?name=Group`, { reducedMotion });
      await soon(() => page.locator('#detail').isVisible()).toBe(true);
      const animation = await page.locator('#detail').evaluate((dialog) => getComputedStyle(dialog).animationName);
      expect(animation, reducedMotion).toBe(reducedMotion === 'reduce' ? 'none' : 'appear');
    }
  });
});

describe('the page of a server that requires a token', () => {
  it('sends the token that the user enters, which is stored in this tab only', async (context) => {
    const { page } = await openPage(context, `${guarded.url}/?q=Nat.add_comm`);
    const sent: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/search')) sent.push(request.headers()['authorization']);
    });
    await soon(() => tokenField(page).isVisible()).toBe(true);
    expect(await page.locator('dialog[open]').count()).toBe(1);
    expect(await namelessControls(page)).toEqual([]);
    expect(await lowContrasts(page)).toEqual([]);
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await soon(() => page.locator('dialog [role=alert]').innerText()).toBe('This is not the token of the server.');
    await tokenField(page).fill('correct-horse-battery-staple');
    await page.getByRole('button', { name: 'Use token' }).click();
    await soon(() => texts(page, '.result h2 .name')).toContain('Nat.add_comm');
    await soon(() => page.locator('#indexed').innerText()).toContain('Abacus');
    expect(sent.at(-1)).toBe('Bearer correct-horse-battery-staple');
    expect(await page.locator('dialog[open]').count()).toBe(0);
    await page.reload();
    await soon(() => texts(page, '.result h2 .name')).toContain('Nat.add_comm');
    expect(await page.evaluate(() => [sessionStorage.length, localStorage.length, document.cookie])).toEqual([
      1,
      0,
      '',
    ]);
    expect(searchOf(page)).toBe('?q=Nat.add_comm');
  });

  it('shows an error message if the user enters no token', async (context) => {
    const { page } = await openPage(context, `${guarded.url}/?q=Nat.add_comm`);
    await soon(() => tokenField(page).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await soon(() => page.locator('#results [role=alert]').innerText()).toContain(
      'error: This server requires its token.',
    );
    await soon(() => page.locator('dialog[open]').count()).toBe(0);
  });
});
