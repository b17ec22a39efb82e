/** Answers stay short whatever is found, and keep what matters most. */
import type { ServerContext } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CheckedFile } from '../../src/report/check-report.ts';
import type { ProveReport } from '../../src/report/prove-report.ts';
import type { ResultReport } from '../../src/report/search-report.ts';
import type { ShowReport } from '../../src/report/show-report.ts';
import { sayCheck } from '../../src/server/mcp/check-output.ts';
import { sayHoles } from '../../src/server/mcp/holes-output.ts';
import * as outputs from '../../src/server/mcp/outputs.ts';
import { withProgress } from '../../src/server/mcp/progress.ts';
import { sayProve } from '../../src/server/mcp/prove-output.ts';
import { type Said, shortText, shortType } from '../../src/server/mcp/tool-result.ts';
import { saySearch } from '../../src/server/mcp/search-output.ts';
import { sayShow } from '../../src/server/mcp/show-output.ts';
import { TOOLS } from '../../src/server/mcp/tools.ts';

const long = (length: number): string => 'hypothesis '.repeat(Math.ceil(length / 11)).slice(0, length);
const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const result = (at: number): ResultReport => ({
  name: `Topology.IsCompact.exists_isMaxOn_of_continuousOn_${at}`,
  kind: 'theorem',
  signature: '',
  type: `{α : Type*} ${many(60, (k) => `(h${k} : p ${k})`).join(' ')} : ∃ x ∈ s, IsMaxOn f s x`,
  doc: long(900),
  file_path: 'Mathlib/Topology/Algebra/Order/Compact/Basic.lean',
  line_start: 1234,
  path: '/somewhere/else/Mathlib/Topology/Algebra/Order/Compact/Basic.lean',
  package: 'Mathlib',
  module: 'Mathlib.Topology.Algebra.Order.Compact.Basic',
  import: 'import Mathlib.Topology.Algebra.Order.Compact.Basic',
  namespace: 'IsCompact',
  attributes: [],
  origin: 'written',
  generated_from: null,
  private: false,
  approximate: false,
  deprecated: null,
  score: 1,
  variants: many(40, (k) => `IsCompact.variant_${k}`),
});

/** As it goes out, both ways; what is said must be as the schema has it. */
function lengthOf({ compact, lines }: Said, schema: (typeof outputs)[keyof typeof outputs]): number {
  const structured = { exit: 'done', ...compact };
  expect(schema.safeParse(structured).error).toBeUndefined();
  return Math.max(JSON.stringify(structured).length, lines.join('\n').length);
}

