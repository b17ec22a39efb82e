/** The outputs of the MCP tools are limited in size, and contain the most important data. */
import type { ServerContext } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import type { CheckedFile } from '../../src/report/check-schema.ts';
import type { ProveReport } from '../../src/report/prove-schema.ts';
import type { ResultReport, ShowReport } from '../../src/report/search-schema.ts';
import { formatCheck } from '../../src/server/mcp/check-output.ts';
import { formatConcepts } from '../../src/server/mcp/concepts-output.ts';
import { formatHoles } from '../../src/server/mcp/holes-output.ts';
import * as outputs from './mcp-output-schemas.ts';
import { wholeStatement } from '../../src/lean/whole-statement.ts';
import { reportStatement } from '../../src/report/search-report.ts';
import { withProgress } from '../../src/server/mcp/progress-notifications.ts';
import { formatProve } from '../../src/server/mcp/prove-output.ts';
import { shortened, shortText, type ToolOutput } from '../../src/server/mcp/tool-result.ts';
import { formatSearch } from '../../src/server/mcp/search-output.ts';
import { formatStatement } from '../../src/server/mcp/statement-output.ts';
import { formatShow } from '../../src/server/mcp/show-output.ts';
import { TOOLS } from '../../src/server/mcp/tools.ts';

const long = (length: number): string => 'hypothesis '.repeat(Math.ceil(length / 11)).slice(0, length);
const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

const TYPE = `{α : Type*} ${many(60, (k) => `(h${k} : p ${k})`).join(' ')} : ∃ x ∈ s, IsMaxOn f s x`;

const result = (at: number): ResultReport => ({
  name: `Topology.IsCompact.exists_isMaxOn_of_continuousOn_${at}`,
  kind: 'theorem',
  signature: '',
  type: TYPE,
  statement: reportStatement(wholeStatement(TYPE, [])),
  value: null,
  doc: long(900),
  file_path: 'Mathlib/Topology/Algebra/Order/Compact/Basic.lean',
  line_start: 1234,
  path: '/somewhere/else/Mathlib/Topology/Algebra/Order/Compact/Basic.lean',
  links: { source: null, documentation: null },
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
  matched: [],
  variants: many(40, (k) => `IsCompact.variant_${k}`),
});

/** The length of the longer form of the output. Also checks it with the schema. */
function lengthOf({ compact, lines }: ToolOutput, schema: z.ZodType): number {
  const structured = { exit: 'done', ...compact };
  expect(schema.safeParse(structured).error).toBeUndefined();
  return Math.max(JSON.stringify(structured).length, lines.join('\n').length);
}

