/** Registries: in a copy of the sources, one new file and one new line add a format, provider, strategy or channel (of either search). */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from './architecture/source-files.ts';
import { startModelServer } from './llm/model-server.ts';

const SLOW = 120_000;

let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'lemmahead-registries-'));
  cpSync(join(ROOT, 'src'), join(copy, 'src'), { recursive: true });
  for (const name of ['node_modules', 'package.json', 'weights', 'glossary', 'page']) {
    symlinkSync(join(ROOT, name), join(copy, name));
  }
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

/** Adds a file, and a line after the first line of `registry` that begins with `before`. */
function add(path: string, text: string, registry: string, before: string, line: string): void {
  writeFileSync(join(copy, path), text);
  const lines = readFileSync(join(copy, registry), 'utf8').split('\n');
  const at = lines.findIndex((each) => each.startsWith(before));
  expect(at).toBeGreaterThanOrEqual(0);
  writeFileSync(join(copy, registry), lines.toSpliced(at + 1, 0, line).join('\n'));
}

/** Runs the copy; returns its JSON output, of a result or of an error. */
async function lemmahead(args: readonly string[], env: Record<string, string> = {}) {
  const all = { PATH: process.env['PATH']!, LEMMAHEAD_HOME: join(copy, 'home'), ...env };
  const run = promisify(execFile)(process.execPath, [join(copy, 'src', 'main.ts'), ...args, '--json'], {
    cwd: copy,
    env: all,
  }).catch((error: unknown) => error as { stdout: string });
  return JSON.parse((await run).stdout);
}

test('a document format', { timeout: SLOW }, async () => {
  const reader = `
    import { readFileSync } from 'node:fs';
    import { basename } from 'node:path';
    import { assignKeys } from './piece-keys.ts';
    export function readLoud(path) {
      const place = { file: basename(path), line: 1, page: null };
      const body = readFileSync(path, 'utf8').replace('quiet', 'loud');
      const piece = { kind: 'passage', called: '', number: null, title: '', headings: [], body, proof: null, labels: [], references: [], place };
      return { title: 'loud', format: 'loud', files: [], externals: [], problems: [], pieces: assignKeys([piece]).pieces };
    }`;
  const line = `  loud: format('.loud', async () => (await import('./read-loud.ts')).readLoud),`;
  add('src/sources/read-loud.ts', reader, 'src/sources/formats.ts', 'export const FORMATS', line);
  writeFileSync(join(copy, 'note.loud'), 'Every compact space is quiet.');
  expect((await lemmahead(['library', 'add', 'note.loud'])).documents).toMatchObject([{ title: 'loud', added: 1 }]);
  const { results } = await lemmahead(['search', '--in-library', 'compact space']);
  expect(results).toMatchObject([{ body: 'Every compact space is loud.' }]);
});

test('a model provider', { timeout: SLOW }, async () => {
  const server = await startModelServer([]);
  try {
    const provider = `
      import { openAiWire } from '../openai.ts';
      export const acme = {
        usage: 'acme/NAME',
        keyVariable: 'ACME_API_KEY',
        server: '${server.baseUrl}',
        prices: { 'prover-1': { input: 3, output: 4 } },
        openWire: async (target) => openAiWire(target, false),
      };`;
    const line = `export { acme } from './providers/acme.ts';`;
    add('src/llm/providers/acme.ts', provider, 'src/llm/providers.ts', 'export {', line);
    const found = await lemmahead(['models', 'acme'], { ACME_API_KEY: 'a-key-of-acme-1' });
    expect(found).toMatchObject({
      endpoint: `${server.baseUrl}/chat/completions`,
      models: [
        { name: 'acme/prover-1', price: { input: 3, output: 4 } },
        { name: 'acme/prover-2', price: null },
      ],
    });
    const withoutKey = await lemmahead(['models', 'acme']);
    expect(withoutKey).toMatchObject({ code: 'model-no-key', reason: expect.stringContaining('ACME_API_KEY') });
  } finally {
    await server.close();
  }
});

test('a strategy', { timeout: SLOW }, async () => {
  const strategy = `
    export function twice({ maxOutputTokens, temperature }) {
      return {
        name: 'twice',
        async *propose(problem, { ask }) {
          for (const sample of [0, 1]) {
            const messages = [{ role: 'user', text: problem.text }];
            await ask({ messages, maxOutputTokens, temperature, sample }, 'twice@1');
          }
        },
      };
    }`;
  const line = `  twice: formal(['model'], 'never', async () => (await import('./twice.ts')).twice),`;
  add('src/prove/twice.ts', strategy, 'src/prove/strategies.ts', 'export const STRATEGIES', line);
  const problem = { name: 'one', formal_statement: 'theorem one : 1 = 1 := by sorry' };
  writeFileSync(join(copy, 'set.jsonl'), `${JSON.stringify(problem)}\n`);
  const set = ['bench', 'prove', '--dataset', 'set.jsonl', '--dry-run', '--no-check', '--model', 'openai/gpt-5'];
  const { systems } = await lemmahead([...set, '--strategy', 'twice', '--strategy', 'baseline:n=1']);
  expect(systems).toMatchObject([{ system: 'twice@openai/gpt-5', questions: 2, steps: { 'twice@1': 2 } }, {}]);
  expect(await lemmahead([...set, '--strategy', 'twice:copies=3'])).toMatchObject({ code: 'strategy-option' });
});

