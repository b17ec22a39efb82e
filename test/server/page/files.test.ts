import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PAGE_FILES, readPage } from '../../../src/server/http/page-files.ts';
import { ROOT } from '../../architecture/source-files.ts';

const page = readPage();
const texts = new Map(PAGE_FILES.map((name) => [name, readFileSync(join(ROOT, 'page', name), 'utf8')]));
const abbreviations = readFileSync(
  join(ROOT, 'node_modules/@leanprover/unicode-input/dist/abbreviations.json'),
  'utf8',
);
/** The scripts of the graph page, which are bundled. */
const graphTexts = readdirSync(join(ROOT, 'page', 'graph')).map(
  (name) => [name, readFileSync(join(ROOT, 'page', 'graph', name), 'utf8')] as const,
);

describe('the files of the page', () => {
  it('are those of the folder, and no others are served', () => {
    expect([...PAGE_FILES].sort()).toEqual(
      readdirSync(join(ROOT, 'page'))
        .filter((name) => name !== 'graph')
        .sort(),
    );
    for (const path of [
      '/index.html',
      '/page',
      '/page/',
      '/page/index.html',
      '/page/../package.json',
      '/page/%2e%2e/package.json',
      '/page/main.js/',
      '/page/main.js.map',
      '/PAGE/main.js',
      '/favicon.ico',
      '//',
      '',
    ])
      expect(page(path), path).toBeNull();
  });

  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/page/main.js', 'text/javascript; charset=utf-8'],
    ['/page/base.css', 'text/css; charset=utf-8'],
    ['/page/icon.svg', 'image/svg+xml'],
    ['/page/abbreviations.json', 'application/json'],
  ])('%s has its content type and the security headers', async (path, type) => {
    const response = page(path)!;
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toMatch(/^default-src 'none'; /u);
    expect(policy).toContain("script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:|blob:/u);
    const text = path.endsWith('.json')
      ? abbreviations
      : texts.get(path === '/' ? 'index.html' : path.slice('/page/'.length));
    expect(await response.text()).toBe(text);
  });

  it('are revalidated by their ETag', async () => {
    const tag = page('/page/main.js')!.headers.get('etag')!;
    expect(tag).toMatch(/^"[\w-]{20,}"$/u);
    expect(page('/')!.headers.get('etag')).not.toBe(tag);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const response = page('/page/main.js', known)!;
      expect([response.status, response.headers.get('etag'), await response.text()], known).toEqual([304, tag, '']);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    expect(page('/page/main.js', '"other"')!.status).toBe(200);
    expect(page('/page/main.js', '')!.status).toBe(200);
  });

  it.each(['index.html', 'graph.html'])(
    'contact no other host, and %s has no inline script, style or handler',
    (name) => {
      const html = texts.get(name)!;
      expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=|javascript:/iu);
      for (const [, address = ''] of html.matchAll(/(?:src|href)="([^"]*)"/gu)) {
        expect(address).toMatch(
          /^(?:page\/[\w-]+\.(?:js|css|svg)|\.\/|\?view=(?:concepts|prove|queue)|#content|#search|graph|openapi\.json)$/u,
        );
      }
      for (const [file, text] of [...texts, ...graphTexts]) {
        if (file.endsWith('.css')) expect(text, file).not.toMatch(/url\(|@import/u);
        if (file.endsWith('.js'))
          expect(text, file).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/u);
      }
    },
  );

  it('are all linked or imported, and all linked or imported files exist', () => {
    const used = new Set(['index.html', 'graph.html']);
    for (const name of used) {
      const text = texts.get(name)!;
      expect(text, name).toBeDefined();
      const linked = [...text.matchAll(/(?:src|href)="page\/([^"]+)"/gu)]
        .map((match) => match[1]!)
        .filter((other) => other !== 'graph-math.js');
      const imported = [...text.matchAll(/^import\s[^;]*?'\.\/([^']+)';/gmu)].map((match) => match[1]!);
      for (const other of [...linked, ...imported]) used.add(other);
    }
    expect([...used].sort()).toEqual([...PAGE_FILES].sort());
  });

  it('begin with a comment, and have at most 250 lines', () => {
    const scripts = [...texts, ...graphTexts].filter(([name]) => name.endsWith('.js'));
    expect(scripts.filter(([, text]) => !text.startsWith('/** ')).map(([name]) => name)).toEqual([]);
    expect(scripts.filter(([, text]) => text.split('\n').length > 251).map(([name]) => name)).toEqual([]);
  });
});
