/** Flags of `models`. */
import { Argument, type Command } from '@commander-js/extra-typings';
import { LISTED_PROVIDERS } from '../llm/find-provider.ts';
import { SERVER_OPTIONS } from '../options/model-options.ts';
import type { Execute } from './execute.ts';
import { addFlags, readSettings } from './option-flags.ts';

const EXAMPLES = `
Examples:
  lemmahead models anthropic
  lemmahead models local --base-url http://127.0.0.1:11434/v1      the models of Ollama
`;

export function addModelsCommand(program: Command, execute: Execute): void {
  const command = program
    .command('models')
    .description('List the models of a provider or server with their prices; nothing is generated')
    .addArgument(
      new Argument('[provider]', 'default: that of model.name').choices(LISTED_PROVIDERS.map(([name]) => name)),
    );
  addFlags(command, SERVER_OPTIONS)
    .addHelpText('after', EXAMPLES)
    .action((provider) =>
      execute({ flags: readSettings(command, SERVER_OPTIONS) }, async (context) =>
        (await import('../commands/models.ts')).models({ provider }, context),
      ),
    );
}
