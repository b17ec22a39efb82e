/** A graph of templates as plain data: its records, what must hold for them, and how the library stores them. */
import { Failure } from '../../base/errors.ts';
import { shellQuote } from '../../base/shell-quote.ts';
import { sha256 } from '../../base/hash.ts';
import type { Library } from '../../library/library.ts';
import {
  ABSTRACTS,
  type GraphChange,
  type GraphItem,
  MATCHES,
  readGraph,
  storeGraph,
  templateGraphs,
  USES,
  VARIES,
} from '../../library/template-graphs.ts';
import {
  type GraphItemRecord,
  graphItemRecord,
  type GraphPlan,
  graphPlan,
  type ProblemRecord,
  type TemplateRecord,
  type TheoremRecord,
} from './graph-records.ts';

/** Characters of the name of a graph. */
export const MAX_NAME = 200;

/** A record with the id of its entry. */
export type Stored<R extends GraphItemRecord = GraphItemRecord> = R & { id: number };

export interface TemplateGraph {
  name: string;
  plan: GraphPlan;
  isImported: boolean;
  theorems: Stored<TheoremRecord>[];
  problems: Stored<ProblemRecord>[];
  templates: Stored<TemplateRecord>[];
}

/** @throws {Failure} `template-graph-missing`; `template-graph-damaged` if somebody wrote other data into the library */
export function openGraph(database: Library['database'], name: string): TemplateGraph {
  const stored = readGraph(database, name);
  if (stored === null) throw graphMissing(name, templateGraphs(database));
  const plan = graphPlan.safeParse(stored.plan);
  if (!plan.success) throw damaged(name, 'its plan', plan.error.issues[0]!.message);
  const graph: TemplateGraph = {
    ...{ name, plan: plan.data, isImported: stored.isImported },
    ...{ theorems: [], problems: [], templates: [] },
  };
  for (const { id, key, record } of stored.items) {
    const parsed = graphItemRecord.safeParse(record);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw damaged(name, key, `${issue!.path.join('.')}: ${issue!.message}`);
    }
    const { data } = parsed;
    if (data.record === 'theorem') graph.theorems.push({ ...data, id });
    else if (data.record === 'problem') graph.problems.push({ ...data, id });
    else graph.templates.push({ ...data, id });
  }
  return graph;
}

/** In the order of an export: theorems, problems, templates, each by key. */
export function recordsOf({ theorems, problems, templates }: TemplateGraph): GraphItemRecord[] {
  return [theorems, problems, templates].flatMap((records: Stored[]) =>
    records.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ id: _, ...record }) => record),
  );
}

/** Changes whenever the graph changes. */
export const graphDigest = (graph: TemplateGraph): string => sha256(JSON.stringify([graph.plan, recordsOf(graph)]));

export interface GraphContent {
  name: string;
  plan: GraphPlan;
  isImported: boolean;
  records: readonly GraphItemRecord[];
}

/**
 * Makes the graph consist of these records. A theorem that nothing uses any more is left out.
 * @throws {Failure} `template-graph-wrong`, `key-taken`
 */
export function saveGraph(library: Library, { records, ...graph }: GraphContent): GraphChange {
  const [wrong] = [...records.flatMap(shapeFaults), ...graphViolations(records).map(({ text }) => text)];
  if (wrong !== undefined) {
    throw new Failure('no', 'template-graph-wrong', {
      message: `The graph ${graph.name} was not stored: ${wrong}.`,
      next: 'lemmahead templates build --help',
    });
  }
  const used = new Set(records.flatMap((record) => theoremsOf(record)));
  const items = records.filter((record) => record.record !== 'theorem' || used.has(record.key)).map(itemOf);
  return storeGraph(library, { ...graph, items });
}

/** Where a record is not what the library can read again; at most one fault. */
function shapeFaults(record: GraphItemRecord): string[] {
  const issue = graphItemRecord.safeParse(record).error?.issues[0];
  return issue === undefined ? [] : [`${record.key}, ${issue.path.join('.')}: ${issue.message}`];
}

/** Keys of the theorems that a template or problem uses, each once; none for a theorem. */
export function theoremsOf(record: GraphItemRecord): string[] {
  if (record.record === 'problem') return [...new Set(record.theorems)];
  if (record.record === 'theorem') return [];
  return [...new Set(record.steps.flatMap(({ theorem }) => theorem ?? []))];
}

/** What does not hold for a graph. */
export interface Violation {
  /** Place of the record at which it is seen. */
  at: number;
  /** The middle of a sentence. */
  text: string;
}