describe('the longest answers', () => {
  it('of search', () => {
    const report = { schema: 'lemmahead/search@1', query: 'x', shape: 'text', nearest: [], notices: [], warnings: [] };
    const said = saySearch({ ...report, results: many(8, result) } as never);
    expect(lengthOf(said, outputs.searchOutput)).toBeLessThan(4000);
    expect(said.lines[0]).toMatch(/: ∃ x ∈ s, IsMaxOn f s x$/);
    expect(said.lines.join('\n')).not.toContain('hypothesis');
  });

  it('of show', () => {
    const member = (at: number) => ({ name: `field${at}`, type: long(2000), doc: long(500), line_start: at });
    const neighbour = (at: number) => ({ name: `name${at}`, kind: 'def', type: long(500), path: '/a', line_start: at });
    const report: ShowReport = {
      schema: 'lemmahead/show@1',
      declaration: {
        ...result(1),
        kind: 'structure',
        signature: long(9000),
        line_end: 2,
        modifiers: [],
        section: null,
        variables: many(90, (k) => `{x${k} : α}`),
        instance_of: null,
      },
      source: { text: many(900, () => long(80)).join('\n'), line: 1 },
      parents: many(30, member),
      fields: many(90, member),
      constructors: many(3, member),
      instances: { count: 999, top: many(12, neighbour) },
      generated_from: null,
      generates: many(200, (at) => ({ ...neighbour(at), origin: 'simps' })),
      users: { files: 9, files_read: 9, top: [] },
      same_name: [],
      notices: many(9, () => long(1000)),
      candidates: [],
    };
    expect(lengthOf(sayShow({ ...report, warnings: [] }, '/somewhere'), outputs.showOutput)).toBeLessThan(15_000);
  });

  it('of holes', () => {
    const hole = { word: 'sorry', line: 1, column: 2, indentation: '', position: 'tactic' as const };
    const holes = many(900, () => ({
      ...hole,
      keyword: 'theorem',
      declaration: 't',
      is_proof: true,
      goal: long(5000),
    }));
    const said = sayHoles({ schema: 'lemmahead/holes@1', file: 'F', holes, no_goals: null, warnings: [] }, true);
    expect(lengthOf(said, outputs.holesOutput)).toBeLessThan(16_000);
    expect(said.compact['count']).toBe(900);
    expect(said.lines.at(-1)).toBe('note: The goals of the last holes are left out.');
  });

  it('of check', () => {
    const finding = (at: number) => ({
      ...{ line: at, column: 0, severity: at % 2 ? 'error' : 'warning', by: 'lean', what: 'type_mismatch' },
      ...{ declaration: 't', text: many(50, () => long(90)).join('\n') },
    });
    const declaration = (at: number) => ({
      name: `theorem_${at}`,
      kind: 'theorem',
      line: at,
      state: 'proved',
      axioms: [],
    });
    const file = {
      ...{ file: 'F.lean', against: null, exit: 'no', exit_code: 1, verdict: 'rejected', by: 'lean', why: null },
      ...{
        detail: null,
        next: null,
        lean: null,
        level: null,
        sandbox: null,
        axioms: [],
        conditional: [],
        cautions: [],
        notes: [],
        unguarded: [],
      },
      ...{ findings: many(500, finding), declarations: many(900, declaration) },
    } as unknown as CheckedFile;
    const report = { schema: 'lemmahead/check@1', accepted: false, level: 'audit', allowed_axioms: [], files: [file] };
    const said = sayCheck({ ...report, warnings: [] } as never, {});
    expect(lengthOf(said, outputs.checkOutput)).toBeLessThan(8000);
    expect(said.compact['findings']).toSatisfy((findings: { severity: string }[]) =>
      findings.every(({ severity }) => severity === 'error'),
    );
    expect(said.lines.join('\n')).toContain(' more findings (detail: full)');
    expect(said.lines.join('\n')).toContain('… 870 more');
  });

  it('of prove', () => {
    const hole = (at: number) => ({
      ...{ hole: at + 1, line: at, column: 0, keyword: 'theorem', declaration: 't', state: 'filled', goal: long(900) },
      ...{ strategy: 'portfolio', candidate: 'simp', lemmas: [], imports: [], dropped: false, axioms: [] },
      ...{ conditional: [], attempts: 3, unchecked: 0, refused: 0, no_candidate: 0, note: long(900) },
    });
    const report = {
      ...{
        schema: 'lemmahead/prove@1',
        file: 'F.lean',
        run: 'r',
        strategy: 'portfolio',
        level: 'audit',
        audited: true,
      },
      ...{ sandbox: null, holes: many(300, hole), filled: 300, conditional: 0, open: 0, skipped: 0, attempts: 900 },
      ...{ tokens: 0, cost: null, stopped_by: null, model_failure: null, objection: null, added_imports: [] },
      ...{ diff: `--- a/F.lean\n+++ b/F.lean\n${'-  sorry\n+  simp\n'.repeat(9000)}`, written: false },
      ...{ written_to: null, replay_of: null, differs: [] },
    } as unknown as ProveReport;
    const said = sayProve({ ...report, warnings: [] }, false);
    expect(lengthOf(said, outputs.proveOutput)).toBeLessThan(40_000);
    expect(said.lines).toContain('note: The diff is cut; detail: full gives all of it.');
  });
});

