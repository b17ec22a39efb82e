/** The page of a picture in a real browser: from disk without a network, and served. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it, type TestContext } from 'vitest';
import { communityPicture } from '../../../src/graph/community-picture.ts';
import type { PictureGraph } from '../../../src/graph/picture-graph.ts';
import { layoutPicture } from '../../../src/graph/picture-layout.ts';
import { graphPage } from '../../../src/report/graph-page.ts';
import { graphView } from '../../../src/report/graph-view.ts';
import { lemmahead } from '../../cli/spawn.ts';
import { hostilePicture, pictureNode, pictureOf } from '../../graph/sample-picture.ts';
import { startServe } from '../serve-process.ts';
import { closePages, openPage, soon, texts } from './browser.ts';

const MINUTES = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'lemmahead-graph-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const viewOf = async (graph: PictureGraph) => graphView(graph, await layoutPicture(graph), { leftOut: 0, notices: [] });

/** The page of a graph, opened from disk while the browser is offline. */
async function open(context: TestContext, graph: PictureGraph, hasMath = false): Promise<Page> {
  const path = join(folder, `graph-${hasMath}.html`);
  writeFileSync(path, graphPage(await viewOf(graph), { hasMath }));
  const { page } = await openPage(context, `file://${path}`, { offline: true });
  await page.waitForSelector('html[data-ready]');
  return page;
}

const SHIPS: PictureGraph = {
  ...pictureOf(['keel', 'hull', 'mast', 'ship', 'crew'], ['hull>keel', 'mast>keel', 'ship>hull', 'ship>mast']),
  title: 'Ships',
};
SHIPS.nodes[0] = pictureNode('keel', {
  title: 'The $k$-keel',
  type: 'definition',
  state: 'proved',
  details: 'Is $x^2$.',
});

const counts = (page: Page): Promise<string | null> => page.textContent('#graph-counts');

describe('a picture from disk, offline', () => {
  it(
    'is drawn, searched, filtered, and shows details, neighbourhoods and paths',
    { timeout: MINUTES },
    async (context) => {
      const page = await open(context, SHIPS);
      expect(await page.title()).toBe('Ships');
      expect(await counts(page)).toBe('5 nodes, 4 edges');
      await page.locator('#drawing canvas').first().waitFor();

      await page.keyboard.press('/');
      await page.keyboard.type('keel');
      expect(await texts(page, '#found .name')).toEqual(['The k-keel']);
      await page.keyboard.press('Enter');
      expect(await page.textContent('#details h2')).toBe('The $k$-keel');
      expect(await texts(page, '#details .usedBy button')).toEqual(['hull', 'mast']);
      expect(await page.locator('#details .uses').count()).toBe(0);

      await page.click('#details button:has-text("Only this")');
      await soon(() => counts(page)).toBe('3 of 5 nodes, 4 edges');
      await page.click('#details .hops button:has-text("2")');
      await soon(() => counts(page)).toBe('4 of 5 nodes, 4 edges');

      await page.click('#details button:has-text("Path to")');
      await page.fill('#search', 'ship');
      await page.press('#search', 'Enter');
      await soon(() => texts(page, '#details .path li')).toHaveLength(3);
      expect(await page.textContent('#details .path h3')).toContain('each is used by the next');
      await page.focus('#drawing');
      await page.keyboard.press('Escape');
      expect(await page.isHidden('#details')).toBe(true);

      await page.uncheck('#legend .facet:has(h2:text-is("Type")) input >> nth=0');
      await soon(() => counts(page)).toBe('1 of 5 nodes, 4 edges');
      await page.keyboard.press('?');
      expect(await page.isVisible('#help')).toBe(true);
    },
  );

  it('selects the node that is clicked, in both themes', { timeout: MINUTES }, async (context) => {
    const page = await open(context, pictureOf(['only'], []));
    const box = (await page.locator('#drawing').boundingBox())!;
    await page.selectOption('#theme', 'dark');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await soon(() => page.isVisible('#details')).toBe(true);
    expect(await page.textContent('#details h2')).toBe('only');
  });

  it('makes MathML of formulas with --math', { timeout: MINUTES }, async (context) => {
    const page = await open(context, SHIPS, true);
    await page.fill('#search', 'keel');
    await page.press('#search', 'Enter');
    expect(await page.locator('#details h2 math').count()).toBe(1);
    expect(await page.locator('#details .text math msup').count()).toBe(1);
  });

  it.for([false, true])(
    'keeps 200 hostile nodes inert (formulas: %s)',
    { timeout: 3 * MINUTES },
    async (hasMath, context) => {
      const graph = hostilePicture();
      const page = await open(context, graph, hasMath);
      const title = await page.title();
      await page.click('#legend details.fields summary');
      for (let node = 0; node < 200; node += hasMath ? 5 : 9) {
        await page.fill('#search', graph.nodes[node]!.id.match(/\d+$/u)![0]);
        await page.press('#search', 'Enter');
        expect(await page.isVisible('#details')).toBe(true);
        const links = await page
          .locator('#details a')
          .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).protocol));
        expect(links.filter((protocol) => protocol !== 'https:')).toEqual([]);
      }
      expect(await page.title()).toBe(title);
      expect(await page.locator('iframe, img, script[src], svg:not(.shape), [onload], [onerror]').count()).toBe(0);
      expect(await page.locator('script').count()).toBe(2);
    },
  );
});

