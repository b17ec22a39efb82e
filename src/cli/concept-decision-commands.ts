/** Flags of the `concepts` commands about the user's decisions. */
import type { Command } from '@commander-js/extra-typings';
import {
  CONCEPTS_EXPORT_OPTIONS,
  CONCEPTS_IMPORT_OPTIONS,
  CONCEPTS_LINK_OPTIONS,
  CONCEPTS_NAME_OPTIONS,
} from '../options/concepts-options.ts';
import type { Execute } from './execute.ts';
import { addFlags, readFlags, readSettings } from './option-flags.ts';

const DECISION = 'A decision is stored in the library, and every later build of the concept base applies it.';

const LINK_EXAMPLES = `
${DECISION}

Examples:
  lemmahead concepts link 'state space' MyProject.StateSpace
  lemmahead concepts unlink kernel Filter.ker
  lemmahead concepts unlink kernel Filter.ker --undo
`;

const NAME_EXAMPLES = `
${DECISION}

Examples:
  lemmahead concepts alias kernel 'null space'      null space finds what kernel means
  lemmahead concepts merge 'abelian group' 'commutative group'
  lemmahead concepts alias kernel 'null space' --undo
`;

const EXPORT_EXAMPLES = `
Examples:
  lemmahead concepts export --out decisions.jsonl
  lemmahead concepts import decisions.jsonl
  lemmahead concepts export --content --out base.jsonl
`;

export function addDecisions(concepts: Command, execute: Execute): void {
  addLinks(concepts, execute);
  addNames(concepts, execute);
  addTransfer(concepts, execute);
}

const LINKS = [
  { verb: 'link', means: true, description: 'Say that a phrase means a definition' },
  { verb: 'unlink', means: false, description: 'Say that a phrase does not mean a definition' },
] as const;

function addLinks(concepts: Command, execute: Execute): void {
  for (const { verb, means, description } of LINKS) {
    const command = concepts
      .command(verb)
      .description(description)
      .argument('<phrase>', 'the phrase, quoted')
      .argument('<definition>', 'name of the definition');
    addFlags(command, CONCEPTS_LINK_OPTIONS)
      .addHelpText('after', LINK_EXAMPLES)
      .action((phrase, name) =>
        execute({ flags: readSettings(command, CONCEPTS_LINK_OPTIONS) }, async (context) =>
          (await import('../commands/concepts-link.ts')).conceptsLink(
            { phrase, name, means, ...readFlags(command, CONCEPTS_LINK_OPTIONS) },
            context,
          ),
        ),
      );
  }
}

const NAMES = [
  { verb: 'merge', description: 'Say that two concepts are the same', otherHelp: 'the other concept, quoted' },
  { verb: 'alias', description: 'Give a concept one more name', otherHelp: 'the new name, quoted' },
] as const;

function addNames(concepts: Command, execute: Execute): void {
  for (const { verb, description, otherHelp } of NAMES) {
    const command = concepts
      .command(verb)
      .description(description)
      .argument('<phrase>', 'a concept, quoted')
      .argument('<other>', otherHelp);
    addFlags(command, CONCEPTS_NAME_OPTIONS)
      .addHelpText('after', NAME_EXAMPLES)
      .action((phrase, other) =>
        execute({ flags: readSettings(command, CONCEPTS_NAME_OPTIONS) }, async (context) =>
          (await import('../commands/concepts-name.ts')).conceptsName(
            { verb, phrase, other, ...readFlags(command, CONCEPTS_NAME_OPTIONS) },
            context,
          ),
        ),
      );
  }
}

function addTransfer(concepts: Command, execute: Execute): void {
  const exported = concepts
    .command('export')
    .description('Print your decisions on concepts as lines of JSON, which concepts import reads');
  addFlags(exported, CONCEPTS_EXPORT_OPTIONS)
    .addHelpText('after', EXPORT_EXAMPLES)
    .action(() =>
      execute({ flags: readSettings(exported, CONCEPTS_EXPORT_OPTIONS) }, async (context) =>
        (await import('../commands/concepts-export.ts')).conceptsExport(
          readFlags(exported, CONCEPTS_EXPORT_OPTIONS),
          context,
        ),
      ),
    );
  const imported = concepts
    .command('import')
    .description('Add the decisions of an export of concepts')
    .argument('<file>', 'a file written by concepts export --out');
  addFlags(imported, CONCEPTS_IMPORT_OPTIONS).action((file) =>
    execute({ flags: readSettings(imported, CONCEPTS_IMPORT_OPTIONS) }, async (context) =>
      (await import('../commands/concepts-import.ts')).conceptsImport({ file }, context),
    ),
  );
}
