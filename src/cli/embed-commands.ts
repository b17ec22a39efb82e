/** Flags of `library embed` and `index embed`. */
import type { Command } from '@commander-js/extra-typings';
import { INDEX_EMBED_OPTIONS, LIBRARY_EMBED_OPTIONS } from '../options/library-options.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';

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
  const command = library
    .command('embed')
    .description('Create vectors for entries that have none, so that searches can use them');
  addFlags(command, LIBRARY_EMBED_OPTIONS)
    .addHelpText('after', LIBRARY_EXAMPLES)
    .action(() =>
      execute({ flags: readSettings(command, LIBRARY_EMBED_OPTIONS), asksByWorkers: true }, async (context) =>
        (await import('../commands/library-embed.ts')).libraryEmbed(readFlags(command, LIBRARY_EMBED_OPTIONS), context),
      ),
    );
}

export function addIndexEmbed(index: Command, execute: Execute): void {
  const command = index.command('embed').description('Create vectors for declarations that have none');
  addFlags(command, INDEX_EMBED_OPTIONS)
    .addHelpText('after', INDEX_EXAMPLES)
    .action(() =>
      execute({ flags: readSettings(command, INDEX_EMBED_OPTIONS), asksByWorkers: true }, async (context) =>
        (await import('../commands/index-embed.ts')).indexEmbed(readFlags(command, INDEX_EMBED_OPTIONS), context),
      ),
    );
}
