/** `lemmahead graph search`: entities by a query or near another entity, by vectors and words. */
import { Failure } from '../base/errors.ts';
import { type EntitySpace, openSpaceStore, spaceName, vectorsOfEntities } from '../builders/knowledge/entity-spaces.ts';
import { fieldOf } from '../builders/knowledge/describe-entities.ts';
import { ENTITY_PARTS, PAPER_WEIGHTS } from '../builders/knowledge/space-texts.ts';
import { representatives } from '../builders/knowledge/fusion/merged-view.ts';
import { openWeightedStore } from '../builders/knowledge/weighted-store.ts';
import { libraryPathFor } from '../config/paths.ts';
import { idsByContent, requireSources, textReader } from '../library/filter-entries.ts';
import { type EntityHead, entityHeads, entityRows, type EntityRow, sameAsEdges } from '../library/knowledge-rows.ts';
import { withLibrary, type Library } from '../library/library.ts';
import type { EmbeddingModel } from '../llm/embedding.ts';
import type { GraphSearchOptions } from '../options/knowledge-options.ts';
import { reportEntrySearch } from '../report/entry-search-report.ts';
import { renderEntrySearch } from '../report/entry-search-text.ts';
import { namesUpTo } from '../report/layout.ts';
import type { GraphSearchReport } from '../report/knowledge-schema.ts';
import { searchEntries } from '../search/library/search-entries.ts';
import { WORDS_ONLY, type VectorSearch } from '../search/library/vector-channel.ts';
import type { CommandContext } from '../session/command-context.ts';
import { entityNamed } from '../session/entity-named.ts';
import { openEntityEmbedder, refreshEntitySpace, usesLsa } from '../session/entity-vectors.ts';
import { refreshWordIndex } from '../session/refresh-word-index.ts';
import type { Command } from './command.ts';

/** Fields that an error lists. */
const MAX_FIELDS = 40;

/** Exit `no` if nothing is found. @throws {Failure} `field-unknown`, `weights-form`, `source-unknown` */
export const graphSearch: Command<GraphSearchOptions, GraphSearchReport> = async (options, context) => {
  const { query, near, limit, sources, references } = options;
  if ((query === null) === (near === null)) {
    throw new Failure('usage', 'query-missing', {
      message: near === null ? 'Missing a query, or --near with an entity.' : 'A query and --near exclude each other.',
      next: 'lemmahead graph search --help',
    });
  }
  const space = Number(options.space);
  const weights = weightsOf(options);
  const kept: EntitySpace = space === 2 ? 'parts' : references ? 'whole' : 'statement';
  const path = libraryPathFor(context.settings);
  const { notice, lsa } = await refreshEntitySpace(path, kept, context);
  const notices = notice === null ? [] : [notice];
  await refreshWordIndex(path);
  return withLibrary(path, {}, async (library) => {
    requireSources(library.database, sources);
    const entities = searchedEntities(library, options);
    const center = near === null ? null : entityNamed(library, near);
    const groups = representatives(sameAsEdges(library.database));
    const model = lsa ?? (await openEntityEmbedder(path, context));
    try {
      const vectors = model && openVectors({ library, model, kept, weights, center }, context);
      if (vectors === null) notices.push(`${WORDS_ONLY} no vectors are stored yet.`);
      const textOf = textReader(library.database);
      const result = await searchEntries(library, query ?? center!.title + center!.contents, {
        limit,
        filter: { sources, kinds: [], headings: [] },
        vectors,
        among: new Set(withoutCopies(entities, center, groups)),
        textOf: (id) => textOf(groups.get(id) ?? id),
        ...(center === null ? {} : { channels: ['vectors'] as const }),
      });
      const { results, notices: more } = reportEntrySearch(library, { query: query ?? '', result, explain: false });
      const found = entityRows(
        library.database,
        results.map(({ id }) => id),
      );
      const byId = new Map(found.map((entity) => [entity.id, entity]));
      const report: GraphSearchReport = {
        schema: 'lemmahead/graph-search@1',
        query,
        near: center && {
          ...{ id: center.id, source: center.source, key: center.key, type: center.type, title: center.title },
          begins: center.contents.slice(0, 80),
        },
        library: path,
        ...{ space, weights, references },
        results: results.map((each) => {
          const entity = byId.get(each.id)!;
          return { ...each, type: entity.type, field: fieldOf(entity) };
        }),
        notices: [...notices, ...more],
      };
      return {
        exit: results.length > 0 ? 'done' : 'no',
        data: report,
        render: (style) =>
          renderEntrySearch(
            {
              schema: 'lemmahead/search-library@1',
              query: query ?? near!,
              library: path,
              results,
              channels: result.channels,
              notices: report.notices,
            },
            style,
            context.cwd,
          ),
      };
    } finally {
      await model?.close();
    }
  });
};

