/** `lemmahead index path`: the path of the index that a command would use here. */
import { existsSync } from 'node:fs';
import { indexPathFor } from '../config/paths.ts';
import type { Command } from './command.ts';

export const indexPath: Command<Record<string, never>> = async (_options, { settings }) => {
  const path = indexPathFor(settings);
  return {
    exit: 'done',
    data: { schema: 'lemmahead/index-path@1', path, exists: existsSync(path) },
    render: () => `${path}\n`,
  };
};
