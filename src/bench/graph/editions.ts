/**
 * `bench graph --only fusion`: entities of a new edition that `graph merge` recognizes in an old one. The labels that
 * both editions kept say which are the same.
 */
import { ellipsis } from '../../base/columns.ts';
import { Failure } from '../../base/errors.ts';
import { collapseWhitespace } from '../../base/one-line.ts';
import { vectorsOfEntities } from '../../builders/knowledge/entity-spaces.ts';
import { findMerges } from '../../builders/knowledge/fusion/find-merges.ts';
import { labelsOf, requireSources } from '../../library/filter-entries.ts';
import { entityRows } from '../../library/knowledge-rows.ts';
import { countFigure, type Measure, meanFigure } from './measure.ts';

/** As `graph merge --candidates`. */
const CANDIDATES = 5;
const BEGINNING = 60;

function editionsOf(pair: string): [old: string, newer: string] {
  const [old, newer, ...more] = pair.split('=');
  if (old === undefined || newer === undefined || old === '' || newer === '' || more.length > 0) {
    throw new Failure('usage', 'pair-form', {
      message: `"${pair}" is not a pair of sources.`,
      reason: 'A pair is written OLD=NEW, with the names of two sources of the library.',
      next: 'lemmahead library list',
    });
  }
  return [old, newer];
}

export const FUSION: Measure = {
  name: 'fusion',
  needs: ['library', 'editions'],
  spaces: ['statement'],
  run: ({ library, options, isLsa, embedder, onProgress }) => {
    const { database } = library;
    const all = entityRows(database);
    const labels = labelsOf(database);
    const measured = options.editions.map((pair) => {
      const [old, newer] = editionsOf(pair);
      requireSources(database, [old, newer]);
      const entities = all.filter(({ source }) => source === old || source === newer);
      const byId = new Map(entities.map((entity) => [entity.id, entity]));
      const typed = (id: number, label: string): string => `${byId.get(id)!.type} ${label}`;
      const byLabel = new Map(
        entities
          .filter(({ source }) => source === old)
          .flatMap(({ id }) => (labels.get(id) ?? []).map((label) => [typed(id, label), id] as const)),
      );
      const goldOf = (id: number): number | undefined =>
        (labels.get(id) ?? []).map((label) => byLabel.get(typed(id, label))).find((each) => each !== undefined);
      const decisions = findMerges(
        entities,
        vectorsOfEntities(library, entities, 'statement', isLsa),
        { sources: [newer], into: [old], candidates: CANDIDATES, denied: new Set() },
        onProgress,
      );
      const labelled = decisions.flatMap((each) => {
        const gold = goldOf(each.entity.id);
        return gold === undefined ? [] : [{ ...each, gold }];
      });
      const merged = labelled.filter(({ decision }) => decision === 'merge');
      const unlabelled = decisions.filter((each) => each.decision === 'merge' && goldOf(each.entity.id) === undefined);
      const facts = { set: `${old} → ${newer}`, by: `rules, candidates by ${embedder}`, row: 'the same entity' };
      const name = (id: number): string => {
        const { title, contents } = byId.get(id)!;
        return ellipsis(collapseWhitespace(`${title} ${contents}`), BEGINNING);
      };
      return {
        figures: [
          meanFigure(
            labelled.map(({ candidates, gold }) => Number(candidates.some(({ id }) => id === gold))),
            { ...facts, column: `candidate@${CANDIDATES}`, bar: 0.99 },
          ),
          meanFigure(
            merged.map(({ into, gold }) => Number(into === gold)),
            { ...facts, column: 'precision', bar: 0.98 },
          ),
          meanFigure(
            labelled.map(({ into, gold }) => Number(into === gold)),
            { ...facts, column: 'recall', bar: 0.975 },
          ),
          countFigure(unlabelled.length, { ...facts, column: 'merged, not labelled', n: decisions.length }),
        ],
        details: {
          title: `Labelled entities that were not merged as their labels say, ${old} → ${newer}`,
          note: '',
          head: ['new', 'its label says', 'decision', 'why'],
          rows: labelled
            .filter(({ into, gold }) => into !== gold)
            .map(({ entity, gold, decision, why }) => [name(entity.id), name(gold), decision, why]),
        },
        merges: {
          title: `Merged without a common label, to be read by a person, ${old} → ${newer}`,
          note: '',
          head: ['new', 'merged into'],
          rows: unlabelled.map(({ entity, into }) => [name(entity.id), name(into!)]),
        },
      };
    });
    return {
      figures: measured.flatMap(({ figures }) => figures),
      details: measured.flatMap(({ details, merges }) => [details, merges]).filter(({ rows }) => rows.length > 0),
      notes: ['Precision and recall are over the entities of the new edition whose label the old one has.'],
    };
  },
};
