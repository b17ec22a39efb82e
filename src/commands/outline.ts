/** `lemmahead outline`: the declarations of a file, without Lean. */
import { resolve } from 'node:path';
import { readLeanFile } from '../lean/read-file.ts';
import { readUserFile } from '../lean/user-file.ts';
import { clickablePath } from '../report/clickable-path.ts';
import type { OutlineReport } from '../report/outline-schema.ts';
import { renderOutline } from '../report/outline-text.ts';
import { findHoles } from '../verify/hole/holes.ts';
import type { Command } from './command.ts';

export interface OutlineOptions {
  file: string;
}

const PARTS: ReadonlySet<string> = new Set(['field', 'constructor']);

/** Exit `no` if the file has no declaration. */
export const outline: Command<OutlineOptions, OutlineReport> = async ({ file }, context) => {
  const { path, text } = await readUserFile(resolve(context.cwd, file));
  const {
    outline: { imports },
    declarations,
  } = readLeanFile(text, '');
  const holes = findHoles(text);
  const written = declarations.filter(({ origin, kind }) => origin === 'written' && !PARTS.has(kind));
  const report: OutlineReport = {
    schema: 'lemmahead/outline@1',
    file: clickablePath(path, context.cwd),
    imports,
    declarations: written.map(({ name, kind, line, endLine, signature }) => ({
      ...{ name, kind, line, end_line: endLine, signature },
      sorry: holes.filter((hole) => line <= hole.line && hole.line <= endLine).length,
    })),
  };
  return {
    exit: written.length === 0 ? 'no' : 'done',
    data: report,
    render: (style) => renderOutline(report, style),
  };
};
