/** The strategy without a model: tactics, what the goal's shape asks for, and retrieved lemmas, searched best first. */
import type { TacticsOf } from './probe.ts';
import { ProofSearch } from './search.ts';
import type { Strategy } from '../strategy.ts';

export interface PortfolioOptions {
  /** Which tactics a file's toolchain and imports bring. */
  tactics: TacticsOf;
  /** Lemmas that are asked for at each goal. */
  limit: number;
  /** Candidates tried at a hole before it is given up. */
  maxCandidates?: number;
  /** For one candidate, in milliseconds. */
  timeoutMs?: number;
}

const MOST_CANDIDATES = 1500;
const BUSY_TIMEOUT_MS = 4000;

export function portfolio(options: PortfolioOptions): Strategy {
  const { tactics, limit: lemmas, maxCandidates = MOST_CANDIDATES, timeoutMs = BUSY_TIMEOUT_MS } = options;
  return {
    name: 'portfolio',
    async *propose(problem, tools) {
      const known = await tactics(problem.text);
      const limits = { maxCandidates, lemmas, timeoutMs };
      yield* new ProofSearch(problem, tools, (name) => known.has(name), limits).run();
    },
  };
}
