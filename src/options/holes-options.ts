/** The options of `holes`. */
import { boolean, optionTable } from '../config/option-table.ts';

export const HOLES_OPTIONS = optionTable({
  /** A request has the opposite default, because Lean is slow. */
  goals: {
    flag: '--no-goals',
    help: 'do not run Lean to get the goals',
    value: boolean,
    default: true,
    request: { field: 'goals', help: 'also run Lean for the goals', forAgents: false },
  },
});
