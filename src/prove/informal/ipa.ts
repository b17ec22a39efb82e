/**
 * `ipa`: improves the proof σ times, each time with passages for keywords of the problem and the current proof
 * (LemmaHead, 4.3.2).
 */
import type { Strategy } from '../strategy.ts';
import { proveWithKeywords } from './eqg.ts';
import { informalStrategy } from './informal-strategy.ts';
import type { InformalSteps, StepsOptions } from './steps.ts';

/** Needs a model and a library. */
export function ipa(options: StepsOptions): Strategy {
  return informalStrategy('ipa', options, (steps) => proveAndImprove(steps, options));
}

/** With `stopsEarly`, an unchanged proof ends the rounds. Only the last proof is formalized. */
async function proveAndImprove(steps: InformalSteps, options: StepsOptions): Promise<string | null> {
  const { iterations, ipaStart, stopsEarly } = options;
  let proof = ipaStart === 'eqg' ? await proveWithKeywords(steps) : await steps.prove(null);
  if (proof === null) return null;
  for (let round = 1; round <= iterations; round++) {
    const context = await steps.context(await steps.enhancedQuery(proof));
    const improved: string = await steps.improve({ proof, context });
    if (stopsEarly && isSame(proof, improved)) break;
    proof = improved;
  }
  return proof;
}

function isSame(one: string, other: string): boolean {
  return one.replaceAll(/\s+/g, ' ').trim() === other.replaceAll(/\s+/g, ' ').trim();
}
