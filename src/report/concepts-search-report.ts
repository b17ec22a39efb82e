/** Makes the JSON report of `concepts search`. Its text is rendered from the same object. */
import type { Concept } from '../concepts/definition.ts';
import { contributionsOf } from '../search/concepts/explain-meanings.ts';
import { fieldsOfModule } from '../search/concepts/fields-of-mathematics.ts';
import type { KnownSpelling } from '../search/concepts/known-spellings.ts';
import type { ConceptSearch } from '../search/concepts/search-concepts.ts';
import type { ConceptsSearchReport, VariantReport } from './concepts-schema.ts';
import {
  conceptFields,
  existingDefinitions,
  missingNotices,
  reportDefinition,
  reportSpellings,
  reportUses,
  rounded,
  type DefinitionSources,
} from './definition-report.ts';

export interface ConceptsSearchInput {
  term: string;
  field: string | null;
  found: ConceptSearch;
  spellings: readonly KnownSpelling[];
  nearest: string[];
  /** Whether the addends of the scores are reported. */
  explain: boolean;
  notices: string[];
}

export function reportConceptsSearch(input: ConceptsSearchInput, sources: DefinitionSources): ConceptsSearchReport {
  const { term, field, found, explain } = input;
  const items = found.groups.flatMap(({ concept, variants }) => variants.map((variant) => ({ ...variant, concept })));
  const existing = existingDefinitions(items, sources);
  const uses = reportUses(
    sources.index,
    existing.map(({ row }) => row),
  );
  const variants = existing.map(({ item: { concept, definition, score, probability, origins, addends }, row }, at) => ({
    concept,
    variant: {
      ...reportDefinition(row, definition, sources),
      use: uses[at]!,
      when: whenToUse(definition, concept, found, sources),
      probability: probability === null ? null : rounded(probability),
      origins,
      score: rounded(score),
      ...(explain ? { contributions: contributionsOf(addends) } : {}),
    },
  }));
  const others = existingDefinitions(
    found.otherMeanings.map((definition) => ({ definition })),
    sources,
  );
  const missing = items.length + found.otherMeanings.length - existing.length - others.length;
  return {
    schema: 'lemmahead/concepts-search@1',
    term,
    field,
    spellings: reportSpellings(input.spellings),
    concept: found.concept?.name ?? null,
    concepts: [...Map.groupBy(variants, ({ concept }) => concept)].map(([concept, group]) => ({
      concept: concept === null ? null : reportConcept(concept, sources),
      variants: group.map(({ variant }) => variant),
    })),
    other_meanings: others.map(({ row: { name, kind, module } }) => ({
      name,
      kind,
      field: fieldsOfModule(module)[0]!,
    })),
    nearest: input.nearest,
    notices: [...input.notices, ...missingNotices(missing)],
  };
}

/** For the concept of the group, or the one that the term names. */
function whenToUse(
  definition: number,
  concept: Concept | null,
  found: ConceptSearch,
  { base }: DefinitionSources,
): VariantReport['when'] {
  const keys = new Set([concept?.key, found.concept?.key]);
  for (const key of keys) {
    const text = key === undefined ? null : base.whenToUse(definition, key);
    if (text !== null) return text;
  }
  return null;
}

type ConceptReport = NonNullable<ConceptsSearchReport['concepts'][number]['concept']>;

function reportConcept(concept: Concept, { base }: DefinitionSources): ConceptReport {
  const meanings = base.meanings(concept.key);
  const fields = meanings.map(({ definition }) => fieldsOfModule(base.definition(definition).module)[0]!);
  return { ...conceptFields(concept), definitions: meanings.length, fields: [...new Set(fields)].sort() };
}
