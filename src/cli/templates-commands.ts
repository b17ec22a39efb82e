/** Flags of `templates`. */
import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import {
  TEMPLATE_GRAPH_OPTIONS,
  TEMPLATES_BUILD_OPTIONS,
  TEMPLATES_CHECK_OPTIONS,
  TEMPLATES_EMBED_OPTIONS,
  TEMPLATES_EXPORT_OPTIONS,
  TEMPLATES_IMPORT_OPTIONS,
  TEMPLATES_LIST_OPTIONS,
  TEMPLATES_NEAREST_OPTIONS,
  TEMPLATES_REMOVE_OPTIONS,
  TEMPLATES_STATS_OPTIONS,
} from '../options/template-graph-options.ts';
import { TEMPLATES_SEARCH_OPTIONS } from '../options/templates-options.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';

const EXAMPLES = `
Two kinds of templates show how similar things were solved. Those of the index are skeletons of Lean proofs: search --goal
finds them, and nothing needs to be built. Those of a graph in the library are problems and proofs in words, with the
theorems that they use. No model is needed.

Examples:
  lemmahead templates search --goal 'a b : ℕ ⊢ a + b = b + a'
  lemmahead templates build theoremqa.json --from labelled --match lean
  lemmahead templates search 'In how many ways can 8 people sit around a table?' --theorems
`;

const SEARCH_EXAMPLES = `
Examples:
  lemmahead templates search --goal 'a b : ℕ ⊢ a + b = b + a'
  lemmahead templates search --goal - --in My/File.lean:20
  lemmahead templates search 'How many trees have n labelled vertices?'
  lemmahead templates search - --theorems < problem.txt

With --goal, a template is the skeleton of a proof: its tactics, with L for a lemma and H for a hypothesis or another local
name. Proofs of similar theorems vote for it; nothing below the line of --in does. No Lean is needed.
Otherwise the templates and solved problems of a graph are searched (lemmahead templates build).
`;

const EMBED_EXAMPLES = `
Without vectors, problems are compared by their words. With an embedder, templates search, solve and bench solve compare
vectors, if each problem of the graph has one.

Examples:
  lemmahead templates embed --embedder onnx:all-MiniLM-L6-v2
  lemmahead templates embed --graph math --embedder openai/text-embedding-3-small --max-cost 1
`;

const BUILD_EXAMPLES = `
Examples:
  lemmahead templates build problems.jsonl --from labelled
  lemmahead templates build theoremqa.json --from labelled --graph theoremqa --match lean
  lemmahead templates build stacks-project --from library --graph stacks
  lemmahead templates build math.jsonl --from seeds --model local/NAME --base-url URL --limit 50 --dry-run
  lemmahead templates build math.jsonl --from seeds --model A --advanced-model B --mixed 50 --variations 1 --max-cost 5

A labelled problem is a line such as {"name": "…", "problem": "…", "answer": "…", "theorem": "…"}; files of TheoremQA are
read as they are. Of a source of the library, each theorem or problem with a proof is a template: its steps are parts of the
proof, and the theorem of a step is what it refers to. Build again to update the graph: unchanged entries keep their ids.
`;

const examples = (...lines: string[]): string => `\nExamples:\n${lines.map((line) => `  ${line}\n`).join('')}`;

export function addTemplatesCommands(program: Command, execute: Execute): void {
  const templates = program
    .command('templates')
    .description('Find how similar theorems and problems are solved')
    .addHelpText('after', EXAMPLES);
  addSearch(templates, execute);
  addBuild(templates, execute);
  addShow(templates, execute);
  addList(templates, execute);
  const stats = templates
    .command('stats')
    .description('Count the contents of the graphs of templates')
    .addHelpText('after', examples('lemmahead templates stats'));
  addFlags(stats, TEMPLATES_STATS_OPTIONS).action(() =>
    execute({ flags: readSettings(stats, TEMPLATES_STATS_OPTIONS) }, async (context) =>
      (await import('../commands/templates-stats.ts')).templatesStats(
        readFlags(stats, TEMPLATES_STATS_OPTIONS),
        context,
      ),
    ),
  );
  const check = templates
    .command('check')
    .description('Check that a graph of templates is intact; decide again which templates are kept')
    .addHelpText(
      'after',
      examples('lemmahead templates check --graph theoremqa', 'lemmahead templates check --k 0.7 --apply'),
    );
  addFlags(check, TEMPLATES_CHECK_OPTIONS).action(() => {
    refuseWithoutMatch(check);
    return execute({ flags: readSettings(check, TEMPLATES_CHECK_OPTIONS) }, async (context) =>
      (await import('../commands/templates-check.ts')).templatesCheck(
        readFlags(check, TEMPLATES_CHECK_OPTIONS, context.settings),
        context,
      ),
    );
  });
  const calibrate = templates
    .command('calibrate')
    .description('Show how many templates of a model each threshold keeps')
    .addHelpText('after', examples('lemmahead templates calibrate --graph math'));
  addFlags(calibrate, TEMPLATE_GRAPH_OPTIONS).action(() =>
    execute({ flags: readSettings(calibrate, TEMPLATE_GRAPH_OPTIONS) }, async (context) =>
      (await import('../commands/templates-calibrate.ts')).templatesCalibrate({}, context),
    ),
  );
  const embed = templates
    .command('embed')
    .description('Make the vectors of the problems of a graph by an embedding model');
  addFlags(embed, TEMPLATES_EMBED_OPTIONS)
    .addHelpText('after', EMBED_EXAMPLES)
    .action(() =>
      execute({ flags: readSettings(embed, TEMPLATES_EMBED_OPTIONS), asksByWorkers: true }, async (context) =>
        (await import('../commands/templates-embed.ts')).templatesEmbed(
          readFlags(embed, TEMPLATES_EMBED_OPTIONS),
          context,
        ),
      ),
    );
  addExport(templates, execute);
  addImport(templates, execute);
  addRemove(templates, execute);
}

