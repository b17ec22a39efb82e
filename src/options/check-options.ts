/** The options of `check`. */
import { boolean, type OptionsOf, text, option, optionTable } from '../config/option-table.ts';
import { CONFIRM_OPTION, QUEUE_OPTIONS } from './queue-options.ts';
import { CHECK_JUDGING } from './judging-options.ts';

export const CHECK_OPTIONS = optionTable({
  /** A request contains a path or a text. */
  against: option('--against <file>', 'the original file with the holes; only the filled holes may differ', text()),
  allowNew: option('--allow-new', 'with --against: allow declarations that the original does not have', boolean, {
    request: { field: 'allow_new', help: 'with against: allow new declarations' },
  }),
  decl: option('--decl <declaration>', 'check only this declaration (full name)', text(), {
    request: { field: 'decl', help: 'only this declaration' },
  }),
  ...CHECK_JUDGING,
  ...QUEUE_OPTIONS,
  ...CONFIRM_OPTION,
});

export interface CheckCommandOptions extends OptionsOf<typeof CHECK_OPTIONS> {
  /** Paths of Lean files, relative to the working folder or absolute; at least one. */
  files: string[];
}
