/** The forms of a report that is not about proofs. */
import { expect, it } from 'vitest';
import { markup } from '../../../src/bench/experiment/page/markup.ts';
import { reportPage, tableMarkup } from '../../../src/bench/experiment/page/page.ts';
import { originLines, originOf } from '../../../src/bench/experiment/provenance.ts';
import { alignedRows, markdownTable, type Table } from '../../../src/bench/experiment/table.ts';

const TABLE: Table = {
  title: 'Lengths',
  note: 'In letters.',
  head: ['word', 'length'],
  rows: [
    ['a | <b>', '7'],
    ['three', '15'],
  ],
};

it('a table is aligned in the terminal and escaped in Markdown', () => {
  expect(alignedRows(TABLE)).toEqual(['word     length', 'a | <b>       7', 'three        15']);
  expect(markdownTable(TABLE)).toEqual([
    '| word | length |',
    '| --- | ---: |',
    String.raw`| a \| \<b\> | 7 |`,
    '| three | 15 |',
  ]);
  expect(markdownTable({ head: ['a\u202eb\u0007'], rows: [] })[0]).toBe('| a\ufffdb\ufffd |');
});

it('a page shows the warnings, the facts and the content, and needs no network', () => {
  const page = reportPage({
    command: 'lemmahead measure',
    title: 'Lengths of <words>',
    byline: 'made today',
    warnings: ['Only two words.'],
    facts: originLines(originOf('2026-01-01T10:00:00.000Z')),
    content: markup`<h2>${TABLE.title}</h2>${tableMarkup(TABLE, 1)}`,
  });
  expect(page).toContain('<title>lemmahead measure: Lengths of &lt;words&gt;</title>');
  expect(page).toContain(
    '<h1>Lengths of &lt;words&gt;</h1>\n<p class="soft">made today</p>\n<p class="warning">Only two words.</p>',
  );
  expect(page).toMatch(/<dt>measured<\/dt><dd>2026-01-01T10:00:00\.000Z to \d{4}-\d\d-\d\dT[^<]+<\/dd>/);
  expect(page).toContain('<td><span class="chip s0"></span>a | &lt;b&gt;</td><td>7</td>');
  expect(page).toContain('<tr><td>three</td><td>15</td></tr>');
  expect(page).not.toMatch(/<(?:script|link|img|iframe|object)\b|@import|url\(|\bsrc=/i);
});
