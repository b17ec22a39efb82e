/** Options of the informal strategies, in addition to those of all strategies with a model. The defaults are from the paper where it states them. */
import { boolean, choice, decimal, integer, type OptionsOf, option, optionTable } from '../../config/option-table.ts';

/** The headings in `--help`. */
export const RETRIEVAL = 'Retrieval:';
export const RESEARCH = 'Research:';
export const INFORMAL =
  'Research: informal proof first (informal-baseline, informal-rag, eqg, ipa, templates-informal, human-guided):';

export const INFORMAL_OPTIONS = optionTable({
  withDeclarations: option('--with-declarations', 'include retrieved declarations in Lean prompts', boolean, {
    group: RETRIEVAL,
    strategyOption: 'declarations',
    plan: 'declarations',
  }),
});

export const PASSAGE_OPTIONS = optionTable({
  passages: option('--k-passages <number>', 'number of library passages per retrieval', integer(0, 100), {
    group: RETRIEVAL,
    default: 5,
    strategyOption: 'passages',
    plan: 'passages',
  }),
  contextTokens: option('--context-tokens <number>', 'maximum tokens of passages in a prompt', integer(0, 1_000_000), {
    group: RETRIEVAL,
    default: 4000,
    strategyOption: 'context-tokens',
    plan: 'context tokens',
  }),
  /** Null to keep all passages. */
  relevanceFloor: option(
    '--relevance-floor <number>',
    'omit passages with a lower similarity to their query, 0 to 1',
    decimal(1),
    { group: RETRIEVAL, strategyOption: 'gate', plan: 'relevance floor' },
  ),
  ...INFORMAL_OPTIONS,
});

export const IPA_OPTIONS = optionTable({
  ...PASSAGE_OPTIONS,
  /** The method of round 0 of `ipa`. `eqg`: with passages for keywords of the statement. `none`: without passages. */
  ipaStart: option(
    '--ipa-start <how>',
    'the first proof that ipa refines: one with keywords, or one without passages',
    choice(['eqg', 'none']),
    { group: INFORMAL, default: 'eqg', strategyOption: 'start', plan: 'ipa start' },
  ),
  stopsEarly: option('--stop-early', 'end ipa when its proof no longer changes', boolean, {
    group: INFORMAL,
    strategyOption: 'stop-early',
    plan: 'stop early',
  }),
  /** σ in the paper. */
  iterations: option('--iterations <number>', 'refinement steps of ipa', integer(0, 100), {
    group: INFORMAL,
    default: 5,
    request: { field: 'iterations', help: 'how often ipa improves its proof', forAgents: false },
    strategyOption: 'iterations',
  }),
});

/** The steps of all informal strategies. */
export interface InformalOptions extends OptionsOf<typeof IPA_OPTIONS> {}
