/**
 * Builds a graph of templates from seeds and solves questions with it, with a scripted model on loopback; then does both
 * again from the recording, with no server, and compares what was made. Called by `run.ts templates`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readSeeds, type SeedProblem } from '../../src/builders/templates/seed-problems.ts';
import { METHOD_NAMES } from '../../src/solve/solve-method.ts';
import { startModelServer } from '../../test/llm/model-server.ts';
import { emptyFolder, lemmahead } from './lemmahead-process.ts';
import { type KnownQuestion, solverOf } from './scripted-solver.ts';

const SEEDS = 200;
const QUESTIONS = 100;
const ABLATIONS = ['both:no-refine', 'both:no-reselect', 'both:no-generate'];
/** Times, names of models (a replay is `replay:FILE`), and costs: a replay costs nothing, a local server has no price. */
const IGNORED_FIELDS = /^(?:seconds|distil_seconds|model|advanced|cost)$/u;

/** `seeds`, `questions`: problems with answers. `flags`: of `bench solve`. Returns the exit code. */
export async function templatesPipeline(seeds: string, questions: string, flags: readonly string[]): Promise<number> {
  const folder = emptyFolder('pipelines-templates');
  const server = await startModelServer(solverOf([...knownIn(seeds), ...knownIn(questions)]));
  const local = (name: string) => ['--base-url', server.baseUrl, '--record', join(folder, `${name}.jsonl`)];
  const first = await runAll(join(folder, 'live'), seeds, questions, {
    build: ['--model', 'scripted/solver', '--advanced-model', 'scripted/advanced', ...local('build')],
    solve: ['--model', 'scripted/solver', ...local('solve'), ...flags],
  });
  const sent = server.seen.length;
  await server.close();
  if (first !== 0) return first;
  const recorded = (name: string) => `replay:${join(folder, `${name}.jsonl`)}`;
  const second = await runAll(join(folder, 'replayed'), seeds, questions, {
    build: ['--model', recorded('build'), '--advanced-model', recorded('build'), '--same-model'],
    solve: ['--model', recorded('solve'), ...flags],
  });
  if (second !== 0) return second;
  const different = differentFiles(join(folder, 'live'), join(folder, 'replayed'));
  process.stdout.write(
    `${sent} questions were sent; the replay sent none. Answers are scripted.\n` +
      (different.length === 0
        ? 'The graph and all results are the same in both.\n'
        : `Different: ${different.join(', ')}\n`),
  );
  return different.length === 0 ? 0 : 1;
}

/** The script takes the field of a problem for the theorem that it needs. */
function knownIn(path: string): KnownQuestion[] {
  return readSeeds(readFileSync(path, 'utf8'), path).problems.map(
    ({ problem, answer, solution, field }: SeedProblem) => ({
      ...{ problem, answer: answer ?? '', needs: `methods of ${field ?? 'mathematics'}` },
      ...(solution === null ? {} : { solution }),
    }),
  );
}

async function runAll(
  folder: string,
  seeds: string,
  questions: string,
  { build, solve }: { build: readonly string[]; solve: readonly string[] },
): Promise<number> {
  emptyFolder(join('pipelines-templates', basename(folder)));
  const env = { LEMMAHEAD_HOME: join(folder, 'home'), LEMMAHEAD_API_KEY: 'none' };
  const methods = [...METHOD_NAMES, ...ABLATIONS].flatMap((name) => ['--method', name]);
  const made = ['--mixed', '20', '--variations', '1'];
  for (const args of [
    ['templates', 'build', seeds, '--from', 'seeds', '--limit', String(SEEDS), ...made, ...build],
    ['templates', 'export', '--out', join(folder, 'graph.jsonl')],
    ['bench', 'solve', '--dataset', questions, '--limit', String(QUESTIONS), ...methods, ...solve].concat(
      ...['--out', join(folder, 'solved')],
    ),
  ]) {
    const exit = await lemmahead(args, folder, env);
    if (exit !== 0) return exit;
  }
  return 0;
}

/** The graph and the results that differ, apart from times and names of models. */
function differentFiles(one: string, other: string): string[] {
  const files = [
    'graph.jsonl',
    ...readdirSync(join(one, 'solved'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join('solved', name)),
  ];
  return files.filter((name) => comparable(join(one, name)) !== comparable(join(other, name)));
}

function comparable(path: string): string {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines
    .map((line) =>
      JSON.stringify(JSON.parse(line), (key, value: unknown) => (IGNORED_FIELDS.test(key) ? undefined : value)),
    )
    .sort()
    .join('\n');
}