function addSearch(templates: Command, execute: Execute): void {
  const command = templates
    .command('search')
    .description('Find proof templates for a goal, or templates for a problem in words')
    .argument('[problem...]', 'a problem in words; - reads it from stdin')
    .option('--goal <text>', 'the goal as Lean prints it, or its target; - reads it from stdin');
  addFlags(command, TEMPLATES_SEARCH_OPTIONS);
  addFlags(command, TEMPLATES_NEAREST_OPTIONS)
    .addHelpText('after', SEARCH_EXAMPLES)
    .action((words, { goal }) => {
      const given = words.join(' ');
      if ((goal === undefined) === (words.length === 0))
        command.error(
          goal === undefined
            ? "error: missing argument 'problem', or option '--goal'"
            : "error: option '--goal' cannot be used with argument 'problem'",
          { code: 'commander.missingArgument' },
        );
      const misplaced = givenAmong(command, goal === undefined ? ['in'] : ['theorems', 'threshold', 'explain']);
      if (misplaced !== undefined)
        command.error(
          `error: option '${misplaced}' ${goal === undefined ? "needs option '--goal'" : "cannot be used with option '--goal'"}`,
          { code: 'commander.conflictingOption' },
        );
      const flags = {
        ...readSettings(command, TEMPLATES_SEARCH_OPTIONS),
        ...readSettings(command, TEMPLATES_NEAREST_OPTIONS),
      };
      return execute({ flags }, async (context) => {
        const options = readFlags(command, TEMPLATES_SEARCH_OPTIONS);
        const text = goal ?? given;
        const what = goal === undefined ? 'problem' : 'goal';
        const query =
          text === '-'
            ? await (
                await import('../session/query-input.ts')
              ).readQuery(process.stdin, context, { what, command: 'templates search' })
            : text;
        return goal === undefined
          ? (await import('../commands/templates-nearest.ts')).templatesNearest(
              { ...readFlags(command, TEMPLATES_NEAREST_OPTIONS), problem: query, limit: options.limit },
              context,
            )
          : (await import('../commands/templates-search.ts')).templatesSearch({ ...options, goal: query }, context);
      });
    });
}

/** Names of options that ask a model or judge what it made. Without one, they would be ignored, `--dry-run` too. */
const ONLY_FOR_SEEDS = [
  ...[
    'model',
    'advancedModel',
    'judgeModel',
    'sameModel',
    'mixed',
    'variations',
    'draw',
    'keepUnverified',
    'dryRun',
    'jsonStream',
  ],
  ...['k', 'alpha', 'matchAlpha', 'spread', 'embedder', 'record', 'maxCost', 'maxTokens', 'maxTime'],
];

/** The flag of the first of these options that the user gave. */
const givenAmong = (command: CommandUnknownOpts, names: readonly string[]): string | undefined =>
  command.options.find(
    (option) =>
      names.includes(option.attributeName()) && command.getOptionValueSource(option.attributeName()) === 'cli',
  )?.long;

/** Thresholds of matches would be ignored without any. */
function refuseWithoutMatch(command: CommandUnknownOpts): void {
  const match: unknown = command.getOptionValue('match');
  const isMatched = Array.isArray(match) ? match.length > 0 : match === true || typeof match === 'string';
  const misplaced = isMatched ? undefined : givenAmong(command, ['matchK', 'matchAlpha']);
  if (misplaced !== undefined)
    command.error(`error: option '${misplaced}' needs option '--match'`, { code: 'commander.missingArgument' });
}