test('a strategy with options: a file with their table, its import, and a line', { timeout: SLOW }, async () => {
  const table = `
    import { integer, option, optionTable } from '../config/option-table.ts';
    export const COPY_OPTIONS = optionTable({
      copies: option('--copies <number>', 'requests per hole', integer(1, 9), { default: 2, strategyOption: 'copies' }),
    });
    export function repeat({ maxOutputTokens, temperature, copies }) {
      return {
        name: 'repeat',
        async *propose(problem, { ask }) {
          const messages = [{ role: 'user', text: problem.text }];
          for (let sample = 0; sample < copies; sample++) await ask({ messages, maxOutputTokens, temperature, sample }, 'repeat@1');
        },
      };
    }`;
  const line = `  repeat: formal(['model'], 'never', async () => (await import('./repeat.ts')).repeat, COPY_OPTIONS),`;
  add('src/prove/repeat.ts', table, 'src/prove/strategies.ts', 'export const STRATEGIES', line);
  add('src/prove/repeat.ts', table, 'src/prove/strategies.ts', 'import', "import { COPY_OPTIONS } from './repeat.ts';");
  writeFileSync(join(copy, 'set.jsonl'), '{"name":"one","formal_statement":"theorem one : 1 = 1 := by sorry"}\n');
  const set = ['bench', 'prove', '--dataset', 'set.jsonl', '--dry-run', '--no-check', '--model', 'openai/gpt-5'];
  const { systems } = await lemmahead([...set, '--strategy', 'repeat', '--strategy', 'repeat:copies=3']);
  expect(systems).toMatchObject([{ questions: 2 }, { system: 'repeat:copies=3@openai/gpt-5', questions: 3 }]);
  const { code, message } = await lemmahead([...set, '--strategy', 'baseline:copies=3']);
  expect([code, message]).toEqual(['strategy-option', expect.stringContaining('not an option of baseline')]);
  const help = await promisify(execFile)(process.execPath, [join(copy, 'src', 'main.ts'), 'prove', '--help-all']);
  expect(help.stdout).toContain('--copies <number>');
});

test('a search channel', { timeout: SLOW }, async () => {
  const channel = `
    export const searchEndings = (index, query, { limit }) =>
      index
        .all("SELECT id FROM decls WHERE name LIKE '%' || '" + query.replaceAll("'", '') + "' ORDER BY name LIMIT " + limit)
        .map(({ id }, at) => ({ id, score: 1 / (at + 1) }));`;
  const line = `  ending: async () => withoutNotice((await import('./endings.ts')).searchEndings),`;
  add('src/search/endings.ts', channel, 'src/search/channels.ts', 'export const CHANNELS', line);
  const root = join(copy, 'lean');
  mkdirSync(root);
  writeFileSync(
    join(root, 'A.lean'),
    'theorem a.swap : 1 = 1 := rfl\ntheorem b.swap : 2 = 2 := rfl\ntheorem c : 3 = 3 := rfl\n',
  );
  const index = join(copy, 'a.sqlite');
  await lemmahead(['index', 'build', '--root', `Own=${root}`, '--index', index]);
  const { shape, results } = await lemmahead(['search', '--index', index, '--as', 'ending', 'swap']);
  expect(shape).toBe('ending');
  expect(results.map(({ name }: { name: string }) => name)).toEqual(['a.swap', 'b.swap']);
});

test('a channel of the library search', { timeout: SLOW }, async () => {
  const channel = `
    export const findByTitle = ({ database, question }) =>
      database
        .prepare('SELECT id FROM entries WHERE lower(title) = lower(?)')
        .all(question)
        .map(({ id }) => ({ id, score: 1, contributions: [{ what: 'same title', points: 1 }], similarity: 1 }));`;
  const line = `  titles: async (request) => (await import('./same-title.ts')).findByTitle(request),`;
  const registry = 'src/search/library/entry-channels.ts';
  add('src/search/library/same-title.ts', channel, registry, 'export const ENTRY_CHANNELS', line);
  writeFileSync(
    join(copy, 'book.md'),
    '## Theorem (Chain rule)\n\nIt differentiates a composition.\n\n## Theorem (Cauchy)\n\nA chain.\n',
  );
  await lemmahead(['library', 'add', 'book.md']);
  const { channels, results } = await lemmahead(['search', '--in-library', 'chain rule', '--explain']);
  expect(channels).toEqual(['titles', 'words']);
  expect(results[0]).toMatchObject({ title: 'Chain rule', channels: ['titles', 'words'] });
  expect(results[0].contributions).toContainEqual({ what: 'same title', points: 1 / 61 });
});
