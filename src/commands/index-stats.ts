/** `lemmahead index stats`: how the index was built, and counts of its contents. */
import { readStats } from '../index/stats.ts';
import { snakeKeys } from '../report/json-keys.ts';
import { renderIndexStats } from '../report/index-stats.ts';
import type { Command } from './command.ts';
import { withCommandIndex } from '../session/command-index.ts';

export const indexStats: Command<Record<string, never>> = async (_options, context) => {
  const stats = await withCommandIndex(context, readStats);
  return {
    exit: 'done',
    data: { schema: 'lemmahead/index-stats@1', ...snakeKeys(stats) },
    render: (style) => renderIndexStats(stats, style),
  };
};
