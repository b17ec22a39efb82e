/** Reading JSON data sets. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { jsonItems, type JsonPath } from '../../src/sources/datasets/json-items.ts';
import type { FormatName } from '../../src/sources/formats.ts';
import { readDocument } from '../../src/sources/read-document.ts';
import { ROOT } from '../architecture/source-files.ts';

import { mutations } from './mutations.ts';
import { renderDocument } from './render-document.ts';

const FOLDER = join(ROOT, 'fixtures', 'documents', 'datasets');
const FILES: [string, FormatName][] = [
  ['naturalproofs.json', 'naturalproofs'],
  ['theoremqa_test.json', 'theoremqa'],
  ['all_theorems.json', 'theoremqa'],
  ['mathinstruct.json', 'mathinstruct'],
];
const folder = mkdtempSync(join(tmpdir(), 'lemmahead-datasets-'));

function write(text: string, name = 'a.json'): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

test.each(FILES)('reads %s as in its golden file', async (name, format) => {
  const document = await readDocument(join(FOLDER, name));
  expect(document.format).toBe(format);
  await expect(renderDocument(document)).toMatchFileSnapshot(`golden/${name}.txt`);
});

describe('a file of another shape is refused with the path of the first wrong value', () => {
  const item = '{"id": 0, "title": "a", "contents": [], "ref_ids": []}';
  test.each<[FormatName, string, string]>([
    ['naturalproofs', '[]x', 'a.json: the file is not one JSON value'],
    ['naturalproofs', '3', 'a.json: the file is not an object'],
    ['naturalproofs', '{"dataset": 3}', 'a.json: dataset is not an object with theorems'],
    ['naturalproofs', '{"dataset": {"theorems": 4}}', 'a.json: dataset.theorems is not a list'],
    ['naturalproofs', `{"dataset": {"theorems": [${item}, 4]}}`, 'a.json: dataset.theorems[1] is not an object'],
    ['naturalproofs', `{"dataset": {"theorems": [${item}, {"id": "x"}]}}`, 'theorems[1].id is not an integer'],
    [
      'naturalproofs',
      `{"dataset": {"others": [${item.replace('[]', '[1]')}]}}`,
      'others[0].contents[0] is not a string',
    ],
    ['naturalproofs', `{"dataset": {"theorems": [${item}, {"id": `, 'theorems[1] is not complete'],
    ['naturalproofs', `{"dataset": {"theorems": [${item}, {"id": 1x}]}}`, 'theorems[1] is not valid JSON'],
    ['theoremqa', '[{"Question": "q", "Answer": 1}, {"Question": 2}]', '[1].Question is not a string'],
    ['theoremqa', '{"a": 1}', 'a.json: a is not a string'],
    ['mathinstruct', '[{"source": "s", "instruction": "i"}]', '[0].output is not a string'],
    ['mathinstruct', '', 'a.json: the file is not complete'],
  ])('%s: %s', async (format, text, message) => {
    const failure = await readDocument(write(text), { format }).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(Failure);
    expect((failure as Failure).detail).toMatchObject({ exit: 'usage', code: 'document-wrong-shape' });
    expect((failure as Failure).message).toContain(message);
  });
});

test('JSON of no known shape is not a document', async () => {
  await expect(readDocument(write('{"name": "x"}', 'package.json'))).rejects.toThrow(
    'of no format with this extension',
  );
});

test('any changed file is read or refused', async () => {
  const texts = FILES.map(([name]) => readFileSync(join(FOLDER, name), 'utf8'));
  const formats: FormatName[] = ['naturalproofs', 'theoremqa', 'mathinstruct'];
  await fc.assert(
    fc.asyncProperty(
      mutations(texts, ['"', '{', '}', '[', ']', ',', ':', 'null']),
      fc.constantFrom(...formats),
      async (text, format) => {
        const result = await readDocument(write(text), { format }).catch((error: unknown) => error);
        if (result instanceof Error) expect(result).toBeInstanceOf(Failure);
      },
    ),
    { numRuns: 300 },
  );
});

describe('items', () => {
  const all = async (file: string, enters: (path: JsonPath) => boolean) => {
    const items = [];
    for await (const item of jsonItems(file, enters)) items.push(item);
    return items;
  };

  test('are those of the parsed file, wherever the file is cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue(), { maxLength: 5 }), fc.nat(40), async (values, shift) => {
        // The chunks end after each 1 MiB: the values are moved across that limit.
        const padding = 'x\\"'.repeat(Math.floor((1_048_576 - 10 - shift) / 3));
        const text = `["${padding}",${values.map((each) => JSON.stringify(each)).join(' , ')}]`;
        if (values.length === 0) return;
        const items = await all(write(text), (path) => path.length === 0);
        expect(items.slice(1)).toEqual(
          values.map((value, at) => ({ path: [at + 1], value: JSON.parse(JSON.stringify(value)) })),
        );
      }),
      { numRuns: 40 },
    );
  });

  test('are found in linear time, also if one never ends', async () => {
    const start = process.cpuUsage().user;
    await expect(all(write(`[${'['.repeat(8_000_000)}`), (path) => path.length === 0)).rejects.toThrow(
      '[0] is not complete',
    );
    expect((process.cpuUsage().user - start) / 1000).toBeLessThan(5000);
  });
});
