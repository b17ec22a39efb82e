/** Finds the definition or theorem of the library that a name means. */
import { getOrAdd } from '../../../base/memoize.ts';
import { attributesOf, MODEL } from '../../../library/entry-attributes.ts';
import { ownLabels } from '../../../library/labelled-entries.ts';
import type { PieceFacts } from '../../../sources/document.ts';
import type { Candidate } from '../entity-candidates.ts';
import { bareTitleWords, titleKey } from '../fusion/title-key.ts';
import type { NamedReference } from './augment-answers.ts';
import type { Library } from '../../../library/library.ts';

export interface NamedEntity {
  id: number;
  type: string;
  title: string;
  label: string;
  facts: PieceFacts | null;
}

export interface ResolvedName {
  id: number;
  /** 1 if the names agree; otherwise the share of common words. */
  similarity: number;
}

/** Least share of common words. Not vectors: these change with the library, and a resumed run must find the same. */
const LEAST_SIMILARITY = 0.8;

export class EntityNames {
  /** By type and key: ids, the oldest first. */
  readonly #byKey = new Map<string, number[]>();
  readonly #byWord = new Map<string, Set<string>>();
  readonly #wordsOf = new Map<string, Set<string>>();

  /** @param entities of any type, by rising id */
  constructor(entities: Iterable<NamedEntity>) {
    for (const { id, type, title, label, facts } of entities) {
      if (type !== 'definition' && type !== 'theorem') continue;
      const names = [title, label, ...(facts?.synonyms ?? []), ...(facts?.defines ?? [])];
      for (const [key, name] of new Map(names.map((each) => [titleKey(each), each]))) {
        if (key === '') continue;
        getOrAdd(this.#byKey, `${type} ${key}`, () => []).push(id);
        const words = getOrAdd(this.#wordsOf, key, () => new Set(bareTitleWords(name)));
        for (const word of words) getOrAdd(this.#byWord, `${type} ${word}`, () => new Set()).add(key);
      }
    }
  }

  /** A definition or theorem by a name; of two that are equally similar, the theorem. */
  find(name: string): ResolvedName | null {
    const found = (['theorem', 'definition'] as const).flatMap((type) => this.resolve({ type, name }) ?? []);
    return found.toSorted((a, b) => b.similarity - a.similarity)[0] ?? null;
  }

  /** An entity of that type whose name agrees, otherwise the one with the most similar name; null if none is similar. */
  resolve({ type, name }: NamedReference): ResolvedName | null {
    const key = titleKey(name);
    const exact = this.#byKey.get(`${type} ${key}`)?.[0];
    if (exact !== undefined) return { id: exact, similarity: 1 };
    const own = new Set(bareTitleWords(name));
    const keys = new Set([...own].flatMap((word) => [...(this.#byWord.get(`${type} ${word}`) ?? [])]));
    const similar = Array.from(keys, (other) => {
      const others = this.#wordsOf.get(other)!;
      const common = [...own].filter((word) => others.has(word)).length;
      return { id: this.#byKey.get(`${type} ${other}`)![0]!, similarity: common / (own.size + others.size - common) };
    });
    const [best] = similar.toSorted((a, b) => b.similarity - a.similarity || a.id - b.id);
    return best !== undefined && best.similarity >= LEAST_SIMILARITY ? best : null;
  }
}

export interface LabelledNames {
  index: EntityNames;
  labelOf: (id: number) => string;
}

/** The names of all entities of a library, and the label by which each is called. */
export function entityNames({ database }: Library, all: readonly Candidate[]): LabelledNames {
  const attributes = attributesOf(
    database,
    all.map(({ entry }) => entry.id),
  );
  const labels = ownLabels(database);
  const keys = new Map(all.map(({ entry }) => [entry.id, entry.key]));
  const labelOf = (id: number): string => labels.get(id) ?? keys.get(id)!;
  const index = new EntityNames(
    all.map(({ entry: { id, kind, title }, facts }) => {
      const own = attributes.get(id);
      const type = (own?.get(0, 'type') as string | undefined) ?? kind;
      // A model's title is no name: a resumed run must find the same.
      const byRule = own?.all().find((value) => value.name === 'title' && value.maker !== MODEL)?.value;
      return {
        id,
        type,
        title: title === '' ? ((byRule as string | undefined) ?? '') : title,
        label: labelOf(id),
        facts,
      };
    }),
  );
  return { index, labelOf };
}
