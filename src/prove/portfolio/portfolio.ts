/**
 * The strategies without a model: best-first search over tactics, steps by goal shape, retrieved lemmas, and proofs of
 * similar theorems; and the same search over the proofs of similar theorems alone.
 */
import type { TacticsOf } from './probe.ts';
import { ProofSearch } from './proof-search.ts';
import type { UseOfTemplates } from './step-tiers.ts';
import type { Strategy } from '../strategy.ts';

export interface PortfolioOptions {
  /** The tactics available with a file's toolchain and imports. */
  tactics: TacticsOf;
  /** Number of lemmas retrieved per goal. */
  limit: number;
  /** Maximum number of candidates per hole. */
  maxCandidates?: number;
  /** Time limit per candidate in milliseconds. */
  timeoutMs?: number;
}

const MAX_CANDIDATES = 1500;
const CANDIDATE_TIMEOUT_MS = 4000;

export function portfolio(options: PortfolioOptions & { hasTemplates?: boolean }): Strategy {
  return searching('portfolio', options.hasTemplates === false ? 'none' : 'also', options);
}

export function templates(options: PortfolioOptions): Strategy {
  return searching('templates', 'only', options);
}

function searching(name: string, templatesUse: UseOfTemplates, options: PortfolioOptions): Strategy {
  const { tactics, limit: lemmas, maxCandidates = MAX_CANDIDATES, timeoutMs = CANDIDATE_TIMEOUT_MS } = options;
  return {
    name,
    async *propose(problem, tools) {
      const available = await tactics(problem.text);
      const limits = { maxCandidates, lemmas, timeoutMs, templates: templatesUse };
      yield* new ProofSearch(problem, tools, (tactic) => available.has(tactic), limits).run();
    },
  };
}
