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
Entries that already have a vector are skipped, so the same command continues after an interruption or after library add.

Examples:
  lemmahead library embed --embedder onnx:models/bge-small-en --dry-run
  lemmahead library embed --embedder openai/text-embedding-3-small --max-cost 0.50
  lemmahead library embed --embedder local/nomic-embed-text --embedder-url http://localhost:11434/v1
  lemmahead library embed --store chroma:http://localhost:8000
`;

const INDEX_EXAMPLES = `
The vectors are stored next to the index and survive its rebuilding. Searches use them with --vectors
(search.vectors), which is off by default; lemmahead bench retrieval measures its effect.

Examples:
  lemmahead index embed --embedder onnx:models/bge-small-en
  lemmahead search --vectors 'a continuous bijection from a compact space is a homeomorphism'
`;

export function addLibraryEmbed(library: Command, execute: Execute): void {
  withEmbedFlags(library.command('embed'))
    .description('Create vectors for entries that have none, so that searches can use them')
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
    .description('Create vectors for declarations that have none')
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
    .option('--dry-run', 'print the maximum cost and send nothing')
    .option('--again', 'delete the existing vectors and create all of them again')
    .addOption(
      new Option('--max-cost <dollars>', 'stop before a request could exceed this cost (USD)').argParser(
        amount(UNLIMITED),
      ),
    )
    .addOption(new Option('--max-tokens <number>', 'limit on tokens').argParser(wholeNumber(0, UNLIMITED)));
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
