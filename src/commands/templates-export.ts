/** `lemmahead templates export`: a graph of templates as lines of JSON. */
import { resolve } from 'node:path';
import { recordsOf } from '../builders/templates/template-graph.ts';
import { writeOtherFile } from '../lean/user-file.ts';
import type { TemplatesExportOptions } from '../options/template-graph-options.ts';
import { renderWritten } from '../report/library-export.ts';
import { TEMPLATE_GRAPH } from '../report/template-graph-schema.ts';
import { withTemplateGraph } from '../session/command-template-graph.ts';
import type { Command } from './command.ts';

export const templatesExport: Command<TemplatesExportOptions> = ({ out }, context) =>
  withTemplateGraph(context, async (open) => {
    const records = recordsOf(open);
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
