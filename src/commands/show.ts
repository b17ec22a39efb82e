/** `lemmahead show`: finds one declaration by name and reports everything known about it. */
import { Failure } from '../base/errors.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { makeLocate } from '../report/search-report.ts';
import { reportShow } from '../report/show-report.ts';
import type { ShowReport, UnknownReport } from '../report/search-schema.ts';
import { renderUnknown } from '../report/show-unknown.ts';
import { renderShow } from '../report/show-text.ts';
import { makeCard } from '../search/card.ts';
import { findDeclaration } from '../search/find-declaration.ts';
import type { Command } from './command.ts';
import { withCommandIndex } from '../session/command-index.ts';
import type { CommandContext } from '../session/command-context.ts';
import { makeLink } from '../session/source-links.ts';
import { refreshProject } from '../session/refresh.ts';

/** Exit `no` if the name is unknown or ambiguous; the data then lists candidates. */
export const show: Command<{ name: string }, ShowReport | UnknownReport> = async ({ name }, context) => {
  if (!/[^\s*]/u.test(name)) {
    throw new Failure('usage', 'name-empty', { message: 'Missing name.', next: 'lemmahead show --help' });
  }
  await refreshProject(context);
  return withCommandIndex(context, (index) => outcome(index, name, context));
};

function outcome(
  index: LibraryIndex,
  name: string,
  { cwd, settings }: CommandContext,
): Awaited<ReturnType<typeof show>> {
  const found = findDeclaration(index, name);
  if (found.row === null) {
    const { candidates, notices } = found;
    const data: UnknownReport = { schema: 'lemmahead/show@1', declaration: null, candidates, notices };
    return { exit: 'no', data, render: (style) => renderUnknown(name, found, style) };
  }
  const locate = makeLocate(index);
  const report = reportShow(
    makeCard(index, found.row, locate(found.row.package, found.row.filePath)),
    { index, locate, link: makeLink(index, settings) },
    found.notices,
  );
  return { exit: 'done', data: report, render: (style) => renderShow(report, style, cwd) };
}
