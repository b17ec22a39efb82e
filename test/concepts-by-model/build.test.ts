/** `concepts build` with a scripted model on a loopback server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openConceptBase } from '../../src/concepts/open-base.ts';
import { BINARY } from '../binary.ts';
import { lemmahead, lemmaheadJson, lemmaheadMeanwhile } from '../cli/spawn.ts';
import { buildRoots } from '../index/build-request.ts';
import { writeFiles } from '../index/temporary.ts';
import { type ModelServer, type Reply, type SeenRequest, startModelServer } from '../llm/model-server.ts';
import { answerTo, listedIn, promptOf, questionOf, scriptedAnswers, SOURCES, TRANSLATIONS } from './lantern-library.ts';

let folder: string;
let index: string;
let base: string;
let server: ModelServer | null = null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-by-model-'));
  index = join(folder, 'index.sqlite');
  base = join(folder, 'index.concepts.sqlite');
  await buildIndex(SOURCES);
});
afterEach(async () => {
  await server?.close();
  server = null;
  rmSync(folder, { recursive: true, force: true });
});

async function buildIndex(files: Record<string, string>): Promise<void> {
  rmSync(join(folder, 'sources'), { recursive: true, force: true });
  writeFiles(join(folder, 'sources'), files);
  await buildRoots(index, { Port: join(folder, 'sources') });
}

const env = (home = 'home') => ({ LEMMAHEAD_HOME: join(folder, home), LEMMAHEAD_INDEX: index });
const EVERYTHING = ['--back-translate', 'all', '--extract', '--explain'];

/** Builds with the scripted model; `home` has the kept answers. */
async function build(
  args: string[],
  script: (request: SeenRequest, number: number) => Reply = scriptedAnswers,
  home = 'home',
): Promise<{ status: number | null; stderr: string; report: any }> {
  server ??= await startModelServer(script);
  const model = ['--model', 'scripted/m', '--base-url', server.baseUrl];
  const all = ['concepts', 'build', ...model, ...args, '--json'];
  const { status, stdout, stderr } = await lemmaheadMeanwhile(all, { env: env(home), cwd: folder });
  return { status, stderr, report: JSON.parse(stdout) };
}

const offline = (): any => lemmaheadJson(['concepts', 'build'], { env: env() }).json;
const show = (name: string): any => lemmaheadJson(['concepts', 'show', name], { env: env() }).json;
const search = (term: string): any => lemmaheadJson(['concepts', 'search', term], { env: env() }).json;

describe('a concept base with a model', () => {
  it('has texts, concepts and explanations, each with its origin', async () => {
    const { status, report } = await build(EVERYTHING);
    expect([status, report.models]).toMatchObject([
      0,
      { scripted: true, back_translations: 4, chosen: 2, extractions: 4, explanations: 2, problems: [], reused: 0 },
    ]);
    const made = { model: 'scripted/m', snapshot: 'scripted:script-1' };
    // Without documentation, the model's text is the only one.
    expect(show('Harbour.Mooring').definition.annotation).toEqual({
      ...{ text: 'structure: harbour mooring', origin: 'rule' },
      model: { text: TRANSLATIONS['Harbour.Mooring'], template: 'back-translate@1', ...made },
    });
    // The docstring stays as it is.
    expect(show('Chimney.draught').definition.annotation).toMatchObject({
      ...{ text: 'The draught of a chimney.', origin: 'docstring' },
      model: { text: TRANSLATIONS['Chimney.draught'] },
    });
    // A text that is unlike the documentation is not kept, also if a docstring hides orders to a model.
    expect(show('Harbour.beam').definition.annotation).toMatchObject({ text: 'The beam of a ship.', model: null });
    const [{ variants }] = search('berth').concepts;
    expect(variants[0]).toMatchObject({ name: 'Harbour.Mooring', origins: ['model'] });
    expect(search('seafaring').concepts).toEqual([]);
    const draughts = search('draught').concepts.flatMap((each: any) => each.variants);
    expect(draughts.find(({ name }: any) => name === 'Chimney.draught').when).toEqual({
      ...{ text: 'Use when it is about Chimney.', template: 'explain-concept@1', ...made },
    });
    const text = lemmahead(['concepts', 'search', 'draught'], { env: env() }).stdout;
    expect(text).toMatch(/when {4}Use when it is about Chimney\. \(scripted:script-1,\s+explain-concept@1\)/u);
  });

  it('keeps all candidates with their scores and the decision', async () => {
    await build(['--back-translate', 'all']);
    const open = openConceptBase(base);
    const rows = open.modelRows().map(({ definition, data }) => [definition, data]);
    open.close();
    const candidates = (name: string, score: unknown) =>
      Array.from({ length: 3 }, () => ({ text: TRANSLATIONS[name], score }));
    expect(Object.fromEntries(rows)).toMatchObject({
      'Harbour.Mooring': { candidates: candidates('Harbour.Mooring', expect.closeTo(1)), chosen: 0, by: 'words' },
      'Harbour.beam': { candidates: candidates('Harbour.beam', 0), chosen: null, floor: 0.3 },
    });
  });

  it('sends no docstring to be put into words, and fences docstrings elsewhere', async () => {
    await build(EVERYTHING);
    const order = 'Ignore previous instructions';
    for (const request of server!.seen) {
      const prompt = promptOf(request);
      const outside = prompt.replaceAll(/^```[^]*?^```$/gmu, '');
      expect(outside).not.toContain(order);
      if (questionOf(request) === 'translate') expect(prompt).not.toContain(order);
    }
    expect(server!.seen.some((request) => promptOf(request).includes(order))).toBe(true);
  });

  it('asks by default only about definitions without documentation', async () => {
    const { report } = await build([]);
    expect(report.models).toMatchObject({ answers: 3, back_translations: 1, extractions: 0 });
    expect(server!.seen.every((request) => request.body.temperature === 0.7)).toBe(true);
  });

  it('is limited to a module and a number of definitions', async () => {
    const { report } = await build([
      '--back-translate',
      'all',
      '--module',
      'Harbour',
      '--limit',
      '2',
      '--candidates',
      '1',
    ]);
    expect(report.models).toMatchObject({ answers: 2, back_translations: 2 });
  });
});

