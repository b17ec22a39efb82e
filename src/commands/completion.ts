/** `lemmahead completion SHELL`: prints a completion script, generated from the command tree. */
import type { CommandTree } from '../report/command-tree.ts';
import { completionScript, type Shell } from '../report/completion.ts';
import type { Command } from './command.ts';

export interface CompletionOptions {
  shell: Shell;
  tree: CommandTree;
}

export const completion: Command<CompletionOptions> = async ({ shell, tree }) => {
  const script = completionScript(shell, tree);
  return { exit: 'done', data: { schema: 'lemmahead/completion@1', shell, script }, render: () => script };
};
