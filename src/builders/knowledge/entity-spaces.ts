/**
 * The vector spaces of the entities of a library. A vector is kept by the hash of its text, so a changed entity changes
 * only its own vectors and those of texts that name it.
 */
import { sha256 } from '../../base/hash.ts';
import { getOrAdd } from '../../base/memoize.ts';
import type { EmbeddingModel } from '../../llm/embedding.ts';
import { NO_ROWS } from '../../library/derivation.ts';
import { listDerivations } from '../../library/derive.ts';
import { EmbeddedStore } from '../../library/embedded-store.ts';
import {
  entitiesDigest,
  entityReferences,
  entityRows,
  type EntityRow,
  entityTexts,
} from '../../library/knowledge-rows.ts';
import type { Library } from '../../library/library.ts';
import { trainLsa, embedByLsa, LSA_DIMENSION } from '../../vectors/lsa.ts';
import { type KeptLsa, lsaFileOf, readLsaFile, writeLsaFile } from '../../vectors/lsa-file.ts';
import type { Embeddable } from '../vectors/embed-all.ts';
import { describeEntities } from './describe-entities.ts';
import { ENTITY_PARTS, partsOf, wholeText, type DescribedEntity } from './space-texts.ts';

/**
 * `whole`: one text of an entity, as in MathVD1. `statement`: the same without references. `parts`: its five parts, as
 * in MathVD2.
 */
export const ENTITY_SPACES = ['whole', 'statement', 'parts'] as const;

export type EntitySpace = (typeof ENTITY_SPACES)[number];

const MAKER = 'entity-texts';
/** Increased when the texts of the same entities change. */
const VERSION = '2';

/** The name of the built-in embedder. */
export const LSA_NAME = 'lsa';

/** Name of the texts of a space in `entry_texts`, and of their vectors by the embedder that is configured. */
export const spaceName = (space: EntitySpace): string => `entities-${space}`;

/** Vectors of the built-in embedder are beside those of another. */
const lsaSpace = (space: EntitySpace): string => `${LSA_NAME}-${spaceName(space)}`;

export function openSpaceStore(library: Library, space: EntitySpace, isLsa: boolean): EmbeddedStore {
  return new EmbeddedStore(library.database, library.path, isLsa ? lsaSpace(space) : spaceName(space));
}

/** The texts of an entity in a space, without empty ones. */
function textsOf(entity: DescribedEntity, space: EntitySpace): { part: number; text: string }[] {
  if (space !== 'parts') return [{ part: 0, text: wholeText(entity, { references: space === 'whole' }) }];
  const parts = partsOf(entity);
  return ENTITY_PARTS.map((name, part) => ({ part, text: parts[name] })).filter(({ text }) => text !== '');
}

/** Whether the texts of the space are those of the entities as they are now. */
export function isSpaceCurrent(library: Library, space: EntitySpace): boolean {
  const digest = entitiesDigest(library.database);
  const sources = library.database
    .prepare('SELECT name FROM sources WHERE id IN (SELECT source_id FROM entries)')
    .pluck()
    .all() as string[];
  const current = new Set(
    listDerivations(library.database, MAKER)
      .filter((each) => each.unit === space && each.inputHash === digest && each.version === VERSION)
      .map(({ source }) => source),
  );
  return sources.every((source) => current.has(source));
}

/** Brings the texts of a space up to date; returns them with the hashes that are their keys. The library is writable. */
export function updateTexts(library: Library, space: EntitySpace): Embeddable[] {
  const { database } = library;
  const rows = entityRows(database);
  const described = describeEntities(rows, entityReferences(database));
  const texts = described.map((entity) => textsOf(entity, space).map((each) => ({ ...each, hash: sha256(each.text) })));
  const digest = entitiesDigest(database);
  const sources = new Map<string, number[]>();
  for (const name of database.prepare('SELECT name FROM sources').pluck().all() as string[]) sources.set(name, []);
  for (const [at, { source }] of rows.entries()) sources.get(source)?.push(at);
  library.derive(
    [...sources].map(([source, members]) => ({
      derivation: { source, maker: MAKER, version: VERSION, unit: space, inputHash: digest },
      rows: {
        ...NO_ROWS,
        texts: members.flatMap((at) =>
          texts[at]!.map(({ part, hash }) => ({
            entry: rows[at]!.id,
            ...{ space: spaceName(space), part, textHash: hash },
          })),
        ),
      },
    })),
  );
  return texts.flat().map(({ hash, text }) => ({ contentHash: hash, text: () => text }));
}

