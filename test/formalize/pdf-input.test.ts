/** `formalize` of a statement in a PDF, which it reads by the text layer. Nothing is sent. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lemmaheadMeanwhile, type Spawned } from '../cli/spawn.ts';
import { handmadePdf } from '../sources/pdf/make-pdf.ts';
import { buildHarbour } from './harbour.ts';

let folder: string;
let index: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-pdf-input-'));
  index = await buildHarbour(folder);
  const theorem = ['Theorem 1. Every sheltered quay has positive length.', 'Proof. This is left to the reader.'];
  const exercise = ['Exercise 2. Show that no quay is endless.'];
  writeFileSync(join(folder, 'notes.pdf'), handmadePdf([{ lines: theorem }, { lines: exercise }]));
  writeFileSync(join(folder, 'my notes.PDF'), handmadePdf([{ lines: ['Every quay has a length.'] }]));
  writeFileSync(join(folder, 'scan.pdf'), handmadePdf([{ boxes: [[72, 72, 100, 100]] }]));
  writeFileSync(join(folder, 'damaged.pdf'), 'This is no PDF.');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function formalize(...args: string[]): Promise<Spawned & { report: any }> {
  const all = ['formalize', ...args, '--index', index, '--dry-run', '--pack', 'offline', '-n', '1', '--json'];
  const spawned = await lemmaheadMeanwhile(all, { cwd: folder, env: { LEMMAHEAD_HOME: join(folder, 'home') } });
  return { ...spawned, report: JSON.parse(spawned.stdout) };
}

const promptIn = ({ report }: { report: any }): string => JSON.stringify(report.prompts);

describe('a PDF', () => {
  it('gives the picked statement without its proof, and says what its text layer loses', async () => {
    const theorem = await formalize('notes.pdf', '--pick', '1');
    expect([theorem.status, theorem.stderr]).toEqual([0, expect.stringContaining('2 statements from the text layer')]);
    expect(promptIn(theorem)).toContain('Every sheltered quay has positive length.');
    expect(promptIn(theorem)).not.toContain('left to the reader');
    expect(promptIn(await formalize('notes.pdf', '--pick', '2'))).toContain('Show that no quay is endless.');
  });

  it('lists its statements if several may be meant', async () => {
    const { status, report } = await formalize('notes.pdf');
    expect([status, report.code]).toEqual([2, 'several-problems']);
    expect(report.reason).toContain('2. Show that no quay is endless.');
    expect((await formalize('notes.pdf', '--pick', '3')).report.code).toBe('no-such-problem');
  });

  it('is read only on the given pages', async () => {
    const second = await formalize('notes.pdf', '--pages', '2');
    expect([second.status, promptIn(second).includes('no quay is endless')]).toEqual([0, true]);
    expect((await formalize('notes.pdf', '--pages', '7')).report.code).toBe('page-unknown');
    expect((await formalize('notes.pdf', '--pages', 'two')).status).toBe(2);
    expect((await formalize('Every quay is long.', '--pages', '1')).report.message).toBe('--pages needs a PDF.');
  });

  it('without statements is one text; its name may have spaces', async () => {
    const { status, ...rest } = await formalize('my notes.PDF');
    expect([status, promptIn(rest).includes('Every quay has a length.')]).toEqual([0, true]);
  });

  it.each([
    ['scan.pdf', 'pdf-no-text', '--pages'],
    ['damaged.pdf', 'pdf-broken', ''],
    ['missing.pdf', 'document-unreadable', ''],
  ])('%s is refused', async (name, code, next) => {
    const { status, report } = await formalize(name);
    expect([status, report.code]).toEqual([2, code]);
    expect(report.next ?? '').toContain(next);
    expect(report.next ?? '').not.toContain('--text');
  });
});
