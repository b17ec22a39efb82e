/**
 * Images for a real server: one that sees by a projector of random weights, and one that only reads. Nobody wrote their
 * answers, and they mean nothing; what is tested is that images arrive, are counted, and that each end is an honest one.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { maxInputTokens } from '../../src/llm/cost-bound.ts';
import type { ChatRequest } from '../../src/llm/chat.ts';
import { pngImage } from '../../src/llm/image.ts';
import { openModelFrom } from '../../src/llm/open-model.ts';
import { pngOf } from '../../src/sources/pdf/png.ts';
import { lemmaheadMeanwhile } from '../cli/spawn.ts';
import { handmadePdf } from '../sources/pdf/make-pdf.ts';
import { chatServer, SETTINGS, visionServer } from './servers.ts';

const GREY = pngImage(pngOf({ width: 8, height: 8, channels: 1, data: new Uint8Array(64).fill(128) }), 8, 8);
const asked = (isSeen: boolean): ChatRequest => ({
  messages: [
    {
      role: 'user',
      text: 'What is it?',
      ...(isSeen ? { images: [GREY] } : {}),
    },
  ],
  maxOutputTokens: 8,
  temperature: 0,
  sample: 0,
});
const { signal } = new AbortController();

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'lemmahead-real-vision-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function addPdf(baseUrl: string): Promise<{ status: number | null; stdout: string; stderr: string }> {
  writeFileSync(join(folder, 'lemmahead.toml'), '[model]\nmax_output_tokens = 24\n');
  const pages = [{ lines: ['Theorem 1. The sum of two odd numbers is even.'] }, { lines: ['Proof. By parity.'] }];
  writeFileSync(join(folder, 'notes.pdf'), handmadePdf(pages));
  const args = ['library', 'add', 'notes.pdf', '--model', 'local/chat', '--base-url', baseUrl];
  const env = { LEMMAHEAD_HOME: join(folder, 'home') };
  return lemmaheadMeanwhile([...args, '--json'], { cwd: folder, env });
}

test('a server that sees gets images and counts them', { timeout: 120_000 }, async (context) => {
  const { baseUrl, kill } = await visionServer(context, folder);
  const model = await openModelFrom({ ...SETTINGS, baseUrl }, { record: null });
  const seen = await model.ask(asked(true), { signal });
  const read = await model.ask(asked(false), { signal });
  expect(seen.usage.inputTokens).toBeGreaterThan(read.usage.inputTokens);
  expect(seen.usage.inputTokens).toBeLessThan(maxInputTokens(asked(true)));
  expect(seen.usage).not.toHaveProperty('isBound');
  // Pages of which the model wrote no transcription are missing, and the command says so.
  const { status, stdout, stderr } = await addPdf(baseUrl);
  const said = stdout + stderr;
  expect([0, 1, 3], said).toContain(status);
  if (status !== 0) expect(said).toMatch(/Page 1 is missing: the/u);
  expect(said).not.toContain('does not accept images');
  await kill();
});

test('a server that only reads refuses images, and the command says what to do', async (context) => {
  const { baseUrl } = await chatServer(context);
  const model = await openModelFrom({ ...SETTINGS, baseUrl }, { record: null });
  await expect(model.ask(asked(true), { signal })).rejects.toMatchObject({ kind: 'visionUnsupported' });
  const { status, stdout } = await addPdf(baseUrl);
  expect([status, JSON.parse(stdout)]).toMatchObject([
    2,
    { message: expect.stringContaining('does not accept images'), next: expect.stringContaining('--mmproj') },
  ]);
});
