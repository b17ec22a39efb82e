/**
 * Measures strategies on the theorems of the proving set's own library (specs/templates.md, section 10, row 11). Each
 * theorem becomes a hole of its own file, cut off below it, so that only what stands above or is imported can be used.
 * Run `npm run build` first. Takes minutes per hundred theorems.
 *
 *   OLD_LEAN=PATH node bench/library-holes.ts [--strategy portfolio] [--strategy templates] [--flag=--no-templates]
 *     [--limit 200] [--skip 0] [--seed 1] [--attempts 100] [--time 60] [--jobs 1] [--json FILE] [--markdown FILE]
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { forEachConcurrent } from '../src/base/for-each-concurrent.ts';
import { inRandomOrder, makeRandom } from '../src/base/random.ts';
import { wordSet } from '../src/base/words.ts';
import { mcNemar, wilson } from '../src/bench/estimates.ts';
import { readCommands } from '../src/lean/commands.ts';
import { tokenise } from '../src/lean/lexer.ts';
import { readStatement } from '../src/lean/signature.ts';
import { BIN, machine, oldLeanBinary, print, readFlags, REPORT_FLAGS, table, writeReport } from './harness.ts';
import { compileLibrary, libraryModules, librarySource } from './prove/compiled-library.ts';

const flags = readFlags({
  strategy: { type: 'string', multiple: true, default: ['portfolio', 'templates'] },
  flag: { type: 'string', multiple: true, default: [] },
  limit: { type: 'string', default: '200' },
  skip: { type: 'string', default: '0' },
  seed: { type: 'string', default: '1' },
  attempts: { type: 'string', default: '100' },
  time: { type: 'string', default: '60' },
  jobs: { type: 'string', default: '1' },
  ...REPORT_FLAGS,
});

/** A theorem of the library, and its file up to this theorem with `sorry` for its proof. */
interface LibraryHole {
  id: string;
  module: string;
  text: string;
}

interface Outcome {
  isFilled: boolean;
  attempts: number;
}

const THEOREMS = wordSet('theorem lemma');

function holesOf(module: string): LibraryHole[] {
  const source = librarySource(module);
  const tokens = tokenise(source, []);
  return readCommands(tokens)
    .filter(({ keyword }) => THEOREMS.has(keyword))
    .map((command) => {
      const { span } = readStatement(tokens, command, true);
      const above = source.slice(0, tokens.end(span.to - 1));
      return { id: `${module}:${tokens.line(command.keywordAt)}`, module, text: `${above} := by\n  sorry\n` };
    });
}

const environment = {
  ...process.env,
  PATH: [join(import.meta.dirname, '..', 'fixtures', 'lean-shim'), process.env['PATH']].join(delimiter),
};

/** @throws {Error} if the command neither filled the hole nor left it open */
async function lemmahead(cwd: string, args: readonly string[], allowed: readonly number[] = [0]): Promise<string> {
  const child = spawn(process.execPath, [BIN, ...args, '--json', '--quiet'], {
    cwd,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const exit = await ended;
  if (exit === null || !allowed.includes(exit)) throw new Error(`lemmahead ${args.join(' ')}: ${errors || output}`);
  return output;
}

/** A project with a copy of the library, its compiled modules and an index. */
async function makeProject(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-library-holes-'));
  cpSync(join(import.meta.dirname, 'prove'), folder, {
    recursive: true,
    filter: (path) => !/\/(?:problems|second|multi-step)$/u.test(path),
  });
  await lemmahead(folder, ['index', 'build', '--root', `Tally=${join(folder, 'library')}`, '--out', 'index.sqlite']);
  return folder;
}

async function prove(folder: string, hole: LibraryHole, strategy: string): Promise<Outcome> {
  const path = join(folder, 'library', `${hole.module.replaceAll('.', '/')}.lean`);
  writeFileSync(path, hole.text);
  const limits = ['--max-attempts', flags.attempts, '--max-time', flags.time];
  const args = ['prove', path, '--index', 'index.sqlite', '--strategy', strategy, ...flags.flag, ...limits];
  try {
    const output = await lemmahead(folder, args, [0, 1, 4]);
    const { filled, attempts } = JSON.parse(output) as { filled: number; attempts: number };
    return { isFilled: filled === 1, attempts };
  } finally {
    writeFileSync(path, librarySource(hole.module));
  }
}

const lean = oldLeanBinary();
compileLibrary(lean);
const all = libraryModules()
  .filter((module) => module.includes('.'))
  .flatMap(holesOf);
const skip = Number(flags.skip);
const drawn = inRandomOrder(all, makeRandom(Number(flags.seed))).slice(skip, skip + Number(flags.limit));
const jobs = Number(flags.jobs);
const projects = await Promise.all(Array.from({ length: jobs }, makeProject));
const outcomes = new Map<string, Map<string, Outcome>>(flags.strategy.map((strategy) => [strategy, new Map()]));
let done = 0;
try {
  await forEachConcurrent(drawn, jobs, async (hole) => {
    const project = projects.pop()!;
    for (const strategy of flags.strategy) {
      const outcome = await prove(project, hole, strategy);
      outcomes.get(strategy)!.set(hole.id, outcome);
      process.stderr.write(`${hole.id} ${strategy} ${outcome.isFilled ? 'filled' : 'open'} ${outcome.attempts}\n`);
    }
    projects.push(project);
    if (++done % 20 === 0) print(`${done} of ${drawn.length}`);
  });
} finally {
  for (const project of projects) rmSync(project, { recursive: true, force: true });
}

const filledBy = (strategy: string): string[] =>
  [...outcomes.get(strategy)!].filter(([, { isFilled }]) => isFilled).map(([id]) => id);
const [base] = flags.strategy;
const rows = flags.strategy.map((strategy) => {
  const filled = filledBy(strategy);
  const before = filledBy(base!);
  const won = filled.filter((id) => !before.includes(id));
  const lost = before.filter((id) => !filled.includes(id));
  return { strategy, filled: filled.length, interval: wilson(filled.length, drawn.length), won, lost };
});
const shown = rows.map(({ strategy, filled, interval, won, lost }) => [
  strategy,
  filled,
  `${(filled / drawn.length).toFixed(3)} [${interval.map((end) => end.toFixed(3)).join(', ')}]`,
  won.length,
  lost.length,
  mcNemar(lost.length, won.length).toFixed(3),
]);
const head = ['strategy', 'filled', `share of ${drawn.length}`, `won against ${base}`, 'lost', 'McNemar p'];
const report = {
  machine: machine(),
  lean: readFileSync(join(import.meta.dirname, 'prove', '.lake', 'build', 'lib', 'lean', 'compiled-from'), 'utf8'),
  options: { ...flags, library: all.length },
  rows,
  outcomes: Object.fromEntries([...outcomes].map(([strategy, by]) => [strategy, Object.fromEntries(by)])),
};
writeReport(flags, report, `${table(head, shown).join('\n')}\n`);
