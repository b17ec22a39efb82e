/** Reads the answers about attributes of entities: only labels, fields and numbers that the question lists are accepted. */
import { z } from 'zod';
import { BadAnswer } from '../../../llm/bad-answer.ts';
import { readShape, words } from '../../../prompt/answer-shapes.ts';
import { FIELDS, TACTICS, type Field, type Tactic } from '../../../sources/entity.ts';

const MAX_TITLE = 120;
const MAX_REFERENCES = 50;
const MAX_NAME = 200;

const titleSchema = z.object({ title: words(MAX_TITLE).refine((text) => text !== '', 'is empty') });
const fieldSchema = z.object({ field: z.enum(FIELDS) });
const labelsSchema = z.object({ labels: z.array(z.object({ n: z.int(), label: z.enum(TACTICS) })) });
const referencesSchema = z.object({ references: z.array(words(MAX_NAME)).max(MAX_REFERENCES) });

/** @throws {BadAnswer} */
export function readTitle(answer: string): { title: string } {
  return readShape(titleSchema, answer);
}

/** @throws {BadAnswer} */
export function readField(answer: string): { field: Field } {
  return readShape(fieldSchema, answer);
}

/** One label for each of the items 1 to `count`. @throws {BadAnswer} */
export function readLabels(answer: string, count: number): Tactic[] {
  const { labels } = readShape(labelsSchema, answer);
  const byNumber = new Map(labels.map(({ n, label }) => [n, label]));
  const unknown = labels.find(({ n }) => n < 1 || n > count);
  if (unknown !== undefined) throw new BadAnswer(`the answer labels item ${unknown.n} of ${count}`);
  return Array.from({ length: count }, (_, at) => {
    const label = byNumber.get(at + 1);
    if (label === undefined) throw new BadAnswer(`the answer leaves out item ${at + 1}`);
    return label;
  });
}

const batchSchema = z.object({
  answers: z.array(z.object({ task: z.int(), answer: z.record(z.string(), z.unknown()) })),
});

/** The answers to the tasks 1 to `readers.length` of one prompt, each as its reader reads it. @throws {BadAnswer} */
export function readBatch<T>(answer: string, readers: readonly ((answer: string) => T)[]): T[] {
  const { answers } = readShape(batchSchema, answer);
  const byTask = new Map(answers.map((each) => [each.task, each.answer]));
  return readers.map((read, at) => {
    const own = byTask.get(at + 1);
    if (own === undefined) throw new BadAnswer(`the answer leaves out task ${at + 1}`);
    return read(JSON.stringify(own));
  });
}

/** A definition or theorem that a text refers to, by the name that the model gives it. */
export interface NamedReference {
  type: 'definition' | 'theorem';
  name: string;
}

const REFERENCE = /^(definition|theorem)\s*:\s*(\S.*)$/iu;

/** Each once. @throws {BadAnswer} */
export function readReferences(answer: string): NamedReference[] {
  const { references } = readShape(referencesSchema, answer);
  const found = references.map((reference): NamedReference => {
    const [, type, name] = REFERENCE.exec(reference) ?? [];
    if (type === undefined) throw new BadAnswer('a reference is neither a definition nor a theorem');
    return { type: type.toLowerCase() as NamedReference['type'], name: name!.trim() };
  });
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}
