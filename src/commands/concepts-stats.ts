/** `lemmahead concepts stats`: counts of a concept base. */
import { readBaseStats } from '../concepts/stats.ts';
import { renderConceptsStats } from '../report/concepts-stats.ts';
import type { ConceptsStatsReport } from '../report/concepts-schema.ts';
import { conceptsPathFor, isCurrent, withConcepts } from '../session/command-concepts.ts';
import type { Command } from './command.ts';

export const conceptsStats: Command<Record<string, never>, ConceptsStatsReport> = (_options, context) =>
  withConcepts(context, ({ index, base, notices }) => {
    const { indexDigest, coreConcepts, ...stats } = readBaseStats(base, conceptsPathFor(context.settings));
    const report: ConceptsStatsReport = {
      schema: 'lemmahead/concepts-stats@1',
      ...stats,
      index_digest: indexDigest,
      current: isCurrent(index, base),
      core_concepts: coreConcepts,
      notices,
    };
    return { exit: 'done', data: report, render: (style) => renderConceptsStats(report, style) };
  });
