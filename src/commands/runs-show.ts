/** `lemmahead runs show`: one run, hole by hole; with `--prompts`, also its prompts and answers. */
import { findRun } from '../prove/run/folder.ts';
import { conversationsOf } from '../prove/run/conversations.ts';
import { summariseRun } from '../prove/run/summary.ts';
import { renderRun, runReport } from '../report/run-show.ts';
import type { Command } from './command.ts';

export const runsShow: Command<{ run: string; prompts: boolean }> = ({ run, prompts }, { settings }) => {
  const { id, folder } = findRun(settings.dataHome, run);
  const summary = summariseRun(id, folder);
  const report = runReport(summary, prompts ? conversationsOf(summary) : []);
  return Promise.resolve({ exit: 'done', data: { ...report }, render: (style) => renderRun(report, style) });
};