/** More new texts than this share: learn from all again. */
const REFIT_SHARE = 0.2;
/** Texts that are embedded and stored at once. */
const BATCH = 2000;

/** Embeds the texts without a vector by the built-in embedder, and learns again if much is new. */
export async function updateLsaVectors(
  library: Library,
  space: EntitySpace,
  texts: readonly Embeddable[],
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const store = openSpaceStore(library, space, true);
  const unique = [...new Map(texts.map((each) => [each.contentHash, each])).values()];
  const path = lsaFileOf(library.path);
  let kept = readLsaFile(path);
  const isOurs = kept !== null && (await store.embedder())?.snapshot === kept.snapshot;
  const stored = isOurs ? await store.storedHashes(unique.map(({ contentHash }) => contentHash)) : new Set<string>();
  let missing = unique.filter(({ contentHash }) => !stored.has(contentHash));
  if (kept === null || (stored.size > 0 && missing.length > REFIT_SHARE * unique.length)) {
    kept = writeLsaFile(path, learn(library));
    missing = unique;
  }
  if (missing.length === unique.length) await store.clear();
  const embedder = { name: LSA_NAME, snapshot: kept.snapshot, dimension: kept.model.dimension };
  for (let at = 0; at < missing.length; at += BATCH) {
    onProgress(at, missing.length);
    const batch = missing.slice(at, at + BATCH);
    const vectors = vectorsOf(
      batch.map(({ text }) => text()),
      kept,
    );
    const known = batch.flatMap(({ contentHash }, i) => {
      const vector = vectors[i]!;
      return vector.some((value) => value !== 0) ? [{ contentHash, vector }] : [];
    });
    if (known.length > 0) await store.put(embedder, known);
  }
}

function learn(library: Library): KeptLsa['model'] {
  const entities = describeEntities(entityRows(library.database), entityReferences(library.database));
  return trainLsa(
    entities.map((entity) => wholeText(entity, { references: true })),
    LSA_DIMENSION,
  );
}

function vectorsOf(texts: readonly string[], { model }: KeptLsa): Float32Array[] {
  const all = embedByLsa(texts, model);
  return texts.map((_, at) => all.subarray(at * model.dimension, (at + 1) * model.dimension));
}

/** The built-in embedder of a library, or null if it has learned nothing yet. */
export function openLsa(libraryPath: string): EmbeddingModel | null {
  const kept = readLsaFile(lsaFileOf(libraryPath));
  if (kept === null) return null;
  return {
    ...{ name: LSA_NAME, endpoint: lsaFileOf(libraryPath), price: null },
    embed: async (texts) => ({
      ...{ vectors: vectorsOf(texts, kept), snapshot: kept.snapshot, retries: 0, unaccounted: 0 },
    }),
    close: async () => {},
  };
}

/** The stored vectors of entities by part; null if none is stored. `parts` by place in `ENTITY_PARTS`. */
export function storedVectors(
  library: Library,
  space: EntitySpace,
  isLsa: boolean,
): { dimension: number; of: ReadonlyMap<number, (Float32Array | null)[]> } {
  const texts = entityTexts(library.database, spaceName(space));
  const vectors = openSpaceStore(library, space, isLsa).vectorsOf([...new Set(texts.map(({ textHash }) => textHash))]);
  const of = new Map<number, (Float32Array | null)[]>();
  for (const { entry, part, textHash } of texts) {
    getOrAdd(of, entry, () => ENTITY_PARTS.map(() => null))[part] = vectors.get(textHash) ?? null;
  }
  return { dimension: vectors.values().next().value?.length ?? 0, of };
}

/** One vector an entity, in the order of `entities`; zeros where none is stored. */
export function vectorsOfEntities(
  library: Library,
  entities: readonly EntityRow[],
  space: Exclude<EntitySpace, 'parts'>,
  isLsa: boolean,
): Float32Array[] {
  const { dimension, of } = storedVectors(library, space, isLsa);
  const none = new Float32Array(dimension);
  return entities.map(({ id }) => of.get(id)?.[0] ?? none);
}
