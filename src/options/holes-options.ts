/** The options of `holes`. */
import { boolean, option, optionTable } from '../config/option-table.ts';

export const HOLES_OPTIONS = optionTable({
  /** A request has the opposite default, because Lean is slow. */
  goals: option('--no-goals', 'do not run Lean to get the goals', boolean, {
    request: { field: 'goals', help: 'also run Lean for the goals', forAgents: false },
  }),
});
