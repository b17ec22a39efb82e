/** `lemmahead graph status`: what of a blueprint is formalized, and what can be formalized next. */
import type { GraphStatusOptions } from '../options/graph-options.ts';
import { reportStatus } from '../report/graph-status-report.ts';
import type { GraphStatusReport } from '../report/graph-schema.ts';
import { renderGraphStatus } from '../report/graph-status-text.ts';
import { similarDeclarations } from '../search/similar-names.ts';
import { withFormalizationStatus } from './blueprint-status.ts';
import type { Command } from './command.ts';

const MAX_NEAR = 3;

/** Exit `no` if a claim of the blueprint does not hold. */
export const graphStatus: Command<GraphStatusOptions, GraphStatusReport> = (options, context) =>
  withFormalizationStatus(options, context, ({ index, ...statements }) => {
    const near = (name: string): string[] => similarDeclarations(index, name, MAX_NEAR);
    const report = reportStatus({ ...statements, source: options.source, near });
    return {
      exit: report.false_claims.length > 0 ? 'no' : 'done',
      data: report,
      render: (style) => renderGraphStatus(report, options.limit, style),
    };
  });