describe('a picture by communities', () => {
  it('opens the graph of a community, and returns', { timeout: MINUTES }, async (context) => {
    const triangles = ['hull>keel', 'mast>keel', 'mast>hull', 'tide>moon', 'ebb>moon', 'ebb>tide', 'hull>tide'];
    const { overview, parts } = await communityPicture(
      pictureOf(['keel', 'hull', 'mast', 'moon', 'tide', 'ebb', 'fog'], triangles),
    );
    const views = await Promise.all([overview, ...parts].map(viewOf));
    const path = join(folder, 'communities.html');
    writeFileSync(path, graphPage(views[0]!, { hasMath: false, parts: views.slice(1) }));
    const { page } = await openPage(context, `file://${path}`, { offline: true });
    await soon(() => counts(page)).toBe('3 nodes, 1 edge');
    await page.fill('#search', 'hull');
    await page.press('#search', 'Enter');
    expect(await page.textContent('#details h2')).toBe('hull (3)');
    expect(await page.textContent('#details .text')).toBe('hull\nkeel\nmast');
    expect(await page.textContent('#details .uses')).toContain('1 edge');
    await page.click('#details button:has-text("Show its nodes")');
    await soon(() => counts(page)).toBe('3 nodes, 3 edges');
    await page.fill('#search', 'keel');
    await page.press('#search', 'Enter');
    expect(await texts(page, '#details .usedBy button')).toEqual(['hull', 'mast']);
    expect(await page.locator('#details button:has-text("Show its nodes")').count()).toBe(0);
    expect(await page.locator('#drawing canvas').count()).toBeGreaterThan(0);
    await page.click('#message button:has-text("All communities")');
    await soon(() => counts(page)).toBe('3 nodes, 1 edge');
    expect(await page.isHidden('#details')).toBe(true);
    expect(await page.locator('#message button').count()).toBe(0);
  });
});

describe('the graph page of a server', () => {
  it('shows the declaration of its address, and what is wrong', { timeout: 3 * MINUTES }, async (context) => {
    const env = { LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_INDEX: join(folder, 'index.sqlite') };
    mkdirSync(join(folder, 'sources'));
    writeFileSync(join(folder, 'sources', 'Ships.lean'), 'def keel : Nat := 1\ntheorem hull : keel = keel := rfl\n');
    expect(lemmahead(['index', 'build', '--root', `Ships=${join(folder, 'sources')}`], { env }).status).toBe(0);
    const server = await startServe([], { cwd: folder, env });
    const { page } = await openPage(context, `${server.url}/graph?name=hull`);
    await page.waitForSelector('html[data-ready]');
    expect(await counts(page)).toMatch(/^\d nodes, \d edges?$/u);
    await page.fill('#source [name=name]', 'hulk');
    await page.click('#source [type=submit]');
    await soon(() => page.textContent('#message')).toContain('No declaration is named hulk');
    await page.fill('#source [name=name]', '');
    await page.fill('#source [name=blueprint]', '../../etc/passwd');
    await page.click('#source [type=submit]');
    await soon(() => page.textContent('#message')).toContain('is not in t');
    await closePages();
  });
});