/** What must hold for a graph (specs/templates.md, bar 16) and does not. */
export function graphViolations(records: readonly GraphItemRecord[]): Violation[] {
  const kinds = new Map<string, GraphItemRecord['record']>();
  const wrong: Violation[] = [];
  for (const [at, { key, record }] of records.entries()) {
    if (kinds.has(key)) wrong.push({ at, text: `two records have the key ${key}` });
    kinds.set(key, record);
  }
  for (const [at, record] of records.entries()) {
    const add = (text: string): void => void wrong.push({ at, text });
    const lead = (to: string | null, kind: GraphItemRecord['record']): void => {
      if (to !== null && kinds.get(to) !== kind) add(`${record.key} names the ${kind} ${to}, which is missing`);
    };
    for (const theorem of theoremsOf(record)) lead(theorem, 'theorem');
    if (record.record !== 'template') continue;
    const { key, stage, parent, seed, steps } = record;
    lead(parent, 'template');
    lead(seed, 'problem');
    if ((stage === 'variation') !== (parent !== null))
      add(`${key} is no variation, or names no template that it varies`);
    if ((stage === 'base') !== (seed !== null))
      add(`${key} is not of the stage base, or names no problem that it is from`);
    if (stage !== 'document' && steps.some(({ theorem }) => theorem === null)) add(`a step of ${key} names no theorem`);
  }
  return [...wrong, ...cycles(records)];
}

/** Templates that vary themselves over others. */
function cycles(records: readonly GraphItemRecord[]): Violation[] {
  const parents = new Map(
    records.flatMap((record) => (record.record === 'template' ? [[record.key, record.parent] as const] : [])),
  );
  const done = new Set<string>();
  for (const start of parents.keys()) {
    const path = new Set<string>();
    for (
      let key: string | null | undefined = start;
      typeof key === 'string' && !done.has(key);
      key = parents.get(key)
    ) {
      if (path.has(key))
        return [{ at: records.findIndex((record) => record.key === key), text: `${key} is a variation of itself` }];
      path.add(key);
    }
    for (const key of path) done.add(key);
  }
  return [];
}

function itemOf(record: GraphItemRecord): GraphItem {
  const uses = theoremsOf(record).map((to) => ({ kind: USES, to }));
  const none = { edges: uses, outside: [], declarations: [] };
  switch (record.record) {
    case 'theorem':
      return {
        ...{ entry: { ...entryOf(record, 'Theorem', record.name, record.statement), proof: null }, record, edges: [] },
        outside: record.entries.map(({ similarity, ...to }) => ({ kind: MATCHES, to, payload: { similarity } })),
        declarations: record.declarations.map(({ package: of, name, statement_hash: statementHash, similarity }) => ({
          ...{ package: of, name, statementHash, payload: { similarity } },
        })),
      };
    case 'problem':
      return {
        ...none,
        ...{ entry: { ...entryOf(record, 'Problem', record.name, record.problem), proof: record.solution }, record },
      };
    case 'template':
      return {
        ...{
          entry: { ...entryOf(record, calledOf(record), record.title, record.problem), proof: stepsText(record) },
          record,
        },
        edges: [
          ...uses,
          ...(record.parent === null ? [] : [{ kind: VARIES, to: record.parent }]),
          ...(record.seed === null ? [] : [{ kind: ABSTRACTS, to: record.seed }]),
        ],
        outside: record.entry === null ? [] : [{ kind: ABSTRACTS, to: record.entry, payload: null }],
        declarations: [],
      };
  }
}

const calledOf = ({ rejected }: TemplateRecord): string => (rejected === null ? 'Template' : 'Rejected template');

const entryOf = ({ key, record: kind }: GraphItemRecord, called: string, title: string, body: string) => ({
  ...{ key, kind, called, title, body },
});

/** The solution of a template as numbered steps. */
export const stepsText = ({ steps }: Pick<TemplateRecord, 'steps'>): string =>
  steps.map(({ text }, at) => `${at + 1}. ${text}`).join('\n');

/** @throws {Failure} `template-graph-name` */
export function requireGraphName(name: string): void {
  if (name.trim() !== '' && name.length <= MAX_NAME && !/\p{Cc}/u.test(name)) return;
  throw new Failure('usage', 'template-graph-name', {
    message: 'This cannot be the name of a graph of templates.',
    reason: `A name has 1 to ${MAX_NAME} characters and no control characters.`,
    next: 'Give another name with --graph NAME.',
  });
}

/** How a command names the graph, as typed in a shell. */
export const graphFlag = (name: string): string => `--graph ${shellQuote(name)}`;

/** `known`: the names of those that exist. */
export function graphMissing(name: string, known: readonly string[]): Failure {
  return new Failure('missing', 'template-graph-missing', {
    message: `The library has no graph of templates named ${name}.`,
    reason: known.length === 0 ? 'It has none.' : `It has: ${known.join(', ')}.`,
    next: known.length === 0 ? 'lemmahead templates build --help' : `Name the graph: ${graphFlag(known[0]!)}`,
  });
}

function damaged(graph: string, where: string, why: string): Failure {
  return new Failure('no', 'template-graph-damaged', {
    message: `The graph ${graph} in the library is damaged.`,
    reason: `${where}: ${why}`,
    next: `Build or import it again: lemmahead templates remove --graph ${graph}`,
  });
}
