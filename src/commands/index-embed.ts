/** `lemmahead index embed`: creates vectors of the declarations, in a file next to the index. */
import { existsSync } from 'node:fs';
import { indexPathFor } from '../config/paths.ts';
import type { Embeddable } from '../builders/vectors/embed-all.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { openVectorFile, vectorFileOf } from '../library/vector-file.ts';
import { declarationKey, declarationText } from '../search/declaration-text.ts';
import type { EmbedOptions } from '../options/library-options.ts';
import type { Command } from './command.ts';
import { embedOutcome } from './embed-outcome.ts';
import { withEmbedder } from '../session/embedder.ts';
import { withCommandIndex } from '../session/command-index.ts';

/** Rows per read. */
const ROWS = 1000;

export const indexEmbed: Command<EmbedOptions> = (options, context) =>
  withEmbedder(context, async (model) => {
    const all = await withCommandIndex(context, (index) => embeddables(index));
    const path = vectorFileOf(indexPathFor(context.settings));
    const file = openVectorFile(path, { writable: !options.dryRun || !existsSync(path) });
    try {
      const job = { what: 'declarations' as const, all, model, store: file.store, ...COMMANDS, ...options };
      return await embedOutcome('lemmahead/index-embed@1', job, context);
    } finally {
      file.close();
    }
  });

const COMMANDS = { startAgain: 'lemmahead index embed --again', command: 'lemmahead index embed' };

/** Only written declarations: generated ones repeat their statements under other names. */
function embeddables(index: LibraryIndex): Embeddable[] {
  const ids = index.all<{ id: number }>("SELECT id FROM decls WHERE origin = 'written' AND is_private = 0 ORDER BY id");
  const found: Embeddable[] = [];
  for (let at = 0; at < ids.length; at += ROWS) {
    for (const row of index.rows(ids.slice(at, at + ROWS).map(({ id }) => id))) {
      const text = declarationText(row);
      found.push({ contentHash: declarationKey(row.name, text), text: () => text });
    }
  }
  return found;
}
