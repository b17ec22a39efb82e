/** Provenance of a benchmark: for its report, and to check that another session measures the same. */
import { type Plan, topPPlan } from '../experiment/folder.ts';
import { originOf } from '../experiment/provenance.ts';
import type { ReportInput } from './assemble-report.ts';
import type { Provenance } from './report.ts';
import type { RunResult } from './result.ts';
import { digestOf, type BenchProblem } from './problem.ts';
import type { System } from './system.ts';
import { sha256 } from '../../base/hash.ts';
import { type OptionTable, rowsOf, rowValues } from '../../config/option-table.ts';
import { packageVersion } from '../../base/version.ts';
import type { Settings } from '../../config/settings.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import type { ChatModel } from '../../llm/chat.ts';
import { IPA_OPTIONS } from '../../prove/informal/informal-options.ts';
import { isInformal, STRATEGY_OPTIONS } from '../../prove/strategies.ts';
import { BENCH_OPTIONS, type BenchProveRequest, type TotalLimits } from '../bench-options.ts';
import type { ProverSession } from '../../session/prover-session.ts';

export interface Setup {
  request: BenchProveRequest;
  problems: readonly BenchProblem[];
  systems: readonly System[];
  models: ReadonlyMap<string, ChatModel>;
  session: Pick<ProverSession, 'installation' | 'sandbox' | 'index' | 'library' | 'templates'>;
  jobs: number;
  total: TotalLimits;
  settings: Settings;
}

/** Results with different values of any of these must not be mixed. */
export function planOf({ request, problems, systems, session, settings }: Setup): Plan {
  const { temperature, topP, maxOutputTokens } = settings.model;
  const { installation, sandbox, index, library } = session;
  const isAnyInformal = systems.some(({ strategy }) => isInformal(strategy));
  return {
    lemmahead: packageVersion(),
    Lean: installation.version.text,
    sandbox,
    index: index?.meta('digest') ?? null,
    library: library?.digest ?? null,
    // Older benchmarks have none.
    ...(session.templates === null ? {} : { templates: session.templates }),
    checked: request.checks ? null : 'no',
    problems: digestOf(problems),
    systems: systems.map(({ id }) => id).join(' '),
    ...{ temperature, ...topPPlan(topP), 'output tokens': maxOutputTokens },
    ...planOfOptions(request, isAnyInformal),
    ...(isAnyInformal ? { 'words of the problems': digestOfWords(problems) } : {}),
  };
}

const labelsOf = (table: OptionTable): ReadonlySet<unknown> => new Set(rowsOf(table).map(({ plan }) => plan));

const INFORMAL_LABELS = labelsOf({ IPA_OPTIONS, iterations: BENCH_OPTIONS.iterations });
const STRATEGY_LABELS = labelsOf(STRATEGY_OPTIONS);

/** Options of a single system are in its identifier. Others are labelled in the option table. */
function planOfOptions(request: BenchProveRequest, isAnyInformal: boolean): Plan {
  const plan: Plan = {};
  for (const [{ plan: label, default: usual }, value] of rowValues(BENCH_OPTIONS, request)) {
    if (label === undefined) continue;
    // Older benchmarks without an informal strategy have no options of strategies, so those with the usual value are left out.
    if (!isAnyInformal && (INFORMAL_LABELS.has(label) || (STRATEGY_LABELS.has(label) && value === usual))) continue;
    plan[label] = Array.isArray(value)
      ? value.join(typeof value[0] === 'number' ? ',' : ' ')
      : ((value ?? null) as Plan[string]);
  }
  return plan;
}

/** Only the informal strategies depend on these texts. */
function digestOfWords(problems: readonly BenchProblem[]): string {
  const texts = problems.map(({ name, informal, informalProof }) => JSON.stringify([name, informal, informalProof]));
  return sha256(texts.sort().join('\n'));
}

/** The workers of a queue, with the number of their runs, the one with the most first. */
export function workersOf(results: readonly RunResult[]): Provenance['workers'] {
  const workers = results.flatMap(({ worker }) => worker ?? []);
  return [...Map.groupBy(workers, ({ id }) => id).values()]
    .map((runs) => ({ ...runs[0]!, runs: runs.length }))
    .toSorted((a, b) => b.runs - a.runs || (a.id < b.id ? -1 : 1));
}

/** Without what the results say. */
export function provenanceOf(setup: Setup, beganAt: string): Omit<ReportInput['provenance'], 'workers'> {
  const { request, models, session, jobs, total } = setup;
  const { installation, sandbox, index, library } = session;
  return {
    ...originOf(beganAt),
    lean: { version: installation.version.text, toolchain: installation.toolchain },
    sandbox,
    level: request.level,
    index: index && indexFacts(index),
    library: library && { path: library.path, digest: library.digest, entries: library.ids.length },
    seed: request.seed,
    runs: request.runs,
    jobs,
    mode: request.mode,
    models: [...models.values()].map(({ name, endpoint }) => ({ name, endpoint })),
    budgets: {
      'attempts of a run': request.problemLimits.attempts,
      'seconds of a run': request.problemSeconds,
      'tokens of a run': request.problemLimits.tokens,
      'US$ of a run': request.problemLimits.cost,
      'attempts in all': total.attempts,
      'seconds of a sitting': total.time,
      'tokens in all': total.tokens,
      'US$ in all': total.cost,
    },
  };
}

function indexFacts(index: LibraryIndex): NonNullable<ReportInput['provenance']['index']> {
  return {
    path: index.path,
    digest: index.meta('digest') ?? 'unknown',
    toolchain: index.meta('toolchain') ?? 'unknown',
    packages: index.all<{ name: string; rev: string }>('SELECT name, rev FROM packages ORDER BY name'),
  };
}
