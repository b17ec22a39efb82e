/** The options of the `graph` commands on entities of the library. */
import { boolean, integer, list, option, optionTable, type OptionsOf } from '../config/option-table.ts';
import { EMBEDDER_OPTIONS, LIBRARY_OPTIONS } from './data-options.ts';

const LIBRARY_VECTORS_OPTIONS = { ...LIBRARY_OPTIONS, ...EMBEDDER_OPTIONS };

export const GRAPH_MERGE_OPTIONS = optionTable({
  sources: option('--source <name>', 'compare the entities of this source (repeatable; default: all)', list()),
  into: option(
    '--into <name>',
    'with those of this source, which may be the same (repeatable; default: all other sources)',
    list(),
  ),
  candidates: option('--candidates <number>', 'candidates for each entity', integer(1, 100), { default: 5 }),
  confirm: option(
    '--confirm <entity=entity>',
    'say that two entities are the same; compare nothing (repeatable)',
    list({ hasCommas: false }),
  ),
  deny: option(
    '--deny <entity=entity>',
    'say that two entities are different; compare nothing (repeatable)',
    list({ hasCommas: false }),
  ),
  undo: option('--undo', 'undo the last merge by rules; decisions by people stay', boolean, {
    conflicts: ['source', 'into', 'candidates', 'confirm', 'deny'],
  }),
  dryRun: option('--dry-run', 'show the decisions and store nothing', boolean, { conflicts: ['undo'] }),
  limit: option('-k, --limit <number>', 'maximum number of lines of the table', integer(1, 100_000), { default: 30 }),
  ...LIBRARY_VECTORS_OPTIONS,
});

export interface GraphMergeOptions extends OptionsOf<typeof GRAPH_MERGE_OPTIONS> {}
