/** The word index of another version is rebuilt before a search, if the library is writable. */
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { refreshWordIndex } from '../../src/session/refresh-word-index.ts';
import { openLibrary } from '../../src/library/library.ts';
import { temporaryFolder } from '../index/temporary.ts';
import { documentOf, piece } from '../library/made-document.ts';

let path: string;
beforeEach(() => {
  path = join(temporaryFolder(), 'library.sqlite');
  const library = openLibrary(path, { writable: true });
  const shelf = { source: 's', name: 'book', path: '/book.tex', readBy: 'test' };
  library.addDocument(documentOf([piece('one'), piece('two')]), shelf);
  library.close();
});

test('the words of new entries are indexed once', async () => {
  expect(await refreshWordIndex(path)).toEqual({ unread: 2, failure: null });
  expect(await refreshWordIndex(path)).toEqual({ unread: 0, failure: null });
});

test('while another process writes, the failure tells why words are still missing', async () => {
  const writer = openLibrary(path, { writable: true });
  const { unread, failure } = await refreshWordIndex(path);
  expect([unread, failure?.detail.exit]).toEqual([2, 'missing']);
  writer.close();
  expect(await refreshWordIndex(path)).toEqual({ unread: 2, failure: null });
});

test('a missing library is a failure, and is not created', async () => {
  const missing = join(temporaryFolder(), 'library.sqlite');
  for (let once = 0; once < 2; once++)
    await expect(refreshWordIndex(missing)).rejects.toMatchObject({ detail: { code: 'library-missing' } });
});
