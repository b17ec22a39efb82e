/** Serves the files of the web page from memory. No other file can be requested. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { words } from '../../base/words.ts';

const FOLDER = new URL('../../../page/', import.meta.url);
/** Scripts of the graph page with their packages, made by `npm run build`. */
const BUNDLE = new URL('../../../dist/page/graph-math.js', import.meta.url);
/** The abbreviations of Lean's editor extension for VS Code. */
const ABBREVIATIONS = createRequire(import.meta.url).resolve('@leanprover/unicode-input/dist/abbreviations.json');

/** All files of the page; a test compares the list with the folder. */
export const PAGE_FILES: readonly string[] = words(`
  index.html graph.html graph.css icon.svg base.css controls.css lean.css prove.css search.css concepts.css queue.css abbreviations.js address.js check-report.js
  concept-parts.js concepts-view.js copy-button.js
  detail.js diff-view.js elements.js entries.js error-notice.js event-stream.js filter-form.js footer.js hole-card.js
  jobs-list.js lean-code.js lean-tokens.js main.js prose.js prove-form.js prove-view.js queue-view.js request.js response-parts.js highlight.js theme.js query-help.js module-tree.js
  result-keys.js results.js run-panel.js run-result.js run-state.js run-view.js search-view.js token-form.js`);

/** Paths of files whose path differs from their name. */
const PATHS: Record<string, string> = { 'index.html': '/', 'graph.html': '/graph' };

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The page may contact only this server, inline scripts are forbidden, and text cannot become markup. */
const POLICY = [
  "default-src 'none'",
  ...['script-src', 'style-src', 'img-src', 'connect-src'].map((what) => `${what} 'self'`),
  ...['base-uri', 'form-action', 'frame-ancestors'].map((what) => `${what} 'none'`),
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The browser revalidates each file by its ETag, so a new version of lemmahead takes effect immediately.
  'cache-control': 'no-cache',
};

interface PageFile {
  body: Buffer<ArrayBuffer>;
  headers: Record<string, string>;
}

/**
 * Reads the files. The returned function gives the response for a path, `/`, `/graph` or `/page/…`, and null for other paths.
 * `ifNoneMatch` is the header of that name.
 */
export function readPage(): (path: string, ifNoneMatch?: string) => Response | null {
  const files = new Map(PAGE_FILES.map((name) => [PATHS[name] ?? `/page/${name}`, readFile(new URL(name, FOLDER))]));
  if (existsSync(BUNDLE)) files.set('/page/graph-math.js', readFile(BUNDLE));
  files.set('/page/abbreviations.json', readFile(pathToFileURL(ABBREVIATIONS)));
  return (path, ifNoneMatch = '') => {
    const file = files.get(path);
    if (file === undefined) return null;
    const { body, headers } = file;
    const isCached = ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//u, '') === headers['etag']);
    return isCached ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
  };
}

function readFile(url: URL): PageFile {
  const body = readFileSync(url);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const type = TYPES[url.href.slice(url.href.lastIndexOf('.') + 1)]!;
  return { body, headers: { ...HEADERS, 'content-type': type, etag } };
}
