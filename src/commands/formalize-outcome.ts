/** The result of a session of `formalize`: the report and the exit code, of one problem or of a batch, and its files. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Exit } from '../base/exit-codes.ts';
import { fileName } from '../bench/prove/problem.ts';
import { writeOtherFile } from '../lean/user-file.ts';
import type { FormalizeRunRequest, ProblemInWords } from '../options/formalize-options.ts';
import type { ProblemEnded } from '../prove/events.ts';
import type { RunSummary } from '../prove/run/summary.ts';
import { type FormalizeBatchReport, isUnfinished } from '../report/formalize-batch-schema.ts';
import { renderFormalizeBatch } from '../report/formalize-batch-text.ts';
import { modelFailureReport } from '../report/formalize-report.ts';
import type { FormalizeReport } from '../report/formalize-schema.ts';
import { renderFormalize } from '../report/formalize-text.ts';
import type { RecordedProblem } from '../session/recorded-problem.ts';
import type { CommandOutcome } from './command.ts';

export interface ProblemResult {
  ended: ProblemEnded;
  report: FormalizeReport;
}

export interface RunResult extends Pick<RecordedProblem['outcome'], 'stoppedBy' | 'modelFailure'> {
  /** Its id. */
  run: string;
  /** The file of a batch; null for one text. */
  file: string | null;
  model: string;
  /** Null for a problem that was not finished. */
  results: { problem: ProblemInWords; result: ProblemResult | null }[];
  tokens: number;
  cost: number | null;
  /** The run that was replayed. */
  replayOf: RunSummary | null;
}

export async function formalizeOutcome(request: FormalizeRunRequest, run: RunResult): Promise<CommandOutcome> {
  const [first] = run.results;
  if (run.file !== null || first?.result === null || first === undefined) return batchOutcome(request, run);
  const { ended, report: stored } = first.result;
  const target = request.out !== null && stored.chosen !== null ? request.out : null;
  if (target !== null) await writeOtherFile(target, stored.chosen!);
  const { replayOf } = run;
  const report: FormalizeReport = {
    ...{ ...stored, written_to: target, replay_of: replayOf?.id ?? null },
    differs: replayOf !== null && differing(run).length > 0,
  };
  return { exit: ended.exit, data: { ...report }, render: (style) => renderFormalize(report, style) };
}

async function batchOutcome({ out }: FormalizeRunRequest, run: RunResult): Promise<CommandOutcome> {
  const problems: FormalizeBatchReport['problems'] = [];
  for (const [at, { problem, result }] of run.results.entries()) {
    const { ended = null, report = null } = result ?? {};
    const written = out === null || report === null ? null : await writeProblem(out, problem.id, report);
    problems.push({
      ...{ problem: at + 1, id: problem.id, statement: problem.statement },
      ...{ exit: ended?.exit ?? null, chosen: ended?.statement ?? null, note: ended?.note ?? null },
      stopped: ended?.stopped ?? false,
      ...{ answers: ended?.answers ?? 0, compiled: ended?.compiled ?? 0, written_to: written },
    });
  }
  const report: FormalizeBatchReport = {
    schema: 'lemmahead/formalize-batch@1',
    ...{ run: run.run, file: run.file ?? '', model: run.model },
    scripted: run.results.some(({ result }) => result?.report.scripted === true),
    problems,
    formalized: problems.filter(({ exit }) => exit === 'done').length,
    unfinished: problems.filter(isUnfinished).length,
    ...{ tokens: run.tokens, cost: run.cost, stopped_by: run.stoppedBy },
    model_failure: modelFailureReport(run.modelFailure),
    written_to: out,
    replay_of: run.replayOf?.id ?? null,
    differs: run.replayOf === null ? [] : differing(run),
  };
  return { exit: batchExit(run), data: { ...report }, render: (style) => renderFormalizeBatch(report, style) };
}

/** Writes the full report, and the statement if there is one. Returns the path of the statement; null without. */
export async function writeProblem(folder: string, id: string, report: FormalizeReport): Promise<string | null> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, fileName(id));
  await writeOtherFile(`${path}.json`, `${JSON.stringify(report, null, 2)}\n`);
  if (report.chosen === null) return null;
  await writeOtherFile(`${path}.lean`, report.chosen);
  return `${path}.lean`;
}

function batchExit({ results, stoppedBy, modelFailure }: RunResult): Exit {
  const exits = results.map(({ result }) => result?.ended.exit ?? null);
  if (exits.every((exit) => exit === 'done')) return 'done';
  if (stoppedBy !== null) return 'budget';
  if (modelFailure !== null) return 'missing';
  for (const exit of ['budget', 'missing', 'no', 'refused'] as const) if (exits.includes(exit)) return exit;
  return 'no';
}

/** Ids of the problems with another result than in the replayed run. */
function differing({ replayOf, results }: RunResult): string[] {
  return results.flatMap(({ problem: { id }, result }) => {
    const before = replayOf?.problems.find(({ started }) => started.id === id)?.ended ?? null;
    const isSame = before?.exit === result?.ended.exit && before?.statement === result?.ended.statement;
    return isSame ? [] : [id];
  });
}
