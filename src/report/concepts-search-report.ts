/** Makes the JSON report of `concepts search`. Its text is rendered from the same object. */
import type { Concept } from '../concepts/definition.ts';
import { fieldsOfModule } from '../search/concepts/fields-of-mathematics.ts';
import type { KnownSpelling } from '../search/concepts/known-spellings.ts';
import type { ConceptSearch } from '../search/concepts/search-concepts.ts';
import type { Contribution } from '../search/types.ts';
import type { ConceptsSearchReport } from './concepts-schema.ts';
import { missingNotices, reportExisting, reportSpellings, type DefinitionSources } from './definition-report.ts';

export interface ConceptsSearchInput {
  term: string;
  field: string | null;
  found: ConceptSearch;
  spellings: readonly KnownSpelling[];
  nearest: string[];
  /** Addends of the scores; null without `--explain`. */
  contributions: ReadonlyMap<number, Contribution[]> | null;
  notices: string[];
}

export function reportConceptsSearch(input: ConceptsSearchInput, sources: DefinitionSources): ConceptsSearchReport {
  const { term, field, found, contributions } = input;
  let missing = 0;
  const concepts = found.groups.flatMap(({ concept, variants }) => {
    const existing = reportExisting(variants, sources, ({ definition, score, probability, origins }, report) => ({
      ...report,
      probability: probability === null ? null : rounded(probability),
      origins,
      score: rounded(score),
      ...(contributions === null ? {} : { contributions: contributions.get(definition) ?? [] }),
    }));
    missing += existing.missing;
    if (existing.reports.length === 0) return [];
    return [{ concept: concept === null ? null : reportConcept(concept, sources), variants: existing.reports }];
  });
  const others = reportExisting(
    found.otherMeanings.map((definition) => ({ definition })),
    sources,
    (_, { name, kind, fields }) => ({ name, kind, field: fields[0]! }),
  );
  return {
    schema: 'lemmahead/concepts-search@1',
    term,
    field,
    spellings: reportSpellings(input.spellings),
    concept: found.concept?.name ?? null,
    concepts,
    other_meanings: others.reports,
    nearest: input.nearest,
    notices: [...input.notices, ...missingNotices(missing + others.missing)],
  };
}

type ConceptReport = NonNullable<ConceptsSearchReport['concepts'][number]['concept']>;

export function reportConcept({ name, key, isCore, texts }: Concept, { base }: DefinitionSources): ConceptReport {
  const meanings = base.meanings(key);
  const fields = meanings.map(({ definition }) => fieldsOfModule(base.definition(definition).module)[0]!);
  return { name, key, core: isCore, texts, definitions: meanings.length, fields: [...new Set(fields)].sort() };
}

function rounded(score: number): number {
  return Number(score.toPrecision(6));
}