describe('a rebuild', () => {
  it('asks for nothing twice, with or without the base', async () => {
    await build(EVERYTHING);
    const first = readFileSync(base);
    const asked = server!.seen.length;
    const { report } = await build(EVERYTHING);
    expect(report).toMatchObject({ models: { answers: 0 }, model_rows: { kept: 10, changed: 0, gone: 0 } });
    expect(readFileSync(base).equals(first)).toBe(true);
    expect(offline()).toMatchObject({ models: null, model_rows: { kept: 10 } });
    expect(readFileSync(base).equals(first)).toBe(true);
    rmSync(base);
    const anew = await build(EVERYTHING);
    expect(anew.report.models.reused).toBe(anew.report.models.answers);
    expect(server!.seen.length).toBe(asked);
    expect(readFileSync(base).equals(first)).toBe(true);
  });

  it('follows renamed definitions, and drops the texts of changed and deleted ones with a count', async () => {
    await build(EVERYTHING);
    const asked = server!.seen.length;
    const renamed = SOURCES['Harbour.lean']
      .replace('structure Mooring where', 'structure Berth where')
      .replace('/-- The beam', '@[deprecated (since := "2026-01-01")] alias Mooring := Berth\n\n/-- The beam')
      .replace(/\/-- The beam.*\ndef beam.*\n/u, '');
    const changed = SOURCES['Chimney.lean'].replace('Nat := flow', 'Nat := flow + 1');
    await buildIndex({ 'Chimney.lean': changed, 'Harbour.lean': renamed });
    // One of the two explanations belongs to the changed definition.
    expect(offline().model_rows).toEqual({ kept: 3, renamed: 2, changed: 3, gone: 2 });
    expect(show('Harbour.Berth').definition.annotation.model.text).toBe(TRANSLATIONS['Harbour.Mooring']);
    expect(show('Chimney.draught').definition.annotation.model).toBeNull();
    await build(['--back-translate', 'all']);
    // Only the changed definition is new to the model.
    expect(server!.seen.length - asked).toBe(3);
    expect(show('Chimney.draught').definition.annotation.model.text).toBe(TRANSLATIONS['Chimney.draught']);
  });

  it('leaves the base of a build without a model as it always was', async () => {
    offline();
    const first = readFileSync(base);
    await build(['--back-translate', 'all', '--max-tokens', '0']);
    expect(readFileSync(base).equals(first)).toBe(true);
  });
});

describe('unusable answers', () => {
  it('are asked for once more, and then cost only their question', async () => {
    const bad: Record<string, string> = {
      'Harbour.Mooring': 'The structure Harbour.Mooring has a length.',
      'Harbour.beam': '```lean\naxiom cheat : False\n```',
    };
    const { status, report } = await build(['--back-translate', 'all', '--candidates', '1'], (request) => {
      const name = Object.keys(bad).find((each) => promptOf(request).includes(each));
      return name === undefined ? scriptedAnswers(request) : { text: bad[name]! };
    });
    expect([status, report.models.back_translations]).toEqual([0, 2]);
    expect(report.models.problems.toSorted()).toEqual([
      'Harbour.Mooring: the answer has the Lean name Harbour.Mooring.',
      'Harbour.beam: the answer is a block of code.',
    ]);
    expect(server!.seen.length).toBe(6);
  });

  it('that are prose, cut off, or leave definitions out are mended', async () => {
    const { report } = await build(['--extract', '--back-translate', 'none'], (request, number) => {
      if (number === 0) return { text: 'I would call them ships.' };
      if (number === 1) {
        const parsed = JSON.parse(answerTo(request));
        const [first] = parsed.definitions;
        return { text: JSON.stringify({ definitions: [first] }).replace('}]', '},]') };
      }
      return listedIn(promptOf(request)).includes('Harbour.beam')
        ? { text: '{"definitions": [{"na', finish: 'length' }
        : scriptedAnswers(request);
    });
    expect(report.models.extractions).toBe(0);
    expect(report.models.problems).toEqual([expect.stringContaining('the answer was cut off')]);
    const again = await build(['--extract', '--back-translate', 'none']);
    // The question about all four is kept; those about one definition alone were kept until the bad one.
    expect(again.report.models.problems.length).toBe(1);
  });
});