/** An unknown field would only give an empty result. @throws {Failure} `field-unknown` */
function requireFields(entities: readonly EntityRow[], fields: readonly string[]): void {
  const known = [...new Set(entities.map(fieldOf))].filter((field) => field !== '').sort();
  const unknown = fields.find((field) => !known.includes(field));
  if (unknown === undefined) return;
  throw new Failure('no', 'field-unknown', {
    message: `No entity is of the field ${unknown}.`,
    reason: known.length === 0 ? 'No entity has a field.' : `The fields are: ${namesUpTo(MAX_FIELDS, known)}.`,
    next: known.length === 0 ? 'lemmahead graph build' : `--field '${known[0]}'`,
  });
}

/** Null in space 1. @throws {Failure} `weights-form` */
function weightsOf({ space, weights, references }: GraphSearchOptions): number[] | null {
  if (space === '1') {
    if (weights === null) return null;
    throw new Failure('usage', 'weights-form', {
      message: 'Weights need --space 2.',
      next: `--space 2 --weights ${weights}`,
    });
  }
  const given = weights === null ? [...PAPER_WEIGHTS] : weights.split(',').map(Number);
  const sum = given.reduce((total, each) => total + each, 0);
  const isUsable = given.length === ENTITY_PARTS.length && given.every((each) => each >= 0) && Math.abs(sum - 1) < 1e-6;
  if (!isUsable) {
    throw new Failure('usage', 'weights-form', {
      message: `"${weights}" is not a list of ${ENTITY_PARTS.length} numbers with sum 1.`,
      reason: `They are the weights of ${ENTITY_PARTS.join(', ')}.`,
      next: `--weights ${PAPER_WEIGHTS.join(',')}`,
    });
  }
  return references ? given : given.map((each, at) => (at < 3 ? each : 0));
}

interface Opening {
  library: Library;
  model: EmbeddingModel;
  kept: EntitySpace;
  weights: readonly number[] | null;
  center: EntityRow | null;
}

/** @throws {Failure} `vectors-missing` if the entity to search near has none */
function openVectors({ library, model, kept, weights, center }: Opening, context: CommandContext): VectorSearch {
  const isLsa = usesLsa(context);
  const weighted = weights === null ? null : openWeightedStore(library, weights, isLsa);
  const store = weighted ?? openSpaceStore(library, kept, isLsa);
  const search: VectorSearch = {
    ...{ model, store, signal: context.signal, embedCommand: `lemmahead graph embed --space ${kept}` },
    idsOf: (hashes) =>
      weighted === null
        ? idsByContent(library.database, hashes, spaceName(kept))
        : new Map(hashes.map((hash) => [hash, [Number(hash)]])),
  };
  if (center === null) return search;
  const vector =
    kept === 'parts' ? weighted?.vectorOf(center.id) : vectorsOfEntities(library, [center], kept, isLsa)[0];
  if (vector === undefined || vector === null || vector.every((value) => value === 0)) {
    throw new Failure('missing', 'vectors-missing', {
      message: `The entity ${center.id} has no vector.`,
      next: isLsa ? `lemmahead library show ${center.id}` : 'lemmahead graph embed',
    });
  }
  return { ...search, model: { ...model, embed: async () => embeddedAs(vector, await store.embedder()) } };
}

function embeddedAs(vector: Float32Array, embedder: { snapshot: string } | null) {
  return { vectors: [vector], snapshot: embedder?.snapshot ?? '', retries: 0, unaccounted: 0 };
}

/** Those of the wanted types and fields. Only fields need the texts of all. @throws {Failure} `field-unknown` */
function searchedEntities(
  { database }: Library,
  { types, fields }: GraphSearchOptions,
): Pick<EntityHead, 'id' | 'type'>[] {
  const isWanted = ({ type }: { type: EntityHead['type'] }): boolean =>
    type !== 'other' && (types.length === 0 || types.some((each) => each === type));
  if (fields.length === 0) return entityHeads(database).filter(isWanted);
  const all = entityRows(database);
  requireFields(all, fields);
  return all.filter((entity) => isWanted(entity) && fields.includes(fieldOf(entity)));
}

/** Ids of the entities without the one to search near and its copies. */
function withoutCopies(
  entities: readonly Pick<EntityHead, 'id'>[],
  center: EntityRow | null,
  groups: ReadonlyMap<number, number>,
): number[] {
  const ids = entities.map(({ id }) => id);
  if (center === null) return ids;
  const own = groups.get(center.id) ?? center.id;
  return ids.filter((id) => (groups.get(id) ?? id) !== own);
}
