/** Flags of `library`. */
import type { Command } from '@commander-js/extra-typings';
import { LIBRARY_OPTIONS } from '../options/data-options.ts';
import {
  ADD_OPTIONS,
  EXPORT_OPTIONS,
  LIST_OPTIONS,
  REMOVE_OPTIONS,
  SHOW_ENTRY_OPTIONS,
} from '../options/library-options.ts';
import { addLibraryEmbed } from './embed-commands.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';
import { pagesOption } from './pages-option.ts';

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
From a folder, its LaTeX documents are added (files with \\begin{document});
PlanetMath articles of one folder are one document. Without such files, its .md,
.txt and .pdf files are added. Adding an unchanged document again has no effect;
a changed one is updated, and references to its entries are kept.

Examples:
  lemmahead library add analysis.tex
  lemmahead library add ~/stacks-project             a folder becomes one source
  lemmahead library add part1.tex part2.tex --source analysis
  lemmahead library add scan.pdf --model anthropic/NAME --max-cost 5
  lemmahead library add notes.pdf --text
  lemmahead library add ~/planetmath/54_General_topology
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
  const stats = library
    .command('stats')
    .description('Count the contents of the library; list unresolved references and reading problems');
  addFlags(stats, LIBRARY_OPTIONS).action(() =>
    execute({ flags: readSettings(stats, LIBRARY_OPTIONS) }, async (context) =>
      (await import('../commands/library-stats.ts')).libraryStats({}, context),
    ),
  );
}

function addAdd(library: Command, execute: Execute): void {
  const command = library
    .command('add')
    .description('Read documents into the library: LaTeX, Markdown, plain text, PDF')
    .argument('<file...>', 'documents, or folders of them');
  addFlags(command, ADD_OPTIONS)
    .addOption(pagesOption())
    .addHelpText('after', ADD_EXAMPLES)
    .action((paths, { pages = null }) =>
      execute({ flags: readSettings(command, ADD_OPTIONS) }, async (context) =>
        (await import('../commands/library-add.ts')).libraryAdd(
          { paths, pages, ...readFlags(command, ADD_OPTIONS) },
          context,
        ),
      ),
    );
}

function addList(library: Command, execute: Execute): void {
  const command = library
    .command('list')
    .description('List sources and their documents; with a filter or --entries, list entries');
  addFlags(command, LIST_OPTIONS)
    .addHelpText('after', LIST_EXAMPLES)
    .action(() =>
      execute({ flags: readSettings(command, LIST_OPTIONS) }, async (context) =>
        (await import('../commands/library-list.ts')).libraryList(readFlags(command, LIST_OPTIONS), context),
      ),
    );
}

function addShow(library: Command, execute: Execute): void {
  const command = library
    .command('show')
    .description('Show one entry in full: text, proof, and references in both directions')
    .argument('<entry>', 'its id, key or label');
  addFlags(command, SHOW_ENTRY_OPTIONS)
    .addHelpText('after', SHOW_EXAMPLES)
    .action((name) =>
      execute({ flags: readSettings(command, SHOW_ENTRY_OPTIONS) }, async (context) =>
        (await import('../commands/library-show.ts')).libraryShow(
          { name, ...readFlags(command, SHOW_ENTRY_OPTIONS) },
          context,
        ),
      ),
    );
}

function addRemove(library: Command, execute: Execute): void {
  const command = library
    .command('remove')
    .description('Remove a source, documents or single entries from the library; asks first')
    .argument('[entry...]', 'ids, keys or labels of entries');
  addFlags(command, REMOVE_OPTIONS)
    .addHelpText('after', REMOVE_EXAMPLES)
    .action((entries) =>
      execute({ flags: readSettings(command, REMOVE_OPTIONS) }, async (context) =>
        (await import('../commands/library-remove.ts')).libraryRemove(
          { entries, ...readFlags(command, REMOVE_OPTIONS) },
          context,
        ),
      ),
    );
}

function addExport(library: Command, execute: Execute): void {
  const command = library
    .command('export')
    .description('Print the library as lines of JSON, which library import reads');
  addFlags(command, EXPORT_OPTIONS)
    .addHelpText('after', EXPORT_EXAMPLES)
    .action(() =>
      execute({ flags: readSettings(command, EXPORT_OPTIONS) }, async (context) =>
        (await import('../commands/library-export.ts')).libraryExport(readFlags(command, EXPORT_OPTIONS), context),
      ),
    );
}

function addImport(library: Command, execute: Execute): void {
  const command = library
    .command('import')
    .description('Import a library export, as if its documents were read here')
    .argument('<file>', 'a file written by library export --out');
  addFlags(command, LIBRARY_OPTIONS).action((file) =>
    execute({ flags: readSettings(command, LIBRARY_OPTIONS) }, async (context) =>
      (await import('../commands/library-import.ts')).libraryImport({ file }, context),
    ),
  );
}
