/**
 * How near a found definition is to what a statement needs, as the average concept score (ACS) of the CRAMF paper counts it:
 * 3 what the statement needs, 2 another meaning of the right concept, 1 the same field, 0 unrelated. Here by rule, from the
 * definitions that the formal statement names.
 */
import { memoizeByValue } from '../../base/memoize.ts';
import type { ConceptBase } from '../../concepts/open-base.ts';
import { fieldsOfModule } from '../../search/concepts/fields-of-mathematics.ts';
import { bootstrapInterval, mean } from '../metrics.ts';
import type { Estimate } from './measures.ts';

export type ConceptScore = 0 | 1 | 2 | 3;

/** As many definitions as the paper puts into a prompt. */
export const SCORED = 3;

/** `needed`: the definitions that the formal statement names. A name that the base lacks is unrelated, unless it is needed. */
export type ScoreByRule = (name: string, needed: readonly string[]) => ConceptScore;

export function scoreByRule(base: ConceptBase): ScoreByRule {
  const factsOf = memoizeByValue((name: string): { concepts: Set<string>; fields: Set<string> } => {
    const number = base.numberOf(name);
    if (number === null) return { concepts: new Set(), fields: new Set() };
    const core = base.conceptsOf(number).filter(({ concept }) => concept.isCore);
    return {
      concepts: new Set(core.map(({ concept }) => concept.key)),
      fields: new Set(fieldsOfModule(base.definition(number).module)),
    };
  });
  return (name, needed) => {
    if (needed.includes(name)) return 3;
    const { concepts, fields } = factsOf(name);
    const others = needed.map(factsOf);
    if (others.some((other) => overlap(concepts, other.concepts))) return 2;
    return others.some((other) => overlap(fields, other.fields)) ? 1 : 0;
  };
}

const overlap = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some((each) => other.has(each));

/** Mean over the problems of (1/k) Σ of the scores of the first k = 3 definitions. A missing definition scores 0. */
export function averageScore(problems: readonly (readonly number[])[]): Estimate {
  const values = problems.map((scores) => scores.slice(0, SCORED).reduce((sum, score) => sum + score, 0) / SCORED);
  return { mean: mean(values), interval: bootstrapInterval(values) };
}
