/** Fake reports for tests, generated from a seed. */
import { assembleReport, type ReportInput } from '../../../src/bench/prove/assemble-report.ts';
import { makeProblem } from '../../../src/bench/prove/problem.ts';
import type { BenchReport } from '../../../src/bench/prove/report.ts';
import { NO_PASSAGES, type ResultState, type RunResult } from '../../../src/bench/prove/result.ts';
import type { System } from '../../../src/bench/prove/system.ts';
import { optionsOf } from '../../../src/config/option-table.ts';
import { STRATEGY_OPTIONS } from '../../../src/prove/strategies.ts';
import { makeRandom } from '../../../src/base/random.ts';

export const system = (id: string, model: string | null = null): System => ({
  id,
  strategy: id,
  model,
  options: { k: 10, n: 4, rounds: 3, contextChars: 1500, ...optionsOf(STRATEGY_OPTIONS) },
});

export function result(name: string, problem: string, state: ResultState, rest: Partial<RunResult> = {}): RunResult {
  return {
    ...{
      system: name,
      problem,
      run: 0,
      state,
      why: null,
      next: null,
      attempts: 3,
      unchecked_attempts: 0,
      refused_attempts: 0,
    },
    ...{
      retrievals: 1,
      input_tokens: 0,
      output_tokens: 0,
      counted_tokens: 0,
      cost: 0,
      seconds: 1.5,
      candidates: [],
      lemmas: [],
      steps: [],
    },
    ...{ prompts: [], snapshots: [], statement_from: null, passages: NO_PASSAGES, worker: null, confirmed_by: null },
    ...rest,
  };
}

export const fakeProblem = (name: string, tags: string[] = []) =>
  makeProblem({
    ...{
      name,
      split: null,
      tags,
      informal: null,
      informalProof: null,
      file: `/set/${name}.lean`,
      place: `set/${name}.lean`,
    },
    text: `theorem t : 1 = 1 := sorry -- ${name}\n`,
  });

export function reportInput(
  rest: Pick<ReportInput, 'problems' | 'systems' | 'results'> & Partial<ReportInput>,
): ReportInput {
  return {
    hidden: new Map(),
    published: null,
    checked: true,
    dataset: {
      ...{ paths: ['set'], digest: 'd'.repeat(64), problems: rest.problems.length },
      ...{ split: null, filter: [], limit: null, with_informal: false },
    },
    provenance: {
      ...{ lemmahead: '0.0.0', began_at: '2026-01-01T10:00:00.000Z', made_at: '2026-01-01T11:00:00.000Z' },
      machine: { node: '22.0.0', platform: 'linux-x64', cpu: 'a processor', cpus: 2, memory_bytes: 2 ** 33 },
      ...{
        lean: { version: '4.0.0', toolchain: null },
        sandbox: 'limits',
        level: 'audit',
        index: null,
        library: null,
        seed: 1,
      },
      ...{ runs: 1, jobs: 2, workers: [], mode: 'server', models: [], budgets: { attempts: 100, cost: null } },
    },
    stoppedBy: null,
    ...rest,
  };
}

/** Three systems, each of which solves more problems than the one before. */
export function fakeReport(count: number, seed = 1): BenchReport {
  const random = makeRandom(seed);
  const systems = [
    system('portfolio'),
    system('baseline@some/model', 'some/model'),
    system('rag@some/model', 'some/model'),
  ];
  const problems = Array.from({ length: count }, (_, at) => fakeProblem(`problem-${at}`, at % 3 === 0 ? ['nat'] : []));
  const results = problems.flatMap(({ name }, at) =>
    systems.map(({ id }, systemIndex) => {
      const draw = random();
      const state: ResultState =
        at % 17 === 16
          ? 'unchecked'
          : draw < 0.35 + systemIndex * 0.2
            ? 'solved'
            : draw < 0.9
              ? 'unsolved'
              : draw < 0.96
                ? 'stopped'
                : 'model_failed';
      return result(id, name, state, {
        attempts: Math.ceil(random() ** 3 * 300),
        seconds: 0.3 + random() ** 3 * 200,
        ...(systemIndex === 0 ? {} : { cost: random() * 0.2, input_tokens: 1200, output_tokens: 300 }),
        why: state === 'unchecked' ? 'Mathlib is not built here.' : null,
        candidates: state === 'solved' ? ['by\n  simp [Nat.add_comm]'] : [],
        lemmas: state === 'solved' ? ['Nat.add_comm'] : [],
      });
    }),
  );
  const models = [{ name: 'some/model', endpoint: 'http://localhost' }];
  const input = reportInput({ problems, systems, results });
  return assembleReport({ ...input, provenance: { ...input.provenance, models } });
}
