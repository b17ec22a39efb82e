/** Flags of `library`. */
import { InvalidArgumentError, Option, type Command } from '@commander-js/extra-typings';
import { ENTRY_KINDS } from '../library/entry.ts';
import { parsePages, type PageRange } from '../sources/pdf/page-selection.ts';
import { collect, collectAmong, libraryOption, wholeNumber } from './arguments.ts';
import { addLibraryEmbed } from './embed-commands.ts';
import type { Execute } from './execute.ts';
import { baseUrlOption, keyFileOption, modelSettings } from './model-commands.ts';
import { limitsOf, maxCostOption, maxTokensOption, MODEL, modelOption, recordOption } from './prove-flags.ts';

const EXAMPLES = `
The library is your own data. It is in your data folder (lemmahead library stats shows where) and is shared by all
projects. Only library remove deletes from it.

Examples:
  lemmahead library add book.tex notes.md
  lemmahead library list
  lemmahead library show lem:zorn
  lemmahead library stats
`;

const ADD_EXAMPLES = `
From a folder, its LaTeX documents are added (files with \\begin{document}). Without such files, its .md, .txt and .pdf
files are added. Adding an unchanged document again has no effect; a changed one is updated, and references to its
entries are kept.

Examples:
  lemmahead library add analysis.tex
  lemmahead library add ~/stacks-project                      a folder becomes one source
  lemmahead library add part1.tex part2.tex --source analysis
  lemmahead library add scan.pdf --model anthropic/claude-sonnet-5-5 --max-cost 5
  lemmahead library add notes.pdf --text
`;

const LIST_EXAMPLES = `
Examples:
  lemmahead library list
  lemmahead library list --source analysis --kind definition,theorem
  lemmahead library list --heading compactness
`;

const SHOW_EXAMPLES = `
Examples:
  lemmahead library show 123                       by its id
  lemmahead library show lem:zorn                  by its label
  lemmahead library show 'algebra#lemma-nakayama'  by its key
`;

const REMOVE_EXAMPLES = `
Examples:
  lemmahead library remove --source analysis
  lemmahead library remove --document part2 --source analysis --yes
  lemmahead library remove 123 124
`;

const EXPORT_EXAMPLES = `
Examples:
  lemmahead library export --out library.jsonl
  lemmahead library export --source analysis
  lemmahead library import library.jsonl
`;

export function addLibraryCommands(program: Command, execute: Execute): void {
  const library = program
    .command('library')
    .description('Textbooks and notes for searches and proofs: add, list, show, remove, export')
    .addHelpText('after', EXAMPLES);
  addAdd(library, execute);
  addLibraryEmbed(library, execute);
  addList(library, execute);
  addShow(library, execute);
  addRemove(library, execute);
  addExport(library, execute);
  addImport(library, execute);
  library
    .command('stats')
    .description('Count the contents of the library; list unresolved references and reading problems')
    .addOption(libraryOption())
    .action((flags) =>
      execute({ flags: { 'library.path': flags.library } }, async (context) =>
        (await import('../commands/library-stats.ts')).libraryStats({}, context),
      ),
    );
}

const PDF = 'PDF:';

function withReadingFlags(library: Command) {
  return library
    .command('add')
    .description('Read documents into the library: LaTeX, Markdown, plain text, PDF')
    .argument('<file...>', 'documents, or folders of them')
    .option('--source <name>', 'source to add to (default: the present one, otherwise named after the folder or file)')
    .addOption(
      new Option('--chunk-by <what>', 'how to split text without markup: by its paragraphs, or by a model')
        .choices(['structure', 'model'] as const)
        .default('structure' as const),
    )
    .addOption(new Option('--text', 'use the text layer (otherwise --model reads the page images)').helpGroup(PDF))
    .addOption(new Option('--pages <ranges>', 'only these pages: 1-20,25,300-').argParser(pageRanges).helpGroup(PDF))
    .addOption(modelOption())
    .addOption(baseUrlOption().helpGroup(MODEL))
    .addOption(keyFileOption().helpGroup(MODEL))
    .addOption(recordOption())
    .addOption(maxCostOption())
    .addOption(maxTokensOption())
    .addOption(libraryOption())
    .addHelpText('after', ADD_EXAMPLES);
}

function pageRanges(text: string): PageRange[] {
  const ranges = parsePages(text);
  if (ranges !== null) return ranges;
  throw new InvalidArgumentError('It must be page numbers and ranges, counted from 1, such as 1-20,25,300-.');
}

