/** The texts of a concept base that are embedded, and the keys of their vectors: of definitions, and of core concepts. */
import { annotationText, type Translation } from '../../concepts/definition.ts';
import type { ConceptBase } from '../../concepts/open-base.ts';
import { decodeTranslations } from '../../concepts/translations.ts';
import { declarationKey } from '../declaration-text.ts';

/** A text with the key of its vector. */
export interface EmbeddedText {
  contentHash: string;
  text: () => string;
}

/** A core concept under its own name: merges and other names are passed over, for they may follow from its vector. */
export interface CoreConcept {
  key: string;
  name: string;
  /** What it stands for in texts, most probable first. */
  translations: readonly Translation[];
}

const MAX_LENGTH = 4000;
/** Meanings of a concept that explain it. */
const MAX_VARIANTS = 3;

/** What the definition means. */
export function definitionTextToEmbed(base: ConceptBase, number: number): EmbeddedText {
  return keyed(base.definition(number).name, annotationText(base.annotation(number)));
}

/** What the concept means: a model's explanations if there are any, otherwise what its likeliest definitions mean. */
export function conceptTextToEmbed(base: ConceptBase, { key, name, translations }: CoreConcept): EmbeddedText {
  const variants = translations.slice(0, MAX_VARIANTS);
  const meanings = variants.flatMap(({ definition }) => base.whenToUse(definition, key)?.text ?? []);
  const texts =
    meanings.length > 0 ? meanings : variants.map(({ definition }) => annotationText(base.annotation(definition)));
  return keyed(key, [`${name}:`, ...texts].join(' '));
}

/** Those of most texts first. `key`: only this one. */
export function coreConcepts(base: ConceptBase, key: string | null = null): CoreConcept[] {
  const sql = `SELECT concepts.key, name, data FROM concepts JOIN translations ON translations.key = concepts.key
               WHERE is_core = 1 ${key === null ? '' : 'AND concepts.key = ?'} ORDER BY texts DESC, concepts.key`;
  const rows = base.all<{ key: string; name: string; data: Buffer }>(sql, ...(key === null ? [] : [key]));
  return rows.map(({ data, ...concept }) => ({ ...concept, translations: decodeTranslations(data) }));
}

function keyed(name: string, whole: string): EmbeddedText {
  const text = whole.slice(0, MAX_LENGTH);
  return { contentHash: declarationKey(name, text), text: () => text };
}
