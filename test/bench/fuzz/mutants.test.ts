/** The mutant generator and the counting of verdicts. */
import { describe, expect, it } from 'vitest';
import { isFalseAccept, isFalseReject, judgeMutant, type JudgedMutant } from '../../../bench/fuzz/judged.ts';
import { markedHoles, withoutMarks } from '../../../bench/fuzz/marked-text.ts';
import { type Mutant, mutantAlone, mutantOf, mutantsOf } from '../../../bench/fuzz/mutants.ts';
import { MUTATIONS } from '../../../bench/fuzz/registry.ts';
import { readSeeds } from '../../../bench/fuzz/seeds.ts';
import { reportOf, formatReport } from '../../../bench/fuzz/tally.ts';
import type { Judge } from '../../../src/verify/audit/judge.ts';
import type { Verdict } from '../../../src/verify/verdict.ts';

const seeds = readSeeds();

function first(count: number, seed: number): Mutant[] {
  const all: Mutant[] = [];
  for (const mutant of mutantsOf(seeds, seed)) if (all.push(mutant) >= count) break;
  return all;
}

describe('fuzz seeds', () => {
  it('have holes, each with a filling that differs from the original text', () => {
    for (const { name, text } of seeds) {
      const fillings = markedHoles(text).map(({ filling }) => filling.split('¦').map((each) => each.trim()));
      expect(fillings.length, name).toBeGreaterThan(0);
      for (const [before, ...after] of fillings) {
        expect(before, name).toMatch(/^(?:by )?(?:sorry|admit)$/);
        expect(after.length, name).toBeGreaterThan(0);
        expect(after, name).not.toContain(before);
      }
    }
  });

  it('include the honest proofs of the fixtures', () => {
    expect(seeds.filter(({ name }) => name.startsWith('honest/')).length).toBeGreaterThan(30);
  });
});

describe('mutants', () => {
  const mutants = first(6000, 7);

  it('depend only on the seed and the number, alone or in a run', () => {
    for (const mutant of mutants.slice(0, 200)) {
      expect(mutantOf(seeds, 7, Number(mutant.id.split('/')[1]))).toEqual(mutant);
    }
    const texts = (all: Mutant[]): string[] => all.map(({ hash }) => hash);
    expect(texts(first(50, 8))).not.toEqual(texts(first(50, 7)));
  });

  it('are all different and contain no marks', () => {
    expect(new Set(mutants.map(({ original, candidate }) => `${original}\0${candidate}`)).size).toBe(mutants.length);
    expect(mutants.filter(({ original, candidate }) => /[⟪⟫⟦⟧¦]/.test(original + candidate))).toEqual([]);
  });

  it('have the effect `changed` if one of their mutations has it, otherwise `neutral`', () => {
    for (const { effect, mutations } of mutants) {
      expect(mutations.length).toBeGreaterThan(0);
      expect(mutations.length).toBeLessThanOrEqual(3);
      expect(mutations.some((each) => each.effect === 'changed')).toBe(effect === 'changed');
    }
  });

  it('change only one of the two files', () => {
    const isHonest = (text: string): boolean =>
      seeds.some((seed) => withoutMarks(seed.text.replaceAll(/\s*¦[^⟫⟧]*/g, '')) === text);
    for (const { side, original } of mutants) expect(isHonest(original)).toBe(side === 'candidate');
    const inOriginal = mutants.filter(({ side }) => side === 'original').flatMap(({ mutations }) => mutations);
    const changing = inOriginal.filter(({ effect }) => effect === 'changed');
    expect(changing.length).toBeGreaterThan(100);
    expect(changing.filter(({ scope }) => scope === 'candidate')).toEqual([]);
  });

  it('cover every kind of mutation', () => {
    const kinds = new Set(mutants.flatMap(({ mutations }) => mutations.map(({ kind }) => kind)));
    expect([...new Set(MUTATIONS.map(({ kind }) => kind))].filter((kind) => !kinds.has(kind))).toEqual([]);
  });
});

