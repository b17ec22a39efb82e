/**
 * The attributes of an entity that rules give, without a model: type, title, field, roles of segments and references.
 *
 * Use: `const models = trainFields(inputs.map(fieldInput))` once for a library, then `entityAttributes(input, models)` for
 * each entry.
 * An input is made of the entry and its references with `proofsOf` and `locateReferences`.
 */
import { memoizeByValue } from '../../../base/memoize.ts';
import { ENTITY_TYPES, type EntityType } from '../../../sources/entity.ts';
import type { EntryKind } from '../../../library/entry.ts';
import type { PieceFacts } from '../../../sources/document.ts';
import { entityField, entitySubfield, type FieldInput, type FieldModels } from './entity-field.ts';
import { entityTitle } from './entity-title.ts';
import { entityType } from './entity-type.ts';
import { tacticsOf, type LocatedReference } from './reference-tactics.ts';
import { type PlacedSegment, segmentsOf } from './segments.ts';

export interface EntityInput {
  kind: EntryKind;
  /** What the source calls it: `Lemma`; may be empty. */
  called: string;
  title: string;
  /** Outermost first. */
  headings: readonly string[];
  statement: string;
  /** Proofs or solutions, in order. */
  proofs: readonly string[];
  references: readonly LocatedReference[];
  facts: PieceFacts | null;
}

/** A value that a rule gives to an attribute of one part: 0 is the statement, n the nth proof or solution. */
export interface RuleFact {
  part: number;
  name: 'type' | 'title' | 'field' | 'subfield' | 'bodylist' | 'references_tactics';
  /** `Segment[]` for `bodylist`, tactics by label for `references_tactics`, otherwise a string. */
  value: unknown;
  /** `rule:NAME@VERSION`. */
  rule: string;
  /** From 0 to 1; null if the rule does not estimate it. */
  confidence: number | null;
}

interface Context extends EntityInput {
  /** As its source states it, otherwise by rule. */
  type: EntityType;
  /** The statement, then the proofs. */
  texts: readonly string[];
  /** Returns the segments of a part. */
  segments: (part: number) => readonly PlacedSegment[];
  models: FieldModels;
}

interface Rule {
  name: string;
  /** Raised whenever the rule may give another value for the same input. */
  version: number;
  apply: (entity: Context) => Omit<RuleFact, 'rule'>[];
}

const RULES: readonly Rule[] = [
  {
    name: 'type',
    version: 1,
    apply: (entity) => {
      const { type, confidence } = entityType(entity);
      return [{ part: 0, name: 'type', value: type, confidence }];
    },
  },
  {
    name: 'title',
    version: 1,
    apply: (entity) => {
      const found = entityTitle({ ...entity, isPassage: entity.kind === 'passage' });
      // What the source has is the title already.
      if (found === null || found.from === 'argument') return [];
      return [{ part: 0, name: 'title', value: found.title, confidence: null }];
    },
  },
  {
    name: 'field',
    version: 1,
    apply: (entity) => {
      const found = entityField(fieldInput(entity), entity.models);
      return found === null ? [] : [{ part: 0, name: 'field', ...valueOf(found) }];
    },
  },
  {
    name: 'subfield',
    version: 1,
    apply: (entity) => {
      const found = entitySubfield(fieldInput(entity), entity.models);
      return found === null ? [] : [{ part: 0, name: 'subfield', ...valueOf(found) }];
    },
  },
  {
    name: 'segments',
    version: 1,
    apply: (entity) => {
      if (entity.type !== 'definition' && entity.type !== 'theorem') return [];
      return entity.texts.map((_, part) => {
        const value = entity.segments(part).map(({ description, action }) => ({ description, action }));
        return { part, name: 'bodylist', value, confidence: null };
      });
    },
  },
  {
    name: 'tactics',
    version: 1,
    apply: (entity) =>
      entity.texts.flatMap((text, part) => {
        const references = entity.references.filter((reference) => reference.part === part);
        if (references.length === 0) return [];
        const value = tacticsOf(references, { type: entity.type, text, segments: entity.segments(part) });
        return [{ part, name: 'references_tactics', value, confidence: null }];
      }),
  },
];

/** Changes if any rule may give another value. */
export const RULES_VERSION = RULES.map(({ name, version }) => `${name}@${version}`).join(' ');

/** What the rules say about an entity. Pure: the same input and models give the same facts. */
export function entityAttributes(input: EntityInput, models: FieldModels): RuleFact[] {
  const type = givenType(input.facts) ?? entityType(input).type;
  const texts = [input.statement, ...input.proofs];
  const segments = memoizeByValue((part: number) => segmentsOf(texts[part]!, { type, part }));
  const context = { ...input, type, texts, segments, models };
  return RULES.flatMap(({ name, version, apply }) =>
    apply(context).map((fact) => ({ ...fact, rule: `rule:${name}@${version}` })),
  );
}

const valueOf = ({ value, confidence }: { value: string; confidence: number | null }) => ({ value, confidence });

/** What the classifiers read of an entity, to train them and to ask them. */
export const fieldInput = ({ title, headings, statement, facts }: EntityInput): FieldInput => ({
  ...{ title, headings, statement },
  subjects: facts?.subjects ?? [],
});

function givenType(facts: PieceFacts | null): EntityType | null {
  const given = facts?.attributes?.find(({ part, name }) => part === 0 && name === 'type')?.value;
  return ENTITY_TYPES.find((type) => type === given) ?? null;
}