describe('what was proved is not said to be', () => {
  const proved = {
    ...{ schema: 'lemmahead/prove@1', file: 'p/Posted.lean', run: 'r', strategy: 'portfolio', level: 'audit' },
    ...{ audited: true, sandbox: null, holes: [], filled: 1, conditional: 0, open: 0, skipped: 0, attempts: 1 },
    ...{ tokens: 0, cost: null, stopped_by: null, model_failure: null, objection: null, added_imports: [] },
    ...{ diff: '--- a/p/Posted.lean\n+++ b/p/Posted.lean\n-  sorry\n+  rfl\n', written: false, written_to: null },
    ...{ replay_of: null, differs: [], warnings: [] },
  } as unknown as ProveReport & { warnings: string[] };

  it('where the audit refused the whole', () => {
    const objection: ProveReport['objection'] = { kind: 'refused', why: 'an axiom', findings: [] };
    const { compact, lines } = sayProve({ ...proved, objection, audited: false }, false);
    expect(compact['diff']).toBeUndefined();
    expect(lines.join('\n')).toContain('nothing counts as proved: an axiom');
  });

  it('and the path of a text that was sent is not told', () => {
    expect(sayProve(proved, true).compact['diff']).toBe('--- a/text\n+++ b/text\n-  sorry\n+  rfl\n'.trim());
  });
});

describe('cutting', () => {
  it.each([
    ['(a b : Nat) : a = b', 40, '(a b : Nat) : a = b'],
    [': a\n  = b', 40, ': a = b'],
    ['(h : aaaaaaaaaaaaaaaaaaaaaaaaa) : c = d', 30, '(h : aaaaaaaaaaaaaaaa… : c = d'],
    [`: ${'a'.repeat(40)}`, 20, `: ${'a'.repeat(17)}…`],
    [`(h : p) : ${'a'.repeat(40)}`, 20, `… : ${'a'.repeat(15)}…`],
  ])('of the type %j to %d', (type, most, short) => {
    expect(shortType(type, most)).toBe(short);
    expect([...short].length).toBeLessThanOrEqual(most);
  });

  it('of a text is at a line where that loses little', () => {
    expect(shortText('one\ntwo\nthree', 9)).toBe('one\ntwo\n…');
    expect(shortText('one two three', 9)).toBe('one two t…');
    expect(shortText('short', 9)).toBe('short');
  });
});

describe('progress', () => {
  afterEach(() => vi.useRealTimers());

  const told: { method: string; params?: unknown }[] = [];
  const context = (progressToken?: string) =>
    ({
      mcpReq: { _meta: { progressToken }, notify: async (one: never) => void told.push(one) },
    }) as unknown as ServerContext;

  it('is told a few times a second at most, and where nothing happens too', async () => {
    vi.useFakeTimers();
    const done = Promise.withResolvers<void>();
    const working = withProgress(context('token'), async (onProgress) => {
      for (const at of many(100, (k) => k)) onProgress?.(at, 100, `step ${at}`);
      await done.promise;
    });
    expect(told).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(21_000);
    expect(told.map(({ params }) => params)).toEqual([
      { progressToken: 'token', progress: 1, message: 'step 0' },
      { progressToken: 'token', progress: 2, message: 'step 99' },
      { progressToken: 'token', progress: 3, message: 'step 99' },
    ]);
    done.resolve();
    await working;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toHaveLength(3);
  });

  it('is told to nobody who did not ask', async () => {
    const before = told.length;
    expect(await withProgress(context(), async (onProgress) => onProgress)).toBeUndefined();
    expect(told).toHaveLength(before);
  });
});

it('every tool has an output schema that takes its failures too', () => {
  const failure = { code: 'bad-request', exit: 'usage', message: 'm', reason: 'r', next: 'n' };
  for (const { output } of TOOLS) expect(output.safeParse(failure).success).toBe(true);
});
