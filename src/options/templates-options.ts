/** The options of `templates search`. */
import { integer, option, optionTable, type OptionsOf, text } from '../config/option-table.ts';
import { INDEX_OPTIONS, REFRESH_OPTIONS } from './data-options.ts';

export const TEMPLATES_SEARCH_OPTIONS = optionTable({
  limit: option('-k, --limit <number>', 'maximum number of templates', integer(1, 1000), {
    default: 10,
    request: { field: 'k', help: 'maximum number of templates (default: 10)' },
  }),
  /** `FILE` or `FILE:LINE`, 1-based. */
  in: option(
    '--in <file[:line]>',
    'the file of the goal: proofs above the line count more, those below not at all',
    text(4096),
    {
      request: { field: 'in', help: 'FILE or FILE:LINE of the goal' },
    },
  ),
  ...INDEX_OPTIONS,
  ...REFRESH_OPTIONS,
});

export interface TemplatesSearchOptions extends OptionsOf<typeof TEMPLATES_SEARCH_OPTIONS> {
  /** As Lean prints it, or its target only. */
  goal: string;
}
