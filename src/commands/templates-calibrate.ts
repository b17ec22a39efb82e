/** `lemmahead templates calibrate`: how many templates of a model each threshold keeps. Asks nobody, changes nothing. */
import type { TemplateRecord } from '../builders/templates/graph-records.ts';
import { applyRules, DEFAULT_THRESHOLDS, type Thresholds } from '../builders/templates/model/graph-rules.ts';
import { recordsOf } from '../builders/templates/template-graph.ts';
import type { TemplatesCalibrateReport } from '../report/template-graph-schema.ts';
import { renderTemplatesCalibrate } from '../report/template-graph-text.ts';
import { withTemplateGraph } from '../session/command-template-graph.ts';
import type { Command } from './command.ts';

const SIMILARITIES = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
const SHARES = [0, 0.25, 0.5, 0.75];
const SPREADS = [2, 3, 4, 5, 6, 8];

/** Rules that keep everything. */
const OFF: Thresholds = { ...DEFAULT_THRESHOLDS, k: -1, alpha: -1, matchK: 0, matchAlpha: null, spread: 0 };

/** Exit `no` if the graph has no template of a model. */
export const templatesCalibrate: Command<object, TemplatesCalibrateReport> = (_, context) =>
  withTemplateGraph(context, (graph) => {
    const records = recordsOf(graph);
    const candidates = graph.templates.filter(({ stage }) => stage !== 'document').length;
    const isKept = (record: TemplateRecord): boolean => record.stage !== 'document' && record.rejected === null;
    const keeps = (thresholds: Partial<Thresholds>): { kept: number; share: number } => {
      const applied = applyRules(records, { ...OFF, ...thresholds }).records;
      const kept = applied.filter((record) => record.record === 'template' && isKept(record)).length;
      return { kept, share: candidates === 0 ? 0 : kept / candidates };
    };
    const report: TemplatesCalibrateReport = {
      ...{ schema: 'lemmahead/templates-calibrate@1', graph: graph.name, candidates },
      consistency: SIMILARITIES.flatMap((k) => SHARES.map((alpha) => ({ k, alpha, ...keeps({ k, alpha }) }))),
      matching: SIMILARITIES.flatMap((k) =>
        SHARES.map((alpha) => ({ k, alpha, ...keeps({ matchK: k, matchAlpha: alpha }) })),
      ),
      steps: SPREADS.map((spread) => ({ spread, ...keeps({ spread }) })),
    };
    return {
      exit: candidates === 0 ? 'no' : 'done',
      data: report,
      render: (style) => renderTemplatesCalibrate(report, style),
    };
  });
