/** Options that `check` and the commands that prove share: verification level, sandbox, allowed axioms. */
import type { SandboxLevel } from '../lean/process/sandbox.ts';
import { choice, list, optionTable, type OptionsOf } from '../config/option-table.ts';

const group = 'Judging:';

const JUDGING = {
  allowAxioms: {
    flag: '--allow-axioms <names>',
    help: 'axioms that a proof may use in addition to the three standard ones',
    group,
    value: list({ most: 100 }),
    default: [],
    request: { field: 'allow_axioms', help: 'axioms that a proof may use besides the three standard ones' },
    plan: 'axioms',
  },
  requireSandbox: {
    flag: '--require-sandbox <sandbox>',
    help: 'require at least this sandbox for Lean',
    group,
    // `none` is not offered.
    value: choice(['limits', 'namespaces', 'bubblewrap'] satisfies SandboxLevel[] as readonly SandboxLevel[]),
    default: null,
  },
} as const;

const levelRequest = { field: 'level', help: 'level of the check (default: audit)' } as const;

/** From compilation alone to independent checkers. */
export const CHECK_JUDGING = optionTable({
  level: {
    flag: '--level <level>',
    help: 'how thoroughly to verify',
    group,
    value: choice(['compile', 'audit', 'kernel', 'challenge']),
    default: 'audit',
    request: levelRequest,
    plan: 'level',
  },
  ...JUDGING,
});

/** Has no `compile` level: a file that was only compiled is never written. */
export const PROVE_JUDGING = optionTable({
  level: {
    flag: '--level <level>',
    help: 'how thoroughly to verify before a hole counts as filled',
    group,
    value: choice(['audit', 'kernel', 'challenge']),
    default: 'audit',
    request: levelRequest,
    plan: 'level',
  },
  ...JUDGING,
});

/** `requireSandbox`: null accepts any sandbox. */
export interface JudgingOptions extends OptionsOf<typeof CHECK_JUDGING> {}