describe('the maximum size of the output', () => {
  it('of search', () => {
    const report = { schema: 'lemmahead/search@1', query: 'x', shape: 'text', nearest: [], notices: [], warnings: [] };
    const output = formatSearch({ ...report, results: many(8, result) } as never);
    expect(lengthOf(output, outputs.searchOutput)).toBeLessThan(7000);
    expect(output.lines[0]).toMatch(/\(h0 : p 0\).* … : ∃ x ∈ s, IsMaxOn f s x$/);
    expect(output.lines.join('\n')).not.toContain('hypothesis');
  });

  it('of concepts', () => {
    const { name, kind, statement, import: line } = result(1);
    const variant = {
      ...{ name, kind, statement, import: line, fields: [long(60)], deprecated: null },
      annotation: { text: long(600), origin: 'docstring' },
      use: { of: long(300), words: many(4, () => long(20)), write: long(300), notations: [], preferred: long(60) },
      probability: 0.5,
    };
    const spelling = { term: long(60), write: long(300), names: [], note: '', has_definition: false };
    const other = { name: long(80), kind: 'def', field: long(40) };
    const report = {
      schema: 'lemmahead/concepts-search@1',
      concepts: [{ concept: null, variants: many(8, () => variant) }],
      spellings: many(20, () => spelling),
      other_meanings: many(20, () => other),
      ...{ nearest: [], notices: many(9, () => long(1000)), warnings: [] },
    };
    expect(lengthOf(formatConcepts(report as never), outputs.conceptsOutput)).toBeLessThan(9000);
  });

  it('of statement', () => {
    const statement = {
      ...{ name: long(80), verdict: 'unfaithful', errors: many(9, () => long(900)) },
      findings: [{ rule: 'refuted', by: long(9000) }],
      remarks: many(20, () => ({ rule: 'junk-value', strength: 'strong', text: long(500) })),
      unanswered: many(9, () => ({ check: 'vacuous', why: 'timeout', detail: long(900) })),
      ...{ reference: { level: 'unknown', why: long(100) }, reference_error: null },
      rests_on: many(90, (at) => ({ name: `Own.name${at}` })),
    };
    const report = { schema: 'lemmahead/statement@1', statements: many(40, () => statement), warnings: [] };
    expect(lengthOf(formatStatement(report as never), outputs.statementOutput)).toBeLessThan(26_000);
    const one = formatStatement({ ...report, statements: [statement] } as never);
    expect(lengthOf(one, outputs.statementOutput)).toBeLessThan(3000);
    const direction = { state: 'proved', by: long(20_000) };
    const compared = { schema: 'lemmahead/statement-compare@1', level: 'equivalent', why: null, warnings: [] };
    const output = formatStatement({ ...compared, forward: direction, backward: direction } as never);
    expect(lengthOf(output, outputs.statementOutput)).toBeLessThan(600);
    expect(output.lines[0]).toBe('equivalent');
  });

  it('of show', () => {
    const member = (at: number) => ({ name: `field${at}`, type: long(2000), doc: long(500), line_start: at });
    const neighbour = (at: number) => ({ name: `name${at}`, kind: 'def', type: long(500), path: '/a', line_start: at });
    const report: ShowReport = {
      schema: 'lemmahead/show@1',
      declaration: {
        ...result(1),
        kind: 'structure',
        statement: reportStatement(wholeStatement(`${'(hypothesis : p) '.repeat(900)} : q`, [])),
        line_end: 2,
        constants: {},
        modifiers: [],
        section: null,
        variables: many(90, (k) => `{x${k} : α}`),
        instance_of: null,
      },
      source: { text: many(900, () => long(80)).join('\n'), line: 1 },
      parents: many(30, member),
      fields: many(90, member),
      inherited: many(90, (at) => ({ name: `Foo.field${at}`, type: long(500), from: 'Foo' })),
      constructors: many(3, member),
      instances: { count: 999, top: many(12, neighbour) },
      generated_from: null,
      generates: many(200, (at) => ({ ...neighbour(at), origin: 'simps' })),
      users: { files: 9, files_read: 9, top: [] },
      same_name: [],
      notices: many(9, () => long(1000)),
      candidates: [],
    };
    expect(lengthOf(formatShow({ ...report, warnings: [] }, '/somewhere'), outputs.showOutput)).toBeLessThan(15_000);
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
    const output = formatHoles({ schema: 'lemmahead/holes@1', file: 'F', holes, no_goals: null, warnings: [] }, true);
    expect(lengthOf(output, outputs.holesOutput)).toBeLessThan(16_000);
    expect(output.compact['count']).toBe(900);
    expect(output.lines.at(-1)).toBe('note: The goals of the last holes are omitted.');
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
    const output = formatCheck({ ...report, warnings: [] } as never, {});
    expect(lengthOf(output, outputs.checkOutput)).toBeLessThan(8000);
    expect(output.compact['findings']).toSatisfy((findings: { severity: string }[]) =>
      findings.every(({ severity }) => severity === 'error'),
    );
    expect(output.lines.join('\n')).toContain(' more findings (full: true)');
    expect(output.lines.join('\n')).toContain('… 870 more');
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
    const output = formatProve({ ...report, warnings: [] }, false);
    expect(lengthOf(output, outputs.proveOutput)).toBeLessThan(40_000);
    expect(output.lines).toContain('note: The diff is truncated; full: true gives all of it.');
  });
});

