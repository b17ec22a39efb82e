/** What the strategies that write a proof in words first are told besides what every strategy with a model is. */

/** `eqg`: with passages for keywords of the statement. `none`: without any. */
export const IPA_STARTS = ['eqg', 'none'] as const;
export type IpaStart = (typeof IPA_STARTS)[number];

export interface InformalOptions {
  /** Passages that a query brings, at most. */
  passages: number;
  /** Room for them in a prompt, in tokens. */
  contextTokens: number;
  /** σ: how often `ipa` betters its proof. */
  iterations: number;
  /** What round 0 of `ipa` is. */
  ipaStart: IpaStart;
  /** Whether `ipa` ends where the proof no longer changes. */
  stopsEarly: boolean;
  /** Whether the question for Lean shows retrieved declarations. */
  withDeclarations: boolean;
  /** Passages less similar to their query than this are left out; null: none is. */
  relevanceFloor: number | null;
}

/** Those of the paper, where it names them. */
export const DEFAULT_INFORMAL_OPTIONS: InformalOptions = {
  passages: 5,
  contextTokens: 4000,
  iterations: 5,
  ipaStart: 'eqg',
  stopsEarly: false,
  withDeclarations: false,
  relevanceFloor: null,
};
