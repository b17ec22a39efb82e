/** Flags of `index build`, `stats`, `verify` and `path`. */
import { Option, type Command } from '@commander-js/extra-typings';
import { readEnvironment } from '../config/env.ts';
import { expandHome } from '../config/paths.ts';
import { collectPairs, indexOption } from './arguments.ts';
import { addIndexEmbed } from './embed-commands.ts';
import type { Execute } from './execute.ts';

const BUILD_EXAMPLES = `
Examples:
  lemmahead index build                                  in a Lake project: the project, its packages, the toolchain
  lemmahead index build --root Mathlib=~/mathlib4        anywhere: one source tree
  lemmahead index build --add --root Mine=. --out my.sqlite
  lemmahead index build --root Mathlib=~/mathlib4 --rev Mathlib=0f3c2a…
`;

const VERIFY_EXAMPLES = `
Examples:
  lemmahead index verify            does the index match the sources on disk?
`;

export function addIndexCommands(program: Command, execute: Execute): void {
  const index = program.command('index').description('Build and inspect the index of declarations');

  index
    .command('build')
    .description('Index Lean sources; unchanged files are not read again')
    .addOption(
      new Option('--root <name=path>', 'a source tree (repeatable); module names are paths relative to it').argParser(
        collectPairs('PATH'),
      ),
    )
    .addOption(
      new Option('--rev <name=sha>', 'require this commit for that root (repeatable)').argParser(collectPairs('SHA')),
    )
    .option('--out <file>', 'where to write the index; same as --index')
    .option('--add', 'keep the declarations of other roots in the index')
    .option('--rehash', 'compare files by content instead of size and time')
    .option('--no-vectors', 'omit the vectors that rank text queries: smaller index, less accurate results')
    .option('--strict', 'exit 1 if part of a file could not be read')
    .addOption(indexOption().conflicts('out'))
    .addHelpText('after', BUILD_EXAMPLES)
    .action((flags) =>
      execute({ flags: { 'index.path': flags.out ?? flags.index } }, async (context) =>
        (await import('../commands/index-build.ts')).indexBuild(
          {
            roots: (flags.root ?? []).map(([name, path]) => ({ name, path: expandHome(path, readEnvironment()) })),
            revs: Object.fromEntries(flags.rev ?? []),
            add: flags.add ?? false,
            rehash: flags.rehash ?? false,
            strict: flags.strict ?? false,
            vectors: flags.vectors,
          },
          context,
        ),
      ),
    );

  index
    .command('stats')
    .description('Show how the index was built, and count its contents')
    .addOption(indexOption())
    .action((flags) =>
      execute({ flags: { 'index.path': flags.index } }, async (context) =>
        (await import('../commands/index-stats.ts')).indexStats({}, context),
      ),
    );

  index
    .command('verify')
    .description('Check that the index is consistent and matches the sources on disk')
    .addOption(indexOption())
    .addHelpText('after', VERIFY_EXAMPLES)
    .action((flags) =>
      execute({ flags: { 'index.path': flags.index } }, async (context) =>
        (await import('../commands/index-verify.ts')).indexVerify({}, context),
      ),
    );

  index
    .command('path')
    .description('Print the path of the index that a command would use here')
    .addOption(indexOption())
    .action((flags) =>
      execute({ flags: { 'index.path': flags.index } }, async (context) =>
        (await import('../commands/index-path.ts')).indexPath({}, context),
      ),
    );
  addIndexEmbed(index, execute);
}
