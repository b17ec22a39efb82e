/** Flags of `bench`. */
import { Argument, Option, type Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import {
  BENCH_ANSWERS_OPTIONS,
  BENCH_CONCEPTS_OPTIONS,
  BENCH_FORMALIZE_OPTIONS,
  BENCH_GOALS_OPTIONS,
  BENCH_SOLVE_OPTIONS,
  BENCH_TEMPLATES_OPTIONS,
  BENCH_GRAPH_OPTIONS,
  BENCH_OPTIONS,
  BENCH_RETRIEVAL_OPTIONS,
  type BenchProveOptions,
} from '../bench/bench-options.ts';
import { STRATEGY_NAMES } from '../prove/strategies.ts';
import { wholeNumber } from './arguments.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';

const RETRIEVAL_EXAMPLES = `
Examples:
  lemmahead bench retrieval --queries queries.jsonl --json
  lemmahead bench retrieval --queries questions.jsonl --in-library --source analysis
`;

const GOALS_EXAMPLES = `
Examples:
  lemmahead bench goals
  lemmahead bench goals --half test --limit 1000 --json

A goal is the statement of a theorem whose proof is one line that applies one lemma: \`:= L a b\`, \`by exact L a b\`,
\`by apply L\`. The answer is that lemma. The theorem and everything after it are hidden.
`;

const TEMPLATES_EXAMPLES = `
Examples:
  lemmahead bench templates --lean
  lemmahead bench templates --lean --half test --json
  lemmahead bench templates --problems theoremqa_test.json
  lemmahead bench templates --titles mathlib4/docs/1000.yaml

With --lean, one file in ten is held out. For the statement of each theorem of the sample whose proof has at most three tactics, it
asks whether the skeleton of the proof is found, and after how many candidates skeleton and lemmas are right. Files that
are not held out, and theorems above in the same file vote. Frequency alone (prior) is printed beside.

With --problems, each problem is left out in turn, and its theorem is looked for among all theorems. With --titles, the
declaration that states a theorem is looked for by its title alone.
`;

const SOLVE_EXAMPLES = `
Examples:
  lemmahead bench solve --dataset math500.jsonl --limit 100 --method zero-shot --method both --model local/NAME --base-url URL
  lemmahead bench solve --dataset amc10.jsonl --method both --method both:no-refine --model openai/NAME --max-cost 5 --dry-run

Methods and their options are those of lemmahead solve. Questions that are problems of the graph are left out. The report
prints the figures of the paper beside ours.
`;

const ANSWERS_EXAMPLES = `
Examples:
  lemmahead bench answers --pairs pairs.jsonl
  lemmahead bench answers --pairs theoremqa.jsonl --tolerance 0.04 --json
  lemmahead bench answers --pairs pairs.jsonl --judge refused --model openai/NAME --max-cost 1

A line is {"gold": "\\\\frac{1}{2}", "text": "The answer is 0.5.", "same": true}, with "options" for a multiple-choice
question and "question" if it asks for degrees. "text" is a bare answer or a model's whole text.
`;

const CONCEPTS_EXAMPLES = `
Examples:
  lemmahead bench concepts --queries terms.jsonl
  lemmahead bench concepts --dataset proofnet.jsonl --dataset putnam/ --json

A line of terms is {"query": "kernel", "context": ["probability"], "gold": ["ProbabilityTheory.Kernel"]}. A dataset is
JSON Lines, a JSON array, or a folder of Lean files with the informal statement as docstring. The expected answers are the
definitions that the formal statement names, so they are a lower bound: another formalization may use others.
`;

const GRAPH_EXAMPLES = `
Examples:
  lemmahead bench graph --only stats --only reachability
  lemmahead bench graph --only weights --source stacks --sample 2000 --out out/
  lemmahead bench graph --only types --only titles --data 54_General_topology --check-bars
  lemmahead bench graph --only links --only uses --data ~/pfr --index pfr.sqlite --json
  lemmahead bench graph --only fusion --editions analysis-2017=analysis-2026
  lemmahead bench graph --only relevance --out out/      # writes out/relevance.csv, to be filled in
  lemmahead bench graph --only relevance --out out/ --judged out/relevance.csv
  lemmahead bench graph --only completion --data GHOSTS/dataset_9jan --out out/ --model anthropic/NAME --max-cost 20
  lemmahead bench graph --only completion --out out/ --judged out/completions.csv

Without --only: all measures whose data is available, except completion, which asks a model. The same command with the same --out keeps finished measures and
adds others; changed data is measured again. Data folders are recognized by their content: subjects of PlanetMath
(planetmath/54_General_topology and others), PS-ProofWiki (debymf/nl-ps), TheoremQA with all_theorems.json
(wenhuchen/TheoremQA), MathGloss (MathGloss/MathGloss), GHOSTS (friederrr/GHOSTS), projects with blueprint/src/web.tex, and fixtures/knowledge.
`;

const FORMALIZE_EXAMPLES = `
Examples:
  lemmahead bench formalize --dataset proofnet.jsonl --limit 20 --model anthropic/NAME --max-cost 10 --out out/
  lemmahead bench formalize --dataset set.jsonl --model local/kimina --formalizer kimina --arm none --arm concepts --arm shuffled
  lemmahead bench formalize --dataset set.jsonl --model openai/NAME --arm concepts --without rerank --check compile
  lemmahead bench formalize labels labels.jsonl --results out/

Arms: none (no definitions), search (of the whole text), concepts (as formalize), shuffled (those of another problem, a
placebo), oracle (those of the reference). The reference is in no prompt; oracle shows only its definitions. The same
command with the same --out resumes a benchmark; another --arm adds to it.
`;

const LABELS_EXAMPLES = `
A label is {"id": "exercise_1", "sha256": "…", "faithful": true, "who": "ann"}, with the SHA-256 of a statement in
results.jsonl of the folder.
`;

const PROVE_EXAMPLES = `
Examples:
  lemmahead bench prove --dataset problems/ --strategy portfolio --strategy portfolio:no-retrieval
  lemmahead bench prove --dataset minif2f/test.jsonl --limit 20 --strategy baseline --strategy rag --model anthropic/NAME --max-cost 5
  lemmahead bench prove --dataset set.jsonl --strategy rag:rounds=0 --strategy rag --model local/NAME --base-url http://localhost:11434/v1 --runs 4
  lemmahead bench prove --dataset minif2f/valid.jsonl --dataset minif2f/test.jsonl --strategy baseline --strategy informal-rag --strategy eqg --strategy ipa --model openai/NAME --dry-run
  lemmahead bench prove --resume out/

Strategies: ${STRATEGY_NAMES.join(', ')}
(docs/explanation/proving.md).
A strategy may have its own options: rag:k=20,n=8,rounds=2,context-chars=3000 portfolio:no-retrieval or portfolio:no-templates. The strategies
that write an informal proof first also take passages=8,context-tokens=3000,gate=0.3,declarations; ipa also takes
iterations=10,start=none,stop-early.
`;

const COMPARE_EXAMPLES = `
Examples:
  lemmahead bench compare before/report.json after/report.json
  lemmahead bench compare bench/prove/baseline.json out/report.json --same-lean
  lemmahead bench compare solved-before/ solved-after/
`;

export function addBenchCommands(program: Command, execute: Execute): void {
  const bench = program.command('bench').description('Measure search and proving');
  addBenchRetrieval(bench, execute);
  addBenchGoals(bench, execute);
  addBenchTemplates(bench, execute);
  addBenchSolve(bench, execute);
  addBenchAnswers(bench, execute);
  addBenchConcepts(bench, execute);
  addBenchGraph(bench, execute);
  addBenchFormalize(bench, execute);
  addBenchProve(bench, execute);
  addBenchCompare(bench, execute);
}

function addBenchRetrieval(bench: Command, execute: Execute): void {
  const command = bench
    .command('retrieval')
    .description('Measure search on queries with known answers')
    .requiredOption('--queries <file.jsonl>', 'one query per line, with its expected names');
  addFlags(command, BENCH_RETRIEVAL_OPTIONS)
    .addHelpText('after', RETRIEVAL_EXAMPLES)
    .action(({ queries }) => {
      const { inLibrary, sources } = readFlags(command, BENCH_RETRIEVAL_OPTIONS);
      return execute({ flags: readSettings(command, BENCH_RETRIEVAL_OPTIONS) }, async (context) =>
        inLibrary
          ? (await import('../commands/bench-library.ts')).benchLibrary({ queries, sources }, context)
          : (await import('../commands/bench-retrieval.ts')).benchRetrieval({ queries }, context),
      );
    });
}

function addBenchGoals(bench: Command, execute: Execute): void {
  const command = bench.command('goals').description("Measure search for goals on the library's own one-line proofs");
  addFlags(command, BENCH_GOALS_OPTIONS)
    .addHelpText('after', GOALS_EXAMPLES)
    .action(() =>
      execute({ flags: readSettings(command, BENCH_GOALS_OPTIONS) }, async (context) =>
        (await import('../commands/bench-goals.ts')).benchGoals(readFlags(command, BENCH_GOALS_OPTIONS), context),
      ),
    );
}

function addBenchTemplates(bench: Command, execute: Execute): void {
  const command = bench
    .command('templates')
    .description('Measure proof templates on proofs of the index, and theorems of problems and titles');
  addFlags(command, BENCH_TEMPLATES_OPTIONS)
    .addHelpText('after', TEMPLATES_EXAMPLES)
    .action(() =>
      execute({ flags: readSettings(command, BENCH_TEMPLATES_OPTIONS) }, async (context) =>
        (await import('../commands/bench-templates.ts')).benchTemplates(
          readFlags(command, BENCH_TEMPLATES_OPTIONS),
          context,
        ),
      ),
    );
}

function addBenchSolve(bench: Command, execute: Execute): void {
  const command = bench.command('solve').description('Measure how often a model solves problems in words');
  addFlags(command, BENCH_SOLVE_OPTIONS)
    .addHelpText('after', SOLVE_EXAMPLES)
    .action(() =>
      execute({ flags: readSettings(command, BENCH_SOLVE_OPTIONS) }, async (context) =>
        (await import('../commands/bench-solve.ts')).benchSolve(readFlags(command, BENCH_SOLVE_OPTIONS), context),
      ),
    );
}

function addBenchAnswers(bench: Command, execute: Execute): void {
  const command = bench
    .command('answers')
    .description('Measure the checker of mathematical answers on labelled pairs')
    .requiredOption('--pairs <file.jsonl>', 'one pair per line, with its label');
  addFlags(command, BENCH_ANSWERS_OPTIONS)
    .addHelpText('after', ANSWERS_EXAMPLES)
    .action(({ pairs }) =>
      execute({ flags: readSettings(command, BENCH_ANSWERS_OPTIONS) }, async (context) =>
        (await import('../commands/bench-answers.ts')).benchAnswers(
          { pairs, ...readFlags(command, BENCH_ANSWERS_OPTIONS) },
          context,
        ),
      ),
    );
}

function addBenchConcepts(bench: Command, execute: Execute): void {
  const command = bench
    .command('concepts')
    .description('Measure the concept base on terms and on statements with known definitions');
  addFlags(command, BENCH_CONCEPTS_OPTIONS)
    .addHelpText('after', CONCEPTS_EXAMPLES)
    .action(() =>
      execute({ flags: readSettings(command, BENCH_CONCEPTS_OPTIONS) }, async (context) =>
        (await import('../commands/bench-concepts.ts')).benchConcepts(
          readFlags(command, BENCH_CONCEPTS_OPTIONS),
          context,
        ),
      ),
    );
}

function addBenchGraph(bench: Command, execute: Execute): void {
  const command = bench
    .command('graph')
    .description('Measure the knowledge graph of the library beside the figures of the AutoMathKG paper');
  addFlags(command, BENCH_GRAPH_OPTIONS)
    .addHelpText('after', GRAPH_EXAMPLES)
    .action(() =>
      execute({ flags: readSettings(command, BENCH_GRAPH_OPTIONS) }, async (context) =>
        (await import('../commands/bench-graph.ts')).benchGraph(readFlags(command, BENCH_GRAPH_OPTIONS), context),
      ),
    );
}

function addBenchFormalize(bench: Command, execute: Execute): void {
  const command = bench
    .command('formalize')
    .description('Measure how often a model states problems right, with and without definitions of the library');
  addFlags(command, BENCH_FORMALIZE_OPTIONS)
    .addHelpText('after', FORMALIZE_EXAMPLES)
    .action(() => {
      if (readFlags(command, BENCH_FORMALIZE_OPTIONS).datasets.length === 0)
        command.error("error: required option '--dataset <path>' not specified");
      return execute({ flags: readSettings(command, BENCH_FORMALIZE_OPTIONS) }, async (context) =>
        (await import('../commands/bench-formalize.ts')).benchFormalize(
          readFlags(command, BENCH_FORMALIZE_OPTIONS, context.settings),
          context,
        ),
      );
    });
  command
    .command('labels')
    .description('Compare labels of people with the checks of a benchmark')
    .argument('<file.jsonl>', 'labels, one per line')
    .requiredOption('--results <folder>', 'the folder of the benchmark')
    .addHelpText('after', LABELS_EXAMPLES)
    .action((labels, { results }) =>
      execute({}, async (context) =>
        (await import('../commands/bench-formalize-labels.ts')).benchFormalizeLabels({ labels, results }, context),
      ),
    );
}

function addBenchProve(bench: Command, execute: Execute): void {
  const command = bench.command('prove').description('Compare strategies and models on proof problems');
  addFlags(command, BENCH_OPTIONS)
    .addHelpText('after', PROVE_EXAMPLES)
    .action(() => {
      const options = benchOptionsOf(command);
      if (options.resume === null && options.request === null) {
        command.error("error: required option '--dataset <path>' not specified");
      }
      return execute({ flags: readSettings(command, BENCH_OPTIONS) }, async (context) =>
        (await import('../commands/bench-prove.ts')).benchProve(options, context),
      );
    });
}

function benchOptionsOf(command: CommandUnknownOpts): BenchProveOptions {
  const { retrieves, resume, out, jobs, dryRun, total, ...request } = readFlags(command, BENCH_OPTIONS);
  const defaults = retrieves ? request.defaults : { ...request.defaults, k: 0 };
  return {
    ...{ resume, out, jobs, dryRun, total },
    request: request.datasets.length === 0 ? null : { ...request, defaults },
  };
}

function addBenchCompare(bench: Command, execute: Execute): void {
  bench
    .command('compare')
    .description('Compare two reports of bench prove or bench solve; exit 1 if a solved problem is no longer solved')
    .addArgument(new Argument('<first>', 'old folder, report.json or baseline.json'))
    .addArgument(new Argument('<second>', 'new folder, report.json or baseline.json'))
    .option('--same-lean', 'compare only reports of the same Lean version; otherwise report that they differ')
    .addOption(new Option('--seed <number>', 'seed for the interval').default(1).argParser(wholeNumber(0, 0xffff_ffff)))
    .addHelpText('after', COMPARE_EXAMPLES)
    .action((first, second, { sameLean = false, seed }) =>
      execute({}, async (context) =>
        (await import('../commands/bench-compare.ts')).benchCompare({ first, second, sameLean, seed }, context),
      ),
    );
}
