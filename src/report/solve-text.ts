/** Text report of `solve`. Pure. */
import { pluralize } from '../base/pluralize.ts';
import { clip } from '../prompt/fitting.ts';
import { modelUseLines } from './graph-model-text.ts';
import { joinBlocks, noticeLines, withoutControls } from './layout.ts';
import type { SolveReport } from './solve-schema.ts';
import { paint, type TextStyle } from './style.ts';

/** Lines of the problem that a hit shows. */
const SHOWN_LINES = 2;
/** Characters of the input and of the result of a call. */
const CALL_CHARS = 500;

/** `isLong`: with the whole context and the prompt. */
export function renderSolve(report: SolveReport, isLong: boolean, style: TextStyle): string {
  const { text, votes, samples, models, notices, prompt } = report;
  const color = paint(style);
  const agreeing = samples.length > 1 ? color.dim(`  ${votes} of ${samples.length} samples`) : '';
  return `${joinBlocks([
    text === null || report.context === null ? [] : [color.dim(`with ${contextLine(report)}`)],
    callLines(report, style),
    text === null ? [] : text.split('\n').map(withoutControls),
    models.length > 0 || text !== null ? [`${color.bold('Answer')}  ${shownAnswer(report)}${agreeing}`] : [],
    verdictLines(report, style),
    text === null || isLong ? contextLines(report, style) : [],
    prompt === null ? [] : [color.underline('Prompt'), ...prompt.split('\n').map(withoutControls)],
    models.flatMap(modelUseLines),
    noticeLines(notices, style),
    text === null && models.length === 0
      ? [color.dim('No model was asked: --model PROVIDER/NAME solves the problem.')]
      : [],
  ])}\n`;
}

function shownAnswer({ answer, text }: SolveReport): string {
  if (text === null) return 'none: the model gave no usable one';
  return answer === null ? 'none was found in the text' : withoutControls(answer);
}

function contextLine({ context, graph }: SolveReport): string {
  const { hits, table, template } = context!;
  const parts = [
    `${pluralize(hits.length, 'template')} of ${graph}`,
    ...(table.length === 0 ? [] : [pluralize(table.length, 'theorem')]),
    template === null ? 'no template chosen' : `the template ${withoutControls(template.title)}`,
  ];
  return parts.join(', ');
}

function callLines({ calls }: SolveReport, style: TextStyle): string[] {
  const color = paint(style);
  return calls.map(({ tool, input, text, is_error: isError }) => {
    const line = [tool, `${clip(input, CALL_CHARS)}:`, clip(text, CALL_CHARS)].map(withoutControls).join(' ');
    return isError ? color.yellow(line) : color.dim(line);
  });
}

function verdictLines({ verdict }: SolveReport, style: TextStyle): string[] {
  if (verdict === null) return [];
  const { checker, judge, correct } = verdict;
  const color = paint(style);
  const says =
    judge === null ? `the checker says ${checker}` : `the checker says ${checker}, the judge ${judge ? 'yes' : 'no'}`;
  const word = correct
    ? color.green('right')
    : checker === 'undecided' && judge === null
      ? color.yellow('undecided')
      : color.red('wrong');
  return [`${word}: ${says}`];
}

function contextLines({ context }: SolveReport, style: TextStyle): string[] {
  if (context === null) return [];
  const color = paint(style);
  const { wordings, hits, table, template } = context;
  return [
    color.underline('Searched for'),
    ...wordings.map((wording) => `  ${withoutControls(wording.replaceAll('\n', ' '))}`),
    ...(hits.length === 0 ? [] : ['', color.underline('Nearest')]),
    ...hits.flatMap(({ id, title, similarity, problem }) => [
      `  ${color.bold(withoutControls(title))}  ${color.dim(`${similarity.toFixed(2)}, id ${id}${id === template?.id ? ', chosen' : ''}`)}`,
      ...problem.split('\n', SHOWN_LINES).map((line) => `    ${withoutControls(line)}`),
    ]),
    ...(table.length === 0 ? [] : ['', color.underline('Theorems')]),
    ...table.map(({ name, statement, when }) => {
      const more = [statement, when].filter((each) => each !== '').map(withoutControls);
      return `  ${withoutControls(name)}${more.length === 0 ? '' : color.dim(`  ${more.join('; ')}`)}`;
    }),
    ...(template === null || template.steps.length === 0 ? [] : ['', color.underline('Steps of the template')]),
    ...(template?.steps ?? []).map(({ text, theorem }, at) => {
      return `  ${at + 1}. ${withoutControls(text)}${theorem === null ? '' : color.dim(`  by ${withoutControls(theorem)}`)}`;
    }),
  ];
}
