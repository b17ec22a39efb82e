/** `lemmahead __complete`, which completion scripts call: words from the index that continue a prefix. */
import { completions, type CompletionKind } from '../index/completions.ts';
import { withCommandIndex } from '../session/command-index.ts';
import type { Command } from './command.ts';

export interface CompleteOptions {
  kind: CompletionKind;
  prefix: string;
}

export const complete: Command<CompleteOptions> = async ({ kind, prefix }, context) => {
  const found = await withCommandIndex(context, (index) => completions(index, kind, prefix));
  return {
    exit: 'done',
    data: { schema: 'lemmahead/completions@1', completions: found },
    render: () => found.map((word) => `${word}\n`).join(''),
  };
};
