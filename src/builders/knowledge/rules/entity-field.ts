/** The field of an entity: by its source's classes, by the names of its chapters, otherwise by its words. */
import type { Field } from '../../../sources/entity.ts';
import { fieldOfName, subjectOf, type Subject } from './subject-tables.ts';
import { TextClassifier } from './text-classifier.ts';

/** What an entity says about its field. */
export interface FieldInput {
  title: string;
  headings: readonly string[];
  statement: string;
  /** As in `PieceFacts.subjects`, most specific first. */
  subjects: readonly string[];
}

/** Classifiers that were trained on what the library has classes for; null if it has too few. */
export interface FieldModels {
  field: TextClassifier | null;
  subfield: TextClassifier | null;
}

export interface FoundField {
  value: string;
  from: 'subject' | 'heading' | 'words';
  /** Null: its source says so. */
  confidence: number | null;
}

/** Below this, the classifier abstains. */
const MIN_CONFIDENCE = 0.5;

/** How often the name of a chapter tells the field; not measured on a labelled text. */
const HEADING_CONFIDENCE = 0.7;

function givenSubject({ subjects }: FieldInput): Subject {
  const found = subjects.map(subjectOf);
  return {
    field: found.find(({ field }) => field !== null)?.field ?? null,
    subfield: found.find(({ subfield }) => subfield !== null)?.subfield ?? null,
  };
}

/** Trains on the entities whose sources class them. */
export function trainFields(entities: Iterable<FieldInput>): FieldModels {
  const fields: { title: string; text: string; label: string }[] = [];
  const subfields: typeof fields = [];
  for (const entity of entities) {
    const { field, subfield } = givenSubject(entity);
    const text = { title: entity.title, text: entity.statement };
    if (field !== null) fields.push({ ...text, label: field });
    if (subfield !== null) subfields.push({ ...text, label: subfield });
  }
  return { field: TextClassifier.train(fields), subfield: TextClassifier.train(commonOnly(subfields)) };
}

/** Classes with few texts cannot be learned. */
function commonOnly<Example extends { label: string }>(examples: readonly Example[]): Example[] {
  const counts = new Map<string, number>();
  for (const { label } of examples) counts.set(label, (counts.get(label) ?? 0) + 1);
  return examples.filter(({ label }) => counts.get(label)! >= MIN_OF_CLASS);
}

const MIN_OF_CLASS = 20;

/** Null if nothing tells, or not surely enough. */
export function entityField(entity: FieldInput, models: FieldModels): FoundField | null {
  const given = givenSubject(entity).field;
  if (given !== null) return { value: given, from: 'subject', confidence: null };
  const heading = headingField(entity.headings);
  if (heading !== null) return { value: heading, from: 'heading', confidence: HEADING_CONFIDENCE };
  return byWords(entity, models.field);
}

/** As `entityField`, for the class within the field. */
export function entitySubfield(entity: FieldInput, models: FieldModels): FoundField | null {
  const given = givenSubject(entity).subfield;
  if (given !== null) return { value: given, from: 'subject', confidence: null };
  return byWords(entity, models.subfield);
}

/** The innermost heading that tells. */
function headingField(headings: readonly string[]): Field | null {
  return headings.map(fieldOfName).findLast((field) => field !== null) ?? null;
}

function byWords({ title, statement }: FieldInput, model: TextClassifier | null): FoundField | null {
  const found = model?.classify({ title, text: statement });
  if (found === undefined || found.confidence < MIN_CONFIDENCE) return null;
  return { value: found.label, from: 'words', confidence: found.confidence };
}
