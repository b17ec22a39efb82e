/** Flags of `index build`, `stats`, `verify` and `path`. */
import { Option, type Command } from '@commander-js/extra-typings';
import { readEnvironment } from '../config/env.ts';
import { expandHome } from '../config/paths.ts';
import { collectPairs, indexOption } from './arguments.ts';
import { addIndexEmbed } from './embed-commands.ts';
import type { Execute } from './execute.ts';

const BUILD_EXAMPLES = `
Examples:
  lemmahead index build                                  in a Lake project: it, its packages, the toolchain
  lemmahead index build --root Mathlib=~/mathlib4        anywhere: one tree of sources
  lemmahead index build --add --root Mine=. --out my.sqlite
  lemmahead index build --root Mathlib=~/mathlib4 --rev Mathlib=0f3c2a…
`;

const VERIFY_EXAMPLES = `
Examples:
  lemmahead index verify            is the index what the sources on disk would give?
`;

export function addIndexCommands(program: Command, execute: Execute): void {
  const index = program.command('index').description('Build the index of declarations, and look at it');

  addIndexEmbed(index, execute);
  index
    .command('build')
    .description('Read Lean sources into the index; unchanged files are not read again')
    .addOption(
      new Option('--root <name=path>', 'a tree of sources (repeatable); a module is the path below it').argParser(
        collectPairs('PATH'),
      ),
    )
    .addOption(
      new Option('--rev <name=sha>', 'refuse that root at any other commit (repeatable)').argParser(
        collectPairs('SHA'),
      ),
    )
    .option('--out <file>', 'where to write the index; the same as --index')
    .option('--add', 'keep what the index has from other roots')
    .option('--rehash', 'compare the content of every file, not its size and time')
    .option('--no-vectors', 'leave out what words are ranked with: a smaller index, plainer answers')
    .option('--strict', 'exit 1 if a part of a file could not be read')
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
    .description('Say what the index was made from and by, and count what is in it')
    .addOption(indexOption())
    .action((flags) =>
      execute({ flags: { 'index.path': flags.index } }, async (context) =>
        (await import('../commands/index-stats.ts')).indexStats({}, context),
      ),
    );

  index
    .command('verify')
    .description('Check the index against itself and against the sources on disk')
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
}
