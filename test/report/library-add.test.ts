/** The text report of `library add`. */
import { expect, test } from 'vitest';
import type { IngestResult } from '../../src/library/ingest.ts';
import { renderLibraryAdd } from '../../src/report/library-add.ts';

const STYLE = { color: false, width: 80 };

/** A document in /notes with these problems. */
function added(name: string, problems: IngestResult['problems']): IngestResult {
  const counts = { added: 1, changed: 0, unchanged: 0, removed: 0 };
  const remarks = { movedFrom: null, copies: [], namesake: null };
  return {
    id: 1,
    path: `/notes/${name}`,
    source: 's',
    name,
    title: name,
    change: 'added',
    ...counts,
    problems,
    ...remarks,
  };
}

function shown(...documents: IngestResult[]): string {
  const rest = { failed: [], leftOut: [], notBegun: 0, stopped: null, spent: null, seconds: 1 };
  return renderLibraryAdd({ path: '/l.sqlite', documents, ...rest }, STYLE, '/notes');
}

test('equal problems are listed once, with the number of occurrences or documents', () => {
  const odd = { code: 'odd', message: 'Odd.', place: null };
  const shared = { code: 'lost', message: 'Lost.', place: { file: 'macros.tex', line: 3, page: null } };
  const text = shown(
    added('a.tex', [...Array.from({ length: 20 }, () => odd), shared, shared]),
    added('b.tex', [odd, shared]),
  );
  expect(text.split('\n').filter((line) => /Odd|Lost/u.test(line))).toEqual([
    '  a.tex  Odd. (20 times)',
    '  macros.tex:3  Lost. (in 2 documents)',
    '  b.tex  Odd.',
  ]);
});

test('a problem is listed with its line or page', () => {
  const blank = { code: 'blank', message: 'Blank.', place: { file: 'a.pdf', line: null, page: 3 } };
  const odd = { code: 'odd', message: 'Odd.', place: { file: 'a.tex', line: 3, page: null } };
  const lines = shown(added('a.pdf', [blank, odd])).split('\n');
  expect(lines).toEqual(expect.arrayContaining(['  a.pdf, page 3  Blank.', '  a.tex:3  Odd.']));
});
