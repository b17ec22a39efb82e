/** Flags of `search` and `show`. */
import { Option, type Command } from '@commander-js/extra-typings';
import { KINDS } from '../index/library-index.ts';
import { ENTRY_KINDS } from '../library/entry.ts';
import {
  collect,
  collectAmong,
  embedderOption,
  embedderUrlOption,
  indexOption,
  libraryOption,
  librarySettings,
  type LibraryFlags,
  storeOption,
  wholeNumber,
} from './arguments.ts';
import type { Execute } from './execute.ts';

const FILTERS = 'Filters (each may be repeated or take commas):';

const LIBRARY = 'Library:';

const ALL_KINDS = [...new Set<string>([...KINDS, ...ENTRY_KINDS])];

/** Flags that mean nothing in the library. */
const DECLARATIONS_ONLY = ['module', 'namespace', 'package', 'attr', 'instancesOf'];

/** A flag that may be given several times; commas belong to its words. */
function collectOne(text: string, sofar: string[] = []): string[] {
  return [...sofar, text];
}

const SEARCH_EXAMPLES = `
Examples:
  lemmahead search Nat.add_comm                        a name, in full or in part
  lemmahead search 'Real.sin, _ * (_ ^ _)'             a pattern, as in Loogle
  lemmahead search '|- _ < _ → _'                      a pattern of the conclusion
  lemmahead search 'sum of two even numbers is even'   plain words or LaTeX
  lemmahead search --as goal 'h : a ∣ b ⊢ a ∣ b * c'   what applies to a goal
  lemmahead search --instances-of Group                all instances of a class
  lemmahead search dvd_mul --kind theorem --in My.lean:20 --json
  lemmahead search --in-library 'is every bounded sequence convergent?'   textbooks and notes that were added
  lemmahead search --everywhere 'mean value theorem'   both
`;

const SHOW_EXAMPLES = `
Examples:
  lemmahead show Nat.add_comm
  lemmahead show Monoid --json
`;

export function addSearchCommands(program: Command, execute: Execute): void {
  addSearch(program, execute);
  addShow(program, execute);
}

function addSearch(program: Command, execute: Execute): void {
  program
    .command('search')
    .description('Find declarations by name, pattern, plain words or goal')
    .argument('[query]', 'what to look for; its shape decides how (after -- if it begins with -)')
    .addOption(new Option('-k <number>', 'how many hits at most (default: 10)').argParser(wholeNumber(1, 1000)))
    .addOption(
      new Option('--in-library', 'search the library of documents instead: no index is needed')
        .conflicts(['everywhere', 'as', 'in', 'inTopic', 'fold', ...DECLARATIONS_ONLY])
        .helpGroup(LIBRARY),
    )
    .addOption(new Option('--everywhere', 'search declarations, and the library beside them').helpGroup(LIBRARY))
    .addOption(new Option('--source <name>', 'entries of this source').argParser(collect).helpGroup(LIBRARY))
    .addOption(
      new Option('--heading <words>', 'entries below a heading with these words')
        .argParser(collectOne)
        .helpGroup(LIBRARY),
    )
    .addOption(libraryOption())
    .addOption(new Option('--as <shape>', 'read the query as this').choices(['name', 'pattern', 'text', 'goal']))
    .option('--in <file[:line]>', 'also say how each name can be written there, and whether it is imported')
    .option('--in-topic <words>', "what subject is meant, such as 'linear algebra'")
    .option('--explain', 'show what gave which points')
    .option('--fold', 'put variants (primed, left and right, additive) under one hit')
    .option('--no-fold', 'give each variant its own hit')
    .optionsGroup(FILTERS)
    .addOption(
      new Option('--kind <kind>', `of this kind; in the library ${ENTRY_KINDS.join(', ')}`)
        .choices(ALL_KINDS)
        .argParser(collectAmong(ALL_KINDS)),
    )
    .addOption(new Option('--module <prefix>', 'in this module or below it').argParser(collect))
    .addOption(new Option('--namespace <prefix>', 'in this namespace or below it').argParser(collect))
    .addOption(new Option('--package <name>', 'in this package').argParser(collect))
    .addOption(new Option('--attr <name>', 'with this attribute').argParser(collect))
    .option('--instances-of <class>', 'instances of this class; without a query, all of them')
    .option('--no-generated', 'leave out what attributes and commands generated')
    .option('--no-deprecated', 'leave out what is deprecated')
    .addOption(indexOption())
    .addOption(new Option('--no-refresh', 'do not read changed project files first').helpGroup('Index:'))
    .addOption(embedderOption())
    .addOption(embedderUrlOption())
    .addOption(storeOption())
    .addOption(new Option('--vectors', 'search declarations in words by their vectors too').helpGroup('Vectors:'))
    .addHelpText('after', SEARCH_EXAMPLES)
    .action((query, flags, command) =>
      execute(settingFlags(flags), async (context) =>
        (await import('../commands/search.ts')).search(
          {
            query: query ?? null,
            k: context.settings.searchLimit,
            where: flags.inLibrary === true ? 'library' : flags.everywhere === true ? 'everywhere' : 'index',
            source: flags.source ?? [],
            heading: flags.heading ?? [],
            as: flags.as ?? null,
            kind: flags.kind ?? [],
            module: flags.module ?? [],
            namespace: flags.namespace ?? [],
            package: flags.package ?? [],
            attr: flags.attr ?? [],
            instancesOf: flags.instancesOf ?? null,
            noGenerated: !flags.generated,
            noDeprecated: !flags.deprecated,
            in: flags.in ?? null,
            explain: flags.explain ?? false,
            noRefresh: !context.settings.searchRefresh,
            inTopic: flags.inTopic ?? null,
            fold: command.getOptionValueSource('fold') === 'cli' ? flags.fold === true : null,
          },
          context,
        ),
      ),
    );
}

function addShow(program: Command, execute: Execute): void {
  program
    .command('show')
    .description('Show one declaration whole: statement, scope, fields, what it generates, who uses it')
    .argument('<name>', 'its full name, or as much of it as is unambiguous')
    .addOption(indexOption())
    .addOption(new Option('--no-refresh', 'do not read changed project files first').helpGroup('Index:'))
    .addHelpText('after', SHOW_EXAMPLES)
    .action((name, flags) =>
      execute(settingFlags(flags), async (context) =>
        (await import('../commands/show.ts')).show({ name, noRefresh: !context.settings.searchRefresh }, context),
      ),
    );
}

/** `--refresh` is true unless `--no-refresh` was typed: true is then no wish, and the configuration decides. */
function settingFlags(
  flags: LibraryFlags & {
    index?: string | undefined;
    k?: number | undefined;
    vectors?: true | undefined;
    refresh: boolean;
  },
): Parameters<Execute>[0] {
  return {
    flags: {
      'index.path': flags.index,
      'search.limit': flags.k,
      'search.refresh': flags.refresh ? undefined : false,
      'search.vectors': flags.vectors,
      ...librarySettings(flags),
    },
  };
}
