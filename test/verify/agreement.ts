/** Asks several ways to check about the same cases and says where they differ. */
import type { Candidate } from '../../src/verify/hole/candidate.ts';
import type { CheckMode, Hint } from '../../src/verify/trial/check-mode.ts';
import type { AgreementCase } from './agreement-cases.ts';

interface Disagreement {
  name: string;
  candidate: Candidate;
  hints: Record<string, Hint | undefined>;
}

interface Agreement {
  count: number;
  disagreements: Disagreement[];
  /** How often the first of the modes said what. */
  kinds: Record<string, number>;
  seconds: Record<string, number>;
}

/**
 * Cases of one file and hole go together, in the order given. In a batch they have company, and what comes out of that
 * must be what a server says of it: so it is seen what a bad one does to others.
 */
export async function disagreements(
  modes: readonly CheckMode[],
  cases: readonly AgreementCase[],
  signal: AbortSignal,
): Promise<Agreement> {
  const result: Agreement = { count: cases.length, disagreements: [], kinds: {}, seconds: {} };
  const groups = Map.groupBy(cases, ({ text, hole }) => `${hole.start} ${text}`);
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const candidates = group.map(({ candidate }) => candidate);
    const hints = new Map<string, Hint[]>();
    for (const mode of modes) {
      const start = performance.now();
      const company = mode.name === 'cold' ? [] : COMPANY;
      hints.set(mode.name, await mode.check(first.text, first.hole, [...candidates, ...company], signal));
      result.seconds[mode.name] = (result.seconds[mode.name] ?? 0) + Math.round(performance.now() - start) / 1000;
    }
    for (const [at, candidate] of COMPANY.entries()) {
      const said = Object.fromEntries(['batch', 'server'].map((name) => [name, hints.get(name)?.[group.length + at]]));
      if (said['batch']?.kind === said['server']?.kind) continue;
      result.disagreements.push({ name: `beside ${first.name}`, candidate, hints: said });
    }
    for (const [at, each] of group.entries()) {
      const said = Object.fromEntries(modes.map(({ name }) => [name, hints.get(name)?.[at]]));
      const kinds = Object.values(said).map((hint) => hint?.kind ?? 'nothing');
      result.kinds[kinds[0] ?? ''] = (result.kinds[kinds[0] ?? ''] ?? 0) + 1;
      if (new Set(kinds).size > 1)
        result.disagreements.push({ name: each.name, candidate: each.candidate, hints: said });
    }
  }
  return result;
}

/** Makes a batch of what would be alone in its file. */
const COMPANY: readonly Candidate[] = [
  { kind: 'tactic', text: 'assumption' },
  { kind: 'tactic', text: 'skip' },
];
