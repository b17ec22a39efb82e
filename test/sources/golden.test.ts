/** Reads the fixture documents and compares the result with golden files that were checked by hand. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDocument } from '../../src/sources/read-document.ts';
import { ROOT } from '../architecture/source-files.ts';
import { renderDocument } from './render-document.ts';

test.each(['book/main.tex', 'problems.tex', 'notes.md', 'notes.txt'])(
  'reads %s as in its golden file',
  async (path) => {
    const document = await readDocument(join(ROOT, 'fixtures', 'documents', path));
    await expect(renderDocument(document)).toMatchFileSnapshot(`golden/${path.replaceAll('/', '-')}.txt`);
  },
);
