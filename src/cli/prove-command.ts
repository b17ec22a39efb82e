/** Flags of `prove`. */
import type { Command } from '@commander-js/extra-typings';
import { MODEL_GROUP, BUDGET_GROUP } from '../options/model-options.ts';
import { OUTPUT_GROUP, PROVE_OPTIONS, type ProveOutput } from '../options/prove-options.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';
import { printFirst } from './short-help.ts';

const EXAMPLES = `
Examples:
  lemmahead prove My/File.lean                   print accepted proofs as a diff
  lemmahead prove My/File.lean --in-place        write them to the file
  lemmahead prove My/File.lean --decl my_lemma --max-time 120
  lemmahead prove My/File.lean --model anthropic/NAME --max-cost 0.50
  lemmahead prove My/File.lean --model local/qwen --base-url http://localhost:11434/v1
  lemmahead prove My/File.lean --model openai/NAME --dry-run
  lemmahead prove My/File.lean --model openai/NAME --strategy ipa --decl my_theorem --informal statement.tex
  lemmahead runs resume last                     resume a run that was stopped
`;

/** The headings of `--help`; `--help-all` prints all. */
const USUAL = ['Options:', OUTPUT_GROUP, MODEL_GROUP, BUDGET_GROUP];

export function addProveCommand(program: Command, execute: Execute): void {
  const command = program
    .command('prove')
    .description('Fill the sorrys of a file with proofs that Lean accepts and the audit confirms')
    .argument('<file>', 'the Lean file');
  addFlags(command, PROVE_OPTIONS)
    .option('--help-all', 'print this help with all flags')
    .addHelpText('after', EXAMPLES)
    .action((file) => {
      const { inPlace, out, diff, jsonStream, ...options } = readFlags(command, PROVE_OPTIONS);
      const output = outputOf({ inPlace, out, diff });
      return execute({ flags: readSettings(command, PROVE_OPTIONS), streams: jsonStream }, async (context) => {
        const [{ prove }, { readInformalInput }] = await Promise.all([
          import('../commands/prove.ts'),
          import('../session/informal-input.ts'),
        ]);
        return prove(await readInformalInput({ file, output, ...options }, context.cwd), context);
      });
    });
  printFirst(command, USUAL);
}

function outputOf({ inPlace, out, diff }: { inPlace: boolean; out: string | null; diff: boolean }): ProveOutput {
  if (out !== null) return { to: 'other', path: out };
  return { to: inPlace ? 'file' : diff ? 'diff' : 'show' };
}
