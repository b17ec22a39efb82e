/** Makes the JSON report of `concepts show`: a concept with its meanings by field, or a definition with its concepts. */
import type { Concept } from '../concepts/definition.ts';
import type { ConceptsShowReport, MeaningReport } from './concepts-schema.ts';
import {
  conceptFields,
  existingDefinitions,
  missingNotices,
  reportDefinition,
  reportUses,
  rounded,
  type DefinitionSources,
} from './definition-report.ts';

/** `notices`: of the base. */
export function reportConcept(
  concept: Concept,
  notices: string[],
  sources: DefinitionSources,
  { examples }: { examples: boolean },
): ConceptsShowReport {
  const meanings = sources.base.meanings(concept.key);
  const existing = existingDefinitions(meanings, sources);
  const uses = examples
    ? reportUses(
        sources.index,
        existing.map(({ row }) => row),
      )
    : [];
  const variants = existing.map(({ item: { definition, weight, origin, surface }, row }, at): MeaningReport => ({
    ...reportDefinition(row, definition, sources),
    weight: rounded(weight),
    origin,
    phrase: surface,
    ...(examples ? { example: uses[at]!.example } : {}),
  }));
  const fields = [...Map.groupBy(variants, (variant) => variant.fields[0]!)]
    .map(([field, inField]) => ({ field, variants: inField }))
    .sort((a, b) => b.variants.length - a.variants.length || (a.field < b.field ? -1 : 1));
  return {
    ...NOTHING,
    concept: { ...conceptFields(concept), fields },
    notices: [...notices, ...missingNotices(meanings.length - existing.length)],
  };
}

/** Null if the index no longer has the definition. */
export function reportConceptsOf(
  definition: number,
  notices: string[],
  sources: DefinitionSources,
): ConceptsShowReport | null {
  const [existing] = existingDefinitions([{ definition }], sources);
  if (existing === undefined) return null;
  const concepts = sources.base.conceptsOf(definition).map(({ concept, weight, origin, surface }) => ({
    ...conceptFields(concept),
    phrase: surface,
    weight: rounded(weight),
    origin,
  }));
  const [use] = reportUses(sources.index, [existing.row]);
  return {
    ...NOTHING,
    definition: {
      ...reportDefinition(existing.row, definition, sources),
      use: use!,
      references: sources.base.referencesOf(definition),
      concepts,
    },
    notices,
  };
}

/** Nothing was found. */
export const NOTHING: ConceptsShowReport = {
  schema: 'lemmahead/concepts-show@1',
  concept: null,
  definition: null,
  nearest: [],
  notices: [],
};
