/** The texts of an entity for the vector spaces MathVD1 and MathVD2 (AutoMathKG, section 5). */
import type { EntityRow } from '../../library/knowledge-rows.ts';
import { wordsOfText } from '../../vectors/lsa.ts';

/** What the texts are made from. */
export interface DescribedEntity {
  id: number;
  type: string;
  title: string;
  /** '' if unknown. */
  field: string;
  /** The statement. */
  contents: string;
  /** Names of what it refers to, and of what refers to it. */
  inRefs: readonly string[];
  outRefs: readonly string[];
}

/** The five texts, in the order of the weights of MathVD2. */
export const ENTITY_PARTS = ['contents', 'title', 'field', 'in', 'out'] as const;

type EntityPart = (typeof ENTITY_PARTS)[number];

/** By the text of the paper: contents .5, title .3, field .1; its equation 1 numbers the title first. */
export const PAPER_WEIGHTS: readonly number[] = [0.5, 0.3, 0.1, 0.05, 0.05];

/** In characters. Longer texts are cut, as models cut them. */
const MAX_CONTENTS = 8000;
const MAX_NAMES = 4000;

/** Empty if there is nothing to say. */
export function partsOf({ title, field, contents, inRefs, outRefs }: DescribedEntity): Record<EntityPart, string> {
  return {
    contents: labelled('content', contents.slice(0, MAX_CONTENTS)),
    title: labelled('title', title),
    field: labelled('field', field),
    in: labelled('in references', inRefs.join('; ').slice(0, MAX_NAMES)),
    out: labelled('out references', outRefs.join('; ').slice(0, MAX_NAMES)),
  };
}

function labelled(label: string, text: string): string {
  return text.trim() === '' ? '' : `${label} : ${text.trim()}`;
}

/** The one text of MathVD1. */
export function wholeText(entity: DescribedEntity, { references }: { references: boolean }): string {
  const { title, field, contents, in: refersTo, out } = partsOf(entity);
  return [title, field, contents, ...(references ? [refersTo, out] : [])].filter((part) => part !== '').join(' ');
}

/** Words of a statement without a title that name it in a reference. */
const NAME_WORDS = 12;

/** How texts name an entity: by its title, or by the words of its label and its first words. */
export function nameOf({ title, key, contents }: Pick<EntityRow, 'title' | 'key' | 'contents'>): string {
  if (title.trim() !== '') return title.trim();
  return [labelWords(key), ...wordsOfText(contents).slice(0, NAME_WORDS)].join(' ').trim();
}

/** Keys of entities without a label are made of their content. */
const CONTENT_KEY = /:[0-9a-f]{16}(?:-\d+)?$/u;

/** `algebra#lemma-integral-closure` → `lemma integral closure`; '' without a label. */
export function labelWords(key: string): string {
  const label = key.slice(key.indexOf('#') + 1);
  return CONTENT_KEY.test(label) ? '' : wordsOfText(label).join(' ');
}
