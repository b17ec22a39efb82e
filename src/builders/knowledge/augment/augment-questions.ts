/** Which questions a model is asked about an entity: for attributes that rules cannot give, or are unsure of. */
import { sha256 } from '../../../base/hash.ts';
import { type Attributes, type AttributeValue, MODEL } from '../../../library/entry-attributes.ts';
import { HUMAN } from '../../../library/derivation.ts';
import type { AugmentedAttribute, AugmentedText } from '../../../prompt/templates/augment-entity.ts';
import { type Candidate, entityInput } from '../entity-candidates.ts';
import type { EntityInput } from '../rules/entity-attributes.ts';
import { entityTitle } from '../rules/entity-title.ts';
import { segmentsOf } from '../rules/segments.ts';

/** Values of rules with less confidence are asked for. */
const SURE = 0.7;

export interface AugmentQuestion {
  /** Unit of the derivation: unique in the source of the entity. */
  unit: string;
  candidate: Candidate;
  attribute: AugmentedAttribute;
  /** 0: the statement; n: the nth proof or solution. */
  part: number;
  about: AugmentedText;
  text: string;
  /** What is labelled: segments of the text, or references. */
  items: readonly string[];
  /** The label of each item; for references, the key of the result. */
  labels: readonly string[];
  /** Hash of everything that the question contains. */
  inputHash: string;
}

type EntityTypeAsked = 'definition' | 'theorem' | 'problem';

export interface AskedAttributes {
  attributes: ReadonlySet<AugmentedAttribute>;
  /** Also ask for what rules are sure of. */
  all: boolean;
}

/** `own`: the attributes of the entity so far. Other types of entities are not asked about. */
export function questionsAbout(
  candidate: Candidate,
  own: Attributes,
  { attributes: wanted, all }: AskedAttributes,
): AugmentQuestion[] {
  const type = (own.get(0, 'type') as string | undefined) ?? candidate.entry.kind;
  if (type !== 'definition' && type !== 'theorem' && type !== 'problem') return [];
  const input = entityInput(candidate);
  const texts = [input.statement, ...input.proofs];
  const questions: AugmentQuestion[] = [];
  const add = (attribute: AugmentedAttribute, part: number, items: readonly string[], labels: readonly string[]) => {
    const about = textAt(type, part);
    const text = texts[part]!;
    const inputHash = sha256(JSON.stringify([about, text, items, labels]));
    const unit = `${attribute} ${part} ${candidate.entry.key}`;
    questions.push({ unit, candidate, attribute, part, about, text, items, labels, inputHash });
  };
  const asks = (attribute: AugmentedAttribute, part: number): boolean =>
    wanted.has(attribute) && isOpen(valuesOf(own, part, attribute), all);
  if (wanted.has('title') && input.title.trim() === '' && !isGiven(valuesOf(own, 0, 'title'))) {
    if (all || isTitleOpen(input, type)) add('title', 0, [], []);
  }
  if (asks('field', 0)) add('field', 0, [], []);
  for (const [part, text] of texts.entries()) {
    if (type !== 'problem' && asks('bodylist', part)) {
      const segments = segmentsOf(text, { type, part }).map(({ description }) => description);
      if (segments.length > 0) add('bodylist', part, segments, segments);
    }
    if (type === 'problem' && candidate.targets.length === 0 && text.trim() !== '' && asks('refs', part))
      add('refs', part, [], []);
    if (!asks('references_tactics', part)) continue;
    const references = referencesIn(input, own, type, part);
    if (references.length > 0) {
      const items = references.map(({ label, title }) => (title === '' ? label : title));
      add(
        'references_tactics',
        part,
        items,
        references.map(({ label }) => label),
      );
    }
  }
  return questions;
}

function textAt(type: EntityTypeAsked, part: number): AugmentedText {
  if (part === 0) return type;
  return type === 'problem' ? 'problem solution' : 'theorem proof';
}

const valuesOf = (own: Attributes, part: number, name: string): AttributeValue[] =>
  own.all().filter((value) => value.part === part && value.name === name);

/** What a document or a person says is never asked for. */
const isGiven = (values: readonly AttributeValue[]): boolean =>
  values.some(({ maker }) => maker === HUMAN || maker === 'document');

function isOpen(values: readonly AttributeValue[], all: boolean): boolean {
  if (isGiven(values)) return false;
  const rule = values.find(({ maker }) => maker === 'rules');
  if (all || rule === undefined) return true;
  const { confidence } = (rule.evidence ?? {}) as { confidence?: unknown };
  return typeof confidence === 'number' && confidence < SURE;
}

/** A title that is only the beginning of the text is no summary. The rule does not keep where a title is from. */
function isTitleOpen(input: EntityInput, type: EntityTypeAsked): boolean {
  const found = entityTitle({ ...input, type, isPassage: input.kind === 'passage' });
  return found === null || found.from === 'clause';
}

/** References of a part; of a problem, also those that a model found, which have no other place. */
function referencesIn(
  { references }: EntityInput,
  own: Attributes,
  type: EntityTypeAsked,
  part: number,
): { label: string; title: string }[] {
  const located = references.filter((reference) => reference.part === part);
  const found = type === 'problem' ? valuesOf(own, part, 'refs').find(({ maker }) => maker === MODEL) : undefined;
  const labels = (found?.value ?? []) as string[];
  return [...located, ...labels.map((label) => ({ label, title: '' }))];
}
