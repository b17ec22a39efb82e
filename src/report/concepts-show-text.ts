/** A concept with its meanings, or a definition with its concepts, as text for a terminal. Pure. */
import { formatNumber } from '../base/format-number.ts';
import { pluralize } from '../base/pluralize.ts';
import type { ConceptsShowReport, MeaningReport } from './concepts-schema.ts';
import { headLine, labelled, modelLines, useLines } from './definition-lines.ts';
import { filePlace } from './file-place.ts';
import { joinBlocks, noticeLines, upTo } from './layout.ts';
import { paint, type TextStyle } from './style.ts';
import { docParagraphs } from './wrap.ts';

const MAX_IN_FIELD = 12;
const MAX_CONCEPTS = 20;
/** As the labelled lines. */
const PLACE_INDENT = 6;

interface ShowTextOptions {
  /** Paths below it are shown relative to it. */
  cwd: string;
  examples: boolean;
  provenance: boolean;
}

/** `name`: as typed. */
export function renderConceptsShow(
  name: string,
  report: ConceptsShowReport,
  style: TextStyle,
  options: ShowTextOptions,
): string {
  const { concept, definition, notices } = report;
  const notes = noticeLines(notices, style);
  const blocks =
    concept !== null
      ? conceptBlocks(concept, style, options)
      : definition !== null
        ? definitionBlocks(definition, style, options)
        : [nothingLines(name, report, style)];
  return `${joinBlocks([notes, ...blocks])}\n`;
}

function conceptBlocks(
  concept: NonNullable<ConceptsShowReport['concept']>,
  style: TextStyle,
  options: ShowTextOptions,
): string[][] {
  const color = paint(style);
  const count = concept.fields.reduce((sum, { variants }) => sum + variants.length, 0);
  const facts = [
    `${pluralize(count, 'definition')} in ${pluralize(concept.fields.length, 'field')}`,
    `in ${pluralize(concept.texts, 'text')}`,
    ...(concept.core ? ['core concept'] : []),
  ];
  return [
    [`${color.bold(concept.name)} · ${facts.join(' · ')}`],
    ...concept.fields.map(({ field, variants }) => [
      color.underline(field),
      ...upTo(
        MAX_IN_FIELD,
        variants.map((variant) => meaningText(variant, style, options)),
        (more) => `    and ${more} more`,
      ),
    ]),
  ];
}

function meaningText(variant: MeaningReport, style: TextStyle, { cwd, provenance }: ShowTextOptions): string {
  const { weight, origin, phrase, annotation, example = null } = variant;
  return [
    headLine(null, variant, `${weight.toFixed(2)}  ${origin}`, style),
    ...(provenance
      ? [
          ...labelled('named', `"${phrase.trim()}" by its ${origin}`, style),
          ...labelled('text', `from its ${ANNOTATIONS[annotation.origin]}`, style),
          `${' '.repeat(PLACE_INDENT)}${filePlace(variant, style, cwd)}`,
        ]
      : []),
    ...exampleLines(example, style),
  ].join('\n');
}

function exampleLines(example: NonNullable<MeaningReport['example']> | null, style: TextStyle): string[] {
  return example === null ? [] : labelled('example', `${example.name} : ${example.statement}`, style);
}

function definitionBlocks(
  definition: NonNullable<ConceptsShowReport['definition']>,
  style: TextStyle,
  { cwd, examples }: ShowTextOptions,
): string[][] {
  const color = paint(style);
  const { annotation, concepts, fields, references } = definition;
  const shown = concepts.map(
    ({ name, phrase, weight, origin, core }) =>
      `${weight.toFixed(2).padStart(8)}  ${core ? color.bold(name) : name}  ${color.dim(`${origin}${phrase.toLowerCase() === name ? '' : `: ${phrase}`}`)}`,
  );
  return [
    [
      headLine(null, definition, fields.join(', '), style),
      ...useLines(definition.use, style),
      ...(examples ? exampleLines(definition.use.example, style) : []),
    ],
    [
      ...docParagraphs(annotation.text, { width: style.width, indent: 4 }),
      color.dim(`    from its ${ANNOTATIONS[annotation.origin]}`),
      ...modelLines('model', annotation.model, style),
      ...references.map(({ source, tag, note }) => `    ${source} ${tag}${note === '' ? '' : ` (${note})`}`),
    ],
    [
      color.underline(`concepts (${formatNumber(concepts.length)})`),
      ...upTo(MAX_CONCEPTS, shown, (more) => `    and ${more} more`),
    ],
    [filePlace(definition, style, cwd)],
  ];
}

const ANNOTATIONS = { docstring: 'docstring', glossary: 'entry in the glossary of lemmahead', rule: 'name' } as const;

function nothingLines(name: string, { nearest }: ConceptsShowReport, style: TextStyle): string[] {
  const color = paint(style);
  const lines = [`There is no concept and no definition ${color.bold(name)}.`];
  if (nearest.length > 0) lines.push('Similar concepts:', ...nearest.map((each) => `  ${color.bold(each)}`));
  return lines;
}
