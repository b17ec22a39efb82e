/** The `graph` commands on a small library. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type {
  GraphDependsReport,
  GraphPathReport,
  GraphStatsReport,
  GraphStatusReport,
} from '../../src/report/graph-schema.ts';
import { lemmahead, lemmaheadJson } from './spawn.ts';

const SHIPYARD = `
structure Ship where
  tons : Nat
namespace Ship
def IsHeavy (s : Ship) : Prop := s.tons = 9
theorem keel : 1 = 1 := rfl
theorem hull : 2 = 2 := by have := keel; rfl
theorem mast : 3 = 3 := by have := keel; rfl
theorem floats (s : Ship) (h : IsHeavy s) : True := by have := hull; have := mast; trivial
end Ship
theorem alone : True := trivial
`;

const home = mkdtempSync(join(tmpdir(), 'lemmahead-graph-'));
const folder = join(home, 'index');
const env = { LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: join(folder, 'index.sqlite') };

beforeAll(() => {
  mkdirSync(join(home, 'sources'));
  mkdirSync(folder);
  writeFileSync(join(home, 'sources', 'Shipyard.lean'), SHIPYARD);
  lemmaheadJson(['index', 'build', '--root', `Shipyard=${join(home, 'sources')}`], { env });
}, 60_000);

/** Exits with 0. */
function jsonOf(arguments_: string[]) {
  const { status, json } = lemmaheadJson(arguments_, { env });
  expect(status).toBe(0);
  return json;
}

const namesOf = (declarations: readonly { name: string }[]): string[] => declarations.map(({ name }) => name);

describe('graph depends', () => {
  test('lists what a declaration names, and keeps the graph in a file beside the index', () => {
    const { declarations, counts }: GraphDependsReport = jsonOf(['graph', 'depends', 'Ship.floats']);
    expect(namesOf(declarations).sort()).toEqual(['Ship', 'Ship.IsHeavy', 'Ship.hull', 'Ship.mast']);
    expect(declarations.find(({ name }) => name === 'Ship.hull')).toMatchObject({ distance: 1, in: ['value'] });
    expect(counts).toEqual([4, 1]);
    expect(existsSync(join(folder, 'index.graph.bin'))).toBe(true);
  });

  test('lists what uses a declaration, nearest first', () => {
    const arguments_ = ['graph', 'depends', 'Ship.keel', '--used-by', '--hops', '5'];
    const { declarations }: GraphDependsReport = jsonOf(arguments_);
    expect(declarations.map(({ name, distance }) => `${distance} ${name}`)).toEqual([
      '1 Ship.hull',
      '1 Ship.mast',
      '2 Ship.floats',
    ]);
  });

  test('counts names in statements only, and of one module only', () => {
    const inStatement = ['graph', 'depends', 'Ship.floats', '--in', 'statement'];
    expect(namesOf((jsonOf(inStatement) as GraphDependsReport).declarations).sort()).toEqual(['Ship', 'Ship.IsHeavy']);
    const { status, stderr } = lemmahead(['graph', 'depends', 'Ship.floats', '--module', 'Harbour'], { env });
    expect(status).toBe(1);
    expect(stderr).toContain('No module of the index begins with Harbour.');
  });

  test('says that a field is a part of its structure', () => {
    const { name, notices }: GraphDependsReport = jsonOf(['graph', 'depends', 'Ship.tons', '--used-by']);
    expect(name).toBe('Ship');
    expect(notices).toEqual(['Ship.tons is a part of Ship.']);
  });

  test('shows groups by distance, and how many more there are', () => {
    const { stdout } = lemmahead(['graph', 'depends', 'Ship.floats', '--hops', '2', '--limit', '4'], { env });
    expect(stdout).toContain('Ship.floats depends on 4 directly, 5 in all, over at most 2 steps.');
    expect(stdout).toMatch(/^directly$/mu);
    expect(stdout).toContain('and 1 more: --limit 5');
  });

  test('exits with 1 if nothing depends on it, and if no declaration has the name', () => {
    expect(lemmahead(['graph', 'depends', 'alone', '--used-by'], { env })).toMatchObject({ status: 1 });
    const unknown = lemmahead(['graph', 'depends', 'Ship.flaots'], { env });
    expect(unknown.status).toBe(1);
    expect(unknown.stderr).toContain('Ship.floats');
    expect(lemmahead(['graph', 'depends', 'Ship.floats', '--hops', '0'], { env }).status).toBe(2);
  });

  test('works if the folder of the index is read-only', () => {
    const index = join(home, 'read-only', 'index.sqlite');
    mkdirSync(join(home, 'read-only'));
    lemmaheadJson(['index', 'build', '--root', `Shipyard=${join(home, 'sources')}`, '--out', index], { env });
    // A folder in place of the temporary file also stops root, who may write anywhere.
    mkdirSync(join(home, 'read-only', 'index.graph.bin', 'x'), { recursive: true });
    chmodSync(join(home, 'read-only'), 0o555);
    const run = lemmahead(['graph', 'depends', 'Ship.floats', '--index', index], { env });
    expect(run.status).toBe(0);
    expect(run.stderr).toContain('The dependency graph cannot be stored');
    chmodSync(join(home, 'read-only'), 0o755);
  });
});

