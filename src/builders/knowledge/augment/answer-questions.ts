/** Asks the questions about an entity, one by one or all in one, and makes rows of the answers. */
import { MODEL } from '../../../library/entry-attributes.ts';
import { type AttributeRow, type DerivedRows, type DerivedUnit, NO_ROWS } from '../../../library/derivation.ts';
import { attributePrompt, batchPrompt } from '../../../prompt/augment-prompts.ts';
import { type AugmentedAttribute, augmentTemplate } from '../../../prompt/templates/augment-entity.ts';
import type { Tactic } from '../../../sources/entity.ts';
import type { AskModel } from '../../concepts/model-stage.ts';
import { type NamedReference, readBatch, readField, readLabels, readReferences, readTitle } from './augment-answers.ts';
import type { AugmentQuestion } from './augment-questions.ts';
import type { LabelledNames } from './resolve-names.ts';

/** The answer to a question as the rows that it gives. */
export interface Answered {
  attribute: AugmentedAttribute;
  unit: DerivedUnit;
  /** References that lead to an entity, and those that no entity is named like. */
  resolved: number;
  unresolved: number;
}

/** Segments or references of one request. */
const ITEMS = 60;

/**
 * The questions of each request: one, or in a batch all of an entity. A question with more items than a request has is
 * asked by itself.
 */
export function groupsOf(questions: readonly AugmentQuestion[], isBatch: boolean): AugmentQuestion[][] {
  if (!isBatch) return questions.map((question) => [question]);
  const groups: AugmentQuestion[][] = [];
  let items = 0;
  for (const question of questions) {
    const last = groups.at(-1);
    const isSame = last?.[0]!.candidate.entry.id === question.candidate.entry.id;
    if (last !== undefined && isSame && items + question.items.length <= ITEMS) last.push(question);
    else {
      groups.push([question]);
      items = 0;
    }
    items += question.items.length;
  }
  return groups;
}

/** @throws {ModelError} if one of the questions of a group has no usable answer */
export async function answersOf(
  questions: readonly AugmentQuestion[],
  names: LabelledNames,
  ask: AskModel,
): Promise<Answered[]> {
  const [first, ...others] = questions;
  if (others.length === 0) return [await answerOf(first!, names, ask)];
  const readers = questions.map((question) => readerOf(question, question.items.length));
  const { value, snapshot, template } = await ask(batchPrompt(questions), (reply) => readBatch(reply, readers));
  return questions.map((question, at) => answered(question, value[at]!, names, { template, model: snapshot }));
}

type Answer = { text: string } | { references: NamedReference[] } | { labels: Tactic[] };

/** `count`: number of items of the request. */
function readerOf({ attribute }: AugmentQuestion, count: number): (reply: string) => Answer {
  switch (attribute) {
    case 'title':
      return (reply) => ({ text: readTitle(reply).title });
    case 'field':
      return (reply) => ({ text: readField(reply).field });
    case 'refs':
      return (reply) => ({ references: readReferences(reply) });
    case 'bodylist':
    case 'references_tactics':
      return (reply) => ({ labels: readLabels(reply, count) });
  }
}

/** Items that do not fit into one request are asked about in several. */
async function answerOf(question: AugmentQuestion, names: LabelledNames, ask: AskModel): Promise<Answered> {
  const labels: Tactic[] = [];
  let at = 0;
  for (;;) {
    const items = question.items.slice(at, at + ITEMS);
    const { value, snapshot, template } = await ask(
      attributePrompt({ ...question, items }),
      readerOf(question, items.length),
    );
    at += ITEMS;
    if ('labels' in value) labels.push(...value.labels);
    if (at < question.items.length) continue;
    return answered(question, 'labels' in value ? { labels } : value, names, { template, model: snapshot });
  }
}

function answered(
  question: AugmentQuestion,
  answer: Answer,
  names: LabelledNames,
  evidence: { template: string; model: string },
): Answered {
  if ('text' in answer) return withRows(question, answer.text, evidence);
  if ('references' in answer) return withReferences(question, answer.references, names, evidence);
  const pairs = question.labels.map((label, at) => [label, answer.labels[at]!] as const);
  const value =
    question.attribute === 'bodylist'
      ? pairs.map(([description, action]) => ({ description, action }))
      : Object.fromEntries(pairs);
  return withRows(question, value, evidence);
}

function withReferences(
  question: AugmentQuestion,
  references: readonly NamedReference[],
  names: LabelledNames,
  evidence: object,
): Answered {
  const { id } = question.candidate.entry;
  const found = references.map((reference) => ({ ...reference, target: names.index.resolve(reference) }));
  const resolved = found.filter(({ target }) => target !== null && target.id !== id);
  const labels = found.map(({ name, target }) => (target === null ? name : names.labelOf(target.id)));
  const edges = new Map(
    resolved.map(({ name, target }) => [
      target!.id,
      {
        ...{ from: id, kind: 'refers', to: target!.id, payload: null },
        evidence: { calledAs: name, part: question.part, confidence: target!.similarity },
      },
    ]),
  );
  const result = withRows(question, [...new Set(labels)], evidence, [...edges.values()]);
  return { ...result, resolved: resolved.length, unresolved: found.length - resolved.length };
}

/** The version is that of the single question also in a batch: what was answered in one is not asked in the other. */
function withRows(
  { candidate: { entry }, attribute, part, about, unit, inputHash }: AugmentQuestion,
  value: unknown,
  evidence: object,
  edges: DerivedRows['edges'] = [],
): Answered {
  const row: AttributeRow = { entry: entry.id, part, name: attribute, value, evidence };
  return {
    attribute,
    unit: {
      derivation: {
        ...{ source: entry.source, maker: MODEL, unit, inputHash },
        version: augmentTemplate(attribute, about).id,
      },
      rows: {
        ...NO_ROWS,
        inputs: [{ entry: entry.id, contentHash: entry.contentHash }],
        attributes: [row],
        edges,
      },
    },
    resolved: 0,
    unresolved: 0,
  };
}