describe('mutants with one mutation', () => {
  it('cover every mutation, one of each kind per round', () => {
    const all = MUTATIONS.map((_, number) => mutantAlone(seeds, 5, number));
    expect(all.filter((mutant) => mutant?.mutations.length !== 1 || mutant.side !== 'candidate')).toEqual([]);
    expect(new Set(all.map((mutant) => mutant?.mutations[0]?.name))).toEqual(
      new Set(MUTATIONS.map(({ name }) => name)),
    );
    const kinds = new Set(MUTATIONS.map(({ kind }) => kind));
    expect(new Set(all.slice(0, kinds.size).map((mutant) => mutant?.mutations[0]?.kind))).toEqual(kinds);
    expect(mutantAlone(seeds, 5, 17)).toEqual(all[17]);
  });
});

describe('the fuzz report', () => {
  const [changed, neutral] = ['changed', 'neutral'].map((effect) => {
    const found = first(200, 3).find((mutant) => mutant.effect === effect && mutant.mutations.length === 1);
    if (found === undefined) throw new Error('no such mutant');
    return found;
  }) as [Mutant, Mutant];
  const accepted: Verdict = { kind: 'accepted', level: 'audit', axioms: [], conditional: [], sandbox: 'none' };
  const refused: Verdict = {
    ...{ kind: 'rejected', by: 'audit', sandbox: 'none' },
    findings: [{ rule: 'type', name: 't', detail: 'another' }],
  };
  const error = { severity: 'error', line: 3, column: 1, text: 'unknown\nmore' } as never;
  const uncompiled: Verdict = { kind: 'rejected', by: 'lean', diagnostics: [error], sandbox: 'none' };
  const broken: Verdict = { kind: 'unchecked', why: 'originalFails', detail: 'at 1:1' };
  const late: Verdict = { kind: 'unchecked', why: 'timedOut', detail: 'after 60 s' };

  const judgeAs = (mutant: Mutant, verdict: Verdict): Promise<JudgedMutant> =>
    judgeMutant({ file: async () => ({ verdict, declarations: [] }) } as unknown as Judge, mutant);

  it('counts an accepted change and a rejected neutral mutant as wrong', async () => {
    const outcome = async (mutant: Mutant, verdict: Verdict): Promise<string> => {
      const result = await judgeAs(mutant, verdict);
      return [result.outcome, isFalseAccept(result) && 'accept', isFalseReject(result) && 'reject']
        .filter(Boolean)
        .join(' ');
    };
    expect(await outcome(changed, accepted)).toBe('accepted accept');
    expect(await outcome(changed, refused)).toBe('audit');
    expect(await outcome(neutral, accepted)).toBe('accepted');
    expect(await outcome(neutral, refused)).toBe('audit reject');
    expect(await outcome(neutral, { kind: 'rejected', by: 'gate', reason: 'no', sandbox: null })).toBe('gate reject');
    expect(await outcome(neutral, uncompiled)).toBe('lean');
    expect(await outcome(changed, broken)).toBe('lean');
    expect(await outcome(neutral, late)).toBe('nobody');
  });

  it('counts by kind which mutants compile', async () => {
    const all = await Promise.all([
      ...[accepted, refused, refused, uncompiled, broken, late].map((verdict) => judgeAs(changed, verdict)),
      ...[accepted, uncompiled, refused].map((verdict) => judgeAs(neutral, verdict)),
    ]);
    const report = reportOf(all, 3, 9);
    expect(report.changed).toMatchObject({ mutants: 6, compiled: 3, accepted: 1, nobody: 1, falseAccepts: 1 });
    expect(report.changed.audit).toEqual({ type: 2 });
    expect(report.neutral).toMatchObject({ mutants: 3, compiled: 2, accepted: 1, falseRejects: 1 });
    expect(report.kinds[changed.mutations[0]!.kind]).toEqual(report.changed);
    expect(report.wrong.map(({ outcome }) => outcome)).toEqual(['accepted', 'audit']);
    expect(report.neutralNotCompiled.length).toBe(1);
    const shown = formatReport(report);
    expect(shown).toContain('changed: 6, 3 compile; stopped 4: 66.67 % of all, 2: 66.67 % of those that compile');
    expect(shown).toContain('false accepts 1, false rejects 1, no answer 1, neutral but not compiled 1');
    expect(shown).toContain('1.00 s per mutant');
  });
});
