/** Flags that `check` and `prove` share: verification level, sandbox, allowed axioms. */
import { Option, type Command, type OptionValues } from '@commander-js/extra-typings';
import type { JudgingOptions } from '../options/judging-options.ts';
import { collect } from './arguments.ts';

const GROUP = 'Judging:';

export function allowAxiomsOption() {
  return new Option('--allow-axioms <names>', 'axioms that a proof may use in addition to the three standard ones')
    .argParser(collect)
    .helpGroup(GROUP);
}

export function requireSandboxOption() {
  return new Option('--require-sandbox <sandbox>', 'require at least this sandbox for Lean')
    .choices(['limits', 'namespaces', 'bubblewrap'] as const)
    .helpGroup(GROUP);
}

/** From compilation alone to independent checkers. */
export function checkLevelOption() {
  return new Option('--level <level>', 'how thoroughly to verify')
    .choices(['compile', 'audit', 'kernel', 'challenge'] as const)
    .default('audit' as const)
    .helpGroup(GROUP);
}

/** Has no `compile` level: a file that was only compiled is never written. */
function proveLevelOption() {
  return new Option('--level <level>', 'how thoroughly to verify before a hole counts as filled')
    .choices(['audit', 'kernel', 'challenge'] as const)
    .default('audit' as const)
    .helpGroup(GROUP);
}

/** For the commands that prove. */
export function withJudgingFlags<Args extends unknown[], Flags extends OptionValues, Globals extends OptionValues>(
  command: Command<Args, Flags, Globals>,
) {
  return command.addOption(proveLevelOption()).addOption(allowAxiomsOption()).addOption(requireSandboxOption());
}

type JudgingFlags = Pick<JudgingOptions, 'level'> & {
  [Flag in 'allowAxioms' | 'requireSandbox']?: JudgingOptions[Flag] | undefined;
};

export function judgingOf({ level, allowAxioms, requireSandbox }: JudgingFlags): JudgingOptions {
  return { level, allowAxioms: allowAxioms ?? [], requireSandbox: requireSandbox ?? null };
}
