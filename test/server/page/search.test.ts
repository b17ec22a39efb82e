import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { lemmahead } from '../../cli/spawn.ts';
import { focused, openPage, searchOf, soon, texts } from './browser.ts';
import { LIBRARY, type ServeProcess, startServe } from '../serve-process.ts';

const MARKUP = '<img src=x onerror="document.title=1">';
/** A library whose texts contain markup. */
const HOSTILE = `
/-- ${MARKUP} [link](javascript:alert(1)) \`${MARKUP}\` </div><script>alert(2)</script>

\`\`\`
${MARKUP}
\`\`\`
-/
@[deprecated "${MARKUP.replaceAll('"', "'")}" (since := "2024-01-01")]
theorem hostile_markup : "${MARKUP.replaceAll('"', "'")}" = "</script>" := rfl

/-- A name of its own. -/
theorem «<img src=x onerror=alert(3)>» : True := trivial
`;
const BOOK = `\\section{Sums}
\\begin{theorem}[${MARKUP}]
The sum of two even numbers is even.
\\end{theorem}
\\begin{proof}
${MARKUP}
\\end{proof}
`;

const folder = mkdtempSync(join(tmpdir(), 'lemmahead-page-search-'));
const env = { LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_INDEX: join(folder, 'index.sqlite') };
let server: ServeProcess;

