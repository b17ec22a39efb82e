import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { findDocuments } from '../../src/library/find-documents.ts';
import { ingest } from '../../src/library/ingest.ts';
import { openLibrary, type Library } from '../../src/library/library.ts';
import { listSources } from '../../src/library/listing.ts';
import { temporaryFolder, writeFiles } from '../index/temporary.ts';
import { addPaths, plainReader } from './add-paths.ts';

const ZORN = 'Lemma 1. Every chain is bounded.\n\nSome words after it.\n';
const CANTOR = 'Theorem 2. No set maps onto its power set.\n';

let folder: string;
let library: Library;

beforeEach(() => {
  folder = temporaryFolder();
  library = openLibrary(join(folder, 'library.sqlite'), { writable: true });
  return () => library.close();
});

const add = (names: string[], options: { source?: string; signal?: AbortSignal } = {}) =>
  addPaths(
    library,
    names.map((name) => join(folder, name)),
    options,
  );
const documentList = () =>
  listSources(library.database, []).flatMap(({ name, documents }) =>
    documents.map((each) => `${name}/${each.name}: ${each.entries}`),
  );
const keys = () => [...library.entries()].map(({ id, source, key }) => `${id} ${source} ${key}`);

describe('an added document', () => {
  test('goes to a source with its own name, and is not read again if unchanged', async () => {
    writeFiles(folder, { 'zorn.txt': ZORN });
    const { documents } = await add(['zorn.txt']);
    expect(documents).toMatchObject([{ source: 'zorn', name: 'zorn', change: 'added', removed: 0 }]);
    const before = keys();
    expect(before.length).toBeGreaterThan(0);
    expect((await add(['zorn.txt'])).documents).toMatchObject([{ change: 'unchanged', unchanged: before.length }]);
    expect(keys()).toEqual(before);
  });

  test('stays in the source that was named for it', async () => {
    writeFiles(folder, { 'zorn.txt': ZORN });
    await add(['zorn.txt'], { source: 'sets' });
    writeFiles(folder, { 'zorn.txt': `${ZORN}\nLemma 3. More.\n` });
    expect((await add(['zorn.txt'])).documents).toMatchObject([{ source: 'sets', change: 'changed', added: 1 }]);
    expect(documentList()).toHaveLength(1);
  });

  test('that is also in another source is reported, and updated in both', async () => {
    writeFiles(folder, { 'zorn.txt': ZORN });
    await add(['zorn.txt'], { source: 'sets' });
    const { documents } = await add(['zorn.txt'], { source: 'orders' });
    expect(documents).toMatchObject([{ source: 'orders', change: 'added', copies: [join(folder, 'zorn.txt')] }]);
    writeFiles(folder, { 'zorn.txt': CANTOR });
    const again = await add(['zorn.txt']);
    expect(again.documents.map(({ source, change }) => `${source} ${change}`)).toEqual([
      'sets changed',
      'orders changed',
    ]);
  });

  test('with the same content as another of its source is not added', async () => {
    writeFiles(folder, { 'zorn.txt': ZORN, 'copy.txt': ZORN });
    await add(['zorn.txt'], { source: 'sets' });
    const { documents } = await add(['copy.txt'], { source: 'sets' });
    expect(documents).toMatchObject([{ change: 'copy', name: 'zorn', copies: [join(folder, 'zorn.txt')] }]);
    expect(documentList()).toHaveLength(1);
  });

  test.each([
    ['moved', 'elsewhere/zorn.txt'],
    ['moved under another name', 'elsewhere/orders.txt'],
  ])('that was %s keeps its entries', async (_how, to) => {
    writeFiles(folder, { 'zorn.txt': ZORN });
    await add(['zorn.txt'], { source: 'sets' });
    const before = keys();
    mkdirSync(join(folder, 'elsewhere'));
    renameSync(join(folder, 'zorn.txt'), join(folder, to));
    const { documents } = await add([to], { source: 'sets' });
    expect(documents).toMatchObject([{ name: 'zorn', movedFrom: join(folder, 'zorn.txt'), removed: 0 }]);
    expect(keys()).toEqual(before);
    expect(listSources(library.database, [])[0]!.documents[0]!.path).toBe(join(folder, to));
  });

  test('with the name of a deleted document, but other content, does not replace it', async () => {
    writeFiles(folder, { 'a/main.txt': ZORN, 'b/main.txt': CANTOR });
    await add(['a/main.txt']);
    const before = keys();
    rmSync(join(folder, 'a'), { recursive: true });
    expect((await add(['b/main.txt'])).documents).toMatchObject([
      { source: 'main', name: 'main~2', movedFrom: null, namesake: join(folder, 'a/main.txt') },
    ]);
    expect(keys()).toEqual(expect.arrayContaining(before));
  });

  test('is read again by another reader, but not by one without options', async () => {
    writeFiles(folder, { 'zorn.txt': ZORN });
    const plain = plainReader(new AbortController().signal);
    let reads = 0;
    const read = (path: string): ReturnType<typeof plain.read> => (reads++, plain.read(path));
    const signal = new AbortController().signal;
    for (const [id, expected] of [
      ['reader@1, by a model', 1],
      ['reader@1', 1],
      ['reader@1, by a model', 1],
      ['reader@1, by another', 2],
      ['reader@1, by another, some pages', 3],
      ['reader@1, by another', 4],
      ['reader@2', 5],
    ] as const) {
      const { documents } = findDocuments([join(folder, 'zorn.txt')]);
      const callbacks = { onProgress: () => undefined, onWritten: () => undefined };
      await ingest(library, { documents, source: null, reader: { id, read }, signal, ...callbacks });
      expect(reads, id).toBe(expected);
    }
  });

  test('with problems is not read again if nothing has changed, and its problems are reported again', async () => {
    const tex = (body: string): string =>
      `\\documentclass{book}\\usepackage{mine}\\begin{document}${body}\\end{document}\n`;
    writeFiles(folder, { 'main.tex': tex('\\begin{lemma}About \\strange.\\end{lemma}\\input{part}') });
    const first = await add(['main.tex']);
    const codes = ({ documents }: typeof first) => documents[0]!.problems.map(({ code }) => code);
    expect(codes(first)).toEqual(['input-missing', 'macros-unknown']);
    const { readBy } = library.database.prepare('SELECT read_by AS readBy FROM documents').get() as { readBy: string };
    const onlyIfChanged = () =>
      ingest(library, {
        documents: findDocuments([join(folder, 'main.tex')]).documents,
        source: null,
        reader: { id: readBy, read: () => Promise.reject(new Error('It was read again.')) },
        signal: new AbortController().signal,
        onProgress: () => undefined,
        onWritten: () => undefined,
      });
    const again = await onlyIfChanged();
    expect([again.documents[0]!.change, codes(again)]).toEqual(['unchanged', codes(first)]);
    // The state of a version that did not record missing files; the next reading records them.
    library.database.exec("DELETE FROM files WHERE sha256 = ''");
    await expect(onlyIfChanged()).rejects.toThrow('It was read again.');
    expect((await add(['main.tex'])).documents[0]!.change).toBe('unchanged');
    expect((await onlyIfChanged()).documents[0]!.change).toBe('unchanged');
    writeFiles(folder, { 'part.tex': 'A part.\n' });
    expect(codes(await add(['main.tex']))).toEqual(['macros-unknown']);
    writeFiles(folder, { 'mine.sty': '\\newcommand{\\strange}{strange things}\n' });
    expect(codes(await add(['main.tex']))).toEqual([]);
  });

  test.each([
    ['empty.txt', ''],
    ['white.md', ' \n\n\t\n'],
    ['headed.md', '# A title\n'],
    ['preamble.tex', '\\documentclass{article}\n\\newcommand{\\R}{\\mathbb{R}}\n'],
    ['bare.tex', '\\documentclass{article}\n\\begin{document}\n% Nothing.\n\\end{document}\n'],
  ])('without entries is stored and reported as empty: %s', async (name, text) => {
    writeFiles(folder, { [name]: text });
    const { documents } = await add([name]);
    expect(documents).toMatchObject([{ change: 'added', added: 0, problems: [{ code: 'document-empty' }] }]);
    writeFiles(folder, { [name]: text.replace(/(?=\\end)|(?<!\})$/u, '\nLemma 1. More.\n\n') });
    expect((await add([name])).documents).toMatchObject([{ change: 'changed', added: 1, problems: [] }]);
  });

  test('that cannot be read is reported, and the next one is read', async () => {
    writeFiles(folder, { 'song.mp3': 'la', 'zorn.txt': ZORN });
    const { documents, failed } = await add(['song.mp3', 'zorn.txt']);
    expect(failed).toMatchObject([{ path: join(folder, 'song.mp3'), detail: { code: 'format-unknown' } }]);
    expect(documents).toMatchObject([{ name: 'zorn', change: 'added' }]);
  });
});

