/** Precedence of layers, restrictions on a project's file, and reporting of all problems. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { resolveConfiguration, type Layers } from '../../src/config/resolve.ts';
import { shapeProblems } from '../../src/config/schema.ts';
import { SETTING_KEYS, SETTINGS, type SettingEntry, type SettingKey } from '../../src/config/settings-table.ts';
import { isTrusted, readTrust, recordTrust } from '../../src/config/trust.ts';

let home: string;
let project: string;

beforeEach(() => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lemmahead-config-')));
  home = join(folder, 'home');
  project = join(folder, 'project');
  mkdirSync(home);
  mkdirSync(join(project, 'deep', 'inside'), { recursive: true });
  writeFileSync(join(project, 'lakefile.toml'), 'name = "orchard"\n');
});

const writeUser = (text: string): void => writeFileSync(join(home, 'config.toml'), text);
const writeProject = (text: string): void => writeFileSync(join(project, 'lemmahead.toml'), text);

function resolve(overrides: Partial<Layers> = {}) {
  const output = { json: false, quiet: false, verbose: false };
  return resolveConfiguration({ cwd: project, environment: { LEMMAHEAD_HOME: home }, flags: {}, output, ...overrides });
}

/** Value, layer and origin of a setting. */
async function source(key: SettingKey, overrides: Partial<Layers> = {}) {
  const { resolved } = await resolve(overrides);
  const { value, layer, from } = resolved.find((setting) => setting.key === key)!;
  return [value, layer, from];
}

describe('configuration layers', () => {
  test('defaults apply if nothing is set', async () => {
    const { resolved, problems } = await resolve();
    expect(problems).toEqual([]);
    for (const { key, value, layer } of resolved) expect([layer, value]).toEqual(['default', SETTINGS[key].default]);
  });

  test('precedence is flags > environment > project > user > defaults', async () => {
    writeUser('[search]\nlimit = 20\n[lean]\ntimeout = 5\n');
    expect(await source('search.limit')).toEqual([20, 'user', join(home, 'config.toml')]);
    writeProject('[search]\nlimit = 30\n');
    expect(await source('search.limit')).toEqual([30, 'project', join(project, 'lemmahead.toml')]);
    expect(await source('lean.timeout')).toEqual([5, 'user', join(home, 'config.toml')]);
    expect(await source('search.limit', { flags: { 'search.limit': 40 } })).toEqual([40, 'flag', '--limit']);

    const environment = { LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: 'other.sqlite' };
    const fromEnvironment = [join(project, 'other.sqlite'), 'environment', 'LEMMAHEAD_INDEX'];
    expect(await source('index.path', { environment })).toEqual(fromEnvironment);
    const flags = { 'index.path': 'mine.sqlite' };
    expect(await source('index.path', { environment, flags })).toEqual([
      join(project, 'mine.sqlite'),
      'flag',
      '--index',
    ]);
  });

  test("a project's file applies to the folders below it, up to the next Lake root", async () => {
    writeProject('[search]\nlimit = 3\n');
    expect(await source('search.limit', { cwd: join(project, 'deep', 'inside') })).toEqual([
      3,
      'project',
      expect.anything(),
    ]);
    writeFileSync(join(project, 'deep', 'lakefile.lean'), '');
    expect(await source('search.limit', { cwd: join(project, 'deep', 'inside') })).toEqual([10, 'default', null]);
  });

  test('.lemmahead/config.toml is an alternative; having both files is a problem', async () => {
    mkdirSync(join(project, '.lemmahead'));
    writeFileSync(join(project, '.lemmahead', 'config.toml'), '[search]\nlimit = 4\n');
    expect(await source('search.limit')).toEqual([4, 'project', expect.anything()]);
    writeProject('[search]\nlimit = 3\n');
    expect((await resolve()).problems).toHaveLength(1);
  });
});

describe('configuration problems', () => {
  test('of both files are reported together, each with file and path', async () => {
    writeUser('[search]\nlimit = 0\nrefresh = "yes"\n[lien]\nlake = "x"\n');
    writeProject('[search\n');
    const { problems } = await resolve();
    expect(problems.map(({ file, path }) => [file, path])).toEqual([
      [join(home, 'config.toml'), 'search.limit'],
      [join(home, 'config.toml'), 'search.refresh'],
      [join(home, 'config.toml'), 'lien'],
      [join(project, 'lemmahead.toml'), ''],
    ]);
  });

  test('in a file disable all settings of that file', async () => {
    writeUser('[search]\nlimit = 7\nwrong = 1\n');
    expect(await source('search.limit')).toEqual([10, 'default', null]);
  });
});

test.each(['-1', 'nan', '"free"', '1e9'])('the price %s of a model is invalid', async (price) => {
  writeUser(`[model.prices."local/x"]\ninput = ${price}\noutput = 0\n`);
  expect((await resolve()).problems).toMatchObject([{ path: 'model.prices.local/x.input' }]);
});