describe('graph path', () => {
  test('puts each declaration after those that it needs', () => {
    const { steps, total }: GraphPathReport = jsonOf(['graph', 'path', 'Ship.floats']);
    expect(total).toBe(6);
    expect(namesOf(steps).at(-1)).toBe('Ship.floats');
    for (const [at, { needs }] of steps.entries()) for (const place of needs) expect(place).toBeLessThanOrEqual(at);
  });

  test('leaves out what is known, and says what a limit leaves out', () => {
    const known = ['graph', 'path', 'Ship.floats', '--known', 'Ship.hull', '--known', 'Ship.mast'];
    expect(namesOf((jsonOf(known) as GraphPathReport).steps)).toEqual(['Ship', 'Ship.IsHeavy', 'Ship.floats']);
    const { steps }: GraphPathReport = jsonOf(['graph', 'path', 'Ship.floats', '--limit', '1']);
    expect(steps).toHaveLength(1);
    expect(steps[0]!.left_out.sort()).toEqual(['Ship', 'Ship.IsHeavy', 'Ship.hull', 'Ship.mast']);
  });

  test('shows a shortest chain to another declaration', () => {
    const arguments_ = ['graph', 'path', 'Ship.floats', '--to', 'Ship.keel'];
    const { steps }: GraphPathReport = jsonOf(arguments_);
    expect(namesOf(steps)).toEqual(['Ship.floats', 'Ship.hull', 'Ship.keel']);
    expect(lemmahead(arguments_, { env }).stdout).toContain('Ship.floats depends on Ship.keel in 2 steps.');
    const none = lemmahead(['graph', 'path', 'Ship.keel', '--to', 'Ship.floats'], { env });
    expect(none).toMatchObject({ status: 1 });
    expect(none.stdout).toContain('Ship.keel does not depend on Ship.floats');
  });
});

test('graph stats counts declarations and dependencies', () => {
  const stats: GraphStatsReport = jsonOf(['graph', 'stats', '--limit', '2']);
  expect(stats).toMatchObject({ declarations: 7, dependencies: 7, isolated: 1, unused: 1, depth: 2, mutual: 0 });
  expect(stats.central).toHaveLength(2);
});

describe('graph status', () => {
  const write = (name: string, text: string): string => {
    mkdirSync(join(home, name, 'blueprint', 'src'), { recursive: true });
    writeFileSync(join(home, name, 'blueprint', 'src', 'web.tex'), text);
    return join(home, name);
  };
  const document = (body: string): string => String.raw`\newtheorem{lemma}{Lemma}\begin{document}${body}\end{document}`;

  test('says what is formalized, what is next, and what does not hold', () => {
    const project = write(
      'dock',
      document(String.raw`
\begin{lemma}\label{keel}\lean{Ship.keel}\leanok A keel.\end{lemma}\begin{proof}\leanok Seen.\end{proof}
\begin{lemma}\label{rudder}\uses{keel} A rudder.\end{lemma}
\begin{lemma}\label{sail}\lean{Ship.sial}\leanok\uses{rudder, oar} A sail.\end{lemma}`),
    );
    const { status, json } = lemmaheadJson(['graph', 'status', project], { env });
    const report = json as GraphStatusReport;
    expect(status).toBe(1);
    expect(report.counts).toMatchObject({
      statements: 3,
      uses: 2,
      unresolved: 1,
      declarations: 2,
      found: 1,
      proved: 1,
    });
    expect(report.next).toEqual(['rudder']);
    expect(report.false_claims).toEqual([{ label: 'sail', claim: 'Ship.sial is not in the index' }]);
    const { stdout } = lemmahead(['graph', 'status', '.'], { env, cwd: project });
    expect(stdout).toContain('3 statements, 2 links, 1 of 2 named declarations found');
    expect(stdout).toMatch(/state {2}rudder {2}lemma {2}needed by 1 unproved/u);
    expect(stdout).toContain('sail  uses oar');
  });

  test('joins attributes in Lean files with the LaTeX of a folder', () => {
    const project = write('quay', document('\\begin{lemma}\\label{keel}\\lean{Ship.keel} A keel.\\end{lemma}'));
    writeFileSync(
      join(project, 'Hull.lean'),
      '@[blueprint "hull" (statement := /-- A hull. -/) (uses := ["keel", "oar"])]\ntheorem Ship.hull : True := trivial\n',
    );
    const { json } = lemmaheadJson(['graph', 'status', project], { env });
    const { nodes, counts } = json as GraphStatusReport;
    expect(counts).toMatchObject({ statements: 2, uses: 1, unresolved: 1, declarations: 2, found: 2 });
    expect(nodes.map(({ label, file, line }) => `${label} ${file}:${line}`)).toEqual([
      'keel web.tex:1',
      'hull Hull.lean:2',
    ]);
  });

  test('exits with 2 without a blueprint, and for a document without marks', () => {
    const missing = lemmahead(['graph', 'status', folder], { env });
    expect(missing.status).toBe(2);
    expect(missing.stderr).toContain('There is no blueprint in');
    const plain = lemmahead(['graph', 'status', write('plain', document('\\begin{lemma}Text.\\end{lemma}'))], { env });
    expect(plain.status).toBe(2);
    expect(plain.stderr).toContain('is not a blueprint');
  });
});
