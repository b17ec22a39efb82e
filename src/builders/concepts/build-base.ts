/** Builds the concept base of an index and writes it to a file. Of a large index, it runs in a thread: see `build-in-thread.ts`. */
import { join } from 'node:path';
import { fillConceptBase, type BaseContent } from '../../concepts/write-base.ts';
import type { ModelRow } from '../../concepts/model-rows.ts';
import type { ListSummary } from '../../concepts/definition.ts';
import { statOrNull } from '../../base/read-or-null.ts';
import { fileExists } from '../../base/file-exists.ts';
import { conceptDecisions, type ConceptDecision } from '../../library/concept-decisions.ts';
import { withLibrary } from '../../library/library.ts';
import { Failure } from '../../base/errors.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { withIndex } from '../../index/open.ts';
import { declarationState } from '../../search/library/declaration-links.ts';
import { conceptBaseContent, type BuildStage } from './concept-base-content.ts';
import { carryModelRows, type CarriedCounts } from './carry-model-rows.ts';
import { readLists, type ListEntry, type ReadList } from './lists.ts';

export interface BaseRequest {
  indexPath: string;
  /** A new file. */
  temporary: string;
  /** What earlier builds read of the source files. */
  cachePath: string;
  /** Folders with lists, besides the packages of the index. */
  listFolders: readonly string[];
  /** The library with the user's decisions; it may not exist. */
  libraryPath: string;
  /** Names of lists to leave out. */
  withoutLists: readonly string[];
  /** What models wrote for earlier states of the index, and for this one. */
  modelRows: readonly ModelRow[];
}

export interface BaseSummary {
  definitions: number;
  concepts: number;
  coreConcepts: number;
  lists: ListSummary[];
  /** Why lists were left out. */
  problems: string[];
  /** Decisions of the user that do not fit the index any more. */
  warnings: string[];
  /** What became of the rows of models. */
  modelRows: CarriedCounts;
}

/** @throws {Failure} `lists-missing` if a folder has no list; as `withIndex` */
export async function buildBase(
  request: BaseRequest,
  onStage: (stage: BuildStage | 'write') => void,
): Promise<BaseSummary> {
  const decisions = await readDecisions(request.libraryPath);
  return withIndex(request.indexPath, (index) => {
    const { entries, summaries, problems } = curatedLists(index, request);
    const { rows, counts } = carryModelRows(index, request.modelRows);
    const content = conceptBaseContent(index, entries, decisions, onStage, rows, request.cachePath);
    onStage('write');
    fillConceptBase(request.temporary, withLists(content, summaries));
    return {
      definitions: content.definitions.length,
      concepts: content.concepts.length,
      coreConcepts: content.concepts.filter(({ isCore }) => isCore).length,
      lists: summaries,
      problems,
      warnings: decisionWarnings(index, content, decisions),
      modelRows: counts,
    };
  });
}

function readDecisions(path: string): Promise<ConceptDecision[]> | ConceptDecision[] {
  if (!fileExists(path)) return [];
  return withLibrary(path, { writable: false, create: false }, ({ database }) => conceptDecisions(database));
}

/** Which decisions do not fit the index any more. */
function decisionWarnings(
  index: LibraryIndex,
  { concepts }: BaseContent,
  decisions: readonly ConceptDecision[],
): string[] {
  const known = new Set(concepts.map(({ key }) => key));
  return decisions.flatMap((decision) => {
    if ('other' in decision) {
      if (known.has(decision.key)) return [];
      return [`No definition has the name '${decision.phrase}', which is also called '${decision.other.phrase}'.`];
    }
    const state = declarationState(index, decision);
    if (state === 'same') return [];
    const what = `'${decision.phrase}' ${decision.kind} ${decision.name}`;
    return state === 'not found'
      ? [`Not applied, because the index no longer has the definition: ${what}.`]
      : [`The definition has changed since this was decided: ${what}.`];
  });
}

function withLists(content: BaseContent, summaries: readonly ListSummary[]): BaseContent {
  return { ...content, meta: { ...content.meta, lists: JSON.stringify(summaries) } };
}

interface CuratedLists {
  entries: ListEntry[];
  summaries: ListSummary[];
  problems: string[];
}

function curatedLists(index: LibraryIndex, { listFolders, withoutLists }: BaseRequest): CuratedLists {
  const packages = index.all<{ name: string; root: string }>('SELECT name, root FROM packages ORDER BY name');
  const found: CuratedLists = { entries: [], summaries: [], problems: [] };
  const read = (from: string, root: string): number => {
    const { lists, problems } = readLists(root);
    for (const list of lists.filter((each) => !withoutLists.includes(each.list))) {
      found.entries.push(...list.entries);
      found.summaries.push(summaryOf(index, from, list));
    }
    found.problems.push(...problems.map((problem) => join(root, problem)));
    return lists.length + problems.length;
  };
  for (const { name, root } of packages) read(name, root);
  for (const folder of listFolders) {
    if (read(folder, folder) > 0) continue;
    throw new Failure('usage', 'lists-missing', {
      message: `${folder} ${statOrNull(folder) === null ? 'does not exist' : 'has no lists'}.`,
      reason: 'A list is a file docs/overview.yaml, docs/undergrad.yaml, docs/100.yaml or docs/1000.yaml below it.',
      next: 'Give the folder that holds docs/: --lists FOLDER',
    });
  }
  return found;
}

function summaryOf(index: LibraryIndex, from: string, { list, entries, elsewhere, undeclared }: ReadList): ListSummary {
  const names = entries.flatMap((entry) => entry.names);
  const known = names.filter((name) => index.idsByName(name).length > 0).length;
  return { list, from, entries: entries.length, names: names.length, known, elsewhere, undeclared: undeclared.length };
}
