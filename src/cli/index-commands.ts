/** Flags of `index build`, `stats`, `verify`, `path` and `download`. */
import { Option, type Command } from '@commander-js/extra-typings';
import { readEnvironment } from '../config/env.ts';
import { expandHome } from '../config/paths.ts';
import { boolean, option, setting, optionTable, text } from '../config/option-table.ts';
import { INDEX_OPTIONS } from '../options/data-options.ts';
import { collectPairs } from './arguments.ts';
import { addIndexEmbed } from './embed-commands.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';

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

  addBuild(index, execute);
  const stats = index.command('stats').description('Show how the index was built, and count its contents');
  addFlags(stats, INDEX_OPTIONS).action(() =>
    execute({ flags: readSettings(stats, INDEX_OPTIONS) }, async (context) =>
      (await import('../commands/index-stats.ts')).indexStats({}, context),
    ),
  );
  const verify = index
    .command('verify')
    .description('Check that the index is consistent and matches the sources on disk');
  addFlags(verify, INDEX_OPTIONS)
    .addHelpText('after', VERIFY_EXAMPLES)
    .action(() =>
      execute({ flags: readSettings(verify, INDEX_OPTIONS) }, async (context) =>
        (await import('../commands/index-verify.ts')).indexVerify({}, context),
      ),
    );
  const path = index.command('path').description('Print the path of the index that a command would use here');
  addFlags(path, INDEX_OPTIONS).action(() =>
    execute({ flags: readSettings(path, INDEX_OPTIONS) }, async (context) =>
      (await import('../commands/index-path.ts')).indexPath({}, context),
    ),
  );
  addDownload(index, execute);
  addIndexEmbed(index, execute);
}

const DOWNLOAD_EXAMPLES = `
Examples:
  lemmahead index download https://lean.example.org                  the index that lemmahead serve has there
  lemmahead index download http://10.0.0.5:8080 --digest 3fad078fe2…  only the index with this digest (index stats)

The token of the server is read from LEMMAHEAD_TOKEN. An interrupted download is resumed by the same command.
`;

const DOWNLOAD_OPTIONS = optionTable({
  digest: option('--digest <digest>', 'only the index with this digest; by default, whichever the server has', text()),
  out: setting('index.path', '--out <file>', 'where to write the index; same as --index'),
  index: { ...INDEX_OPTIONS.index, conflicts: ['out'] },
});

function addDownload(index: Command, execute: Execute): void {
  const command = index
    .command('download')
    .description('Copy the index of a server to this machine; it is checked before use')
    .argument('<server>', 'the address of lemmahead serve');
  addFlags(command, DOWNLOAD_OPTIONS)
    .addHelpText('after', DOWNLOAD_EXAMPLES)
    .action((server) =>
      execute({ flags: readSettings(command, DOWNLOAD_OPTIONS) }, async (context) =>
        (await import('../commands/index-download.ts')).indexDownload(
          { server, ...readFlags(command, DOWNLOAD_OPTIONS) },
          context,
        ),
      ),
    );
}

const BUILD_OPTIONS = optionTable({
  out: setting('index.path', '--out <file>', 'where to write the index; same as --index'),
  add: option('--add', 'keep the declarations of other roots in the index', boolean),
  rehash: option('--rehash', 'compare files by content instead of size and time', boolean),
  vectors: option(
    '--no-vectors',
    'omit the vectors that rank text queries: smaller index, less accurate results',
    boolean,
  ),
  strict: option('--strict', 'exit 1 if part of a file could not be read', boolean),
  index: { ...INDEX_OPTIONS.index, conflicts: ['out'] },
});

function addBuild(index: Command, execute: Execute): void {
  const command = index
    .command('build')
    .description('Index Lean sources; unchanged files are not read again')
    .addOption(
      new Option('--root <name=path>', 'a source tree (repeatable); module names are paths relative to it').argParser(
        collectPairs('PATH'),
      ),
    )
    .addOption(
      new Option('--rev <name=sha>', 'require this commit for that root (repeatable)').argParser(collectPairs('SHA')),
    );
  addFlags(command, BUILD_OPTIONS)
    .addHelpText('after', BUILD_EXAMPLES)
    .action(({ root = [], rev = [] }) =>
      execute({ flags: readSettings(command, BUILD_OPTIONS) }, async (context) =>
        (await import('../commands/index-build.ts')).indexBuild(
          {
            roots: root.map(([name, path]) => ({ name, path: expandHome(path, readEnvironment()) })),
            revs: Object.fromEntries(rev),
            ...readFlags(command, BUILD_OPTIONS),
          },
          context,
        ),
      ),
    );
}
