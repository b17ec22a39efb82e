/**
 * Runs `bench formalize` end to end: with a scripted model on our own problems, or with a local model server.
 *
 *   OLD_LEAN=PATH node bench/pipelines/formalize.ts own [flags of bench formalize]
 *     thirty problems of a small library, answers of a script on loopback, checked by that Lean; then replayed from the
 *     recording. Every report says that the answers are scripted.
 *
 *   node bench/pipelines/formalize.ts local --base-url http://127.0.0.1:11434/v1 --model local/NAME --dataset FILE [flags]
 *     the arms none and concepts, with the Lean and the index of the working folder
 *
 * Writes reports to `bench/out/formalize-*`; that of `own` is replaced each time, that of `local` goes on.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { startModelServer } from '../../test/llm/model-server.ts';
import { leanPath } from '../prove/compiled-library.ts';
import { lemmahead, OUT, ROOT } from './lemmahead-process.ts';
import { DEPOT_PROBLEMS, depotDataset, depotSource, formalizerAnswers } from './scripted-formalizer.ts';

async function own(flags: string[]): Promise<number> {
  const lean = process.env['OLD_LEAN'];
  if (!lean) throw new Error('set OLD_LEAN to the path of a lean binary');
  const folder = join(OUT, 'formalize-own');
  const compiled = join(folder, '.lake', 'build', 'lib', 'lean');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(compiled, { recursive: true });
  mkdirSync(join(folder, 'library'));
  const source = join(folder, 'library', 'Depot.lean');
  writeFileSync(source, depotSource());
  writeFileSync(join(folder, 'set.jsonl'), depotDataset(DEPOT_PROBLEMS));
  // A project, so that its compiled modules are found.
  writeFileSync(join(folder, 'lakefile.toml'), 'name = "depot"\n');
  writeFileSync(join(folder, 'lean-toolchain'), 'own\n');
  execFileSync(lean, ['-o', join(compiled, 'Depot.olean'), source], {
    env: { PATH: process.env['PATH'], LEAN_PATH: leanPath(lean) },
  });
  const path = [join(ROOT, 'fixtures', 'lean-shim'), dirname(process.execPath), process.env['PATH']].join(delimiter);
  const env = { PATH: path, LEMMAHEAD_API_KEY: 'none', LEMMAHEAD_HOME: join(folder, 'home') };
  const index = ['--index', join(folder, 'index.sqlite')];
  const library = ['--root', `Depot=${join(folder, 'library')}`];
  for (const build of [
    ['index', 'build', ...library, ...index],
    ['concepts', 'build', ...index],
  ]) {
    const exit = await lemmahead(build, folder, env);
    if (exit !== 0) return exit;
  }
  const recording = join(folder, 'recording.jsonl');
  const bench = ['bench', 'formalize', '--dataset', 'set.jsonl', ...index, '--no-refresh', ...flags];
  const server = await startModelServer(formalizerAnswers());
  const live = [...bench, '--model', 'scripted/formalizer', '--base-url', server.baseUrl, '--record', recording];
  const first = await lemmahead([...live, '--out', join(folder, 'live')], folder, env);
  await server.close();
  const replay = ['--model', `replay:${recording}`, '--out', join(folder, 'replayed')];
  return first || (await lemmahead([...bench, ...replay], folder, env));
}

function local(flags: string[]): Promise<number> {
  const arms = flags.includes('--arm') ? [] : ['--arm', 'none', '--arm', 'concepts'];
  const out = flags.includes('--out') ? [] : ['--out', join(OUT, 'formalize-local')];
  return lemmahead(['bench', 'formalize', ...arms, ...out, ...flags], process.cwd());
}

const [what, ...args] = process.argv.slice(2);
if (what === 'own') process.exitCode = await own(args);
else if (what === 'local') process.exitCode = await local(args);
else throw new Error('usage: own [FLAGS], or local --base-url URL --model local/NAME --dataset FILE [FLAGS]');
