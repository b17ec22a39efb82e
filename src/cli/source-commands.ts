/** Flags of `outline` and `references`. */
import type { Command } from '@commander-js/extra-typings';
import { REFERENCES_OPTIONS } from '../options/graph-options.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';

const OUTLINE_EXAMPLES = `
Examples:
  lemmahead outline My/File.lean
  lemmahead outline My/File.lean --json

Exit codes: 0 done, 1 no declaration, 2 usage.
`;

const REFERENCES_EXAMPLES = `
Uses are read from the sources, so those that a tactic finds are missing. The project's own come first.

Examples:
  lemmahead references MyProject.main_lemma
  lemmahead references Finset.sum_comm --module MyProject

Exit codes: 0 found, 1 no use, or no or several such names, 2 usage, 3 no index.
`;

export function addSourceCommands(program: Command, execute: Execute): void {
  program
    .command('outline')
    .description('List the declarations of a Lean file, without running Lean')
    .argument('<file>', 'the Lean file')
    .addHelpText('after', OUTLINE_EXAMPLES)
    .action((file) =>
      execute({}, async (context) => (await import('../commands/outline.ts')).outline({ file }, context)),
    );
  const references = program
    .command('references')
    .description('List the places in the sources that use a declaration')
    .argument('<name>', 'full name of a declaration, or a clear part of it');
  addFlags(references, REFERENCES_OPTIONS)
    .addHelpText('after', REFERENCES_EXAMPLES)
    .action((name) =>
      execute({ flags: readSettings(references, REFERENCES_OPTIONS) }, async (context) =>
        (await import('../commands/references.ts')).references(
          { name, ...readFlags(references, REFERENCES_OPTIONS) },
          context,
        ),
      ),
    );
}
