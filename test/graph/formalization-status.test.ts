import { describe, expect, test } from 'vitest';
import { formalizationStatus } from '../../src/graph/formalization-status.ts';
import type { BlueprintNode } from '../../src/sources/blueprint.ts';
import type { BlueprintMarks, PieceKind } from '../../src/sources/document.ts';

const NO_MARKS: BlueprintMarks = { uses: [], lean: [], isFormalized: false, isInMathlib: false, isNotReady: false };

interface Given {
  kind?: PieceKind;
  statement?: Partial<BlueprintMarks>;
  proof?: Partial<BlueprintMarks>;
  uses?: number[];
  proofUses?: number[];
}

function node({ kind = 'theorem', statement, proof, uses = [], proofUses = [] }: Given): BlueprintNode {
  const place = { file: 'web.tex', line: 1, page: null };
  const piece = { key: 'k', kind, called: '', number: null, title: '', headings: [], body: '', proof: null };
  return {
    label: 'l',
    piece: { ...piece, labels: [], references: [], place },
    statement: { ...NO_MARKS, ...statement },
    proof: proof === undefined ? null : { ...NO_MARKS, ...proof },
    statementUses: uses,
    proofUses,
    unresolved: [],
  };
}

/** `has`: complete. `hole`: with a sorry. Others do not exist. */
const find = (name: string) => ({ exists: name === 'has' || name === 'hole', isComplete: name === 'has' });

const statesOf = (given: Given[]): string[] =>
  formalizationStatus(given.map(node), find).map(({ statement, proof }) => `${statement} ${proof}`);

describe('the status of a statement', () => {
  test('is stated if it names declarations that all exist, or is in Mathlib', () => {
    expect(
      statesOf([
        { statement: { lean: ['has'] } },
        { statement: { lean: ['has', 'missing'] } },
        { statement: { isInMathlib: true } },
        { statement: { isNotReady: true } },
      ]),
    ).toEqual(['stated fully-proved', 'can-state blocked', 'stated fully-proved', 'not-ready blocked']);
  });

  test('can be stated if all that it uses is stated, and proved if all that its proof uses is', () => {
    expect(
      statesOf([
        { kind: 'definition', statement: {} },
        { uses: [0] },
        { statement: { lean: ['hole'] }, proofUses: [1] },
        { statement: { lean: ['hole'] }, proofUses: [2] },
        { statement: { lean: ['has'] }, proofUses: [3] },
        { uses: [4] },
      ]),
    ).toEqual([
      'can-state none',
      'blocked blocked',
      'stated blocked',
      'stated can-prove',
      'stated proved',
      'can-state blocked',
    ]);
  });

  test('counts the unproved statements that need it, also in cycles', () => {
    const statuses = formalizationStatus([{}, { uses: [0] }, { proofUses: [1] }, { uses: [0, 3] }].map(node), find);
    expect(statuses.map(({ unlocks }) => unlocks)).toEqual([3, 1, 0, 0]);
    expect(formalizationStatus([{ uses: [1] }, { uses: [0] }].map(node), find)).toHaveLength(2);
  });

  test('names claims that the sources do not show', () => {
    const given: Given[] = [
      { statement: { isFormalized: true } },
      { statement: { isFormalized: true, lean: ['missing'] } },
      { statement: { isFormalized: true, lean: ['hole'] } },
      { statement: { lean: ['hole'] }, proof: { isFormalized: true } },
      { statement: { lean: ['missing'] } },
    ];
    expect(formalizationStatus(given.map(node), find).map(({ falseClaims }) => falseClaims)).toEqual([
      [],
      ['missing is not in the index'],
      [],
      ['hole has a sorry'],
      [],
    ]);
  });

  test('believes a claim without declarations, and says so', () => {
    const [definition, theorem, proved] = formalizationStatus(
      [
        { kind: 'definition' as const, statement: { isFormalized: true } },
        { statement: { isFormalized: true }, uses: [0] },
        { statement: { isFormalized: true }, proof: { isFormalized: true } },
      ].map(node),
      find,
    );
    expect(definition).toMatchObject({ statement: 'stated', proof: 'fully-proved', isUnchecked: true });
    expect(theorem).toMatchObject({ statement: 'stated', proof: 'can-prove', isUnchecked: true });
    expect(proved).toMatchObject({ proof: 'fully-proved' });
  });
});
