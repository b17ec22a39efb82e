/** What can be told of universe levels whatever their parameters are. */
import { type CompiledModule, type LevelNode, NotAnExport } from './compiled-module.ts';

export interface LevelFacts {
  depth: number;
  /** Numbers of the names of its parameters. */
  params: ReadonlySet<number>;
  isZero: boolean;
  isPositive: boolean;
  /** There is an `imax` in it that is zero or not by its parameters: no other way to write it is the same. */
  hasOpenIMax: boolean;
}

const ZERO: LevelFacts = { depth: 0, params: new Set(), isZero: true, isPositive: false, hasOpenIMax: false };

/** Far more than any declaration has. */
const MOST_PARAMS = 1000;

/**
 * In the order of the module's levels.
 * @throws {NotAnExport} where one has more parameters than any declaration.
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
  if (both.size > MOST_PARAMS) throw new NotAnExport('a universe of too many parameters');
  return both;
}
