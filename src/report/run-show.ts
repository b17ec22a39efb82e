/** One recorded run, hole by hole, as JSON and as text. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { ellipsis } from '../base/columns.ts';
import { collapseWhitespace, firstLine } from '../base/one-line.ts';
import { pluralize } from '../base/pluralize.ts';
import type { ToolCalled } from '../prove/events.ts';
import { depthOf, sketchStepsOf } from '../prove/run/sketch-steps.ts';
import type { Conversation } from '../prove/run/conversations.ts';
import type { RunSummary } from '../prove/run/summary.ts';
import { targetOf } from '../verify/hole/goal.ts';
import { runLine, stateOf } from './runs-list.ts';
import type { RunReport } from './prove-schema.ts';
import { theoremLine } from './formalize-text.ts';
import { formatSpending } from './format-spending.ts';
import { withoutControls } from './layout.ts';
import { messageText } from './message-text.ts';
import { nearestLines } from './nearest-attempt.ts';
import { paint, type TextStyle } from './style.ts';

export function runReport(summary: RunSummary, conversations: Conversation[]): RunReport {
  const { request, started, folder, sessions, prompts, answers, retrievals, events } = summary;
  const templates = new Set(events.flatMap((event) => (event.event === 'prompt' ? [event.template] : [])));
  return {
    schema: 'lemmahead/run@1',
    ...runLine(summary),
    folder,
    sittings: sessions,
    version: request.version,
    toolchain: started?.toolchain ?? null,
    sandbox: started?.sandbox ?? null,
    endpoint: started?.endpoint ?? null,
    index_digest: started?.index_digest ?? null,
    limits: started?.limits ?? null,
    prompts,
    answers,
    retrievals,
    templates: [...templates],
    holes: summary.holes.map(({ started: { hole, line: at, declaration, goal }, ended }) => ({
      hole,
      line: at,
      declaration,
      goal,
      state: ended?.state ?? null,
      strategy: ended?.strategy ?? null,
      candidate: ended?.candidate?.text ?? null,
      attempts: ended?.attempts ?? null,
      nearest: ended?.nearest ?? null,
      note: ended?.note ?? null,
      calls: events.flatMap((event) =>
        event.event === 'tool_called' && event.hole === hole ? [callReport(event)] : [],
      ),
      steps: sketchStepsOf(events, hole),
    })),
    problems: summary.problems.map(({ started: { problem, id, statement }, ended }) => ({
      ...{ problem, id, statement, exit: ended?.exit ?? null, chosen: ended?.statement ?? null },
      ...{ note: ended?.note ?? null, answers: ended?.answers ?? null, compiled: ended?.compiled ?? null },
    })),
    conversations,
  };
}

function callReport({
  turn,
  call,
  tool,
  input,
  result,
  failed,
  node,
}: ToolCalled): RunReport['holes'][number]['calls'][number] {
  return { turn, call, tool, input, result, failed, ...(node === undefined ? {} : { node }) };
}

function callLines(
  { turn, tool, input, result, failed, node }: RunReport['holes'][number]['calls'][number],
  style: TextStyle,
): string[] {
  const color = paint(style);
  const answer = clipped(result);
  return [
    `    ${color.dim(`${node === undefined ? '' : `step ${node}, `}turn ${turn}`)}  ${clipped(`${tool} ${input}`)}`,
    color.dim(`      ${failed ? 'invalid: ' : ''}${answer}`),
  ];
}

function stepLines(
  { node, goal, state, strategy, candidate, note, attempts }: RunReport['holes'][number]['steps'][number],
  style: TextStyle,
): string[] {
  const color = paint(style);
  const margin = ' '.repeat(2 + 2 * depthOf(node));
  const how = state === 'filled' ? color.green(`proved by ${strategy ?? '?'}`) : (state ?? 'stopped');
  const tries = attempts === null ? '' : `, ${pluralize(attempts, 'attempt')}`;
  const why = state === 'filled' ? (candidate ?? '').replaceAll('\n', '; ') : (note ?? '');
  return [
    `${margin}${color.dim(`step ${node}`)}  ${clipped(targetOf(goal))}`,
    `${margin}  ${how}${tries}${why === '' ? '' : `: ${clipped(why)}`}`,
  ];
}

function countsText(report: RunReport): string {
  const { attempts, retrievals, prompts, answers } = report;
  const words = [
    pluralize(attempts, 'attempt'),
    pluralize(retrievals, 'retrieval'),
    pluralize(prompts, 'prompt'),
    pluralize(answers, 'answer'),
    formatSpending(report),
  ];
  return words.filter((each) => each !== '').join(', ');
}

function problemLines(problems: RunReport['problems'], style: TextStyle): string[] {
  const color = paint(style);
  return problems.flatMap(({ problem, id, exit, chosen, note, statement }) => {
    const state = exit === null ? 'stopped' : exit === 'done' ? color.green('formalized') : exit;
    const why = note === null ? '' : `: ${firstLine(note)}`;
    return [
      `problem ${problem}, ${color.bold(withoutControls(id))}: ${state}${withoutControls(why)}`,
      color.dim(`    ${clipped(statement)}`),
      ...(chosen === null ? [] : [`    ${withoutControls(theoremLine(chosen))}`]),
    ];
  });
}

/** Without the messages that the prompt before it already had. */
function conversationLines(
  { prompt, hole, node, problem, template, messages, answers }: RunReport['conversations'][number],
  before: RunReport['conversations'],
  style: TextStyle,
): string[] {
  const color = paint(style);
  const step = node === null ? '' : `, step ${node}`;
  const where = hole === null ? `problem ${problem ?? '?'}` : `hole ${hole}${step}`;
  const last = before.findLast((each) => each.hole === hole && each.node === node && each.problem === problem);
  const known = last === undefined || !startsWith(messages, last.messages) ? 0 : last.messages.length;
  const lines = ['', color.bold(`prompt ${prompt.slice(0, 12)} at ${where}, ${template}`)];
  if (known > 0) lines.push(color.dim(`--- after the ${known} messages of prompt ${last!.prompt.slice(0, 12)} ---`));
  for (const message of messages.slice(known)) lines.push(color.dim(`--- ${message.role} ---`), messageText(message));
  for (const { sample, finish, tokens, snapshot, ...answer } of answers) {
    lines.push(
      color.dim(`--- answer ${sample + 1}, ${finish}, ${tokens} tokens, ${snapshot} ---`),
      messageText(answer),
    );
  }
  return [...lines, color.dim('--- end ---')];
}