test.each(['nonsense', '', 'http://[', 'ftp://x', 'localhost:11434'])('the server URL %j is invalid', async (url) => {
  writeUser(`[model]\nbase_url = "${url}"\n`);
  expect((await resolve()).problems).toMatchObject([{ path: 'model.base_url' }]);
});

test('a password in a server URL is rejected, and not repeated in the report', async () => {
  writeUser('[model]\nbase_url = "http://me:geheim@localhost/v1"\n');
  const { problems, resolved } = await resolve();
  expect(problems).toMatchObject([{ path: 'model.base_url' }]);
  expect(JSON.stringify([problems, resolved])).not.toContain('geheim');
});

describe('trust in a project file', () => {
  const TEXT = '[index]\npath = "stolen.sqlite"\n[lean]\nlake = "./evil"\n[search]\nlimit = 3\n';

  test('restricted settings are withheld until the file is trusted, and again after it changes', async () => {
    writeProject(TEXT);
    const before = await resolve();
    expect(before.withheld.map(({ key }) => key)).toEqual(['index.path', 'lean.lake']);
    expect(before.settings).toMatchObject({ lakeCommand: 'lake', indexPath: null, searchLimit: 3 });

    recordTrust(home, before.projectFile!.path, before.projectFile!.hash);
    const after = await resolve();
    expect(after.withheld).toEqual([]);
    expect(after.settings).toMatchObject({ lakeCommand: './evil', indexPath: join(project, 'stolen.sqlite') });

    writeProject(`${TEXT}# changed\n`);
    expect((await resolve()).settings.lakeCommand).toBe('lake');
  });

  test('an untrusted file cannot set a server, model, key or price', async () => {
    const model = 'name = "local/x"\nbase_url = "http://evil.example/v1"\nkey_file = "key"\nretries = 2\n';
    writeProject(`[model]\n${model}[model.prices."local/x"]\ninput = 0\noutput = 0\n`);
    const before = await resolve();
    expect(before.problems).toEqual([]);
    expect(before.withheld.map(({ key }) => key)).toEqual([
      'model.name',
      'model.base_url',
      'model.key_file',
      'model.prices',
    ]);
    const { name, baseUrl, keyFile, prices, retries } = before.settings.model;
    expect([name, baseUrl, keyFile, prices, retries]).toEqual([null, null, null, {}, 2]);

    recordTrust(home, before.projectFile!.path, before.projectFile!.hash);
    expect((await resolve()).settings.model).toMatchObject({
      name: 'local/x',
      baseUrl: 'http://evil.example/v1',
      keyFile: join(project, 'key'),
      prices: { 'local/x': { input: 0, output: 0 } },
    });
  });

  test('the same content at another path is not trusted', () => {
    writeProject(TEXT);
    const other = join(project, 'deep', 'lemmahead.toml');
    writeFileSync(other, TEXT);
    recordTrust(home, join(project, 'lemmahead.toml'), 'hash');
    expect(isTrusted(readTrust(home), join(project, 'lemmahead.toml'), 'hash')).toBe(true);
    expect(isTrusted(readTrust(home), other, 'hash')).toBe(false);
  });

  test('an unreadable trust list is an error', async () => {
    writeProject(TEXT);
    writeFileSync(join(home, 'trust.json'), '{');
    await expect(resolve()).rejects.toMatchObject({ detail: { code: 'trust-unreadable' } });
  });
});

test('each setting has a shape, which accepts its default or example and rejects other values', () => {
  const problemsOf = (key: SettingKey, value: unknown): string[] => {
    const [table, leaf] = key.split('.') as [string, string];
    const problems = shapeProblems({ [table]: { [leaf]: value } });
    return [...new Set(problems.map(({ path }) => path.split('.').slice(0, 2).join('.')))];
  };
  for (const key of SETTING_KEYS) {
    const { default: value, example, shape, type }: SettingEntry = SETTINGS[key];
    expect([key, problemsOf(key, value ?? example)]).toEqual([key, []]);
    const wrong: unknown[] = [[], null, shape === 'boolean' ? 'yes' : true, ''];
    if (typeof shape === 'object' && 'choices' in shape) {
      expect(shape.choices.flatMap((choice) => problemsOf(key, choice))).toEqual([]);
      wrong.push('another');
    } else if (typeof shape === 'object') {
      expect(type).toContain(` from ${shape.from} to ${shape.to}`);
      expect([shape.from, shape.to].flatMap((bound) => problemsOf(key, bound))).toEqual([]);
      expect(problemsOf(key, 'auto')).toEqual(shape.orAuto ? [] : [key]);
      wrong.push(shape.from - 1, shape.to + 1, ...(shape.isInteger ? [shape.from + 0.5] : []));
    }
    for (const each of wrong) expect([key, each, problemsOf(key, each)]).toEqual([key, each, [key]]);
  }
  expect(shapeProblems({ search: { limits: 3 } })).toMatchObject([{ path: 'search.limits' }]);
});
