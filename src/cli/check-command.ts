/** Flags of `check`. */
import type { Command } from '@commander-js/extra-typings';
import type { Execute } from './execute.ts';
import { allowAxiomsOption, checkLevelOption, judgingOf, requireSandboxOption } from './judging-flags.ts';

const EXAMPLES = `
Examples:
  lemmahead check My/File.lean                         does it compile, what is sorry, which axioms
  lemmahead check Filled.lean --against Original.lean  is it that file with its holes honestly filled
  lemmahead check A.lean B.lean --json                 several files; the highest exit code counts
  lemmahead check My/File.lean --require-sandbox namespaces

Exit codes: 0 accepted, 1 rejected or sorry left, 2 wrong flags or no readable file, 3 could not be checked,
4 time or memory ran out, 5 it compiles, but the audit refused it, 130 Ctrl-C.
`;

export function addCheckCommand(program: Command, execute: Execute): void {
  program
    .command('check')
    .description('Say what a Lean file really proves: what is proved, what is sorry, which axioms')
    .argument('<file...>', 'the Lean files; they are only read')
    .option('--against <original>', 'the file with the holes: nothing but their fillings may differ')
    .option('--allow-new', 'with --against: declarations that the original lacks are let through')
    .option('--decl <name>', 'ask about this one declaration, by its full name')
    .addOption(checkLevelOption())
    .addOption(allowAxiomsOption())
    .addOption(requireSandboxOption())
    .addHelpText('after', EXAMPLES)
    .action((files, flags) =>
      execute({}, async (context) =>
        (await import('../commands/check.ts')).check(
          {
            files,
            against: flags.against ?? null,
            decl: flags.decl ?? null,
            allowNew: flags.allowNew ?? false,
            ...judgingOf(flags),
          },
          context,
        ),
      ),
    );
}