function addAdd(library: Command, execute: Execute): void {
  withReadingFlags(library).action((paths, flags) =>
    execute(
      { flags: { 'library.path': flags.library, 'model.name': flags.model, ...modelSettings(flags) } },
      async (context) =>
        (await import('../commands/library-add.ts')).libraryAdd(
          {
            paths,
            source: flags.source ?? null,
            text: flags.text ?? false,
            pages: flags.pages ?? null,
            chunkBy: flags.chunkBy,
            record: flags.record ?? null,
            limits: limitsOf(flags),
          },
          context,
        ),
    ),
  );
}

function addList(library: Command, execute: Execute): void {
  library
    .command('list')
    .description('List sources and their documents; with a filter or --entries, list entries')
    .option('--entries', 'list entries')
    .addOption(new Option('--source <name>', 'only this source (repeatable)').argParser(collect))
    .addOption(new Option('--document <name>', 'entries of this document (repeatable)').argParser(collect))
    .addOption(
      new Option('--kind <kind>', 'entries of this kind (repeatable)')
        .choices(ENTRY_KINDS)
        .argParser(collectAmong(ENTRY_KINDS)),
    )
    .addOption(
      new Option('--heading <words>', 'entries under a heading with these words (repeatable)').argParser(collect),
    )
    .addOption(
      new Option('-k, --limit <number>', 'maximum number of entries').default(50).argParser(wholeNumber(1, 1_000_000)),
    )
    .addOption(libraryOption())
    .addHelpText('after', LIST_EXAMPLES)
    .action((flags) =>
      execute({ flags: { 'library.path': flags.library } }, async (context) =>
        (await import('../commands/library-list.ts')).libraryList(
          {
            entries: flags.entries ?? false,
            source: flags.source ?? [],
            document: flags.document ?? [],
            kind: flags.kind ?? [],
            heading: flags.heading ?? [],
            limit: flags.limit,
          },
          context,
        ),
      ),
    );
}

function addShow(library: Command, execute: Execute): void {
  library
    .command('show')
    .description('Show one entry in full: text, proof, and references in both directions')
    .argument('<entry>', 'its id, key or label')
    .option('--source <name>', 'search only this source')
    .addOption(libraryOption())
    .addHelpText('after', SHOW_EXAMPLES)
    .action((name, flags) =>
      execute({ flags: { 'library.path': flags.library } }, async (context) =>
        (await import('../commands/library-show.ts')).libraryShow({ name, source: flags.source ?? null }, context),
      ),
    );
}

function addRemove(library: Command, execute: Execute): void {
  library
    .command('remove')
    .description('Remove a source, documents or single entries from the library; asks first')
    .argument('[entry...]', 'ids, keys or labels of entries')
    .option('--source <name>', 'remove this source; with entries or documents, only those in this source')
    .addOption(new Option('--document <name>', 'remove this document (repeatable)').argParser(collect))
    .option('-y, --yes', 'do not ask for confirmation')
    .addOption(libraryOption())
    .addHelpText('after', REMOVE_EXAMPLES)
    .action((entries, flags) =>
      execute({ flags: { 'library.path': flags.library } }, async (context) =>
        (await import('../commands/library-remove.ts')).libraryRemove(
          { entries, documents: flags.document ?? [], source: flags.source ?? null, yes: flags.yes ?? false },
          context,
        ),
      ),
    );
}

function addExport(library: Command, execute: Execute): void {
  library
    .command('export')
    .description('Print the library as lines of JSON, which library import reads')
    .addOption(new Option('--source <name>', 'only this source (repeatable)').argParser(collect))
    .option('--out <file>', 'write to this file')
    .option('--vectors', 'with the vectors of library embed, which are most of the size')
    .addOption(libraryOption())
    .addHelpText('after', EXPORT_EXAMPLES)
    .action((flags) =>
      execute({ flags: { 'library.path': flags.library } }, async (context) =>
        (await import('../commands/library-export.ts')).libraryExport(
          { source: flags.source ?? [], vectors: flags.vectors ?? false, out: flags.out ?? null },
          context,
        ),
      ),
    );
}

function addImport(library: Command, execute: Execute): void {
  library
    .command('import')
    .description('Import a library export, as if its documents had been read here')
    .argument('<file>', 'a file written by library export --out')
    .addOption(libraryOption())
    .action((file, flags) =>
      execute({ flags: { 'library.path': flags.library } }, async (context) =>
        (await import('../commands/library-import.ts')).libraryImport({ file }, context),
      ),
    );
}
