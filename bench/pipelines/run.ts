/**
 * Runs the informal strategies and templates end to end with a scripted model. Every report says so in its title and in every row.
 *
 *   OLD_LEAN=PATH node bench/pipelines/run.ts own [flags of bench prove]
 *     the proving set: answers from the script on loopback, recorded, checked by that Lean; then replayed from the recording
 *
 *   node bench/pipelines/run.ts minif2f FOLDER BOOK… [flags of bench prove]
 *     all of FOLDER/valid.jsonl and FOLDER/test.jsonl without checking, with a library of BOOK…
 *
 *   node bench/pipelines/run.ts templates SEEDS QUESTIONS [flags of bench solve]
 *     a graph of templates of 200 seeds, and 100 questions by all methods of `solve` and three ablations; then all of it
 *     again from the recording, without a server. Exits 1 if a result differs.
 *
 *   OLD_LEAN=PATH node bench/pipelines/run.ts multi-step [flags of bench prove]
 *     the problems that need several steps: the portfolio, and `decompose` with sketches by a human, whose steps only the
 *     portfolio proves
 *
 * Writes reports to `bench/out/pipelines-*`, which are replaced each time.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { startModelServer } from '../../test/llm/model-server.ts';
import { compileLibrary } from '../prove/compiled-library.ts';
import { tallyBook } from './book.ts';
import { emptyFolder, lemmahead, ROOT } from './lemmahead-process.ts';
import { answerWithSketches } from './scripted-sketches.ts';
import { answerOf, type KnownProblem } from './scripted-model.ts';
import { templatesPipeline } from './templates.ts';

const SET = join(ROOT, 'bench', 'prove');

const STRATEGIES = ['baseline', 'informal-baseline', 'informal-rag', 'eqg', 'ipa', 'human-guided'];

/** The proving set as problems with an informal statement (its docstring) and an informal proof that names the lemmas. */
function ownProblems(): { known: KnownProblem[]; lines: string } {
  const { problems } = JSON.parse(readFileSync(join(SET, 'problems.json'), 'utf8')) as {
    problems: (Omit<KnownProblem, 'words'> & { file: string; class: string })[];
  };
  const lines: string[] = [];
  const known = problems.map(({ id, file, class: tag, lemmas, proofs }, at): KnownProblem => {
    const text = readFileSync(join(SET, file), 'utf8');
    const doc = /\/--\s*([^]*?)\s*-\//.exec(text)?.[0] ?? '';
    const words = doc.replace(/^\/--\s*/, '').replace(/\s*-\/$/, '');
    const [header = '', statement = ''] = text.split(doc);
    const problem = {
      ...{ name: id, split: at % 2 === 0 ? 'valid' : 'test', tags: [tag] },
      ...{ header, formal_statement: statement.trim(), informal_statement: words },
      informal_proof: lemmas.length === 0 ? 'It is clear.' : `Use ${lemmas.join(' and ')}.`,
    };
    lines.push(JSON.stringify(problem));
    return { id, words, lemmas, proofs };
  });
  return { known, lines: `${lines.join('\n')}\n` };
}

const strategyFlags = STRATEGIES.flatMap((name) => ['--strategy', name]);

function leanEnvironment(): Record<string, string> {
  const path = [join(ROOT, 'fixtures', 'lean-shim'), dirname(process.execPath), process.env['PATH']].join(delimiter);
  return { PATH: path, LEMMAHEAD_API_KEY: 'none' };
}

async function multiStep(flags: string[]): Promise<number> {
  if (!process.env['OLD_LEAN']) throw new Error('set OLD_LEAN to the path of a lean binary');
  const set = join(SET, 'multi-step');
  const folder = emptyFolder('pipelines-multi-step');
  const server = await startModelServer(answerWithSketches(set));
  const systems = ['--strategy', 'portfolio', '--strategy', 'decompose:steps-by=portfolio'];
  const model = ['--model', 'scripted/human-sketches', '--base-url', server.baseUrl];
  const args = ['bench', 'prove', '--dataset', set, '--no-retrieval', ...systems, ...model, ...flags];
  const exit = await lemmahead([...args, '--out', join(folder, 'report')], SET, leanEnvironment());
  await server.close();
  return exit;
}

async function own(flags: string[]): Promise<number> {
  const lean = process.env['OLD_LEAN'];
  if (!lean) throw new Error('set OLD_LEAN to the path of a lean binary');
  compileLibrary(lean);
  const folder = emptyFolder('pipelines-own');
  const { known, lines } = ownProblems();
  writeFileSync(join(folder, 'set.jsonl'), lines);
  writeFileSync(join(folder, 'tally.txt'), tallyBook());
  const library = ['--library', join(folder, 'library.sqlite')];
  const env = leanEnvironment();
  const added = await lemmahead(['library', 'add', join(folder, 'tally.txt'), ...library], folder);
  if (added !== 0) return added;
  const recording = join(folder, 'recording.jsonl');
  const bench = ['bench', 'prove', '--dataset', join(folder, 'set.jsonl'), ...library, ...strategyFlags, ...flags];
  const server = await startModelServer(answerOf(known));
  const live = [...bench, '--model', 'scripted/prover', '--base-url', server.baseUrl, '--record', recording];
  const first = await lemmahead([...live, '--out', join(folder, 'live')], SET, env);
  await server.close();
  const replayed = [...bench, '--model', `replay:${recording}`, '--out', join(folder, 'replayed')];
  return first || (await lemmahead(replayed, SET, env));
}

async function miniF2F([data = '', ...rest]: string[]): Promise<number> {
  const books = rest.slice(0, Math.max(0, rest.findIndex((word) => word.startsWith('-')) >>> 0));
  const folder = emptyFolder('pipelines-minif2f');
  const library = ['--library', join(folder, 'library.sqlite')];
  const added = await lemmahead(['library', 'add', ...books, ...library], folder);
  if (added !== 0) return added;
  const sets = ['valid', 'test'].flatMap((split) => ['--dataset', join(data, `${split}.jsonl`)]);
  const server = await startModelServer(answerOf([]));
  const model = ['--model', 'scripted/prover', '--base-url', server.baseUrl];
  const args = ['bench', 'prove', ...sets, ...library, ...strategyFlags, '--no-check', ...model];
  const flags = rest.slice(books.length);
  const exit = await lemmahead([...args, ...flags, '--out', join(folder, 'live')], folder, {
    LEMMAHEAD_API_KEY: 'none',
  });
  await server.close();
  process.stdout.write(`${server.seen.length} questions were sent.\n`);
  return exit;
}

const [dataset, ...args] = process.argv.slice(2);
if (dataset === 'own') process.exitCode = await own(args);
else if (dataset === 'minif2f') process.exitCode = await miniF2F(args);
else if (dataset === 'multi-step') process.exitCode = await multiStep(args);
else if (dataset === 'templates' && args.length >= 2)
  process.exitCode = await templatesPipeline(resolve(args[0]!), resolve(args[1]!), args.slice(2));
else
  throw new Error(
    'usage: own [FLAGS], minif2f FOLDER BOOK… [FLAGS], templates SEEDS QUESTIONS [FLAGS], or multi-step [FLAGS]',
  );
