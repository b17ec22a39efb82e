/** `lemmahead templates export`: a graph of templates as lines of JSON. */
import { resolve } from 'node:path';
import type { GraphItemRecord } from '../builders/templates/graph-records.ts';
import { recordsOf, theoremsOf } from '../builders/templates/template-graph.ts';
import { writeOtherFile } from '../lean/user-file.ts';
import type { TemplatesExportOptions } from '../options/template-graph-options.ts';
import { renderWritten } from '../report/library-export.ts';
import { TEMPLATE_GRAPH } from '../report/template-graph-schema.ts';
import { withTemplateGraph } from '../session/command-template-graph.ts';
import type { Command } from './command.ts';

export const templatesExport: Command<TemplatesExportOptions> = ({ out, withRejected }, context) =>
  withTemplateGraph(context, async (open) => {
    const all = recordsOf(open);
    const records = withRejected ? all : keptOnes(all);
    const head = { schema: TEMPLATE_GRAPH, graph: open.name, plan: open.plan } as const;
    const text = [head, ...records].map((record) => `${JSON.stringify(record)}\n`).join('');
    if (out === null) return { exit: 'done', data: { ...head, records }, isExact: true, render: () => text };
    const path = resolve(context.cwd, out);
    await writeOtherFile(path, text);
    return {
      exit: 'done',
      data: { ...head, records: records.length, written_to: path },
      render: () => renderWritten(records.length, path),
    };
  });

/** Without rejected templates, their variations, and what only they use. */
function keptOnes(records: readonly GraphItemRecord[]): GraphItemRecord[] {
  const dropped = new Set<string>();
  for (let before = -1; before < dropped.size;) {
    before = dropped.size;
    for (const each of records)
      if (each.record === 'template' && (each.rejected !== null || dropped.has(each.parent ?? '')))
        dropped.add(each.key);
  }
  const kept = records.filter(({ key }) => !dropped.has(key));
  const used = new Set(
    kept.flatMap((each) => [...theoremsOf(each), ...(each.record === 'template' ? [each.seed] : [])]),
  );
  return kept.filter((each) => {
    const isUsedOnly = each.record === 'theorem' || (each.record === 'problem' && each.stage === 'seed');
    return !isUsedOnly || used.has(each.key);
  });
}