beforeAll(async () => {
  mkdirSync(join(folder, 'hostile', 'Hostile'), { recursive: true });
  writeFileSync(join(folder, 'hostile', 'Hostile', 'Basic.lean'), HOSTILE);
  writeFileSync(join(folder, 'book.tex'), BOOK);
  const roots = ['--root', `Abacus=${LIBRARY}`, '--root', `Hostile=${join(folder, 'hostile')}`];
  const built = lemmahead(['index', 'build', ...roots, '--out', env.LEMMAHEAD_INDEX], { env });
  expect(built.status, built.stderr).toBe(0);
  const added = lemmahead(['library', 'add', join(folder, 'book.tex')], { env });
  expect(added.status, added.stderr).toBe(0);
  server = await startServe([], { cwd: folder, env });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function at(context: TestContext, address: string): Promise<Page> {
  const { page } = await openPage(context, `${server.url}/${address}`);
  return page;
}

const names = (page: Page): Promise<string[]> => texts(page, '.result h2 .name');
const first = (page: Page) => soon(async () => (await names(page))[0]);
const address = (page: Page) => soon(() => decodeURIComponent(searchOf(page).replaceAll('+', ' ')));

describe('searching on the page', () => {
  it('starts while the user types, with a delay, and ignores late responses', async (context) => {
    const { page } = await openPage(context, server.url, { prepare: (blank) => blank.clock.install() });
    await page.clock.pauseAt(Date.now() + 60_000);
    const queries: string[] = [];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/search', async (route) => {
      const { query } = route.request().postDataJSON() as { query: string };
      queries.push(query);
      // The first response arrives after the second.
      if (queries.length === 1) await released;
      await route.continue().catch(() => undefined);
    });
    expect(await focused(page)).toBe('q');
    await page.keyboard.type('Nat.add');
    await page.clock.runFor(140);
    expect(queries).toEqual([]);
    await page.clock.runFor(20);
    await soon(() => queries).toEqual(['Nat.add']);
    await page.keyboard.type('_comm');
    await page.clock.runFor(160);
    await first(page).toBe('Nat.add_comm');
    release();
    await setTimeout(300);
    expect((await names(page))[0]).toBe('Nat.add_comm');
    expect(queries).toEqual(['Nat.add', 'Nat.add_comm']);
    await address(page).toBe('?q=Nat.add_comm');
    expect(await page.locator('#search-status').innerText()).toMatch(
      /^(?:\d+ of )?\d+ declarations?, query type: name$/u,
    );
    expect(await page.title()).toBe('Nat.add_comm · lemmahead');
  });

  it('shows type, docstring, location, import and deprecation of each result', async (context) => {
    const page = await at(context, '?q=Nat.plus_comm&k=1');
    const result = page.locator('.result').first();
    await soon(() => result.innerText()).toContain('Nat.plus_comm');
    expect(await result.locator('.kind').innerText()).toBe('alias');
    expect(await result.locator('.marks').innerText()).toContain('deprecated');
    expect(await result.locator('.marks a').first().innerText()).toBe('Nat.add_comm');
    expect(await result.locator('.place').innerText()).toMatch(/Abacus\/Nat\/Basic\.lean:\d+/u);
    expect(await result.getByRole('button', { name: 'Copy import Abacus.Nat.Basic' }).count()).toBe(1);
    expect((await result.innerText()).match(/Abacus.Nat.Basic/gu)).toHaveLength(1);
    await page.goto(`${server.url}/?q=the+sum+of+two+even+numbers+is+even`);
    await first(page).toBe('Nat.Even.add');
    expect(await texts(page, '.result:first-child .type .lean-binder')).toEqual(['m', 'n', 'h', "h'"]);
    expect(await page.locator('.result:first-child .prose').innerText()).toBe('The sum of two even numbers is even.');
  });

  it('copies names and imports', async (context) => {
    const page = await at(context, '?q=Nat.add_comm');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole('button', { name: 'Copy Nat.add_comm', exact: true }).first().click();
    await soon(copied).toBe('Nat.add_comm');
    await page.getByRole('button', { name: 'Copy import Abacus.Nat.Basic' }).first().click();
    await soon(copied).toBe('import Abacus.Nat.Basic');
    await soon(() => page.locator('#announcement').innerText()).toContain('Copied import Abacus.Nat.Basic');
  });

  it('applies every filter, and the address contains them', async (context) => {
    const page = await at(context, '');
    await page.fill('#query', 'add');
    await page.locator('.filters summary').click();
    await page.getByRole('checkbox', { name: 'theorem' }).check();
    await page.getByLabel('Module').fill('Abacus.Nat');
    await page.getByLabel('Namespace').fill('Nat');
    await page.getByLabel('Package').fill('Abacus');
    await page.getByLabel('Attribute').fill('simp');
    await page.getByLabel('generated names').uncheck();
    await page.getByLabel('deprecated names').uncheck();
    await page.locator('[name=k]').fill('3');
    await page.locator('[name=as]').selectOption('name');
    await address(page).toBe(
      '?q=add&as=name&k=3&kind=theorem&module=Abacus.Nat&namespace=Nat&package=Abacus&attribute=simp&generated=no&deprecated=no',
    );
    await soon(() => names(page)).toEqual(expect.arrayContaining(['Nat.add_zero', 'Nat.zero_add']));
    expect(await page.locator('#filter-count').innerText()).toBe(' (7 set)');
    expect(new Set(await texts(page, '.result .kind'))).toEqual(new Set(['theorem']));
    await page.reload();
    await soon(() => names(page)).toEqual(expect.arrayContaining(['Nat.add_zero', 'Nat.zero_add']));
    await page.locator('.filters summary').click();
    expect(await page.getByLabel('Attribute').inputValue()).toBe('simp');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await address(page).toBe('?q=add&as=name&k=3');
  });

  it('highlights the words of the query, and its constants are links', async (context) => {
    const page = await at(context, '?q=the+sum+of+two+even+numbers+is+even&k=1');
    await first(page).toBe('Nat.Even.add');
    expect(await texts(page, '.result mark')).toEqual(expect.arrayContaining(['Even', 'sum', 'numbers', 'even']));
    const constant = page.locator('.result .type a.constant', { hasText: 'Even' }).first();
    expect([await constant.innerText(), await constant.getAttribute('href')]).toEqual(['Even', '?name=Nat.Even']);
    await constant.click();
    await soon(() => page.locator('#detail h2').innerText()).toContain('Nat.Even');
  });

  it('shows at least eight results on a screen of 900 pixels', async (context) => {
    const page = await at(context, '?q=the+sum+of+two+even+numbers+is+even');
    await first(page).toBe('Nat.Even.add');
    const visible = (all: Element[]): number =>
      all.filter((result) => result.getBoundingClientRect().bottom <= innerHeight).length;
    expect(await page.locator('.result').evaluateAll(visible)).toBeGreaterThanOrEqual(8);
  });

  it('shows a statement on one line if it fits there with its folded binders', async (context) => {
    const page = await at(context, '?q=MonoidHom.comp');
    await first(page).toBe('MonoidHom.comp');
    const type = page.locator('.result .type').first();
    expect(await type.locator('.folded').count()).toBe(1);
    expect(await type.evaluate((shown) => shown.getBoundingClientRect().height)).toBeLessThan(30);
  });

  it('replaces abbreviations while the user types, as in VS Code', async (context) => {
    const page = await at(context, '');
    const loaded = page.waitForResponse('**/page/abbreviations.json');
    await page.keyboard.type('\\');
    await loaded;
    await page.keyboard.type('forall x, \\le \\alpha7 \\frac{1}{2}\\<>');
    await soon(() => page.inputValue('#query')).toBe('∀ x, ≤ α7 \\frac{1}{2}⟨⟩');
    await page.keyboard.type('y');
    expect(await page.inputValue('#query')).toBe('∀ x, ≤ α7 \\frac{1}{2}⟨y⟩');
    await page.fill('#query', '');
    await page.keyboard.type('a \\to');
    await page.keyboard.press('Enter');
    await address(page).toBe('?q=a →');
  });

  it('remembers the theme', async (context) => {
    const { page } = await openPage(context, server.url, { colorScheme: 'light' });
    const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await paper();
    await page.getByLabel('Theme').selectOption('dark');
    const dark = await paper();
    expect(dark).not.toBe(light);
    await page.reload();
    expect([await page.getByLabel('Theme').inputValue(), await paper()]).toEqual(['dark', dark]);
    await page.getByLabel('Theme').selectOption('auto');
    expect([await paper(), await page.evaluate(() => localStorage.length)]).toEqual([light, 0]);
  });

  it('explains the syntax of queries with examples, and links to the API', async (context) => {
    const page = await at(context, '');
    await page.getByText('Syntax of queries').click();
    await page.getByRole('link', { name: 'comm add Nat' }).click();
    await first(page).toBe('Nat.add_comm');
    expect(await page.getByRole('link', { name: 'HTTP API' }).getAttribute('href')).toBe('openapi.json');
  });

  it('shows the modules as a tree, and searches in the chosen one', async (context) => {
    const page = await at(context, '');
    await page.getByText('Modules', { exact: true }).click();
    await soon(() => texts(page, '.tree > ul > li > details > summary a')).toEqual(['Abacus', 'Hostile']);
    await page.locator('.tree summary').filter({ hasText: 'Abacus' }).locator('.dim').click();
    await soon(() => texts(page, '.tree details ul a')).toEqual(expect.arrayContaining(['Algebra', 'Nat', 'Order']));
    await page.locator('.tree').getByRole('link', { name: 'Nat', exact: true }).click();
    await address(page).toBe('?module=Abacus.Nat');
    await page.fill('#query', 'add');
    await soon(() => names(page)).toContain('Nat.add_comm');
    expect(new Set(await texts(page, '.result .file'))).toEqual(
      new Set((await texts(page, '.result .file')).filter((place) => place.startsWith('Abacus/Nat/'))),
    );
  });

  it('shows that a search takes long', async (context) => {
    const page = await at(context, '');
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/search', (route) => released.then(() => route.continue()));
    await page.keyboard.type('Group');
    await soon(() => page.locator('#search-status').innerText()).toBe('Searching …');
    release();
    await first(page).toBe('Group');
  });

  it('supports back and forward, with one history entry per typed query', async (context) => {
    const page = await at(context, '');
    await page.keyboard.type('Group', { delay: 250 });
    await first(page).toBe('Group');
    await page.keyboard.press('Enter');
    await page.fill('#query', 'Monoid');
    await first(page).toBe('Monoid');
    await page.goBack();
    await first(page).toBe('Group');
    expect(await page.inputValue('#query')).toBe('Group');
    await page.goBack();
    await soon(() => page.locator('.introduction').count()).toBe(1);
    await page.goForward();
    await page.goForward();
    await first(page).toBe('Monoid');
  });

  it('links to similar names if nothing is found', async (context) => {
    const page = await at(context, '?q=Nat.add_comm_of_zebra');
    await soon(() => page.locator('.nearest').count()).toBe(1);
    expect(await page.locator('#search-status').innerText()).toBe('No declaration found');
    await page.locator('.nearest a').first().click();
    await soon(() => page.locator('#detail .place').count()).toBe(1);
  });

  it('shows notices, and errors with reason and next step', async (context) => {
    const page = await at(context, '?q=Eq+(_&as=pattern');
    await soon(() => page.locator('#results [role=alert]').innerText()).toMatch(/^error: /u);
    const pointed = page.locator('#results .pointed');
    expect(await pointed.innerText()).toBe('Eq (_\n   ^');
    expect(await pointed.evaluate((shown) => getComputedStyle(shown).fontFamily)).toContain('mono');
    await page.goto(`${server.url}/?q=Nat.add_cmm`);
    await soon(() => texts(page, '.notice')).toEqual([
      'note: No declaration in the index has the name Nat.add_cmm; the names below are similar.',
    ]);
    await page.route('**/search', (route) => route.abort());
    await page.fill('#query', 'anything');
    await soon(() => page.locator('#results [role=alert]').innerText()).toMatch(
      /^error: The server does not respond\.\s+why: .+\s+next: lemmahead serve$/su,
    );
  });

  it('shows more results on request', async (context) => {
    const page = await at(context, '?q=add&k=2');
    await soon(() => names(page)).toHaveLength(2);
    const asked = page.waitForRequest('**/search');
    await page.getByRole('button', { name: 'Show more' }).click();
    expect((await asked).postDataJSON()).toMatchObject({ query: 'add', offset: 2, k: 20 });
    await soon(() => names(page)).toHaveLength(22);
    await address(page).toBe('?q=add&k=22');
    const both = await names(page);
    await page.reload();
    await soon(() => names(page)).toEqual(both);
    await page.goto(`${server.url}/?q=_%20%2B%20_%20%3D%20_%20%2B%20_&k=500`);
    await soon(async () => (await names(page)).length).toBeGreaterThan(0);
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  it('covers the library, or declarations and library', async (context) => {
    const page = await at(context, '?q=sum+of+two+even+numbers');
    await first(page).toBe('Nat.Even.add');
    await page.locator('[name=where]').selectOption('library');
    await soon(() => texts(page, '.entry h2')).toEqual([expect.stringContaining('Theorem')]);
    expect(await page.getByLabel('Module').isVisible()).toBe(false);
    await page.getByText('Text and proof').click();
    expect(await page.locator('.entry .proof').innerText()).toContain(MARKUP);
    await page.locator('[name=where]').selectOption('everywhere');
    await soon(() => texts(page, '.place-title')).toEqual(['Declarations', 'Library']);
    await first(page).toBe('Nat.Even.add');
    expect(await page.locator('.entry').count()).toBe(1);
  });

  it('shows the index statistics in the footer', async (context) => {
    const page = await at(context, '');
    const footer = page.locator('#indexed');
    await soon(() => footer.innerText()).toContain('of 2 packages');
    expect(await footer.innerText()).toMatch(
      /\d+ declarations of 2 packages\s+Abacus \d+ at .+\s+Hostile 2 at .+\s+digest [\da-f]{10}/su,
    );
  });
});

describe('the keyboard on the page', () => {
  it('reaches the query, the results, a declaration, and back', async (context) => {
    const page = await at(context, '?q=Nat.add_comm');
    await first(page).toBe('Nat.add_comm');
    const all = await names(page);
    await page.keyboard.press('j');
    expect(await focused(page)).toBe(all[0]);
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe(all[1]);
    await page.keyboard.press('k');
    await page.keyboard.press('ArrowUp');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('query');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await soon(() => page.locator('#detail .place').count()).toBe(1);
    await address(page).toBe('?q=Nat.add_comm&name=Nat.add_comm');
    await page.keyboard.press('Escape');
    await soon(() => page.locator('#detail').isVisible()).toBe(false);
    expect(await focused(page)).toBe(all[0]);
    await address(page).toBe('?q=Nat.add_comm');
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('query');
    expect(await page.inputValue('#query')).toBe('Nat.add_comm');
    await page.keyboard.type('Group/j');
    expect(await page.inputValue('#query')).toBe('Group/j');
  });

  it('reaches every control by Tab, with a focus ring, the skip link first', async (context) => {
    const page = await at(context, '?q=Nat.add_comm&k=2');
    await first(page).toBe('Nat.add_comm');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to the content');
    const seen: string[] = [];
    for (let press = 0; press < 60; press++) {
      const { name, ring } = await page.evaluate(() => {
        const at_ = document.activeElement!;
        const style = getComputedStyle(at_);
        const name_ = at_.getAttribute('aria-label') ?? at_.getAttribute('name') ?? at_.textContent.trim();
        return { name: name_, ring: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 };
      });
      if (seen.includes(name) && name === 'Skip to the content') break;
      expect(ring, name).toBe(true);
      seen.push(name);
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement === document.body)) break;
    }
    expect(seen).toEqual(
      expect.arrayContaining([
        'lemmahead',
        'Prove',
        'q',
        'where',
        'as',
        'k',
        'Filters',
        'Nat.add_comm',
        'Copy Nat.add_comm',
      ]),
    );
    await page.locator('.skip').focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  });
});

