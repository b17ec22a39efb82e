/** Flags of `formalize`. */
import type { Command } from '@commander-js/extra-typings';
import { FORMALIZE_OPTIONS } from '../options/formalize-options.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';
import { pagesOption } from './pages-option.ts';

const EXAMPLES = `
The statement is a text, a file (.txt, .md, .tex, or .pdf with a text layer), or
- for stdin. A file .jsonl is a batch: one JSON object per line with an id and a
statement. Every run is recorded and can be resumed and replayed: lemmahead runs
--help. The definitions that it may need come from the concept base of the
index. Lean accepts the result as a statement; whether it says what the text
says is yours to judge.

Examples:
  lemmahead formalize 'Every finite group has an order.' --model openai/NAME
  lemmahead formalize exercise.tex --model local/kimina --formalizer kimina
  lemmahead formalize exercise.tex --model openai/NAME --dry-run
  lemmahead formalize notes.pdf --pages 3 --pick 2 --model openai/NAME
  lemmahead formalize - --model openai/NAME --check none --out Statement.lean
  lemmahead formalize exercise.tex --model openai/NAME --prove --out A.lean
  lemmahead formalize problems.jsonl --model openai/NAME --max-cost-each 0.50
`;

export function addFormalizeCommand(program: Command, execute: Execute): void {
  const command = program
    .command('formalize')
    .description('Write a statement in words as a Lean statement, with a model')
    .argument('<text>', 'the statement in words and LaTeX, a file with it or with a batch, or -');
  addFlags(command, FORMALIZE_OPTIONS)
    .addOption(pagesOption())
    .addHelpText('after', EXAMPLES)
    .action((text, { pages = null }) => {
      const { jsonStream: streams } = readFlags(command, FORMALIZE_OPTIONS);
      return execute({ flags: readSettings(command, FORMALIZE_OPTIONS), streams }, async (context) => {
        const [{ formalize }, { readProblems }] = await Promise.all([
          import('../commands/formalize.ts'),
          import('../session/batch-problems.ts'),
        ]);
        const { jsonStream: _, ...options } = readFlags(command, FORMALIZE_OPTIONS, context.settings);
        return formalize({ ...options, ...(await readProblems(text, pages, process.stdin, context)) }, context);
      });
    });
}
