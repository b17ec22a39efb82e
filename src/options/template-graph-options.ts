/** The options of the `templates` commands on graphs in the library. */
import {
  boolean,
  choice,
  decimal,
  inGroup,
  integer,
  list,
  option,
  optionTable,
  type OptionsOf,
  setting,
  text,
} from '../config/option-table.ts';
import { PROBLEM_STAGES, TEMPLATE_STAGES } from '../library/template-stages.ts';
import { EMBEDDER_OPTIONS, INDEX_OPTIONS, LIBRARY_OPTIONS, TEMPLATE_GRAPH_NAME } from './data-options.ts';
import { EMBED_OPTIONS } from './library-options.ts';
import { JUDGE_MODEL_OPTION } from './model-options.ts';
import { MODEL_QUESTION_OPTIONS } from './model-question-options.ts';
import { STREAM_OPTIONS } from './prove-options.ts';
import { QUEUE_OPTIONS } from './queue-options.ts';

/** What a graph is built of. */
export const GRAPH_BUILDERS = ['labelled', 'library', 'seeds'] as const;

/** Where statements of theorems are looked for. */
export const MATCH_PLACES = ['lean', 'library'] as const;

export const TEMPLATE_GRAPH_OPTIONS = optionTable({
  graph: TEMPLATE_GRAPH_NAME,
  ...LIBRARY_OPTIONS,
});

const RULES_GROUP = 'Which templates of a model are kept:';

/** Defaults of `builders/templates/model/graph-rules.ts`. */
const THRESHOLD_OPTIONS = inGroup(RULES_GROUP, {
  consistency: option(
    '--k <similarity>',
    'a theorem of the problem is in the template above this similarity',
    decimal(1),
    { default: 0.8, fallback: { setting: 'templates.k' } },
  ),
  alpha: option('--alpha <share>', 'more than this share of the theorems must be', decimal(1), {
    default: 0.5,
    fallback: { setting: 'templates.alpha' },
  }),
  matchK: option(
    '--match-k <similarity>',
    'with --match: least similarity of a theorem and what states it; build stores no match below it',
    decimal(1),
    { default: 0.7, fallback: { setting: 'templates.match_k' } },
  ),
  matchAlpha: option('--match-alpha <share>', 'with --match: more than this share must be stated there', decimal(1), {
    default: 0.5,
    fallback: { setting: 'templates.match_alpha' },
  }),
  spread: option('--spread <number>', 'the number of steps may differ from the mean by range / number', decimal(1000), {
    default: 4,
    fallback: { setting: 'templates.spread' },
  }),
});

export const TEMPLATES_CHECK_OPTIONS = optionTable({
  apply: option('--apply', 'decide again which templates of a model are kept, asking nobody', boolean),
  match: option('--match', 'also by which theorems are stated elsewhere', boolean),
  ...THRESHOLD_OPTIONS,
  ...TEMPLATE_GRAPH_OPTIONS,
});

export interface TemplatesCheckOptions extends OptionsOf<typeof TEMPLATES_CHECK_OPTIONS> {}

export const TEMPLATES_BUILD_OPTIONS = optionTable({
  from: option(
    '--from <what>',
    'labelled: files of problems that name their theorem; library: a source of the library with proofs; seeds: files of problems with answers, by --model',
    choice(GRAPH_BUILDERS),
  ),
  match: option(
    '--match <where>',
    'find what states each theorem: lean, library (repeatable; default: nothing)',
    list({ choices: MATCH_PLACES }),
  ),
  limit: option('-k, --limit <number>', 'use at most this many problems', integer(1, 1_000_000)),
  levels: option('--levels <from-to>', 'use only problems of these levels, such as 5 or 1-3', text()),
  replace: option('--replace', 'replace a graph of this name that was built otherwise', boolean),
  ...inGroup('With --from seeds:', {
    advancedModel: setting('advanced.name', '--advanced-model <name>', 'another model, for --mixed and --variations'),
    sameModel: option('--same-model', 'allow one model for both', boolean),
    ...JUDGE_MODEL_OPTION,
    mixed: option('--mixed <number>', 'templates to make of several others', integer(0, 1_000_000), { default: 0 }),
    variations: option('--variations <number>', 'variations to make of each template', integer(0, 100), { default: 0 }),
    draw: option('--draw <seed>', 'random seed that draws templates', integer(0, 0xffff_ffff), { default: 1 }),
    keepUnverified: option('--keep-unverified', 'also use problems without an answer', boolean),
    ...STREAM_OPTIONS,
    dryRun: option('--dry-run', 'count the questions and their cost; send and store nothing', boolean),
  }),
  ...THRESHOLD_OPTIONS,
  ...EMBEDDER_OPTIONS,
  ...MODEL_QUESTION_OPTIONS,
  ...QUEUE_OPTIONS,
  ...TEMPLATE_GRAPH_OPTIONS,
  ...INDEX_OPTIONS,
});

