/** `lemmahead index stats`: what the index was made from and by, and what is in it. */
import { indexPathFor } from '../config/paths.ts';
import { readStats } from '../index/stats.ts';
import { snakeKeys } from '../report/json-keys.ts';
import { renderIndexStats } from '../report/index-stats.ts';
import type { Command } from './command.ts';

export const indexStats: Command<Record<string, never>> = async (_options, { settings }) => {
  const stats = readStats(indexPathFor(settings));
  return {
    exit: 'done',
    data: { schema: 'lemmahead/index-stats@1', ...snakeKeys(stats) },
    render: (style) => renderIndexStats(stats, style),
  };
};
