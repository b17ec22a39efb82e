/** Flags of `check`. */
import type { Command } from '@commander-js/extra-typings';
import { CHECK_OPTIONS } from '../options/check-options.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';

const EXAMPLES = `
Examples:
  lemmahead check My/File.lean                         does it compile, what is sorry, which axioms are used
  lemmahead check Filled.lean --against Original.lean  does it differ from the original only in filled holes
  lemmahead check A.lean B.lean --json                 several files; the highest exit code is returned
  lemmahead check My/File.lean --require-sandbox namespaces
  lemmahead check *.lean --queue postgres://me@db/lemmahead   let workers judge the files
  lemmahead check *.lean --confirm                     a second worker must accept what the first accepts

Exit codes: 0 accepted, 1 rejected or sorry left, 2 wrong flags or unreadable file, 3 could not be checked,
4 out of time or memory, 5 compiles but was refused by the audit, 130 Ctrl-C.
`;

export function addCheckCommand(program: Command, execute: Execute): void {
  const command = program
    .command('check')
    .description('Report what a Lean file really proves: what is proved, what is sorry, which axioms are used')
    .argument('<file...>', 'the Lean files; they are not changed');
  addFlags(command, CHECK_OPTIONS)
    .addHelpText('after', EXAMPLES)
    .action((files) =>
      execute({ flags: readSettings(command, CHECK_OPTIONS) }, async (context) =>
        (await import('../commands/check.ts')).check({ files, ...readFlags(command, CHECK_OPTIONS) }, context),
      ),
    );
}