export interface TemplatesBuildOptions extends OptionsOf<typeof TEMPLATES_BUILD_OPTIONS> {
  /** Files, or one source. */
  inputs: readonly string[];
}

export const TEMPLATES_LIST_OPTIONS = optionTable({
  stage: option(
    '--stage <stage>',
    'only of this stage (repeatable)',
    list({ choices: [...TEMPLATE_STAGES, ...PROBLEM_STAGES] }),
  ),
  level: option('--level <number>', 'only of this level', integer(1, 5)),
  field: option('--field <words>', 'only of fields with these words', text()),
  uses: option('--uses <theorem>', 'only those that use this theorem: its id, key or name', text()),
  theorems: option('--theorems', 'list theorems instead', boolean, {
    conflicts: ['stage', 'level', 'field', 'uses', 'rejected'],
  }),
  rejected: option('--rejected', 'list templates that a rule rejects instead', boolean),
  limit: option('-k, --limit <number>', 'maximum number of lines', integer(1, 1_000_000), { default: 50 }),
  ...TEMPLATE_GRAPH_OPTIONS,
});

export interface TemplatesListOptions extends OptionsOf<typeof TEMPLATES_LIST_OPTIONS> {}

export const TEMPLATES_STATS_OPTIONS = optionTable({
  graph: option('--graph <name>', 'only this graph (default: all)', text()),
  ...LIBRARY_OPTIONS,
});

export interface TemplatesShowOptions {
  /** Id, key or title. */
  name: string;
}

/** `templates search` for a problem in words. */
export const TEMPLATES_NEAREST_OPTIONS = optionTable({
  threshold: option(
    '--threshold <share>',
    'of a problem: minimum similarity (default: 0.2 by words, 0.6 by vectors)',
    decimal(1),
    {
      request: { field: 'threshold', help: 'of a problem: minimum similarity' },
    },
  ),
  explain: option('--explain', 'of a problem: show which common words decide', boolean),
  theorems: option('--theorems', 'of a problem: rank the theorems that it may need instead', boolean, {
    request: { field: 'theorems' },
  }),
  ...TEMPLATE_GRAPH_OPTIONS,
  ...EMBEDDER_OPTIONS,
});

export interface TemplatesNearestOptions extends OptionsOf<typeof TEMPLATES_NEAREST_OPTIONS> {
  problem: string;
  /** Maximum number of templates or theorems. */
  limit: number;
}

/** Makes the vectors that `templates search` and `solve` compare with an embedder. */
export const TEMPLATES_EMBED_OPTIONS = optionTable({ ...EMBED_OPTIONS, ...TEMPLATE_GRAPH_OPTIONS });

export const TEMPLATES_EXPORT_OPTIONS = optionTable({
  out: option('--out <file>', 'write to this file instead of the standard output', text()),
  withRejected: option('--with-rejected', 'also write templates that a rule rejects', boolean),
  ...TEMPLATE_GRAPH_OPTIONS,
});

export interface TemplatesExportOptions extends OptionsOf<typeof TEMPLATES_EXPORT_OPTIONS> {}

export const TEMPLATES_IMPORT_OPTIONS = optionTable({
  replace: option('--replace', 'replace the graph if there is one of that name', boolean),
  ...TEMPLATE_GRAPH_OPTIONS,
});

export interface TemplatesImportOptions extends OptionsOf<typeof TEMPLATES_IMPORT_OPTIONS> {
  file: string;
  /** The name that `--graph` gives; null: that of the file. */
  graph: string | null;
}

export const TEMPLATES_REMOVE_OPTIONS = optionTable({
  yes: option('-y, --yes', 'do not ask for confirmation', boolean),
  ...TEMPLATE_GRAPH_OPTIONS,
});

export interface TemplatesRemoveOptions extends OptionsOf<typeof TEMPLATES_REMOVE_OPTIONS> {}
