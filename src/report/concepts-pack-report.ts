/** Makes the JSON report of `concepts for`. Its text is rendered from the same object. */
import { cues } from '../search/concepts/cues.ts';
import { spellingsInText } from '../search/concepts/known-spellings.ts';
import { phraseInText, placeInText, type Place } from '../search/concepts/place-in-text.ts';
import type { PackedDefinition, StatementPack } from '../search/concepts/statement-pack.ts';
import { definitionBlock } from '../prompt/definition-block.ts';
import { fenced } from '../prompt/fitting.ts';
import type { ConceptsPackReport } from './concepts-schema.ts';
import {
  conceptFields,
  reportDefinition,
  reportSpellings,
  rounded,
  type DefinitionSources,
} from './definition-report.ts';

/** `notices`: of the base. */
export function reportConceptsPack(
  pack: StatementPack,
  notices: string[],
  sources: DefinitionSources,
): ConceptsPackReport {
  const { text, isCut, because, concepts, definitions } = pack;
  const spellings = spellingsInText(sources.index, sources.base, text).map((each) => ({
    ...each,
    term: phraseInText(text, each.term),
  }));
  return {
    schema: 'lemmahead/concepts-pack@1',
    text,
    cut: isCut,
    class: pack.class,
    because: because.map((surface) => phraseInText(text, surface)),
    concepts: inOrder(text, concepts).map(({ concept, surface, place }) => ({
      ...conceptFields(concept),
      phrase: phraseInText(text, surface),
      place,
    })),
    spellings: reportSpellings(spellings),
    cues: cuesIn(text, sources),
    definitions: definitions.map((each) => reportPacked(each, text, sources)),
    prompt: promptOf(definitions),
    notices: isCut ? [...notices, `The text is long: only its first ${text.length} characters were read.`] : notices,
  };
}

/** The definitions as a model gets them: docstrings are strangers' texts, so the fence is longer than any in them. */
function promptOf(definitions: readonly PackedDefinition[]): string {
  const shown = definitions.map((each) => ({ ...each, kind: each.row.kind, name: each.row.name }));
  return shown.length === 0 ? '' : fenced(definitionBlock(shown));
}

/** Phrases with their places; equal words take one place after the other. */
function inOrder<Item extends { surface: string }>(
  text: string,
  items: readonly Item[],
): (Item & { place: Place | null })[] {
  let from = 0;
  return items.map((item) => {
    const place = placeInText(text, item.surface, from) ?? placeInText(text, item.surface);
    from = Math.max(from, place?.start ?? 0);
    return { ...item, place };
  });
}

/** Those whose definitions the index has. */
function cuesIn(text: string, { index }: DefinitionSources): ConceptsPackReport['cues'] {
  return cues()
    .inText(text)
    .map(({ row, surface }) => ({
      phrase: phraseInText(text, surface),
      place: placeInText(text, surface),
      write: row.write,
      names: row.names.filter((name) => index.idsByName(name).length > 0),
    }))
    .filter(({ names }) => names.length > 0);
}

function reportPacked(
  { row, write, notations, probability, phrase, score }: PackedDefinition,
  text: string,
  sources: DefinitionSources,
): ConceptsPackReport['definitions'][number] {
  return {
    ...reportDefinition(row, sources.base.numberOf(row.name)!, sources),
    write,
    notations,
    probability: rounded(probability),
    phrase: phrase === null ? null : phraseInText(text, phrase),
    score: rounded(score),
  };
}
