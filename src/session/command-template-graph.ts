/** Opens the library and its graph of templates for a command. */
import { Failure } from '../base/errors.ts';
import { fileExists } from '../base/file-exists.ts';
import { openGraph, type Stored, type TemplateGraph, theoremsOf } from '../builders/templates/template-graph.ts';
import type { ProblemRecord, TemplateRecord } from '../builders/templates/graph-records.ts';
import { libraryPathFor } from '../config/paths.ts';
import { type Library, withLibrary } from '../library/library.ts';
import type { SolvedItem } from '../search/solved/nearest-templates.ts';
import type { CommandContext } from './command-context.ts';

/** @throws {Failure} as `openGraph`, and if there is no library */
export async function withTemplateGraph<T>(
  { settings }: Pick<CommandContext, 'settings'>,
  work: (graph: TemplateGraph, library: Library) => T | Promise<T>,
): Promise<T> {
  const path = libraryPathFor(settings);
  if (!fileExists(path)) throw noLibrary(path);
  return withLibrary(path, {}, (library) => work(openGraph(library.database, settings.templateGraph), library));
}

function noLibrary(path: string): Failure {
  return new Failure('missing', 'library-missing', {
    message: `There is no library at ${path}, so there is no graph of templates.`,
    next: 'lemmahead templates build --help',
  });
}

/** What a search for a similar problem can find: a template, or a problem that names its theorem. */
export type FoundTemplate = SolvedItem & { record: Stored<TemplateRecord> | Stored<ProblemRecord> };

/** `withRejected`: also templates that a rule rejects. */
export function solvedItems(
  { theorems, problems, templates }: TemplateGraph,
  { withRejected = false } = {},
): FoundTemplate[] {
  const ids = new Map(theorems.map(({ key, id }) => [key, id]));
  const labelled = problems.filter(({ stage }) => stage === 'labelled');
  const kept = templates.filter(({ rejected }) => withRejected || rejected === null);
  return [...kept, ...labelled].map((record) => ({
    ...{ id: record.id, problem: record.problem, record },
    theorems: theoremsOf(record).map((key) => ids.get(key)!),
  }));
}

/** By key: what uses a theorem, varies a template, or is from a problem. */
export function usersByKey({
  problems,
  templates,
}: TemplateGraph): Map<string, (typeof templates | typeof problems)[number][]> {
  const users = new Map<string, (Stored<TemplateRecord> | Stored<ProblemRecord>)[]>();
  for (const record of [...problems, ...templates]) {
    const used = new Set(theoremsOf(record));
    if (record.record === 'template') for (const key of [record.parent, record.seed]) if (key !== null) used.add(key);
    for (const key of used) users.set(key, [...(users.get(key) ?? []), record]);
  }
  return users;
}
