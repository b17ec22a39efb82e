/** Concepts and their variants as text for a terminal. Pure. */
import { pluralize } from '../base/pluralize.ts';
import { shellQuote } from '../base/shell-quote.ts';
import type { ConceptsSearchReport, VariantReport } from './concepts-schema.ts';
import { headLine, importLine, meaningLines, probabilityText, spellingLines, useLines } from './definition-lines.ts';
import { joinBlocks, namesUpTo, noticeLines, scoreLines } from './layout.ts';
import { paint, type TextStyle } from './style.ts';
import { wrap } from './wrap.ts';

const MAX_FIELDS = 3;

type Group = ConceptsSearchReport['concepts'][number];

export function renderConceptsSearch(report: ConceptsSearchReport, style: TextStyle): string {
  let number = 0;
  const groups = report.concepts.map(({ concept, variants }) => [
    ...headerLines(concept, variants, style),
    ...variants.flatMap((variant) => variantLines(++number, variant, style)),
  ]);
  const blocks = [
    noticeLines(report.notices, style),
    report.spellings.flatMap((spelling) => spellingLines(spelling, style)),
    ...groups,
    otherMeaningLines(report, style),
    report.concepts.length === 0 ? nothingLines(report, style) : [],
  ];
  return `${joinBlocks(blocks)}\n`;
}

/** `basis · 14 definitions in 7 fields; here: linear algebra` */
function headerLines(concept: Group['concept'], variants: readonly VariantReport[], style: TextStyle): string[] {
  const color = paint(style);
  const here = namesUpTo(MAX_FIELDS, [...new Set(variants.map(({ fields }) => fields[0]!))]);
  if (concept === null) return wrap(`other concepts; here: ${here}`, { width: style.width, indent: 0 });
  const { name } = concept;
  const count = `${pluralize(concept.definitions, 'definition')} in ${pluralize(concept.fields.length, 'field')}`;
  const [first = '', ...rest] = wrap(`${name} · ${count}; here: ${here}`, { width: style.width, indent: 0 });
  return [first.startsWith(name) ? color.bold(name) + first.slice(name.length) : first, ...rest];
}

function variantLines(number: number, variant: VariantReport, style: TextStyle): string[] {
  const { probability, origins } = variant;
  const facts = [probabilityText(probability), origins.join(', ')];
  return [
    headLine(number, variant, facts.filter((fact) => fact !== '').join('  '), style),
    ...meaningLines(variant, style),
    ...useLines(variant.use, style, variant.when),
    importLine(variant, style),
    ...scoreLines(variant, style),
  ];
}

function otherMeaningLines({ other_meanings: others, concept }: ConceptsSearchReport, style: TextStyle): string[] {
  if (others.length === 0 || concept === null) return [];
  const color = paint(style);
  const names = others.map(({ name, field }) => `${name} (${field})`).join(' · ');
  const lines = wrap(`in other fields: ${names}`, { width: style.width, indent: 0 });
  return [
    ...lines.map((line) => line.replace(/^in other fields:/, (label) => color.dim(label))),
    color.dim(`all meanings: lemmahead concepts show ${shellQuote(concept)}`),
  ];
}

function nothingLines({ term, nearest }: ConceptsSearchReport, style: TextStyle): string[] {
  const color = paint(style);
  const lines = [
    `No definition found for ${color.bold(term)}. Only English, LaTeX and symbols are read.`,
    color.dim(`all declarations: lemmahead search ${shellQuote(term)}`),
  ];
  if (nearest.length > 0) lines.push('Similar concepts:', ...nearest.map((name) => `  ${color.bold(name)}`));
  return lines;
}
