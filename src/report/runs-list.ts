/** The list of recorded runs, as JSON and as text. Pure. */
import type { RunSummary } from '../prove/run/summary.ts';
import { dollars } from './format-spending.ts';
import { paint, type TextStyle } from './style.ts';
import type { RunLine, RunsReport } from './prove-schema.ts';

export function runsReport(runs: readonly RunSummary[]): RunsReport {
  return { schema: 'lemmahead/runs@1', runs: runs.map(runLine) };
}

export function runLine({ request, started, ended, holes, problems, ...run }: RunSummary): RunLine {
  const filled =
    run.kind === 'prove'
      ? holes.filter((hole) => hole.ended?.state === 'filled').length
      : problems.filter((problem) => problem.ended?.exit === 'done').length;
  return {
    ...{ id: run.id, kind: run.kind },
    started_at: request.at,
    file: request.file,
    exit: ended?.exit ?? null,
    going_on: run.isActive,
    filled: ended?.filled ?? filled,
    holes: holes.length,
    problems: Math.max(0, ...problems.map((problem) => problem.started.of)),
    attempts: run.attempts,
    strategy: started?.strategies.join('+') ?? null,
    model: started?.model ?? null,
    tokens: run.tokens,
    cost: run.cost,
    replay_of: request.replay_of,
  };
}

const STATES: Record<string, string> = {
  done: 'proved',
  no: 'some open',
  budget: 'budget spent',
  missing: 'unchecked',
  refused: 'refused',
};

const FORMALIZE_STATES: Record<string, string> = { ...STATES, done: 'formalized' };

export function stateOf({ kind, exit, going_on }: Pick<RunLine, 'kind' | 'exit' | 'going_on'>): string {
  if (exit !== null) return (kind === 'prove' ? STATES : FORMALIZE_STATES)[exit] ?? exit;
  return going_on ? 'running' : 'stopped';
}

function countText({ kind, filled, holes, problems }: RunLine): string {
  return kind === 'prove' ? `${filled} of ${holes} filled` : `${filled} of ${problems} formalized`;
}

export function renderRuns({ runs }: RunsReport, style: TextStyle): string {
  if (runs.length === 0) return 'There are no recorded runs.\n';
  const color = paint(style);
  const lines = runs.map((run) => {
    const state = stateOf(run).padEnd(12);
    const painted = run.exit === 'done' ? color.green(state) : color.yellow(state);
    const money = run.cost === null ? 'price unknown' : dollars(run.cost);
    const spent = run.tokens === 0 ? '' : `  ${money}`;
    const by = [run.strategy, run.model].filter((word) => word !== null).join(', ');
    return `${color.bold(run.id)}  ${painted}  ${countText(run)}  ${by}${spent}  ${run.file}`;
  });
  return `${lines.join('\n')}\n`;
}
