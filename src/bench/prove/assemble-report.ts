/** Assembles a report from the problems, systems, results and provenance. Pure. */
import { sha256 } from '../../base/hash.ts';
import type { BenchProblem } from './problem.ts';
import type { BenchReport, DatasetFacts, ProblemReport, Provenance, Published } from './report.ts';
import { resultKey, type RunResult } from './result.ts';
import {
  comparePairs,
  summariseParts,
  summarisePassages,
  summariseSplits,
  summariseStatements,
  summariseSystem,
} from './summary.ts';
import type { System } from './system.ts';
import type { HiddenNames } from './contamination.ts';

export interface ReportInput {
  problems: readonly BenchProblem[];
  systems: readonly System[];
  results: readonly RunResult[];
  /** By problem name. Empty if there was no index to retrieve from. */
  hidden: ReadonlyMap<string, HiddenNames>;
  dataset: DatasetFacts;
  /** Published results for the dataset. */
  published: Published | null;
  /** False: answers were not checked, on request. */
  checked: boolean;
  provenance: Omit<Provenance, 'prompts' | 'models'> & { models: { name: string; endpoint: string }[] };
  stoppedBy: string | null;
}

export function assembleReport(input: ReportInput): BenchReport {
  const { systems, dataset, published, checked, stoppedBy } = input;
  const { seed, runs } = input.provenance;
  const problems = problemReports(input);
  const results = problems.flatMap((problem) => problem.results);
  const summaries = systems.map((system) => summariseSystem(system, problems, runs));
  return {
    schema: 'lemmahead/bench-prove@1',
    complete: results.length === problems.length * systems.length * runs,
    stopped_by: stoppedBy,
    scripted: summaries.some(({ scripted }) => scripted),
    checked,
    provenance: {
      ...input.provenance,
      models: input.provenance.models.map((model) => ({ ...model, snapshots: snapshotsOf(model.name, input) })),
      prompts: promptsOf(results),
    },
    dataset,
    hidden: {
      own: problems.reduce((sum, { hidden }) => sum + hidden.own.length, 0),
      twins: problems.reduce((sum, { hidden }) => sum + hidden.twins.length, 0),
      problems: problems.filter(({ hidden }) => hidden.own.length + hidden.twins.length > 0).length,
    },
    passages: summarisePassages(results),
    statements: summariseStatements(results),
    systems: summaries,
    splits: summariseSplits(systems, problems, runs),
    published,
    pairs: comparePairs(systems, problems, seed),
    parts: summariseParts(systems, problems),
    problems,
  };
}

/** Sorts the results by system and run. */
function problemReports({ problems, systems, results, hidden, provenance }: ReportInput): ProblemReport[] {
  const byKey = new Map(results.map((result) => [resultKey(result), result]));
  return problems.map(({ name, place, split, tags, digest, informal }) => ({
    name,
    place,
    split,
    tags,
    digest,
    informal,
    hidden: hidden.get(name) ?? { own: [], twins: [] },
    results: systems.flatMap(({ id }) =>
      Array.from({ length: provenance.runs }, (_, run) =>
        byKey.get(resultKey({ system: id, problem: name, run })),
      ).filter((result) => result !== undefined),
    ),
  }));
}

function snapshotsOf(model: string, { systems, results }: ReportInput): string[] {
  const ids = new Set(systems.flatMap((system) => (system.model === model ? [system.id] : [])));
  return [...new Set(results.flatMap(({ system, snapshots }) => (ids.has(system) ? snapshots : [])))].sort();
}

/** One hash over all prompts of a template: reports with equal hashes sent the same prompts. */
function promptsOf(results: readonly RunResult[]): Provenance['prompts'] {
  const byTemplate = new Map<string, { hashes: string[]; count: number }>();
  for (const { template, hash, samples } of results.flatMap(({ prompts }) => prompts)) {
    const known = byTemplate.get(template) ?? { hashes: [], count: 0 };
    byTemplate.set(template, known);
    known.hashes.push(hash);
    known.count += samples;
  }
  return [...byTemplate]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([template, { hashes, count }]) => ({ template, count, sha256: sha256(hashes.join('\n')) }));
}