test('Ctrl-C keeps finished documents, and repeating the command adds the others', async () => {
  const names = Array.from({ length: 6 }, (_, i) => `n${i}.txt`);
  writeFiles(folder, Object.fromEntries(names.map((name) => [name, `Lemma. The text of ${name}.\n`])));
  const controller = new AbortController();
  const { documents: found } = findDocuments(names.map((name) => join(folder, name)));
  const reader = plainReader(controller.signal);
  const onProgress = (done: number): void => {
    if (done === 3) controller.abort(new Error('Ctrl-C'));
  };
  const outcome = await ingest(library, {
    documents: found,
    source: 'all',
    reader,
    signal: controller.signal,
    onProgress,
    onWritten: () => undefined,
  });
  expect(outcome.stopped?.detail).toMatchObject({ exit: 'interrupted' });
  expect(outcome.documents.map(({ name }) => name)).toEqual(['n0', 'n1', 'n2']);
  expect(documentList()).toEqual(['all/n0: 1', 'all/n1: 1', 'all/n2: 1']);
  const again = await add(names, { source: 'all' });
  expect(again.documents.map(({ change }) => change)).toEqual([
    ...Array(3).fill('unchanged'),
    ...Array(3).fill('added'),
  ]);
});

describe('finding documents in a folder', () => {
  test('with LaTeX returns its main files, and lists the skipped files', () => {
    const begin = '\\documentclass{book}\n\\begin{document}\n\\end{document}\n';
    writeFiles(folder, {
      'book/main.tex': begin,
      'book/part/one.tex': '\\input{../preamble}\\begin{document}One\\end{document}\n',
      'book/chapter.tex': 'Words. % \\begin{document}\n',
      'book/figure.tex': begin.replace('{book}', '[tikz]{standalone}'),
      'book/README.md': '# Read me\n',
      'book/.git/notes.txt': 'No.\n',
    });
    const root = join(folder, 'book');
    const { documents, leftOut } = findDocuments([root]);
    expect(documents).toEqual([
      { path: join(root, 'main.tex'), name: 'main', source: 'book' },
      { path: join(root, 'part', 'one.tex'), name: 'part/one', source: 'book' },
    ]);
    expect(leftOut.map(({ path }) => path)).toEqual(
      ['chapter.tex', 'figure.tex', 'README.md'].map((name) => join(root, name)),
    );
  });

  test('without LaTeX returns notes, follows no links to folders, and returns a file named twice once', () => {
    writeFiles(folder, { 'notes/a.md': '# A\n', 'notes/deep/b.txt': 'B\n', 'notes/photo.jpg': '' });
    symlinkSync(folder, join(folder, 'notes', 'loop'));
    const root = join(folder, 'notes');
    const { documents } = findDocuments([join(root, 'a.md'), root]);
    expect(documents.map(({ name, source }) => `${source}/${name}`)).toEqual(['a/a', 'notes/deep/b']);
  });

  test('skips broken links and links to files outside it, and lists the latter', () => {
    writeFiles(folder, { 'notes/a.md': '# A\n', 'secret.md': 'SECRET\n' });
    const root = join(folder, 'notes');
    symlinkSync(join(folder, 'secret.md'), join(root, 'out.md'));
    symlinkSync(join(root, 'a.md'), join(root, 'in.md'));
    symlinkSync('round.md', join(root, 'round.md'));
    const { documents, leftOut } = findDocuments([root]);
    expect(documents.map(({ name }) => name)).toEqual(['a', 'in']);
    expect(leftOut).toEqual([{ path: join(root, 'out.md'), why: 'is a link to a file outside the folder' }]);
    expect(() => findDocuments([join(root, 'round.md')])).toThrow('round.md cannot be read.');
  });

  test('with only parts of LaTeX documents returns the parts', () => {
    writeFiles(folder, { 'parts/one.tex': 'One.\n', 'parts/two.tex': 'Two.\n' });
    expect(findDocuments([join(folder, 'parts')]).documents.map(({ name }) => name)).toEqual(['one', 'two']);
  });

  test('with a file that cannot be read adds the other files', async () => {
    writeFiles(folder, { 'notes/a.txt': ZORN, 'notes/b.txt': '' });
    rmSync(join(folder, 'notes', 'b.txt'));
    // Root may read everything except what the kernel itself refuses.
    symlinkSync('/proc/self/mem', join(folder, 'notes', 'b.txt'));
    const { documents, failed } = await add(['notes', 'notes/b.txt']);
    expect(documents).toMatchObject([{ name: 'a' }]);
    expect(failed).toMatchObject([{ path: join(folder, 'notes', 'b.txt') }]);
  });

  test('fails for a folder without documents and for a missing path', () => {
    mkdirSync(join(folder, 'empty'));
    writeFileSync(join(folder, 'empty', 'photo.jpg'), '');
    expect(() => findDocuments([join(folder, 'empty')])).toThrow('contains no document');
    expect(() => findDocuments([join(folder, 'nothing')])).toThrow('There is no file or folder');
  });
});
