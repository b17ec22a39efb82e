/** Options of the informal strategies, in addition to those of all model strategies. The defaults are from the paper where it states them. */
import {
  boolean,
  choice,
  decimal,
  integer,
  optionsOf,
  optionTable,
  type OptionsOf,
} from '../../config/option-table.ts';

/** The headings in `--help`. */
export const RETRIEVAL = 'Retrieval:';
export const INFORMAL = 'Research: informal proof first (informal-baseline, informal-rag, eqg, ipa, human-guided):';

export const INFORMAL_OPTIONS = optionTable({
  passages: {
    flag: '--k-passages <number>',
    help: 'number of library passages per retrieval',
    group: RETRIEVAL,
    value: integer(0, 100),
    default: 5,
    strategyOption: 'passages',
    plan: 'passages',
  },
  contextTokens: {
    flag: '--context-tokens <number>',
    help: 'maximum tokens of passages in a prompt',
    group: RETRIEVAL,
    value: integer(0, 1_000_000),
    default: 4000,
    strategyOption: 'context-tokens',
    plan: 'context tokens',
  },
  /** Null to keep all passages. */
  relevanceFloor: {
    flag: '--relevance-floor <number>',
    help: 'omit passages with a lower similarity to their query, 0 to 1',
    group: RETRIEVAL,
    value: decimal(1),
    default: null,
    strategyOption: 'gate',
    plan: 'relevance floor',
  },
  withDeclarations: {
    flag: '--with-declarations',
    help: 'include retrieved declarations in Lean prompts',
    group: RETRIEVAL,
    value: boolean,
    default: false,
    strategyOption: 'declarations',
    plan: 'declarations',
  },
  /** The method of round 0 of `ipa`. `eqg`: with passages for keywords of the statement. `none`: without passages. */
  ipaStart: {
    flag: '--ipa-start <how>',
    help: 'the first proof that ipa refines: one with keywords, or one without passages',
    group: INFORMAL,
    value: choice(['eqg', 'none']),
    default: 'eqg',
    strategyOption: 'start',
    plan: 'ipa start',
  },
  stopsEarly: {
    flag: '--stop-early',
    help: 'end ipa when its proof no longer changes',
    group: INFORMAL,
    value: boolean,
    default: false,
    strategyOption: 'stop-early',
    plan: 'stop early',
  },
  /** σ in the paper. */
  iterations: {
    flag: '--iterations <number>',
    help: 'refinement steps of ipa',
    group: INFORMAL,
    value: integer(0, 100),
    default: 5,
    request: { field: 'iterations', help: 'how often ipa improves its proof', forAgents: false },
    strategyOption: 'iterations',
  },
});

export interface InformalOptions extends OptionsOf<typeof INFORMAL_OPTIONS> {}

export const DEFAULT_INFORMAL_OPTIONS: InformalOptions = optionsOf(INFORMAL_OPTIONS);
