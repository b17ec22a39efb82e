/** `lemmahead runs export`: a run as one JSON object, for backup or sharing. */
import { resolve } from 'node:path';
import { writeOtherFile } from '../lean/user-file.ts';
import { findRun } from '../prove/run/folder.ts';
import { conversationsOf } from '../prove/run/conversations.ts';
import { originalOf, summariseRun } from '../prove/run/summary.ts';
import type { Command } from './command.ts';

export const runsExport: Command<{ run: string; out: string | null }> = async ({ run, out }, { settings, cwd }) => {
  const { id, folder } = findRun(settings.dataHome, run);
  const summary = summariseRun(id, folder);
  const data = {
    schema: 'lemmahead/run-export@1' as const,
    id,
    original: originalOf(summary),
    events: summary.events.map((event) => ({ ...event })),
    conversations: conversationsOf(summary),
  };
  if (out === null) return { exit: 'done', data, isExact: true, render: () => `${JSON.stringify(data, null, 2)}\n` };
  const path = resolve(cwd, out);
  await writeOtherFile(path, `${JSON.stringify(data, null, 2)}\n`);
  return { exit: 'done', data: { ...data, written_to: path }, render: () => `${id} written to ${path}.\n` };
};
