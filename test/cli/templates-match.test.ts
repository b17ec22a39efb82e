/** `templates build --match lean` as a user types it: by words if the index has no vectors, and above `--match-k`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../architecture/source-files.ts';
import { writeFiles } from '../index/temporary.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const LABELLED = join(ROOT, 'fixtures', 'problems', 'labelled.jsonl');
const home = mkdtempSync(join(tmpdir(), 'lemmahead-match-'));
const env = { LEMMAHEAD_HOME: join(home, 'home') };

beforeAll(() => {
  writeFiles(home, {
    'lakefile.toml': 'name = "mine"\n[[lean_lib]]\nname = "Mine"\n',
    'Mine/Basic.lean': `/-- **Cayley's formula** on labelled trees. -/
theorem card_trees : 1 = 1 := rfl

/-- What Fermat proved about powers. -/
theorem pow_card_sub_one : 2 = 2 := rfl

theorem unrelated : 3 = 3 := rfl
`,
  });
  const built = lemmahead(['index', 'build', '--no-vectors'], { env, cwd: home });
  expect(built.status, built.stderr).toBe(0);
}, 60_000);

afterAll(() => rmSync(home, { recursive: true, force: true }));

const build = (graph: string, ...args: string[]) =>
  lemmaheadJson(['templates', 'build', LABELLED, '--from', 'labelled', '--graph', graph, ...args], { env, cwd: home });
const declarationsOf = (graph: string, name: string) =>
  lemmaheadJson(['templates', 'show', name, '--graph', graph], { env, cwd: home }).json.item.declarations.map(
    (each: any) => [each.name, each.similarity],
  );

describe('an index without vectors', () => {
  test('is matched by words, and the report says so', () => {
    const { status, json } = build('words', '--match', 'lean');
    expect(status).toBe(0);
    expect(json.notices).toContainEqual(expect.stringContaining('by the words of their names and docstrings alone'));
    expect(json.plan).toMatchObject({ match_k: 0.7, declarations_by: 'words' });
    expect(json.matched).toEqual({ declarations: 1, entries: 0 });
    expect(declarationsOf('words', "Cayley's formula")).toEqual([['card_trees', 1]]);
  });

  test('is matched from --match-k on, or from the setting', () => {
    const { json } = build('half', '--match', 'lean', '--match-k', '0.5');
    expect([json.matched.declarations, json.plan.match_k]).toEqual([2, 0.5]);
    expect(declarationsOf('half', "Fermat's little theorem")).toEqual([['pow_card_sub_one', 0.5]]);
    writeFileSync(join(home, 'home', 'config.toml'), '[templates]\nmatch_k = 0.5\n');
    expect(build('configured', '--match', 'lean').json.matched.declarations).toBe(2);
    writeFileSync(join(home, 'home', 'config.toml'), '');
  });

  test.each(['--match-k', '--match-alpha'])('%s without --match is refused', (flag) => {
    for (const args of [
      ['build', LABELLED, '--from', 'seeds', flag, '0.6'],
      ['check', flag, '0.6'],
    ]) {
      const { status, stderr } = lemmahead(['templates', ...args], { env, cwd: home });
      expect([status, stderr]).toEqual([2, expect.stringContaining(`option '${flag}' needs option '--match'`)]);
    }
  });
});
