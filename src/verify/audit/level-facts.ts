/** Properties of universe levels that hold for all values of their parameters. */
import { type CompiledModule, type LevelNode, NotAnExport } from './compiled-module.ts';

export interface LevelFacts {
  depth: number;
  /** Name numbers of its parameters. */
  params: ReadonlySet<number>;
  isZero: boolean;
  isPositive: boolean;
  /** It contains an `imax` that depends on its parameters being zero or not, so it has no simpler equal form. */
  hasOpenIMax: boolean;
}

const ZERO: LevelFacts = { depth: 0, params: new Set(), isZero: true, isPositive: false, hasOpenIMax: false };

/** Far more than any real declaration has. */
const MAX_PARAMS = 1000;

/**
 * The facts about each level, in the order of the module's levels.
 * @throws {NotAnExport} if a level has too many parameters
 */
export function levelFacts({ levels }: CompiledModule): LevelFacts[] {
  const facts: LevelFacts[] = [];
  for (const level of levels) facts.push(factsOf(level, facts));
  return facts;
}

function factsOf(level: LevelNode, below: readonly LevelFacts[]): LevelFacts {
  switch (level.kind) {
    case 'zero':
      return ZERO;
    case 'param':
      return { ...ZERO, params: new Set([level.name]), isZero: false };
    case 'succ': {
      const of = below[level.of]!;
      return { ...of, depth: of.depth + 1, isZero: false, isPositive: true };
    }
    case 'max':
    case 'imax': {
      const [left, right] = [below[level.left]!, below[level.right]!];
      const isIMax = level.kind === 'imax';
      return {
        depth: Math.max(left.depth, right.depth) + 1,
        params: union(left.params, right.params),
        isZero: right.isZero && (isIMax || left.isZero),
        isPositive: right.isPositive || (!isIMax && left.isPositive),
        hasOpenIMax: left.hasOpenIMax || right.hasOpenIMax || (isIMax && !right.isZero && !right.isPositive),
      };
    }
  }
}

function union(left: ReadonlySet<number>, right: ReadonlySet<number>): ReadonlySet<number> {
  if (right.size === 0) return left;
  const both = new Set([...left, ...right]);
  if (both.size === left.size) return left;
  if (both.size === right.size) return right;
  if (both.size > MAX_PARAMS) throw new NotAnExport('a universe with too many parameters');
  return both;
}
