/** The reports of `graph link`, `graph accept` and `graph reject` as text for a terminal. Pure. */
import { pluralize } from '../base/pluralize.ts';
import type { GraphDecisionReport, GraphLinkReport } from './graph-link-schema.ts';
import { modelUseLines, plannedLine } from './graph-model-text.ts';
import { joinBlocks, upTo } from './layout.ts';
import { withLibraryFlag } from './library-flag.ts';
import { paint, type TextStyle } from './style.ts';

type Link = GraphLinkReport['links'][number];
type Evidence = Link['declarations'][number]['evidence'][number];

/** `limit`: lines of each list. */
export function renderGraphLink(report: GraphLinkReport, limit: number, style: TextStyle): string {
  const { known, links, auto, written, source, run, models, planned, dry_run: dryRun } = report;
  const color = paint(style);
  const missing = known.filter(({ found }) => !found);
  const list = (heading: string, lines: readonly string[]): string[] =>
    lines.length === 0
      ? []
      : [
          color.underline(heading),
          ...upTo(limit, lines, (more) => color.dim(`  and ${more} more: --limit ${lines.length}`)),
        ];
  const lineOf = ({ statement, declarations }: Link): string => {
    const best = declarations.find(({ counts }) => counts) ?? declarations[0]!;
    const others = declarations.filter((each) => each !== best);
    const why = best.evidence.map(inWords).join('; ');
    const also = others.map(wordsOn).join(', ');
    return [
      `  ${color.bold(statement)}  ${color.green(best.name)} ${wordsOn(best).slice(best.name.length + 1)}`,
      ...(why === '' ? [] : [color.dim(`      ${why}`)]),
      ...(also === '' ? [] : [color.dim(`      or ${also}`)]),
    ].join('\n');
  };
  const isByModel = ({ declarations }: Link): boolean =>
    declarations.some(({ counts, answer }) => counts && answer === 'yes');
  const byModel = links.filter(isByModel);
  const automatic = links.filter((link) => link.automatic && !isByModel(link));
  const suggested = links.filter((link) => !link.automatic);
  return `${joinBlocks([
    [
      `${color.bold(report.title)}: ${pluralize(report.statements, 'statement')}, ${known.length - missing.length} of ${pluralize(known.length, 'known declaration')} found`,
      `  links of at least ${percent(auto)} ${color.green(String(automatic.length))}   ${models === null ? '' : `links by the model ${color.green(String(byModel.length))}   `}suggestions ${suggested.length}   nothing found ${report.unlinked}`,
    ],
    list(`links of at least ${percent(auto)}`, automatic.map(lineOf)),
    list('links by the model', byModel.map(lineOf)),
    list('suggestions', suggested.map(lineOf)),
    list(
      'known declarations that the index lacks',
      missing.map(
        ({ statement, name, nearest }) =>
          `  ${color.bold(statement)}  ${color.red(name)}${nearest.length === 0 ? '' : color.dim(`  similar: ${nearest.join(', ')}`)}`,
      ),
    ),
    [...(models === null ? [] : modelUseLines(models)), ...(planned === null ? [] : [plannedLine(planned)])],
    source === null || dryRun
      ? []
      : [
          written === 0
            ? 'The library had these links.'
            : `Links of ${pluralize(written, 'statement')} changed in the library.${run === null ? '' : ` To undo: lemmahead graph undo ${run}`}`,
          `Decide: ${withLibraryFlag('lemmahead graph accept', style)} STATEMENT NAME --source ${source}, or graph reject`,
        ],
  ])}\n`;
}

const wordsOn = ({ name, confidence, answer }: Link['declarations'][number]): string =>
  `${name} ${percent(confidence)}${answer === null ? '' : `, the model says ${answer}`}`;

const percent = (share: number): string => `${Math.floor(100 * share)} %`;

function inWords(evidence: Evidence): string {
  switch (evidence.kind) {
    case 'name':
      return 'named like it';
    case 'list':
      return `under this title in docs/${evidence.list}.yaml`;
    case 'near':
      return `near ${evidence.declaration}, as it is near ${evidence.statement}`;
    case 'uses':
      return `uses ${evidence.declaration}, as it uses ${evidence.statement}`;
    case 'used by':
      return `used by ${evidence.declaration}, as by ${evidence.statement}`;
  }
}

export function renderGraphDecision({ statement, name, accepted, undo, changed }: GraphDecisionReport): string {
  const sentence = `${name} ${accepted ? 'formalizes' : 'does not formalize'} ${statement}`;
  if (undo) return `${changed ? 'Taken back' : 'There was no decision on this'}: ${sentence}\n`;
  return `${sentence}${changed ? '' : ', as before'}\n`;
}
