/** Reading blueprints that are written in Lean files. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findDocuments } from '../../src/library/find-documents.ts';
import { blueprintNodes } from '../../src/sources/blueprint.ts';
import { readAttributes } from '../../src/sources/lean-blueprint/architect-attributes.ts';
import { asLatex } from '../../src/sources/lean-blueprint/blueprint-node.ts';
import { readVerso } from '../../src/sources/lean-blueprint/verso.ts';
import { readDocument } from '../../src/sources/read-document.ts';
import { ROOT } from '../architecture/source-files.ts';
import { temporaryFolder, writeFiles } from '../index/temporary.ts';
import { mutations } from './mutations.ts';
import { renderDocument } from './render-document.ts';

const FOLDER = join(ROOT, 'fixtures', 'documents', 'lean-blueprint');

test.each(['Lanterns', 'Verso'])('reads %s.lean as in its golden file', async (name) => {
  const document = await readDocument(join(FOLDER, `${name}.lean`));
  await expect(renderDocument(document)).toMatchFileSnapshot(`golden/lean-blueprint-${name}.txt`);
});

describe('attributes', () => {
  test('with the same label are one node with all its declarations; a name stands for its label', async () => {
    const nodes = blueprintNodes(await readDocument(join(FOLDER, 'Lanterns.lean')));
    expect(nodes.map(({ label, statement }) => [label, statement.lean])).toEqual([
      ['def:lantern', ['Lantern.lit']],
      ['Lantern.wick', ['Lantern.wick']],
      ['lem:shine', ['Lantern.shine', 'Lantern.shine_again']],
      ['thm:night', ['Lantern.night']],
    ]);
    const shine = nodes[2]!;
    expect(shine.statement).toMatchObject({ uses: ['def:lantern'], isNotReady: true });
    expect(shine.unresolved).toContain('lem:nowhere');
  });
});

test('a folder has the LaTeX and the Lean half of its blueprint, and the LaTeX half once', () => {
  const tex = '\\begin{document}\\end{document}';
  const folder = writeFiles(temporaryFolder(), {
    'blueprint/src/web.tex': tex,
    'blueprint/src/print.tex': tex,
    'blueprint/src/content.tex': 'text',
    'Lanterns.lean': readFileSync(join(FOLDER, 'Lanterns.lean'), 'utf8'),
    'Plain.lean': 'theorem a : True := trivial\n',
    'README.md': 'Read me.',
  });
  mkdirSync(join(folder, 'empty'));
  const { documents, leftOut } = findDocuments([folder]);
  expect(documents.map(({ name }) => name)).toEqual(['Lanterns', 'blueprint/src/web']);
  expect(leftOut.map(({ why }) => why)).toEqual([
    'has no \\begin{document}',
    'has the text of web.tex',
    'is next to LaTeX files',
  ]);
});

test('a Lean file without a part of a blueprint is refused', async () => {
  const folder = writeFiles(temporaryFolder(), { 'Plain.lean': 'theorem a : True := trivial\n' });
  await expect(readDocument(join(folder, 'Plain.lean'))).rejects.toThrow('of no format with this extension');
  await expect(readDocument(join(folder, 'Plain.lean'), { format: 'lean' })).rejects.toThrow('no part of a blueprint');
});

describe('any changed file', () => {
  const [lanterns, verso] = ['Lanterns', 'Verso'].map((name) => readFileSync(join(FOLDER, `${name}.lean`), 'utf8'));

  test('of attributes is read', () => {
    const parts = ['@[blueprint', ']', '(uses := [', '"', '/--', '-/', '{', '\\', ')'];
    fc.assert(
      fc.property(mutations([lanterns!], parts), (text) => {
        expect(asLatex(readAttributes(text), 'x')).toContain('\\end{document}');
      }),
      { numRuns: 300 },
    );
  });

  test('of Verso is read', () => {
    fc.assert(
      fc.property(
        mutations([verso!], [':::', ':::theorem "a"', '$`', '`', '{uses "', '[', ']', '*', '#doc']),
        (text) => {
          const read = readVerso(text);
          if (read !== null) expect(asLatex(read.parts, 'x')).toContain('\\end{document}');
        },
      ),
      { numRuns: 300 },
    );
  });

  test('is read in linear time', () => {
    const time = (size: number): number => {
      const start = process.cpuUsage().user;
      readVerso(`#doc (Manual) "x" =>\n${'$`[{uses "'.repeat(size)}\n${':::theorem "a"\n*b\n:::\n'.repeat(size)}`);
      readAttributes(`${'@[blueprint "'.repeat(size)}\n${'@[blueprint "a" (uses := ['.repeat(size)}`);
      return (process.cpuUsage().user - start) / 1000;
    };
    time(100);
    expect(time(10_000)).toBeLessThan(3000);
  });
});
