/** The list of recorded runs, as JSON and as text. Pure. */
import type { RunSummary } from '../prove/run/summary.ts';
import { dollars } from './format-spending.ts';
import { paint, type TextStyle } from './style.ts';
import type { RunLine, RunsReport } from './prove-schema.ts';

export function runsReport(runs: readonly RunSummary[]): RunsReport {
  return { schema: 'lemmahead/runs@1', runs: runs.map(runLine) };
}

export function runLine({ request, started, ended, holes, ...run }: RunSummary): RunLine {
  return {
    id: run.id,
    started_at: request.at,
    file: request.file,
    exit: ended?.exit ?? null,
    going_on: run.isActive,
    filled: ended?.filled ?? holes.filter((hole) => hole.ended?.state === 'filled').length,
    holes: holes.length,
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

export function stateOf({ exit, going_on }: Pick<RunLine, 'exit' | 'going_on'>): string {
  if (exit !== null) return STATES[exit] ?? exit;
  return going_on ? 'running' : 'stopped';
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
    return `${color.bold(run.id)}  ${painted}  ${run.filled} of ${run.holes} filled  ${by}${spent}  ${run.file}`;
  });
  return `${lines.join('\n')}\n`;
}
