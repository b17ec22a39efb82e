/** A dry run sends nothing, so it needs no key of the model. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lemmaheadJson } from '../cli/spawn.ts';
import { buildHarbour, PROBLEM } from './harbour.ts';

let folder: string;
let index: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-dry-run-'));
  index = await buildHarbour(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('formalize needs a key, and no key with --dry-run', () => {
  const args = ['formalize', PROBLEM, '--index', index, '--model', 'anthropic/any', '--pack', 'offline', '-n', '1'];
  const dryRun = lemmaheadJson([...args, '--dry-run'], { cwd: folder });
  expect([dryRun.status, dryRun.json.prompts.length]).toEqual([0, 1]);
  expect(lemmaheadJson(args, { cwd: folder })).toMatchObject({ status: 3, json: { code: 'model-no-key' } });
});
