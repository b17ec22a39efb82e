/** One recorded run, hole by hole: `lemmahead/run@1`. Pure. */
import { pluralize } from '../base/pluralize.ts';
import type { Limits } from '../llm/budget.ts';
import type { Conversation } from '../prove/run/conversations.ts';
import type { RunSummary } from '../prove/run/summary.ts';
import { type RunLine, runLine, stateOf } from './runs-list.ts';
import { formatSpending } from './format-spending.ts';
import { paint, type TextStyle } from './style.ts';

interface RunHole {
  hole: number;
  line: number;
  declaration: string | null;
  goal: string;
  /** Null if the hole was not finished. */
  state: string | null;
  strategy: string | null;
  candidate: string | null;
  attempts: number | null;
  note: string | null;
}

export interface RunReport extends Omit<RunLine, 'holes'> {
  schema: 'lemmahead/run@1';
  folder: string;
  sittings: number;
  version: string;
  /** This and the following fields are null if the run was stopped before they were known. */
  toolchain: string | null;
  sandbox: string | null;
  endpoint: string | null;
  index_digest: string | null;
  limits: Limits | null;
  prompts: number;
  answers: number;
  retrievals: number;
  templates: string[];
  holes: RunHole[];
  /** With `--prompts`: prompts and answers. */
  conversations: readonly Conversation[];
}

export function runReport(summary: RunSummary, conversations: readonly Conversation[]): RunReport {
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
      note: ended?.note ?? null,
    })),
    conversations,
  };
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
  }
  for (const { prompt, hole, template, messages, answers } of report.conversations) {
    lines.push('', color.bold(`prompt ${prompt.slice(0, 12)} at hole ${hole}, ${template}`));
    for (const { role, text } of messages) lines.push(color.dim(`--- ${role} ---`), text);
    for (const { sample, finish, tokens, snapshot, text } of answers) {
      lines.push(color.dim(`--- answer ${sample + 1}, ${finish}, ${tokens} tokens, ${snapshot} ---`), text);
    }
    lines.push(color.dim('--- end ---'));
  }
  const hints =
    report.exit === null && !report.going_on && report.replay_of === null
      ? ['', `To resume: lemmahead runs resume ${report.id}`]
      : [];
  return `${[...lines, ...hints].join('\n')}\n`;
}