type Messages = RunReport['conversations'][number]['messages'];

const startsWith = (messages: Messages, start: Messages): boolean =>
  start.length > 0 && start.every((message, at) => isDeepStrictEqual(message, messages[at]));

const SHOWN_COLUMNS = 110;

const clipped = (text: string): string => withoutControls(ellipsis(collapseWhitespace(text), SHOWN_COLUMNS));

export function renderRun(report: RunReport, style: TextStyle): string {
  const color = paint(style);
  const lines = [
    `${color.bold(report.id)}  ${stateOf(report)}`,
    `  file       ${report.file}`,
    `  began      ${report.started_at}${report.sittings > 1 ? `, ${report.sittings} sessions` : ''}`,
    `  by         ${report.strategy ?? 'none yet'}${report.model === null ? '' : `, ${report.model} (${report.endpoint ?? ''})`}`,
    `  with       lemmahead ${report.version}; ${report.toolchain ?? 'no Lean yet'}; sandbox ${report.sandbox ?? 'not tried yet'}`,
    `  index      ${report.index_digest ?? 'none'}`,
    `  total      ${countsText(report)}`,
    `  record     ${report.folder}`,
    '',
  ];
  for (const hole of report.holes) {
    const state = hole.state === null ? 'stopped' : hole.state === 'filled' ? color.green('filled') : hole.state;
    const by = hole.candidate === null ? '' : ` by ${color.bold(hole.candidate.replaceAll('\n', '; '))}`;
    const note = hole.note === null ? '' : `: ${hole.note}`;
    lines.push(`hole ${hole.hole}, line ${hole.line}, ${hole.declaration ?? 'no declaration'}: ${state}${by}${note}`);
    lines.push(...hole.goal.split('\n').map((text) => color.dim(`    ${text}`)));
    if (hole.nearest !== null) lines.push(...nearestLines(hole.nearest, style));
    for (const call of hole.calls) lines.push(...callLines(call, style));
    for (const step of hole.steps) lines.push(...stepLines(step, style));
  }
  lines.push(...problemLines(report.problems, style));
  for (const [at, conversation] of report.conversations.entries()) {
    lines.push(...conversationLines(conversation, report.conversations.slice(0, at), style));
  }
  const hints =
    report.exit === null && !report.going_on && report.replay_of === null
      ? ['', `To resume: lemmahead runs resume ${report.id}`]
      : [];
  return `${[...lines, ...hints].join('\n')}\n`;
}