describe('the detail view of a declaration', () => {
  it('shows source, fields, usages, and related links', async (context) => {
    const page = await at(context, '?q=Group&name=Group');
    const detail = page.locator('#detail');
    await soon(() => detail.locator('h3').allInnerTexts()).toEqual([
      'Parents',
      'Fields',
      'Inherited fields',
      'Constructors',
      'Used by',
      'Source',
    ]);
    expect(await detail.locator('pre').innerText()).toContain('class Group (G : Type u) extends Monoid G, Inv G where');
    await detail.getByRole('link', { name: 'Group.inv_mul_cancel', exact: true }).click();
    await soon(() => detail.locator('h2').innerText()).toContain('Group.inv_mul_cancel');
    await page.goBack();
    await soon(() => detail.locator('h2').innerText()).toContain('class Group');
    await detail.getByRole('link', { name: 'Statements that mention it' }).click();
    await address(page).toBe('?q=Group&as=pattern');
    await soon(() => detail.isVisible()).toBe(false);
    await soon(() => names(page)).not.toHaveLength(0);
  });

  it('shows the declarations that an attribute generated from it', async (context) => {
    const page = await at(context, '?name=mul_assoc');
    const detail = page.locator('#detail');
    await soon(() => detail.locator('h3').allInnerTexts()).toContain('Generates');
    await detail.getByRole('link', { name: 'add_assoc', exact: true }).first().click();
    await soon(() => detail.locator('.marks').innerText()).toContain('generated by @[to_additive] on mul_assoc');
    await detail.getByRole('button', { name: 'Close' }).click();
    await soon(() => searchOf(page)).toBe('');
  });

  it('shows similar names if it does not exist', async (context) => {
    const page = await at(context, '?name=add_com');
    await soon(() => texts(page, '#detail .names a')).not.toHaveLength(0);
    await page.goto(`${server.url}/?name=Nat.zebra_crossing`);
    await soon(() => page.locator('#detail').innerText()).toContain('Search for it');
    await page.goto(`${server.url}/?name=${encodeURIComponent('no/such?name#at all')}`);
    await soon(() => page.locator('#detail').innerText()).toContain('No declaration has this name.');
  });
});

describe('markup in a library on the page', () => {
  for (const name of ['hostile_markup', '«<img src=x onerror=alert(3)>»'])
    it(`is shown as text: ${name}`, async (context) => {
      const page = await at(context, `?q=${encodeURIComponent(name)}&name=${encodeURIComponent(name)}`);
      await soon(() => page.locator('#detail pre').count()).toBeGreaterThan(0);
      await soon(() => names(page)).not.toHaveLength(0);
      expect(await page.locator('img, iframe, object, embed, script:not([src="page/main.js"])').count()).toBe(0);
      expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
      expect(await page.locator('#detail').innerText()).toContain('<img src=x onerror=');
    });
});