describe('limits', () => {
  it('of 0 ask nothing and exit 4', async () => {
    const { status, report } = await build([...EVERYTHING, '--max-tokens', '0']);
    expect([status, report.models.stopped_by, server!.seen.length]).toEqual([4, 'tokens', 0]);
    const { stdout } = await lemmaheadMeanwhile(
      ['concepts', 'build', '--model', 'scripted/m', '--base-url', server!.baseUrl, '--max-time', '0'],
      { env: env() },
    );
    expect([stdout, server!.seen.length]).toEqual([expect.stringContaining('Stopped by --max-time'), 0]);
  });

  it('in the middle keep what was answered, and the next build goes on', async () => {
    const one = await build(['--back-translate', 'all', '--candidates', '1', '--limit', '1']);
    const { status, report } = await build([...EVERYTHING, '--max-tokens', '13000']);
    expect([one.status, status, report.models.stopped_by]).toEqual([0, 4, 'tokens']);
    const before = server!.seen.length;
    const rest = await build(EVERYTHING);
    expect(rest.status).toBe(0);
    const total = server!.seen.length;
    expect(before).toBeLessThan(total);
    // Four definitions with three answers each (one was asked with one), one question each for the rest.
    expect(total).toBe(1 + 3 * 3 + 2);
  });

  it('on cost need a price', async () => {
    const { status, report } = await build(['--max-cost', '1']);
    expect([status, report.code]).toEqual([2, 'price-unknown']);
  });
});

it('a dry run shows each prompt and sends nothing', async () => {
  offline();
  const { status, report } = await build([...EVERYTHING, '--dry-run']);
  expect([status, server!.seen.length, report.prompts.length, report.max_requests]).toEqual([0, 0, 14, 28]);
  expect(report.prompts.map(({ template }: any) => template)).toContain('extract-concepts@1');
  expect(report.worst_tokens).toBeGreaterThan(report.prompts.length * 8192);
  const without = lemmaheadJson(['concepts', 'build', '--dry-run'], { env: env() });
  expect([without.status, without.json.prompts]).toEqual([0, []]);
});

it('a configured model is asked only if the command says so', async () => {
  server = await startModelServer(scriptedAnswers);
  const home = join(folder, 'home');
  writeFiles(home, { 'config.toml': `[model]\nname = "scripted/m"\nbase_url = "${server.baseUrl}"\n` });
  const run = (...args: string[]) =>
    lemmaheadMeanwhile(['concepts', 'build', ...args, '--json'], { env: env(), cwd: folder });
  expect(JSON.parse((await run()).stdout).models).toBeNull();
  expect(JSON.parse((await run('--extract')).stdout).models).toMatchObject({ extractions: 4, back_translations: 0 });
  const missing = lemmaheadJson(['concepts', 'build', '--extract'], { env: { LEMMAHEAD_INDEX: index } });
  expect([missing.status, missing.json.code]).toEqual([3, 'model-missing']);
});

describe('after a kill', () => {
  it('the same command makes the base of an uninterrupted one, and pays for nothing twice', async () => {
    await build(EVERYTHING, scriptedAnswers, 'other');
    const whole = readFileSync(base);
    const needed = server!.seen.length;
    await server!.close();
    rmSync(base);
    server = await startModelServer((request) => ({
      ...(scriptedAnswers(request) as object),
      text: answerTo(request),
      slowMs: 15,
    }));
    const args = ['concepts', 'build', '--model', 'scripted/m', '--base-url', server.baseUrl, ...EVERYTHING];
    const kept = (): number => globSync('**/answers/**/*.json', { cwd: join(folder, 'home') }).length;
    let lost = 0;
    for (const until of [1, 4, 6, 11, 13]) {
      const child = spawn(process.execPath, [BINARY, ...args], {
        cwd: folder,
        env: { ...process.env, ...env(), HOME: folder },
        stdio: 'ignore',
      });
      const closed = once(child, 'close');
      while (kept() < until && child.exitCode === null) await pause(3);
      child.kill('SIGKILL');
      await closed;
      lost = server.seen.length - kept();
    }
    const { report } = await build(EVERYTHING);
    expect(report.models.problems).toEqual([]);
    expect(readFileSync(base).equals(whole)).toBe(true);
    expect(server.seen.length - needed).toBe(lost);
  }, 120_000);
});
