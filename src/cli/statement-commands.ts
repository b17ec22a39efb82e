/** Flags of `statement check` and `statement compare`. */
import type { Command } from '@commander-js/extra-typings';
import { STATEMENT_CHECK_OPTIONS, STATEMENT_COMPARE_OPTIONS } from '../options/statement-options.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';

const CHECK_EXAMPLES = `
Examples:
  lemmahead statement check Problem.lean                          every statement of the file
  lemmahead statement check Problem.lean --informal problem.tex   also against its text
  lemmahead statement check Problem.lean --against Trusted.lean   also against a statement that is right
  lemmahead statement check Problem.lean --approve                remember these statements
  lemmahead statement check Problem.lean --informal problem.tex --judge anthropic/NAME --judge openai/NAME

A judge is a model. It puts the statement into words without seeing your text; then it compares the two texts.

Exit codes: 0 it compiles and no check holds against it, 1 it does not compile, is unfaithful or suspect,
2 wrong flags or no statement, 3 no Lean, or a check or judge gave no answer, 4 out of time, memory or budget,
5 the file contains something that may change what a statement means, 130 Ctrl-C.
`;

const COMPARE_EXAMPLES = `
Examples:
  lemmahead statement compare Mine.lean Reference.lean            the last statement of each
  lemmahead statement compare A.lean B.lean --decl-a first --json

Exit codes: 0 shown equivalent, 1 not shown equivalent, 2 wrong flags or no statement, 3 no Lean,
4 out of time or memory, 5 a file contains something that may change what a statement means, 130 Ctrl-C.
`;

export function addStatementCommands(program: Command, execute: Execute): void {
  const statement = program.command('statement').description('Check what a statement says, or compare two statements');
  const check = statement
    .command('check')
    .description('Report whether a statement is false, vacuous, trivial or suspicious, and what it rests on')
    .argument('<file>', 'the Lean file; it is not changed, and its proofs are not looked at');
  addFlags(check, STATEMENT_CHECK_OPTIONS)
    .addHelpText('after', CHECK_EXAMPLES)
    .action((file) =>
      execute({ flags: readSettings(check, STATEMENT_CHECK_OPTIONS) }, async (context) => {
        const [{ statementCheck }, { readStatementText }] = await Promise.all([
          import('../commands/statement-check.ts'),
          import('../session/statement-input.ts'),
        ]);
        const flags = readFlags(check, STATEMENT_CHECK_OPTIONS);
        const informal =
          flags.informal === null ? null : await readStatementText(flags.informal, process.stdin, context);
        return statementCheck({ ...flags, file, informal }, context);
      }),
    );
  const compare = statement
    .command('compare')
    .description('Report whether two statements are equivalent, by fixed and weak tactics')
    .argument('<a>', 'the first Lean file')
    .argument('<b>', 'the second Lean file');
  addFlags(compare, STATEMENT_COMPARE_OPTIONS)
    .addHelpText('after', COMPARE_EXAMPLES)
    .action((a, b) =>
      execute({}, async (context) =>
        (await import('../commands/statement-compare.ts')).statementCompare(
          { a, b, ...readFlags(compare, STATEMENT_COMPARE_OPTIONS) },
          context,
        ),
      ),
    );
}
