import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { lemmahead, lemmaheadJson } from '../../cli/spawn.ts';
import { writeFiles } from '../../index/temporary.ts';

const ORCHARD = `/-! # Orchards -/
namespace Orchard

/-- An *espalier* is a tree trained flat against a wall. -/
structure Espalier where
  height : Nat

/-- An espalier is laden if every branch bears fruit. -/
def IsLaden (e : Espalier) : Prop := True

/-- Every laden espalier has a wall behind it. -/
theorem wall_of_laden (e : Espalier) (h : IsLaden e) : True := trivial

/-- A laden espalier stays laden. -/
theorem laden_of_laden (e : Espalier) (h : IsLaden e) : IsLaden e := h

end Orchard
`;

const PROBLEM = {
  name: 'one',
  informal_statement: 'Show that a laden espalier of any height has a wall.',
  formal_statement: 'theorem one (e : Orchard.Espalier) (h : Orchard.IsLaden e) : True := by sorry',
};
const folder = mkdtempSync(join(tmpdir(), 'lemmahead-bench-concepts-'));
const env = { LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_INDEX: join(folder, 'index.sqlite') };
const terms = join(folder, 'terms.jsonl');
const problems = join(folder, 'problems.jsonl');

beforeAll(() => {
  writeFiles(join(folder, 'sources'), { 'Orchard.lean': ORCHARD });
  const lines = [
    { query: 'espalier', gold: ['Orchard.Espalier'], groups: [['Orchard.Espalier'], ['Orchard.IsLaden']] },
    { query: 'pergola', gold: ['Orchard.Pergola'] },
  ];
  writeFileSync(terms, lines.map((line) => JSON.stringify(line)).join('\n'));
  writeFileSync(problems, JSON.stringify(PROBLEM));
  lemmaheadJson(['index', 'build', '--root', `Orchard=${join(folder, 'sources')}`], { env });
  lemmaheadJson(['concepts', 'build'], { env });
}, 60_000);

describe('bench concepts', () => {
  test('measures terms, and counts those without an answer in the index', () => {
    const { json, status } = lemmaheadJson(['bench', 'concepts', '--queries', terms], { env, cwd: folder });
    expect(status).toBe(0);
    const [set] = json.sets;
    expect(set).toMatchObject({ queries: 1, without_answer: 1, gold: 'given' });
    const measures = set.systems.at(-1).measures;
    expect(measures['hit@1'].mean).toBe(1);
    expect(measures['meanings@10'].mean).toBe(1);
    expect(set.systems.map(({ system }: { system: string }) => system)).toEqual([
      'full text (FTS5)',
      'search, definitions only',
      'concepts',
    ]);
  });

  test('measures statements against the definitions that their formal versions name', () => {
    const { json } = lemmaheadJson(['bench', 'concepts', '--dataset', problems], { env, cwd: folder });
    expect(json.sets.map(({ gold }: { gold: string }) => gold)).toEqual(['all definitions', 'without ubiquitous ones']);
    const whole = json.sets[0].systems.at(-1);
    expect(whole.system).toBe('table, phrases, glossary, companions');
    expect(whole.measures['recall@5'].mean).toBe(1);
    // Both needed definitions, of three places.
    expect(whole.measures['acs@3'].mean).toBeGreaterThanOrEqual(2);
    expect(json.published).toContainEqual(expect.objectContaining({ system: 'CRAMF', set: 'ProofNet', value: 0.506 }));
  });

  test('prints the constant, each source and the published figures', () => {
    const { stdout } = lemmahead(['bench', 'concepts', '--dataset', problems], { env, cwd: folder });
    expect(stdout).toMatch(/^constant: most frequent of the other half +\.000/mu);
    expect(stdout).toMatch(/^table, phrases, glossary +1\.000 \(1\.000–1\.000\)/mu);
    expect(stdout).toMatch(/^CRAMF +ProofNet +HitRate@3 +\.506$/mu);
  });

  test('says what is missing', () => {
    expect(lemmahead(['bench', 'concepts'], { env, cwd: folder })).toMatchObject({ status: 2 });
    const byModel = lemmahead(['bench', 'concepts', '--queries', terms, '--reranker', 'model'], { env, cwd: folder });
    expect([byModel.status, byModel.stderr]).toEqual([2, expect.stringContaining('its cost would have no limit')]);
    const missing = lemmahead(['bench', 'concepts', '--queries', 'none.jsonl'], { env, cwd: folder });
    expect(missing.status).toBe(2);
    expect(missing.stderr).toContain('none.jsonl');
  });
});
