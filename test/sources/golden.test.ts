/** Documents that were written for it, read whole: what comes of each is a file that people have checked. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDocument } from '../../src/sources/read-document.ts';
import { ROOT } from '../architecture/source-files.ts';
import { shown } from './shown.ts';

test.each(['book/main.tex', 'problems.tex', 'notes.md', 'notes.txt'])('%s', async (path) => {
  const document = await readDocument(join(ROOT, 'fixtures', 'documents', path));
  await expect(shown(document)).toMatchFileSnapshot(`golden/${path.replaceAll('/', '-')}.txt`);
});
