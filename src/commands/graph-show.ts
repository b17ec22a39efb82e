/** `lemmahead graph show`: an entity of the library with its attributes and references. */
import { libraryPathFor } from '../config/paths.ts';
import { entryLines } from '../library/entry-card.ts';
import { entitiesAmong, loadEntity } from '../library/entities.ts';
import { requireSources } from '../library/filter-entries.ts';
import { findEntryIds, similarEntryIds } from '../library/find-entry.ts';
import { declarationLinksOf } from '../library/shown-links.ts';
import { withLibrary } from '../library/library.ts';
import type { GraphShowOptions } from '../options/entity-options.ts';
import type { GraphShowReport } from '../report/entity-schema.ts';
import { renderGraphShow } from '../report/entity-text.ts';
import { renderUnknownEntry } from '../report/library-show.ts';
import type { Command } from './command.ts';

const MAX_CANDIDATES = 20;

/** Exit `no` if the name is unknown or ambiguous; the data then lists candidates. @throws {Failure} `source-unknown` */
export const graphShow: Command<GraphShowOptions, GraphShowReport> = ({ name, source, all }, { settings }) =>
  withLibrary(libraryPathFor(settings), {}, (library) => {
    const { database } = library;
    requireSources(database, source === null ? [] : [source]);
    const onlyEntities = (entries: readonly number[]): number[] => {
      const found = new Set(entitiesAmong(database, entries).map(({ entity }) => entity.id));
      return entries.filter((id) => found.has(id));
    };
    const ids = onlyEntities(findEntryIds(database, name, source));
    const schema = 'lemmahead/graph-show@1';
    if (ids.length !== 1) {
      const some = ids.length > 0 ? ids : onlyEntities(similarEntryIds(database, name, MAX_CANDIDATES));
      const lines = entryLines(database, some.slice(0, MAX_CANDIDATES));
      const candidates = lines.map(({ id, key, title, source: from }) => ({ id, source: from, key, title }));
      return {
        exit: 'no',
        data: { schema, entity: null, subfield: null, values: [], links: [], candidates },
        render: (style) => renderUnknownEntry(name, lines, ids.length, style),
      };
    }
    const { entity, attributes } = loadEntity(database, ids[0]!, source === null ? [] : [source])!;
    const report: GraphShowReport = {
      schema,
      entity,
      subfield: (attributes.get(0, 'subfield') as string | undefined) ?? null,
      values: attributes.all(),
      links: declarationLinksOf(database, entity.id),
      candidates: [],
    };
    return { exit: 'done', data: report, render: (style) => renderGraphShow(report, { all }, style) };
  });
