/** Measures the concept base on terms with known answers and on statements with their formal versions. */
import type { ConceptBase } from '../../concepts/open-base.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { bootstrapInterval, latencyOf, mean } from '../metrics.ts';
import { readQueryFile } from '../query-file.ts';
import { averageScore, type ScoreByRule, scoreByRule, SCORED } from './concept-score.ts';
import type { ConceptsBenchReport, MeasuredSet } from './concepts-bench-schema.ts';
import { UBIQUITOUS } from '../../search/concepts/probable-definitions.ts';
import type { MeaningHelpers } from '../../search/concepts/rerank-definitions.ts';
import { goldOf } from './gold.ts';
import { readInformalProblems } from './informal-problems.ts';
import { constantAnswers, measureAnswers, type Answer, type Estimate } from './measures.ts';
import { PUBLISHED, PUBLISHED_NOTE } from './published-retrieval.ts';
import { statementSystems, termSystems, type ConceptQuery, type ConceptSystem } from './systems.ts';

export interface ConceptsBenchRequest {
  /** Files of terms: lines with `query`, `gold`, and optionally `context`, `kind` and `groups`. */
  queries: readonly string[];
  /** Datasets with an informal and a formal statement for each problem. */
  datasets: readonly string[];
}

/** What is searched, with the embedder and the reranker to measure too. */
export interface MeasuredConcepts extends MeaningHelpers {
  index: LibraryIndex;
  base: ConceptBase;
}

interface KnownQuery extends ConceptQuery {
  gold: readonly string[];
  /** The definitions of each meaning of a term with several meanings. */
  groups: readonly (readonly string[])[];
}

interface Timing {
  milliseconds: number[];
  onQuery: (done: number, total: number) => void;
}

/** @throws {Failure} if a file cannot be read or has no query */
export async function measureConcepts(
  concepts: MeasuredConcepts,
  { queries, datasets }: ConceptsBenchRequest,
  onQuery: Timing['onQuery'],
): Promise<ConceptsBenchReport> {
  const timing: Timing = { milliseconds: [], onQuery };
  const sets: MeasuredSet[] = [];
  for (const file of queries) sets.push(await measureTerms(concepts, file, timing));
  for (const file of datasets) sets.push(...(await measureStatements(concepts, file, timing)));
  return { sets, median_ms: latencyOf(timing.milliseconds).median, published: [...PUBLISHED], note: PUBLISHED_NOTE };
}

async function measureTerms(
  { index, base, ...helpers }: MeasuredConcepts,
  file: string,
  timing: Timing,
): Promise<MeasuredSet> {
  const read = await readQueryFile(file);
  const isKnown = (name: string): boolean => base.numberOf(name) !== null;
  const known = read
    .map(({ query, gold, groups = [], context = [] }) => ({
      text: query,
      field: context.length === 0 ? null : context.join(', '),
      gold: gold.filter(isKnown),
      groups: groups.map((group) => group.filter(isKnown)).filter((group) => group.length > 0),
    }))
    .filter(({ gold }) => gold.length > 0);
  const systems = [];
  for (const [system, answers] of await runAll(termSystems(index, base, helpers), known, timing)) {
    systems.push({ system, measures: { ...measureAnswers(answers), ...measureGroups(known, answers) } });
  }
  return {
    file,
    queries: known.length,
    without_answer: read.length - known.length,
    incomplete: 0,
    unknown_names: 0,
    gold: 'given',
    systems,
  };
}

const GROUP_CUTOFFS = [10, 20] as const;

/** Share of the meanings of each term among the first results. Empty if the queries have no groups. */
function measureGroups(queries: readonly KnownQuery[], answers: readonly Answer[]): Record<string, Estimate> {
  if (queries.every(({ groups }) => groups.length === 0)) return {};
  return Object.fromEntries(
    GROUP_CUTOFFS.map((k) => {
      const found = queries.flatMap(({ groups }, at) => {
        const first = new Set(answers[at]!.names.slice(0, k));
        return groups.map((group) => (group.some((name) => first.has(name)) ? 1 : 0));
      });
      return [`meanings@${k}`, { mean: mean(found), interval: bootstrapInterval(found) }];
    }),
  );
}

async function measureStatements(
  { index, base, ...helpers }: MeasuredConcepts,
  file: string,
  timing: Timing,
): Promise<MeasuredSet[]> {
  const { problems, incomplete } = await readInformalProblems(file);
  const golds = problems.map((problem) => goldOf(index, problem));
  const unknown = golds.reduce((sum, gold) => sum + gold.unknown.length, 0);
  const all = problems.map(({ text }, at): KnownQuery => ({ text, field: null, gold: golds[at]!.names, groups: [] }));
  const found = await runAll(statementSystems(index, base, helpers), all, timing);
  const score = scoreByRule(base);
  return [
    { gold: 'all definitions', isScored: () => true } as const,
    { gold: 'without ubiquitous ones', isScored: (name: string) => !UBIQUITOUS.has(name) } as const,
  ].map(({ gold, isScored }) => {
    const scored = found.map(([system, answers]) => ({ system, answers: keepScored(answers, isScored) }));
    const constant = constantAnswers(scored[0]!.answers.map((answer) => answer.gold));
    const compared = [{ system: 'constant: most frequent of the other half', answers: constant }, ...scored];
    const queries = constant.length;
    return {
      file,
      queries,
      without_answer: problems.length - queries,
      incomplete,
      unknown_names: unknown,
      gold,
      systems: compared.map(({ system, answers }) => ({ system, measures: measureStatementAnswers(answers, score) })),
    };
  });
}

/** With the average concept score, by rule. */
export function measureStatementAnswers(answers: readonly Answer[], score: ScoreByRule): Record<string, Estimate> {
  const scores = answers.map(({ gold, names }) => names.slice(0, SCORED).map((name) => score(name, gold)));
  return { ...measureAnswers(answers), [`acs@${SCORED}`]: averageScore(scores) };
}

/** Answers without the definitions that do not count, and without problems that need none of the others. */
function keepScored(answers: readonly Answer[], isScored: (name: string) => boolean): Answer[] {
  return answers
    .map(({ gold, names }) => ({ gold: gold.filter(isScored), names: names.filter(isScored) }))
    .filter(({ gold }) => gold.length > 0);
}

/** The answers of each system, by its name. The last system, the whole one, is timed. */
async function runAll(
  systems: readonly ConceptSystem[],
  queries: readonly KnownQuery[],
  { milliseconds, onQuery }: Timing,
): Promise<[system: string, answers: Answer[]][]> {
  const all: [string, Answer[]][] = [];
  for (const [at, system] of systems.entries()) {
    const answers: Answer[] = [];
    for (const query of queries) {
      const start = performance.now();
      answers.push({ gold: query.gold, names: await system.find(query) });
      if (at === systems.length - 1) milliseconds.push(performance.now() - start);
      onQuery(at * queries.length + answers.length, systems.length * queries.length);
    }
    all.push([system.name, answers]);
  }
  return all;
}
