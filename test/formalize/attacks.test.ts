/** Every attack of `fixtures/formalize-attacks`, by the real binary. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lemmahead, lemmaheadMeanwhile } from '../cli/spawn.ts';
import { startModelServer } from '../llm/model-server.ts';
import { buildHarbour, scriptedModel } from './harbour.ts';

const ATTACKS = fileURLToPath(new URL('../../fixtures/formalize-attacks', import.meta.url));
const STAGES = ['mce', 'rewrite', 'augment', 'rerank', 'formalize', 'repair'] as const;

const attackSchema = z.strictObject({
  trick: z.string(),
  args: z.array(z.string()),
  answers: z.partialRecord(z.enum(STAGES), z.string()).default({}),
  generate: z.record(z.string(), z.tuple([z.string(), z.int()])).default({}),
  library: z.string().nullable().default(null),
  exit: z.int(),
  says: z.array(z.string()).default([]),
  never: z.array(z.string()).default([]),
  requests: z.int().nullable().default(null),
  unchanged: z.array(z.string()).default([]),
  seconds: z.int().default(60),
});

const names = readdirSync(ATTACKS).filter((name) => name !== 'README.md');

let library: string;
let index: string;

beforeAll(async () => {
  library = mkdtempSync(join(tmpdir(), 'lemmahead-attacked-'));
  index = await buildHarbour(library);
});
afterAll(() => rmSync(library, { recursive: true, force: true }));

/** Indexes the sources of an attack, with their concepts. */
function indexOf(folder: string, sources: string, env: Record<string, string>): string {
  const path = join(folder, 'attack.sqlite');
  const built = lemmahead(['index', 'build', '--root', `Attack=${join(folder, sources)}`, '--out', path], { env });
  expect(built.status, built.stderr).toBe(0);
  expect(lemmahead(['concepts', 'build', '--index', path], { env }).status).toBe(0);
  return path;
}

describe('an attack', () => {
  it.each(names)('%s', async (name) => {
    const attack = attackSchema.parse(JSON.parse(readFileSync(join(ATTACKS, name, 'attack.json'), 'utf8')));
    const folder = mkdtempSync(join(tmpdir(), 'lemmahead-attack-'));
    const server = await startModelServer(scriptedModel(attack.answers));
    try {
      cpSync(join(ATTACKS, name), folder, { recursive: true });
      for (const [file, [text, times]] of Object.entries(attack.generate)) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), text.repeat(times));
      }
      const env = { LEMMAHEAD_HOME: join(folder, 'home') };
      const path = attack.library === null ? index : indexOf(folder, attack.library, env);
      const model = attack.args[0] === 'formalize' ? ['--model', 'local/m', '--base-url', server.baseUrl] : [];
      const before = attack.unchanged.map((file) => readFileSync(join(folder, file), 'utf8'));
      const began = Date.now();
      const args = [...attack.args, '--index', path, ...model];
      const { status, stdout, stderr } = await lemmaheadMeanwhile(args, { cwd: folder, env });
      const output = stdout + stderr;
      expect(status, output).toBe(attack.exit);
      for (const text of attack.says) expect(output).toContain(text);
      for (const text of attack.never) expect(stdout).not.toContain(text);
      if (attack.requests !== null) expect(server.seen).toHaveLength(attack.requests);
      expect(attack.unchanged.map((file) => readFileSync(join(folder, file), 'utf8'))).toEqual(before);
      expect(Date.now() - began).toBeLessThan(attack.seconds * 1000);
    } finally {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