function addBuild(templates: Command, execute: Execute): void {
  const command = templates
    .command('build')
    .description('Build a graph of templates in the library')
    .argument('<input...>', 'files of labelled problems, or a source of the library');
  addFlags(command, TEMPLATES_BUILD_OPTIONS)
    .addHelpText('after', BUILD_EXAMPLES)
    .action((inputs) => {
      const from: unknown = command.getOptionValue('from');
      const wrong = from === 'library' ? [...ONLY_FOR_SEEDS, 'levels'] : from === 'labelled' ? ONLY_FOR_SEEDS : [];
      const misplaced = givenAmong(command, wrong);
      if (misplaced !== undefined)
        command.error(`error: option '${misplaced}' cannot be used with option '--from ${String(from)}'`, {
          code: 'commander.conflictingOption',
        });
      refuseWithoutMatch(command);
      const { jsonStream: streams } = readFlags(command, TEMPLATES_BUILD_OPTIONS);
      return execute(
        { flags: readSettings(command, TEMPLATES_BUILD_OPTIONS), asksByWorkers: true, streams },
        async (context) =>
          (await import('../commands/templates-build.ts')).templatesBuild(
            { ...readFlags(command, TEMPLATES_BUILD_OPTIONS, context.settings), inputs },
            context,
          ),
      );
    });
}

function addShow(templates: Command, execute: Execute): void {
  const command = templates
    .command('show')
    .description('Show a template, problem or theorem of a graph, with what uses it')
    .addHelpText(
      'after',
      examples('lemmahead templates show 12', 'lemmahead templates show "Cayley\'s formula" --graph theoremqa'),
    )
    .argument('<name...>', 'its id, key or title');
  addFlags(command, TEMPLATE_GRAPH_OPTIONS).action((words) =>
    execute({ flags: readSettings(command, TEMPLATE_GRAPH_OPTIONS) }, async (context) =>
      (await import('../commands/templates-show.ts')).templatesShow({ name: words.join(' ') }, context),
    ),
  );
}

function addList(templates: Command, execute: Execute): void {
  const command = templates
    .command('list')
    .description('List the templates and problems of a graph, or its theorems')
    .addHelpText('after', examples('lemmahead templates list', 'lemmahead templates list --graph theoremqa --json'));
  addFlags(command, TEMPLATES_LIST_OPTIONS).action(() =>
    execute({ flags: readSettings(command, TEMPLATES_LIST_OPTIONS) }, async (context) =>
      (await import('../commands/templates-list.ts')).templatesList(
        readFlags(command, TEMPLATES_LIST_OPTIONS),
        context,
      ),
    ),
  );
}

function addExport(templates: Command, execute: Execute): void {
  const command = templates
    .command('export')
    .description('Write a graph of templates as lines of JSON')
    .addHelpText('after', examples('lemmahead templates export --graph theoremqa --out theoremqa-graph.jsonl'));
  addFlags(command, TEMPLATES_EXPORT_OPTIONS).action(() =>
    execute({ flags: readSettings(command, TEMPLATES_EXPORT_OPTIONS) }, async (context) =>
      (await import('../commands/templates-export.ts')).templatesExport(
        readFlags(command, TEMPLATES_EXPORT_OPTIONS),
        context,
      ),
    ),
  );
}

function addImport(templates: Command, execute: Execute): void {
  const command = templates
    .command('import')
    .description('Add a graph of templates that an export wrote; it is marked as imported')
    .addHelpText(
      'after',
      examples(
        'lemmahead templates import theoremqa-graph.jsonl',
        'lemmahead templates import theoremqa-graph.jsonl --graph theirs',
      ),
    )
    .argument('<file>', 'the export');
  addFlags(command, TEMPLATES_IMPORT_OPTIONS).action((file) => {
    const flags = readSettings(command, TEMPLATES_IMPORT_OPTIONS);
    const graph = (flags['templates.graph'] as string | undefined) ?? null;
    return execute({ flags }, async (context) =>
      (await import('../commands/templates-import.ts')).templatesImport(
        { ...readFlags(command, TEMPLATES_IMPORT_OPTIONS), file, graph },
        context,
      ),
    );
  });
}

function addRemove(templates: Command, execute: Execute): void {
  const command = templates
    .command('remove')
    .description('Remove a graph of templates from the library; asks first')
    .addHelpText(
      'after',
      examples('lemmahead templates remove --graph theoremqa', 'lemmahead templates remove --graph theoremqa --yes'),
    );
  addFlags(command, TEMPLATES_REMOVE_OPTIONS).action(() =>
    execute({ flags: readSettings(command, TEMPLATES_REMOVE_OPTIONS) }, async (context) =>
      (await import('../commands/templates-remove.ts')).templatesRemove(
        readFlags(command, TEMPLATES_REMOVE_OPTIONS),
        context,
      ),
    ),
  );
}
