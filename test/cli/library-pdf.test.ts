/** `library add` of PDFs as a process, with a model on a real server, and killed during the run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { BINARY } from '../binary.ts';
import { barredPage, startVisionServer, transcription, type VisionServer } from '../builders/vision-server.ts';
import { temporaryFolder } from '../index/temporary.ts';
import { handmadePdf } from '../sources/pdf/make-pdf.ts';
import { lemmahead, lemmaheadJson, lemmaheadMeanwhile } from './spawn.ts';

let server: VisionServer | null = null;
afterEach(() => server?.close());

const theorem = (page: number) =>
  transcription(`\\begin{theorem}\\label{theorem:${page}}What page ${page} says.\\end{theorem}`);

function book(pages: number): { folder: string; env: { LEMMAHEAD_HOME: string } } {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'book.pdf'), handmadePdf(Array.from({ length: pages }, (_, at) => barredPage(at + 1))));
  return { folder, env: { LEMMAHEAD_HOME: join(folder, 'home') } };
}

const flags = (): string[] => ['--model', 'local/sees', '--base-url', server!.baseUrl];

test('library add, killed and repeated, requests only the missing pages', { timeout: 180_000 }, async () => {
  const { folder, env } = book(12);
  let isKilled = false;
  // Four requests in parallel: from page 7 on, the server does not answer until the process is killed.
  server = await startVisionServer((page) => (page > 6 && !isKilled ? 'hang' : theorem(page)));
  const child = spawn(process.execPath, [BINARY, 'library', 'add', 'book.pdf', ...flags()], {
    cwd: folder,
    env: { PATH: dirname(process.execPath), HOME: env.LEMMAHEAD_HOME, ...env },
    stdio: 'ignore',
  });
  while (server.pages.filter(({ number }) => number > 6).length < 4) await new Promise((done) => setTimeout(done, 20));
  child.kill('SIGKILL');
  await once(child, 'exit');
  isKilled = true;
  server.pages.length = 0;
  const { status, stdout } = await lemmaheadMeanwhile(['library', 'add', 'book.pdf', ...flags(), '--json'], {
    cwd: folder,
    env,
  });
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    schema: 'lemmahead/library-add@1',
    documents: [{ change: 'added', added: 12, problems: [] }],
    spent: { tokens: expect.any(Number), cost: null },
  });
  expect(server.pages.map(({ number }) => number).sort((a, b) => a - b)).toEqual([7, 8, 9, 10, 11, 12]);
  const again = await lemmaheadMeanwhile(['library', 'add', 'book.pdf', ...flags(), '--json'], { cwd: folder, env });
  expect(JSON.parse(again.stdout)).toMatchObject({ documents: [{ change: 'unchanged' }], spent: { tokens: 0 } });
  expect(server.pages).toHaveLength(6);
  const shown = lemmaheadJson(['library', 'show', 'theorem:7'], { cwd: folder, env });
  expect(JSON.stringify(shown.json)).toContain('What page 7 says.');
  expect(JSON.stringify(shown.json)).toContain('"page":7');
});

test(
  'library add of a PDF without a model fails with a hint; with --text it reads the text layer',
  { timeout: 60_000 },
  () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'notes.pdf'), handmadePdf([{ lines: ['Theorem 1. All is well.'] }]));
    const env = { LEMMAHEAD_HOME: join(folder, 'home') };
    const refused = lemmaheadJson(['library', 'add', 'notes.pdf'], { cwd: folder, env });
    expect(refused.status).toBe(2);
    expect(refused.json).toMatchObject({ code: 'pdf-needs-model', next: expect.stringContaining('--text') });
    const added = lemmaheadJson(['library', 'add', 'notes.pdf', '--text'], { cwd: folder, env });
    expect(added.json).toMatchObject({ documents: [{ change: 'added', added: 1 }], spent: null });
  },
);

test(
  'library add rejects an encrypted PDF, invalid pages, and --chunk-by model without a model',
  { timeout: 60_000 },
  () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'secret.pdf'), handmadePdf([{ lines: ['x'] }], { encrypted: true }));
    const add = (...args: string[]) => lemmahead(['library', 'add', 'secret.pdf', ...args], { cwd: folder });
    expect(add('--text')).toMatchObject({ status: 2, stderr: expect.stringContaining('needs a password') });
    expect(add('--pages', '3-1')).toMatchObject({ status: 2, stderr: expect.stringContaining('1-20,25,300-') });
    expect(add('--chunk-by', 'model')).toMatchObject({ status: 2, stderr: expect.stringContaining('--model') });
  },
);
