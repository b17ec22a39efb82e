/** What a statement in words is about, and the definitions that it needs: found offline, without a model. */
import { annotationText, type Concept } from '../../concepts/definition.ts';
import type { ConceptBase } from '../../concepts/open-base.ts';
import type { DeclarationRow, LibraryIndex } from '../../index/library-index.ts';
import { shortStatement } from '../../lean/whole-statement.ts';
import { rowStatement } from '../row-statement.ts';
import { cues } from './cues.ts';
import { definitionRow } from './definition-row.ts';
import { namedConcepts, rankDefinitions, type RankedDefinition } from './rank-definitions.ts';
import type { STATEMENT_CLASSES } from './pack-choices.ts';
import { inNewOrder, type MeaningHelpers } from './rerank-definitions.ts';
import { variantUses } from './variants.ts';

export interface StatementPack {
  /** The text that was read: long texts are cut. */
  text: string;
  isCut: boolean;
  class: (typeof STATEMENT_CLASSES)[number];
  /** The words of the text that decided the class. */
  because: string[];
  /** In the order of the text. `surface`: the words of the text. */
  concepts: { concept: Concept; surface: string }[];
  /** Best first. */
  definitions: PackedDefinition[];
}

export interface PackedDefinition extends Omit<RankedDefinition, 'definition'> {
  row: DeclarationRow;
  /** Binders and type, on one line. */
  signature: string;
  /** What it means, in words. */
  meaning: string;
  /** How a statement writes it: `(b : Module.Basis ι K V)`. */
  write: string;
  notations: string[];
}

/** Maximum characters that are read. A longer text is cut. */
export const MAX_TEXT = 6000;
const MAX_SIGNATURE = 400;
/** An explicit statement names at least so many core concepts. */
const MIN_CORE = 2;
const MIN_CUES = 2;

interface PackOptions {
  /** Number of definitions. */
  limit: number;
  /** What vectors find for the text, nearest first. */
  near: readonly number[];
  helpers: Pick<MeaningHelpers, 'rerank' | 'top'>;
}

export async function packStatement(
  index: LibraryIndex,
  base: ConceptBase,
  statement: string,
  { limit, near, helpers }: PackOptions,
): Promise<StatementPack & { notice: string | null }> {
  const text = statement.slice(0, MAX_TEXT);
  const concepts = statedConcepts(base, text);
  const { items, notice } = await inNewOrder(rankDefinitions(base, text, undefined, near), text, helpers);
  return {
    text,
    isCut: text.length < statement.length,
    ...classifyStatement(text, concepts),
    concepts,
    definitions: packDefinitions(index, base, items, limit),
    notice,
  };
}

const NUMERAL = /^\p{N}+$/u;

/** The concepts that a text names, in its order, without numerals: they count or number something. */
export function statedConcepts(base: ConceptBase, text: string): StatementPack['concepts'] {
  return namedConcepts(base, text).flatMap(({ key, surface }) => {
    const concept = base.concept(key);
    return concept === null || NUMERAL.test(surface) ? [] : [{ concept, surface }];
  });
}

export function classifyStatement(
  text: string,
  concepts: StatementPack['concepts'],
): Pick<StatementPack, 'class' | 'because'> {
  const core = concepts.filter(({ concept }) => concept.isCore).map(({ surface }) => surface);
  const story = cues()
    .inText(text)
    .map(({ surface }) => surface);
  const isImplicit = core.length < MIN_CORE || story.length >= MIN_CUES;
  return isImplicit ? { class: 'implicit', because: story } : { class: 'explicit', because: core };
}

/** The first `limit` of `ranked` that the index still has. */
export function packDefinitions(
  index: LibraryIndex,
  base: ConceptBase,
  ranked: readonly RankedDefinition[],
  limit: number,
): PackedDefinition[] {
  const found: { ranked: RankedDefinition; row: DeclarationRow }[] = [];
  for (const each of ranked) {
    if (found.length >= limit) break;
    const row = definitionRow(index, base, each.definition);
    if (row !== null) found.push({ ranked: each, row });
  }
  const uses = variantUses(
    index,
    found.map(({ row }) => row),
  );
  return found.map(({ ranked: { definition, ...facts }, row }, at) => ({
    ...facts,
    row,
    signature: shortStatement(rowStatement(index, row), MAX_SIGNATURE),
    meaning: annotationText(base.annotation(definition)),
    write: uses[at]!.write,
    notations: uses[at]!.notations.map(({ text: notation }) => notation),
  }));
}
