/** The roles that rules give to segments and references, against labels by hand (`fixtures/knowledge`). */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { labelledRoles, type LabelledRole } from '../../../src/bench/graph/role-gold.ts';

const FOLDER = join(import.meta.dirname, '../../../fixtures/knowledge');
const roles = { a: labelledRoles(FOLDER, 'a'), b: labelledRoles(FOLDER, 'b') };
const all = [...roles.a, ...roles.b];

const isRight = ({ gold, byRule }: LabelledRole): boolean => gold === byRule;

describe.each(['segment', 'reference'] as const)('roles of each %s', (kind) => {
  test('at least 300 were labelled in two passes, which agree in 95 of 100', () => {
    const labelled = all.filter((role) => role.kind === kind);
    expect(labelled.length).toBeGreaterThanOrEqual(300);
    expect(labelled.filter(({ isAgreed }) => isAgreed).length / labelled.length).toBeGreaterThan(0.95);
  });

  test.each(['a', 'b'] as const)('at least .75 are right in half %s', (half) => {
    const own = roles[half].filter((role) => role.kind === kind);
    const byLabel = [...Map.groupBy(own, ({ gold }) => gold)].map(
      ([label, some]) => `${label} ${some.filter(isRight).length}/${some.length}`,
    );
    expect(own.filter(isRight).length / own.length, byLabel.join(', ')).toBeGreaterThanOrEqual(0.75);
  });
});
