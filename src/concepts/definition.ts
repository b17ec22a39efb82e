/** What a concept base holds, as plain values. */
import type { ModelText } from './model-rows.ts';

/** A declaration that says what something is: one possible meaning of a concept. */
export interface Definition {
  name: string;
  kind: string;
  module: string;
  package: string;
  /** How often the sources name it, as `uses` of the index. */
  uses: number;
  /** Number of statements of the index that name it. */
  statements: number;
  /** Number of texts whose statements name it: how often the translation table has seen it. */
  texts: number;
  /** The definition from which an attribute generated this one; null if it is written. */
  generatedFrom: string | null;
  /** Its stems, as `search/concepts/definition-words.ts` writes them. */
  words: string;
}

/** How a phrase came to name a definition, in the order of their codes in the file: only append. */
export const PHRASE_ORIGINS = [
  'name',
  'namespace',
  'docstring',
  'emphasis',
  'glossary',
  'bullet',
  'list',
  'user',
  'model',
] as const;

export type PhraseOrigin = (typeof PHRASE_ORIGINS)[number];

/** A phrase that names a definition. */
export interface NamedPhrase {
  phrase: string;
  origin: PhraseOrigin;
  /** How certain it is that the phrase means the definition: 0 to 1, and more for curated lists. */
  weight: number;
}

/** A mathematical notion under one name. */
export interface Concept {
  /** Normal form of its name. */
  key: string;
  /** The name as people write it. */
  name: string;
  /** Number of texts of the index with this phrase. */
  texts: number;
  /** Named in several texts, with a probable definition. */
  isCore: boolean;
}

/** A name of a concept, with its normal form. */
export interface ConceptName {
  key: string;
  phrase: string;
}

/** A definition as one meaning of a concept. `definition`: its number in the base. */
export interface Meaning {
  definition: number;
  weight: number;
  origin: PhraseOrigin;
  /** The phrase as written there. */
  surface: string;
}

/** A definition that a phrase stands for in texts. `probability`: t(definition | phrase). */
export interface Translation {
  definition: number;
  probability: number;
}

export const REFERENCE_SOURCES = ['wikidata', 'stacks', 'kerodon'] as const;

/** An entry elsewhere that a declaration corresponds to. */
export interface CrossReference {
  name: string;
  source: (typeof REFERENCE_SOURCES)[number];
  /** `Q11518`, `09HR` */
  tag: string;
  /** The part of the entry, as the attribute says it; may be ''. */
  note: string;
}

/** What a definition means, in words: the documentation that the paper calls Φ. */
export interface Annotation {
  text: string;
  origin: 'docstring' | 'glossary' | 'rule';
}

/** An annotation of an open base. `model`: the same in other words, written by a model. */
export interface FullAnnotation extends Annotation {
  model: ModelText | null;
}

/** The text to which a term is compared. The docstring stays as it is. */
export function annotationText({ text, model }: FullAnnotation): string {
  return model === null ? text : `${text} In other words: ${model.text}`;
}

/** What a curated list gave to a base. */
export interface ListSummary {
  list: string;
  /** The package, or the folder, that it is from. */
  from: string;
  entries: number;
  /** Declarations that the entries name, and how many of them the index has. */
  names: number;
  known: number;
  /** Entries with an address in place of a declaration. */
  elsewhere: number;
  /** Entries without a declaration or address. */
  undeclared: number;
}
