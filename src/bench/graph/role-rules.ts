/** `bench graph --only tactics`: roles of segments and references by rule, against labels by hand. */
import { meanFigure, type Measure } from './measure.ts';
import { labelledRoles, type LabelledRole } from './role-gold.ts';

const HALVES = [
  ['b', 'written after the rules'],
  ['a', 'on which the rules were adjusted'],
] as const;

export const TACTICS_MEASURE: Measure = {
  name: 'tactics',
  needs: ['roles'],
  run: ({ folders }) => {
    const figures = HALVES.flatMap(([half, set]) => {
      const roles = labelledRoles(folders.roles[0]!, half);
      return (['segment', 'reference'] as const).flatMap((kind) => {
        const own = roles.filter((role) => role.kind === kind);
        const facts = { set, by: 'rules' };
        const isRight = ({ gold, byRule }: LabelledRole): number => Number(gold === byRule);
        return [
          meanFigure(own.map(isRight), { ...facts, row: `${kind}s`, column: 'accuracy', bar: 0.75 }),
          meanFigure(
            own.map(({ isAgreed }) => Number(isAgreed)),
            { ...facts, row: `${kind}s`, column: 'two passes agree', by: 'rules' },
          ),
          ...[...Map.groupBy(own, ({ gold }) => gold)].map(([label, some]) =>
            meanFigure(some.map(isRight), { ...facts, row: `${kind}s: ${label}`, column: 'accuracy' }),
          ),
        ];
      });
    });
    return { figures, notes: ['Labelled in two passes by one author.'] };
  },
};
