/** The page in a real browser, Debian's Chromium, which also records unwanted behaviour. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, type TestContext } from 'vitest';
import { afterEveryFile, afterEveryTest } from '../../after-tests.ts';

const CHROMIUM = '/usr/bin/chromium';
/** Without these flags, Chromium would contact other servers. */
const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  // WebGL without a graphics card.
  '--enable-unsafe-swiftshader',
];
const MAX_WAIT_MS = 20_000;

export interface Watched {
  page: Page;
  /** Unwanted behaviour: errors, policy violations, requests to other hosts. */
  faults: string[];
}

let browser: Promise<Browser> | null = null;
const open = new Set<Watched>();

afterEveryTest(closePages);
afterEveryFile(async () => {
  await (await browser)?.close();
  browser = null;
});

/** Closes all pages and fails if a fault was recorded. A test calls it before it stops its server, which waits for open requests. */
export async function closePages(): Promise<void> {
  const faults = [...open].flatMap((watched) => watched.faults);
  await Promise.all([...open].map(({ page }) => page.context().close()));
  open.clear();
  expect(faults).toEqual([]);
}

export interface Opening extends BrowserContextOptions {
  /** Called before the page is loaded, for example to mock responses. */
  prepare?: (page: Page) => Promise<void>;
}

/** Skips the test if Chromium is missing. After the test, recorded faults of the page fail it. */
export async function openPage(context: TestContext, url: string, opening: Opening = {}): Promise<Watched> {
  if (!existsSync(CHROMIUM)) return context.skip(`needs a browser: ${CHROMIUM}`);
  browser ??= chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const { prepare, ...options } = opening;
  const window = await (await browser).newContext({ viewport: { width: 1100, height: 900 }, ...options });
  const page = await window.newPage();
  page.setDefaultTimeout(MAX_WAIT_MS);
  const watched = watch(page, new URL(url).origin);
  open.add(watched);
  await prepare?.(page);
  await page.goto(url);
  return watched;
}

function watch(page: Page, origin: string): Watched {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`thrown: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    // Chromium reports every response with a status from 400 on, and failed requests. The tests check these themselves.
    const isResponse = message.text().startsWith('Failed to load resource: ');
    // The driver tells how fast reading back a pixel is, by which the node under the pointer is found.
    const isDriver = message.text().startsWith('[.WebGL-');
    if (!isResponse && !isDriver && ['error', 'warning', 'assert'].includes(message.type()))
      faults.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) faults.push(`request to ${request.url()}`);
  });
  return { page, faults };
}

/** Polls until the expectation holds. */
export function soon<T>(read: () => T) {
  return expect.poll(read, { timeout: MAX_WAIT_MS, interval: 50 });
}

/** The query string of the page's address. */
export function searchOf(page: Page): string {
  return new URL(page.url()).search;
}

/** The focused element: its text, otherwise its name or id. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: at } = document;
    if (at === null || at === document.body) return 'nothing';
    return at.textContent.trim() || at.getAttribute('name') || at.id;
  });
}

export function texts(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).allInnerTexts();
}
