/** `lemmahead templates search`: proof templates for a goal. */
import { Failure } from '../base/errors.ts';
import { rebuildCommand } from '../index/build-command.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { TemplatesSearchOptions } from '../options/templates-options.ts';
import { makeLocate } from '../report/search-report.ts';
import type { TemplatesReport } from '../report/templates-schema.ts';
import { renderTemplates } from '../report/templates-text.ts';
import { goalUnreadable } from '../search/goal-channel.ts';
import { parseGoals } from '../search/goal-text.ts';
import { weightsOf } from '../search/learned-weights.ts';
import type { GoalPlace } from '../search/premises/place-features.ts';
import { premiseRanking } from '../search/premises/ranked-premises.ts';
import { shapeLibrary } from '../search/shape-library.ts';
import { type Exemplar, findTemplates, skeletonFrequencies } from '../search/templates/proof-templates.ts';
import type { CommandContext } from '../session/command-context.ts';
import { withCommandIndex } from '../session/command-index.ts';
import { readFileAt, readPlaceInFile } from '../session/place-in-file.ts';
import { refreshProject } from '../session/refresh.ts';
import type { Command } from './command.ts';

const MAX_EXEMPLARS = 3;

/** Exit `done` with templates, `no` without. @throws {Failure} `query-empty`, `goal-syntax`, as `readPlaceInFile` */
export const templatesSearch: Command<TemplatesSearchOptions, TemplatesReport> = async (options, context) => {
  if (options.goal.trim() === '')
    throw new Failure('usage', 'query-empty', {
      message: 'The goal is empty.',
      next: 'lemmahead templates search --help',
    });
  await refreshProject(context);
  return withCommandIndex(context, async (index) => {
    const report = await searchTemplates(index, options, context);
    return {
      exit: report.hits.length > 0 ? 'done' : 'no',
      data: report,
      render: (style) => renderTemplates(report, style, context.cwd),
    };
  });
};

async function searchTemplates(
  index: LibraryIndex,
  { goal: text, limit, in: written }: TemplatesSearchOptions,
  { cwd }: CommandContext,
): Promise<TemplatesReport> {
  const [goal] = parseGoals(text, shapeLibrary(index).table);
  if (goal === undefined) throw goalUnreadable();
  const place = written === null ? null : await goalPlace(index, written, cwd);
  const { weights, ...rest } = weightsOf(index);
  const knowledge = weights === null ? null : premiseRanking(weights);
  const frequencies = skeletonFrequencies(index);
  const allow = place === null ? null : notBelow(index, place);
  const { templates } = findTemplates(index, { text, goal, place }, knowledge, { allow, limit, frequencies });
  const placeOf = exemplarPlace(index);
  return {
    goal: text,
    hits: templates.map(({ skeleton, score, votes, exemplars }) => ({
      skeleton,
      score,
      votes,
      exemplars: exemplars.slice(0, MAX_EXEMPLARS).map(placeOf),
    })),
    notices: knowledge === null ? [withoutVotes(index, 'why' in rest ? rest.why : null)] : [],
    schema: 'lemmahead/templates-search@1',
  };
}

function withoutVotes(index: LibraryIndex, why: string | null): string {
  return `Templates are by frequency only, because the index has no vectors. ${why ?? `Build it with them: ${rebuildCommand(index)}`}`;
}

/** `FILE` or `FILE:LINE`. Without a line, the goal is below all declarations of the file. */
async function goalPlace(index: LibraryIndex, written: string, cwd: string): Promise<GoalPlace> {
  const { place, module } = await readPlaceInFile(index, written, cwd);
  const { line } = readFileAt(written, cwd);
  const { imports, namespace } = place;
  return { module: module ?? '', imports, namespace, line: line ?? Number.MAX_SAFE_INTEGER };
}

/** The rows that are not in the file of the place, or above it. */
function notBelow(index: LibraryIndex, { module, line }: GoalPlace): (id: number) => boolean {
  const below = new Set(
    index
      .all<{ id: number }>(
        'SELECT d.id FROM decls d JOIN files f ON f.id = d.file_id WHERE f.module = ? AND d.line_end >= ?',
        module,
        line,
      )
      .map(({ id }) => id),
  );
  return (id) => !below.has(id);
}

function exemplarPlace(
  index: LibraryIndex,
): (exemplar: Exemplar) => TemplatesReport['hits'][number]['exemplars'][number] {
  const locate = makeLocate(index);
  return ({ id, name, line, slots }) => {
    const row = index.row(id);
    return { name, path: row === null ? '' : locate(row.package, row.filePath), line, slots };
  };
}
