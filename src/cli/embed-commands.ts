/** Flags of `library embed` and `index embed`. */
import { Option, type Command } from '@commander-js/extra-typings';
import {
  embedderOption,
  embedderUrlOption,
  indexOption,
  libraryOption,
  librarySettings,
  storeOption,
  wholeNumber,
} from './arguments.ts';
import type { Execute } from './execute.ts';
import { amount, UNLIMITED } from './prove-flags.ts';

const LIBRARY_EXAMPLES = `
What has a vector is not embedded again: the same command goes on after an interrupt, and after library add.

Examples:
  lemmahead library embed --embedder onnx:models/bge-small-en --dry-run
  lemmahead library embed --embedder openai/text-embedding-3-small --max-cost 0.50
  lemmahead library embed --embedder local/nomic-embed-text --embedder-url http://localhost:11434/v1
  lemmahead library embed --store chroma:http://localhost:8000
`;

const INDEX_EXAMPLES = `
The vectors lie beside the index, and outlast its rebuilding. Searches use them with --vectors (search.vectors),
which is off: what it brings, lemmahead bench retrieval measures.

Examples:
  lemmahead index embed --embedder onnx:models/bge-small-en
  lemmahead search --vectors 'a continuous bijection from a compact space is a homeomorphism'
`;

export function addLibraryEmbed(library: Command, execute: Execute): void {
  withEmbedFlags(library.command('embed'))
    .description('Make vectors of the entries that have none, so that searches go by them too')
    .addOption(storeOption())
    .addOption(libraryOption())
    .addHelpText('after', LIBRARY_EXAMPLES)
    .action((flags) =>
      execute({ flags: librarySettings(flags) }, async (context) =>
        (await import('../commands/library-embed.ts')).libraryEmbed(embedOptions(flags), context),
      ),
    );
}

export function addIndexEmbed(index: Command, execute: Execute): void {
  withEmbedFlags(index.command('embed'))
    .description('Make vectors of the declarations that have none')
    .addOption(indexOption())
    .addHelpText('after', INDEX_EXAMPLES)
    .action((flags) =>
      execute({ flags: { ...librarySettings(flags), 'index.path': flags.index } }, async (context) =>
        (await import('../commands/index-embed.ts')).indexEmbed(embedOptions(flags), context),
      ),
    );
}

function withEmbedFlags(command: Command) {
  return command
    .addOption(embedderOption())
    .addOption(embedderUrlOption())
    .option('--dry-run', 'say what it would cost at most, and send nothing')
    .option('--again', 'forget the vectors that are there, and make all of them')
    .addOption(new Option('--max-cost <dollars>', 'US dollars').argParser(amount(UNLIMITED)))
    .addOption(new Option('--max-tokens <number>', 'tokens').argParser(wholeNumber(0, UNLIMITED)));
}

interface EmbedFlags {
  dryRun?: true | undefined;
  again?: true | undefined;
  maxCost?: number | undefined;
  maxTokens?: number | undefined;
}

function embedOptions({ dryRun, again, maxCost, maxTokens }: EmbedFlags) {
  return {
    limits: { cost: maxCost ?? null, tokens: maxTokens ?? null, attempts: null },
    dryRun: dryRun ?? false,
    again: again ?? false,
  };
}
