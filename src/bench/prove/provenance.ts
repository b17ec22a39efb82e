/** Provenance of a benchmark: for its report, and to check that another session measures the same. */
import { cpus, totalmem } from 'node:os';
import type { Plan } from './folder.ts';
import type { ReportInput } from './assemble.ts';
import { digestOf, type BenchProblem } from './problem.ts';
import type { System } from './system.ts';
import { sha256 } from '../../base/hash.ts';
import { packageVersion } from '../../base/version.ts';
import type { Settings } from '../../config/settings.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import type { ChatModel } from '../../llm/chat.ts';
import { isInformal } from '../../prove/strategies.ts';
import type { BenchProveRequest, TotalLimits } from './bench-options.ts';
import type { ProverSession } from '../../session/prover-session.ts';

export interface Setup {
  request: BenchProveRequest;
  problems: readonly BenchProblem[];
  systems: readonly System[];
  models: ReadonlyMap<string, ChatModel>;
  session: Pick<ProverSession, 'installation' | 'sandbox' | 'index' | 'library'>;
  jobs: number;
  total: TotalLimits;
  settings: Settings;
}

/** Results with different values of any of these must not be mixed. */
export function planOf({ request, problems, systems, session, settings }: Setup): Plan {
  const { temperature, maxOutputTokens } = settings.model;
  const { installation, sandbox, index, library } = session;
  const { cost, tokens, attempts } = request.problemLimits;
  // Options of a single system are in its identifier.
  const { k, n, rounds, contextChars } = request.defaults;
  return {
    lemmahead: packageVersion(),
    Lean: installation.version.text,
    sandbox,
    level: request.level,
    axioms: request.allowAxioms.join(' '),
    mode: request.mode,
    index: index?.meta('digest') ?? null,
    library: library?.digest ?? null,
    checked: request.checks === false ? 'no' : null,
    problems: digestOf(problems),
    systems: systems.map(({ id }) => id).join(' '),
    ...{ k, n, rounds, 'context characters': contextChars, temperature, 'output tokens': maxOutputTokens },
    runs: request.runs,
    seed: request.seed,
    ...{ 'problem cost': cost, 'problem tokens': tokens, 'problem attempts': attempts },
    'problem time': request.problemSeconds,
    ...(systems.some(({ strategy }) => isInformal(strategy)) ? informalPlan(request, problems) : {}),
  };
}

/** Values that only the informal strategies depend on. */
function informalPlan({ defaults, iterations }: BenchProveRequest, problems: readonly BenchProblem[]): Plan {
  const { passages, contextTokens, ipaStart, stopsEarly, withDeclarations, relevanceFloor } = defaults;
  const texts = problems.map(({ name, informal, informalProof }) => JSON.stringify([name, informal, informalProof]));
  return {
    'words of the problems': sha256(texts.sort().join('\n')),
    ...{ passages, 'context tokens': contextTokens, iterations: iterations?.join(',') ?? null },
    ...{ 'ipa start': ipaStart, 'stop early': stopsEarly, declarations: withDeclarations },
    'relevance floor': relevanceFloor,
  };
}

export function provenanceOf(setup: Setup, beganAt: string): ReportInput['provenance'] {
  const { request, models, session, jobs, total } = setup;
  const { installation, sandbox, index, library } = session;
  return {
    lemmahead: packageVersion(),
    began_at: beganAt,
    made_at: new Date().toISOString(),
    machine: {
      node: process.versions.node,
      platform: `${process.platform}-${process.arch}`,
      cpu: cpus()[0]?.model.trim() ?? 'unknown processor',
      cpus: cpus().length,
      memory_bytes: totalmem(),
    },
    lean: { version: installation.version.text, toolchain: installation.toolchain },
    sandbox,
    level: request.level,
    index: index && indexFacts(index),
    library: library && { path: library.path, digest: library.digest, entries: library.entries },
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
