/** The roles that rules give to segments and references, against labels by hand (`fixtures/knowledge`). */
import { describe, expect, test } from 'vitest';
import { accuracies, labelledRoles } from './roles-gold.ts';

const roles = { a: labelledRoles('a'), b: labelledRoles('b') };
const all = [...roles.a, ...roles.b];

describe.each(['segment', 'reference'] as const)('roles of each %s', (kind) => {
  test('at least 300 were labelled in two passes, which agree in 95 of 100', () => {
    const labelled = all.filter((role) => role.kind === kind);
    expect(labelled.length).toBeGreaterThanOrEqual(300);
    expect(labelled.filter(({ isAgreed }) => isAgreed).length / labelled.length).toBeGreaterThan(0.95);
  });

  test.each(['a', 'b'] as const)('at least .75 are right in half %s', (half) => {
    const found = accuracies(roles[half].filter((role) => role.kind === kind));
    const { right, all: count } = found.at(-1)!;
    const byLabel = found.map((each) => `${each.label} ${each.right}/${each.all}`).join(', ');
    expect(right / count, byLabel).toBeGreaterThanOrEqual(0.75);
  });
});
