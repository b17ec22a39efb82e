/** Flags of `solve`. */
import type { Command } from '@commander-js/extra-typings';
import { SOLVE_OPTIONS } from '../options/solve-options.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';

const EXAMPLES = `
Examples:
  lemmahead solve 'How many labelled trees are there on 9 vertices?'
  lemmahead solve problem.txt --model anthropic/NAME --answer 4782969
  lemmahead solve - --method both:no-refine,k=3 --model local/NAME --base-url http://localhost:11434/v1 < problem.txt
  lemmahead solve 'What is 2 + 2?' --method zero-shot --answer 4 <<< 'It is \\boxed{4}.'

The problem is distilled to its class, the nearest templates and solved problems of the graph are found (lemmahead templates
build), their theorems become a table, one template is chosen, and the model answers with both. Without a model, it prints
what is found. With --answer, the answer is compared with the right one: exit 0 if it is the same, 1 if it is not.
`;

export function addSolveCommand(program: Command, execute: Execute): void {
  const command = program
    .command('solve')
    .description('Solve a problem in words with templates')
    .argument('<problem...>', 'the problem, a file with it, or - for stdin');
  addFlags(command, SOLVE_OPTIONS)
    .addHelpText('after', EXAMPLES)
    .action((words) =>
      execute({ flags: readSettings(command, SOLVE_OPTIONS) }, async (context) => {
        const problem = await (await import('../session/problem-input.ts')).readProblem(words.join(' '), context);
        return (await import('../commands/solve.ts')).solve({ ...readFlags(command, SOLVE_OPTIONS), problem }, context);
      }),
    );
}
