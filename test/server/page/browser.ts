/** The page in a real browser: Debian's Chromium, watched for whatever it should not do. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, expect, type TestContext } from 'vitest';

const CHROMIUM = '/usr/bin/chromium';
/** It asks nobody but the page's own server. */
const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];
const LONGEST_WAIT_MS = 20_000;

export interface Watched {
  page: Page;
  /** What it should not have done: errors, breaches of the policy, requests to other hosts. */
  faults: string[];
}

let browser: Promise<Browser> | null = null;
const open = new Set<Watched>();

afterEach(closePages);
afterAll(async () => (await browser)?.close());

/** Before the test's own end too: a server does not end while it is asked. What the pages should not have done fails. */
export async function closePages(): Promise<void> {
  const faults = [...open].flatMap((watched) => watched.faults);
  await Promise.all([...open].map(({ page }) => page.context().close()));
  open.clear();
  expect(faults).toEqual([]);
}

export interface Opening extends BrowserContextOptions {
  /** Before the address is gone to: answers that the server does not give. */
  prepare?: (page: Page) => Promise<void>;
}

/** Skips the test, aloud, where there is no Chromium. After the test, whatever the page should not have done fails it. */
export async function openPage(context: TestContext, url: string, opening: Opening = {}): Promise<Watched> {
  if (!existsSync(CHROMIUM)) return context.skip(`needs a browser: ${CHROMIUM}`);
  browser ??= chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const { prepare, ...options } = opening;
  const window = await (await browser).newContext({ viewport: { width: 1100, height: 900 }, ...options });
  const page = await window.newPage();
  page.setDefaultTimeout(LONGEST_WAIT_MS);
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
    // Chromium says so of every answer from 400 on, and of none; whether that was right is the test's to say.
    const isAnswer = message.text().startsWith('Failed to load resource: ');
    if (!isAnswer && ['error', 'warning', 'assert'].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) faults.push(`asked for ${request.url()}`);
  });
  return { page, faults };
}

/** Looks again until it is so. */
export function soon<T>(look: () => T) {
  return expect.poll(look, { timeout: LONGEST_WAIT_MS, interval: 50 });
}

/** The address of the page behind its path. */
export function searchOf(page: Page): string {
  return new URL(page.url()).search;
}

/** What has the focus: its text, or else its name. */
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