describe('the output of prove', () => {
  const proved = {
    ...{ schema: 'lemmahead/prove@1', file: 'p/Posted.lean', run: 'r', strategy: 'portfolio', level: 'audit' },
    ...{ audited: true, sandbox: null, holes: [], filled: 1, conditional: 0, open: 0, skipped: 0, attempts: 1 },
    ...{ tokens: 0, cost: null, stopped_by: null, model_failure: null, objection: null, added_imports: [] },
    ...{ diff: '--- a/p/Posted.lean\n+++ b/p/Posted.lean\n-  sorry\n+  rfl\n', written: false, written_to: null },
    ...{ replay_of: null, differs: [], warnings: [] },
  } as unknown as ProveReport & { warnings: string[] };

  it('contains no diff if the audit refused the complete file', () => {
    const objection: ProveReport['objection'] = { kind: 'refused', why: 'an axiom', findings: [] };
    const { compact, lines } = formatProve({ ...proved, objection, audited: false }, false);
    expect(compact['diff']).toBeUndefined();
    expect(lines.join('\n')).toContain('nothing counts as proved: an axiom');
  });

  it('does not contain the path of a posted text', () => {
    expect(formatProve(proved, true).compact['diff']).toBe('--- a/text\n+++ b/text\n-  sorry\n+  rfl\n'.trim());
  });
});

describe('shortening', () => {
  it.each([
    ['(a b : Nat) : a = b', 40, '(a b : Nat) : a = b'],
    [': a\n  = b', 40, ': a = b'],
    ['(h : aaaaaaaaaaaaaaaaaaaaaaaaa) : c = d', 30, '… : c = d'],
    ['(h : a) (k : b) (l : cccccccccccc) : c = d', 30, '(h : a) (k : b) … : c = d'],
    [`: ${'a'.repeat(40)}`, 20, `: ${'a'.repeat(17)}…`],
    [`(h : p) : ${'a'.repeat(40)}`, 20, `… : ${'a'.repeat(15)}…`],
    ['{α : Type} [Foo α] (h : a = b) : b = a', 30, '(h : a = b) : b = a'],
  ])('the statement %j to %d', (type, maxLength, short) => {
    expect(shortened(reportStatement(wholeStatement(type, [])), maxLength)).toBe(short);
    expect([...short].length).toBeLessThanOrEqual(maxLength);
  });

  it('a statement keeps its hypotheses up to another length, but not what Lean infers', () => {
    const type = '{α : Type} [Foo α] (h : a = b) (k : b = c) : a = c';
    const report = reportStatement(wholeStatement(type, []));
    expect(shortened(report, 20, 100)).toBe('(h : a = b) (k : b = c) : a = c');
    expect(shortened(report, 20, 25)).toBe('(h : a = b) … : a = c');
  });

  it('a text cuts it at the end of a line if little is lost', () => {
    expect(shortText('one\ntwo\nthree', 9)).toBe('one\ntwo\n…');
    expect(shortText('one two three', 9)).toBe('one two t…');
    expect(shortText('short', 9)).toBe('short');
  });
});

describe('progress notifications', () => {
  afterEach(() => vi.useRealTimers());

  const notifications: { method: string; params?: unknown }[] = [];
  const context = (progressToken?: string) =>
    ({
      mcpReq: { _meta: { progressToken }, notify: async (one: never) => void notifications.push(one) },
    }) as unknown as ServerContext;

  it('have a maximum rate, and are also sent if nothing happens', async () => {
    vi.useFakeTimers();
    const done = Promise.withResolvers<void>();
    const working = withProgress(context('token'), async (onProgress) => {
      for (const at of many(100, (k) => k)) onProgress?.(at, 100, `step ${at}`);
      await done.promise;
    });
    expect(notifications).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(21_000);
    expect(notifications.map(({ params }) => params)).toEqual([
      { progressToken: 'token', progress: 1, message: 'step 0' },
      { progressToken: 'token', progress: 2, message: 'step 99' },
      { progressToken: 'token', progress: 3, message: 'step 99' },
    ]);
    done.resolve();
    await working;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(notifications).toHaveLength(3);
  });

  it('are not sent if the client did not request them', async () => {
    const before = notifications.length;
    expect(await withProgress(context(), async (onProgress) => onProgress)).toBeUndefined();
    expect(notifications).toHaveLength(before);
  });
});

it('the output schema of every tool accepts failures', () => {
  const failure = { code: 'bad-request', exit: 'usage', message: 'm', reason: 'r', next: 'n' };
  expect(Object.keys(outputs.OUTPUTS)).toEqual(TOOLS.map(({ name }) => name));
  for (const output of Object.values(outputs.OUTPUTS)) expect(output.safeParse(failure).success).toBe(true);
});
