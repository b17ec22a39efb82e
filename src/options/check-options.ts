/** The options of `check`. */
import { boolean, optionTable, type OptionsOf, text } from '../config/option-table.ts';
import { CHECK_JUDGING } from './judging-options.ts';

export const CHECK_OPTIONS = optionTable({
  /** A request contains a path or a text. */
  against: {
    flag: '--against <file>',
    help: 'the original file with the holes; only the filled holes may differ',
    value: text(),
    default: null,
  },
  allowNew: {
    flag: '--allow-new',
    help: 'with --against: allow declarations that the original does not have',
    value: boolean,
    default: false,
    request: { field: 'allow_new', help: 'with against: allow declarations that the original lacks' },
  },
  decl: {
    flag: '--decl <declaration>',
    help: 'check only this declaration (full name)',
    value: text(),
    default: null,
    request: { field: 'decl', help: 'check only this declaration, by its full name' },
  },
  ...CHECK_JUDGING,
});

export interface CheckCommandOptions extends OptionsOf<typeof CHECK_OPTIONS> {
  /** Paths of Lean files, relative to the working folder or absolute; at least one. */
  files: string[];
}
