/** Flags that `check` and `prove` share: how far is looked, in what sandbox, on which axioms a proof may rest. */
import { Option, type Command, type OptionValues } from '@commander-js/extra-typings';
import type { JudgingOptions } from '../commands/judging.ts';
import { collect } from './arguments.ts';

const GROUP = 'Judging:';

export function allowAxiomsOption() {
  return new Option('--allow-axioms <names>', 'axioms that a proof may rest on besides the usual three')
    .argParser(collect)
    .helpGroup(GROUP);
}

export function requireSandboxOption() {
  return new Option('--require-sandbox <sandbox>', 'run Lean in no weaker sandbox than this')
    .choices(['limits', 'namespaces', 'bubblewrap'] as const)
    .helpGroup(GROUP);
}

/** From Lean's own word that it compiles to checkers from outside. */
export function checkLevelOption() {
  return new Option('--level <level>', 'how far to look')
    .choices(['compile', 'audit', 'kernel', 'challenge'] as const)
    .default('audit' as const)
    .helpGroup(GROUP);
}

/** What only compiles is never written. */
function proveLevelOption() {
  return new Option('--level <level>', 'how far to look before something counts as filled')
    .choices(['audit', 'kernel', 'challenge'] as const)
    .default('audit' as const)
    .helpGroup(GROUP);
}

/** For what proves. */
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
