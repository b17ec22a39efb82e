/** What a benchmark is measured with: for its report, and to tell whether another sitting measures the same. */
import { cpus, totalmem } from 'node:os';
import type { Plan } from '../bench/prove/folder.ts';
import type { Measured } from '../bench/prove/assemble.ts';
import { digestOf, type BenchProblem } from '../bench/prove/problem.ts';
import type { System } from '../bench/prove/system.ts';
import { sha256 } from '../base/hash.ts';
import { packageVersion } from '../base/version.ts';
import type { Settings } from '../config/settings.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { ChatModel } from '../llm/chat.ts';
import { isInformal } from '../prove/strategy-names.ts';
import type { BenchProveRequest, TotalLimits } from './bench-prove-options.ts';
import type { ProverSession } from './prover-session.ts';

export interface Setup {
  asked: BenchProveRequest;
  problems: readonly BenchProblem[];
  systems: readonly System[];
  models: ReadonlyMap<string, ChatModel>;
  proving: Pick<ProverSession, 'installation' | 'sandbox' | 'index' | 'library'>;
  jobs: number;
  total: TotalLimits;
  settings: Settings;
}

/** Another value of any of these, and results are not to be mixed. */
export function planOf({ asked, problems, systems, proving, settings }: Setup): Plan {
  const { temperature, maxOutputTokens } = settings.model;
  const { installation, sandbox, index, library } = proving;
  const { cost, tokens, attempts } = asked.problemLimits;
  // What the words of a system say otherwise is in its identifier.
  const { k, n, rounds, contextChars } = asked.defaults;
  return {
    lemmahead: packageVersion(),
    Lean: installation.version.text,
    sandbox,
    level: asked.level,
    axioms: asked.allowAxioms.join(' '),
    mode: asked.mode,
    index: index?.meta('digest') ?? null,
    library: library?.digest ?? null,
    checked: asked.checks === false ? 'no' : null,
    problems: digestOf(problems),
    systems: systems.map(({ id }) => id).join(' '),
    ...{ k, n, rounds, 'context characters': contextChars, temperature, 'output tokens': maxOutputTokens },
    runs: asked.runs,
    seed: asked.seed,
    ...{ 'problem cost': cost, 'problem tokens': tokens, 'problem attempts': attempts },
    'problem time': asked.problemSeconds,
    ...(systems.some(({ strategy }) => isInformal(strategy)) ? inWords(asked, problems) : {}),
  };
}

/** What the strategies in words depend on besides. */
function inWords({ defaults, iterations }: BenchProveRequest, problems: readonly BenchProblem[]): Plan {
  const { passages, contextTokens, ipaStart, stopsEarly, withDeclarations, relevanceFloor } = defaults;
  const words = problems.map(({ name, informal, informalProof }) => JSON.stringify([name, informal, informalProof]));
  return {
    'words of the problems': sha256(words.sort().join('\n')),
    ...{ passages, 'context tokens': contextTokens, iterations: iterations?.join(',') ?? null },
    ...{ 'ipa start': ipaStart, 'stop early': stopsEarly, declarations: withDeclarations },
    'relevance floor': relevanceFloor,
  };
}

export function provenanceOf(setup: Setup, beganAt: string): Measured['provenance'] {
  const { asked, models, proving, jobs, total } = setup;
  const { installation, sandbox, index, library } = proving;
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
    level: asked.level,
    index: index && indexFacts(index),
    library: library && { path: library.path, digest: library.digest, entries: library.entries },
    seed: asked.seed,
    runs: asked.runs,
    jobs,
    mode: asked.mode,
    models: [...models.values()].map(({ name, endpoint }) => ({ name, endpoint })),
    budgets: {
      'attempts of a run': asked.problemLimits.attempts,
      'seconds of a run': asked.problemSeconds,
      'tokens of a run': asked.problemLimits.tokens,
      'US$ of a run': asked.problemLimits.cost,
      'attempts in all': total.attempts,
      'seconds of a sitting': total.time,
      'tokens in all': total.tokens,
      'US$ in all': total.cost,
    },
  };
}

function indexFacts(index: LibraryIndex): NonNullable<Measured['provenance']['index']> {
  return {
    path: index.path,
    digest: index.meta('digest') ?? 'unknown',
    toolchain: index.meta('toolchain') ?? 'unknown',
    packages: index.all<{ name: string; rev: string }>('SELECT name, rev FROM packages ORDER BY name'),
  };
}
