/** Options that `check` and the commands that prove share: verification level, sandbox, allowed axioms. */
import type { SandboxLevel } from '../lean/process/sandbox-levels.ts';
import { choice, inGroup, list, option, type OptionsOf } from '../config/option-table.ts';

const GROUP = 'Judging:';
/** `none` is not offered. */
const SANDBOXES: readonly SandboxLevel[] = ['limits', 'namespaces', 'bubblewrap'];

const level = {
  default: 'audit',
  request: { field: 'level', help: 'default: audit' },
  plan: 'level',
} as const;

const JUDGING = {
  allowAxioms: option(
    '--allow-axioms <names>',
    'axioms that a proof may use in addition to the three standard ones',
    list({ most: 100 }),
    {
      request: { field: 'allow_axioms', help: 'besides the standard ones' },
      plan: 'axioms',
    },
  ),
  requireSandbox: option('--require-sandbox <sandbox>', 'require at least this sandbox for Lean', choice(SANDBOXES)),
};

/** From compilation alone to independent checkers. */
export const CHECK_JUDGING = inGroup(GROUP, {
  level: option(
    '--level <level>',
    'how thoroughly to verify',
    choice(['compile', 'audit', 'kernel', 'challenge']),
    level,
  ),
  ...JUDGING,
});

/** Has no `compile` level: a file that was only compiled is never written. */
export const PROVE_JUDGING = inGroup(GROUP, {
  level: option(
    '--level <level>',
    'how thoroughly to verify before a hole counts as filled',
    choice(['audit', 'kernel', 'challenge']),
    level,
  ),
  ...JUDGING,
});

/** `requireSandbox`: null accepts any sandbox. */
export interface JudgingOptions extends OptionsOf<typeof CHECK_JUDGING> {}
