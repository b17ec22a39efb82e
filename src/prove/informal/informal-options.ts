/** Options of the informal strategies, in addition to those of all model strategies. */

/** `eqg`: with passages for keywords of the statement. `none`: without passages. */
export const IPA_STARTS = ['eqg', 'none'] as const;
export type IpaStart = (typeof IPA_STARTS)[number];

export interface InformalOptions {
  /** Maximum number of passages per query. */
  passages: number;
  /** Maximum size of the passages in a prompt, in tokens. */
  contextTokens: number;
  /** σ: number of improvement rounds of `ipa`. */
  iterations: number;
  /** Method of round 0 of `ipa`. */
  ipaStart: IpaStart;
  /** Whether `ipa` ends when the proof no longer changes. */
  stopsEarly: boolean;
  /** Whether the prompt for Lean includes retrieved declarations. */
  withDeclarations: boolean;
  /** Passages with a lower similarity to the query are left out; null to keep all. */
  relevanceFloor: number | null;
}

/** The values of the paper where it states them. */
export const DEFAULT_INFORMAL_OPTIONS: InformalOptions = {
  passages: 5,
  contextTokens: 4000,
  iterations: 5,
  ipaStart: 'eqg',
  stopsEarly: false,
  withDeclarations: false,
  relevanceFloor: null,
};
