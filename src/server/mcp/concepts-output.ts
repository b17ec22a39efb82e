/** Formats the meanings of a term, or the definitions for a statement, for an agent. Pure. */
import type { ConceptsPackReport, ConceptsSearchReport, SpellingReport } from '../../report/concepts-schema.ts';
import { firstOf, noteLines, shortNotes, shortType, type ToolOutput, unlessEmpty, type Warned } from './tool-result.ts';

/** With these limits, eight definitions fit into 4,000 characters. */
const MAX_MEANING_LENGTH = 160;
const MAX_WRITE_LENGTH = 100;
const MAX_WHEN_LENGTH = 100;
const MAX_NAMES = 8;
const MAX_SPELLINGS = 5;

type Definition = ConceptsPackReport['definitions'][number];
type Variant = ConceptsSearchReport['concepts'][number]['variants'][number];

export function formatConcepts(report: Warned<ConceptsSearchReport | ConceptsPackReport>): ToolOutput {
  const isPack = report.schema === 'lemmahead/concepts-pack@1';
  const definitions = isPack
    ? report.definitions.map(compactDefinition)
    : report.concepts.flatMap(({ variants }) => variants.map(compactVariant));
  const written = firstOf(report.spellings.map(spellingText), MAX_SPELLINGS);
  const others = isPack ? [] : firstOf(report.other_meanings.map(otherText), MAX_NAMES);
  const nearest = isPack ? [] : firstOf(report.nearest, MAX_NAMES);
  const notes = shortNotes(report.notices, report.warnings);
  const compact = {
    definitions,
    written: unlessEmpty(written),
    other_meanings: unlessEmpty(others),
    implicit: isPack ? report.class === 'implicit' : undefined,
    nearest: unlessEmpty(nearest),
    notes: unlessEmpty(notes),
  };
  const lines = [
    ...noteLines(notes),
    ...written,
    ...definitions.flatMap(definitionLines),
    ...(definitions.length === 0 ? ['No definition found.'] : []),
    ...(others.length === 0 ? [] : [`in other fields: ${others.join(', ')}`]),
    ...(nearest.length === 0 ? [] : [`similar concepts: ${nearest.join(', ')}`]),
  ];
  return { compact, lines };
}

function compactVariant(variant: Variant) {
  const { use, probability } = variant;
  const when = [use.of, use.words.join(', ')].filter((part) => part !== '').join('; ');
  return {
    ...common(variant),
    write: shortType([use.write, ...use.notations.map(({ text }) => text)].join(' or '), MAX_WRITE_LENGTH),
    when: when === '' ? undefined : shortType(when, MAX_WHEN_LENGTH),
    p: probability ?? undefined,
    instead: use.preferred ?? undefined,
    why: undefined,
  };
}

function compactDefinition(definition: Definition) {
  const { write, notations, phrase, probability } = definition;
  return {
    ...common(definition),
    write: shortType([write, ...notations].join(' or '), MAX_WRITE_LENGTH),
    when: undefined,
    p: probability === 0 ? undefined : probability,
    instead: definition.deprecated?.replacement ?? undefined,
    why: phrase === null ? undefined : shortType(phrase, MAX_WHEN_LENGTH),
  };
}

function common({ name, kind, annotation, import: line, fields }: Variant | Definition) {
  return { name, kind, means: shortType(annotation.text, MAX_MEANING_LENGTH), import: line, field: fields[0]! };
}

type Compact = ReturnType<typeof compactVariant> | ReturnType<typeof compactDefinition>;

function definitionLines({ name, kind, means, write, import: line, when, why, p, field, instead }: Compact): string[] {
  const facts = [
    field,
    ...(p === undefined ? [] : [`p ${p.toFixed(2)}`]),
    ...(why === undefined ? [] : [`for "${why}"`]),
    ...(instead === undefined ? [] : [`use instead ${instead}`]),
  ];
  return [
    `${kind} ${name}: ${means}`,
    `  write ${write}${when === undefined ? '' : `  (${when})`}`,
    `  ${line}  (${facts.join('; ')})`,
  ];
}

function spellingText({ term, write, has_definition: has }: SpellingReport): string {
  return shortType(`${term}: ${has ? 'often written' : 'no definition of that name; written'} ${write}`, 200);
}

function otherText({ name, field }: { name: string; field: string }): string {
  return `${name} (${field})`;
}
