/** Reads the content of a concept base, in an order that does not depend on anything but the content. */
import { PHRASE_ORIGINS, type PhraseOrigin } from './definition.ts';
import type { ConceptBase } from './open-base.ts';
import { decodeTranslations } from './translations.ts';

export interface ExportedDefinition {
  name: string;
  kind: string;
  module: string;
  package: string;
  annotation: string;
  annotation_origin: string;
}

export interface ExportedConcept {
  name: string;
  key: string;
  core: boolean;
  texts: number;
  meanings: { definition: string; weight: number; origin: PhraseOrigin; phrase: string }[];
}

export interface ExportedTranslation {
  key: string;
  definitions: { definition: string; probability: number }[];
}

export function exportDefinitions(base: ConceptBase): ExportedDefinition[] {
  return base.all('SELECT name, kind, module, package, annotation, annotation_origin FROM definitions ORDER BY number');
}

export function exportConcepts(base: ConceptBase): ExportedConcept[] {
  interface Row {
    id: number;
    definition: string;
    weight: number;
    origin: number;
    phrase: string;
  }
  const links = Map.groupBy(
    base.all<Row>(
      `SELECT concept_id AS id, name AS definition, weight, origin, surface AS phrase
       FROM edges JOIN definitions ON number = definition ORDER BY concept_id, weight DESC, definition`,
    ),
    ({ id }) => id,
  );
  const concepts = base.all<{ id: number; name: string; key: string; core: number; texts: number }>(
    'SELECT id, name, key, is_core AS core, texts FROM concepts ORDER BY key',
  );
  return concepts.map(({ id, core, ...concept }) => ({
    ...concept,
    core: core === 1,
    meanings: (links.get(id) ?? []).map(({ definition, weight, origin, phrase }) => ({
      definition,
      weight,
      origin: PHRASE_ORIGINS[origin]!,
      phrase,
    })),
  }));
}

export function exportTranslations(base: ConceptBase): ExportedTranslation[] {
  return base
    .all<{ key: string; data: Buffer }>('SELECT key, data FROM translations ORDER BY key')
    .map(({ key, data }) => ({
      key,
      definitions: decodeTranslations(data).map(({ definition, probability }) => ({
        definition: base.definition(definition).name,
        probability: Number(probability.toPrecision(6)),
      })),
    }));
}
