/** `lemmahead runs list`: the recorded runs. */
import { Failure } from '../base/errors.ts';
import { findRun, listRunIds } from '../prove/run/folder.ts';
import { summariseRun, type RunSummary } from '../prove/run/summary.ts';
import { renderRuns, runsReport } from '../report/runs-list.ts';
import type { Command } from './command.ts';

/** Unreadable runs are omitted, with a warning. */
export const runsList: Command<{ limit: number }> = ({ limit }, { settings, log }) => {
  const ids = listRunIds(settings.dataHome).slice(-limit);
  const runs: RunSummary[] = [];
  for (const id of ids) {
    try {
      runs.push(summariseRun(id, findRun(settings.dataHome, id).folder));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      log.warn(error.message);
    }
  }
  const report = runsReport(runs);
  return Promise.resolve({ exit: 'done', data: { ...report }, render: (style) => renderRuns(report, style) });
};
