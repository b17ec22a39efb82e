/** The page: its files, read once and given as they are. Nothing else of the disk can be asked for. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const FOLDER = new URL('../../../page/', import.meta.url);

/** All that the page consists of; a test holds the list to the folder. */
export const PAGE_FILES: readonly string[] = [
  'index.html',
  'icon.svg',
  'base.css',
  'controls.css',
  'lean.css',
  'prove.css',
  'search.css',
  'address.js',
  'answer-parts.js',
  'check-report.js',
  'copy-button.js',
  'detail.js',
  'diff-view.js',
  'elements.js',
  'entries.js',
  'error-notice.js',
  'event-stream.js',
  'filter-form.js',
  'footer.js',
  'hole-card.js',
  'jobs-list.js',
  'lean-code.js',
  'lean-tokens.js',
  'main.js',
  'prose.js',
  'prove-form.js',
  'prove-view.js',
  'request.js',
  'result-keys.js',
  'results.js',
  'run-panel.js',
  'run-result.js',
  'run-state.js',
  'run-view.js',
  'search-view.js',
  'token-form.js',
];

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Only this server is asked for anything, no script stands in the page, and no text can become markup. */
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
  // Asked for anew each time, and told by the tag that it is the same: a new lemmahead is seen at once.
  'cache-control': 'no-cache',
};

interface PageFile {
  body: Buffer<ArrayBuffer>;
  headers: Record<string, string>;
}

/**
 * Reads the files. What it gives back answers a path, `/` or `/page/…`, and null where that is none of the page's;
 * `ifNoneMatch` is the header of that name.
 */
export function readPage(): (path: string, ifNoneMatch?: string) => Response | null {
  const files = new Map(PAGE_FILES.map((name) => [name === 'index.html' ? '/' : `/page/${name}`, readFile(name)]));
  return (path, ifNoneMatch = '') => {
    const file = files.get(path);
    if (file === undefined) return null;
    const { body, headers } = file;
    const isKnown = ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//u, '') === headers['etag']);
    return isKnown ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
  };
}

function readFile(name: string): PageFile {
  const body = readFileSync(new URL(name, FOLDER));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)]!;
  return { body, headers: { ...HEADERS, 'content-type': type, etag } };
}
