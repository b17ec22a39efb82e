import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diagnosticOf } from '../../src/lean/message/diagnostics.ts';
import { Cache } from '../../src/prove/attempt/cache.ts';
import { attemptKeys, knownRejections } from '../../src/prove/attempt/known-rejections.ts';
import type { Rejection, Tryable } from '../../src/prove/attempt/trial.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';

let folder: string;
let path: string;
let notices: string[];
const opened: Cache[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-cache-'));
  path = join(folder, 'deep', 'prove.sqlite');
  notices = [];
});
afterEach(() => {
  for (const cache of opened.splice(0)) cache.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(): Cache {
  const cache = new Cache(path, (notice) => notices.push(notice));
  opened.push(cache);
  return cache;
}

describe('proof cache', () => {
  it('stores entries, visible to other processes after a flush', () => {
    const [one, other] = [open(), open()];
    one.store('once@1', 'k', ['a', 1]);
    one.flush();
    other.store('once@1', 'l', 'b');
    other.flush();
    expect([other.find('once@1', 'k'), one.find('once@1', 'l')]).toEqual([['a', 1], 'b']);
    expect([one.find('once@1', 'none'), one.find('retrieval@2', 'k')]).toEqual([null, null]);
    expect(notices).toEqual([]);
  });

  it('is recreated with a notice if its file is damaged', () => {
    open().close();
    writeFileSync(path, 'this is no database'.repeat(100));
    const cache = open();
    cache.store('once@1', 'k', 1);
    cache.flush();
    expect(cache.find('once@1', 'k')).toBe(1);
    expect(notices).toEqual([`The cache ${path} was damaged and has been recreated.`]);
    expect(readFileSync(path, 'latin1').startsWith('SQLite format 3')).toBe(true);
  });

  it('stores nothing but does not fail, with a notice, if it cannot be opened', () => {
    writeFileSync(join(folder, 'deep'), 'a file where a folder should be');
    const cache = open();
    cache.store('once@1', 'k', 1);
    cache.flush();
    expect(cache.find('once@1', 'k')).toBeNull();
    expect(notices).toHaveLength(1);
  });
});

describe('knownRejections', () => {
  const text = 'theorem t : A := sorry';
  const [hole] = findHoles(text);
  if (hole === undefined) throw new Error('no hole');
  const tryable = (of: string, more: Partial<Tryable> = {}): Tryable => ({
    candidate: { kind: 'tactic', text: of },
    ...more,
  });
  const rejection = (words: string): Rejection => {
    const diagnostics = [diagnosticOf({ severity: 'error', line: 1, column: 0, text: words })];
    return { kind: 'rejected', by: 'lean', diagnostics, sandbox: 'none' };
  };

  it('finds a rejection only with the same surroundings', () => {
    const cache = open();
    const here = knownRejections({ record: null, cache, surroundings: () => 'here' });
    const elsewhere = knownRejections({ record: null, cache, surroundings: () => 'elsewhere' });
    here.at(text, hole).store(tryable('simp'), rejection('no'));
    cache.flush();
    expect(here.at(text, hole).find(tryable('simp'))).toMatchObject({ from: 'cache', verdict: rejection('no') });
    expect(elsewhere.at(text, hole).find(tryable('simp'))).toBeNull();
    expect(here.at(`${text} `, hole).find(tryable('simp'))).toBeNull();
    expect(here.at(text, hole).find(tryable('simp '))).toBeNull();
    expect(here.at(text, hole).find(tryable('simp', { isProbe: true }))).toBeNull();
  });

  it('uses stable keys, because runs on disk depend on them', () => {
    const words = fc.string({ unit: fc.constantFrom('a', '∀', '\n', '"', '\\', '𝔸', '\ud835') });
    fc.assert(
      fc.property(words, words, fc.boolean(), (file, of, isProbe) => {
        for (const kind of ['term', 'tactic'] as const) {
          const key = createHash('sha256')
            .update(JSON.stringify([file, hole.start, kind, of, isProbe]))
            .digest('hex');
          const look = isProbe ? { isProbe } : {};
          expect(attemptKeys(file, hole)({ candidate: { kind, text: of }, ...look })).toBe(key);
        }
      }),
    );
  });

  it('ignores timeouts and any other content of the cache file', () => {
    const cache = open();
    const known = knownRejections({ record: null, cache, surroundings: () => '' }).at(text, hole);
    known.store(
      tryable('slow'),
      rejection('(deterministic) timeout at `whnf`, maximum number of heartbeats (200000) has been reached'),
    );
    cache.flush();
    expect(known.find(tryable('slow'))).toBeNull();
    // An acceptance in the cache is always ignored.
    const keys: string[] = [];
    const spying = { find: (_what: string, key: string) => (keys.push(key), { kind: 'accepted' }) } as unknown as Cache;
    expect(
      knownRejections({ record: null, cache: spying, surroundings: () => '' })
        .at(text, hole)
        .find(tryable('x')),
    ).toBeNull();
    expect(keys).toHaveLength(1);
  });
});
