/** A pack of a statement as text for a terminal: its class, its concepts, its definitions. Pure. */
import type { ConceptsPackReport } from './concepts-schema.ts';
import { headLine, importLine, labelled, meaningLines, probabilityText, spellingLines } from './definition-lines.ts';
import { joinBlocks, noticeLines } from './layout.ts';
import { paint, type TextStyle } from './style.ts';
import { wrap } from './wrap.ts';

export function renderConceptsPack(report: ConceptsPackReport, style: TextStyle): string {
  const { concepts, definitions, spellings, notices } = report;
  const color = paint(style);
  const isEmpty = concepts.length + definitions.length + spellings.length === 0;
  const blocks = [
    noticeLines(notices, style),
    isEmpty ? ['No concept found. Only English text, LaTeX and symbols are read.'] : classLines(report, style),
    conceptLines(report, style),
    spellings.flatMap((spelling) => spellingLines(spelling, style)),
    report.cues.flatMap(({ phrase, write, names }) =>
      wrap(`"${phrase}": ${write} (${names.join(', ')})`, { width: style.width, indent: 0 }),
    ),
    ...(definitions.length === 0 ? [] : [[color.underline('definitions'), ...definitionLines(report, style)]]),
  ];
  return `${joinBlocks(blocks)}\n`;
}

function classLines({ class: kind, because }: ConceptsPackReport, style: TextStyle): string[] {
  const color = paint(style);
  const meaning = kind === 'explicit' ? 'names its concepts' : 'an applied problem, which names few concepts';
  const [first = '', ...rest] = wrap(
    `${kind}: ${meaning}${because.length === 0 ? '' : ` (${because.map((words) => `"${words}"`).join(', ')})`}`,
    { width: style.width, indent: 0 },
  );
  return [first.replace(kind, () => color.bold(kind)), ...rest];
}

/** One line per concept: the words of the text, where they are, the concept. */
function conceptLines({ concepts, text }: ConceptsPackReport, style: TextStyle): string[] {
  const color = paint(style);
  if (concepts.length === 0) return [];
  const width = Math.max(...concepts.map(({ phrase }) => phrase.length));
  const lines = concepts.map(({ phrase, place, name, core }) => {
    const at = place === null ? '' : lineAndColumn(text, place.start);
    return `  ${at.padStart(6)}  ${phrase.padEnd(width)}  ${core ? color.bold(name) : name}`;
  });
  return [color.underline('concepts'), ...lines];
}

function lineAndColumn(text: string, at: number): string {
  const before = text.slice(0, at);
  return `${before.split('\n').length}:${at - before.lastIndexOf('\n')}`;
}

function definitionLines({ definitions }: ConceptsPackReport, style: TextStyle): string[] {
  return definitions.flatMap((definition, at) => {
    const { probability, phrase, write, notations } = definition;
    const why = [probabilityText(probability), phrase === null ? '' : `"${phrase}"`];
    return [
      headLine(at + 1, definition, why.filter((part) => part !== '').join('  '), style),
      ...meaningLines(definition, style),
      ...labelled('write', [write, ...notations].join(' · '), style),
      importLine(definition, style),
    ];
  });
}
