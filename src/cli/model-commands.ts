/** Flags of `models`, and those of every command that asks a model. */
import { Argument, Option, type Command } from '@commander-js/extra-typings';
import type { Execute } from './execute.ts';

const EXAMPLES = `
Examples:
  lemmahead models anthropic
  lemmahead models local --base-url http://127.0.0.1:11434/v1      those of Ollama
`;

/** `model.base_url`. */
export function baseUrlOption() {
  return new Option('--base-url <url>', 'ask this server in place of the provider; as far as its version: …/v1');
}

/** `model.key_file`. */
export function keyFileOption() {
  return new Option('--key-file <file>', 'a file with the key, yours and with mode 600');
}

export function addModelsCommand(program: Command, execute: Execute): void {
  program
    .command('models')
    .description('List the models of a provider or a server, and what they cost; nothing is generated')
    .addArgument(
      new Argument('[provider]', 'whose; by default those of model.name').choices(['anthropic', 'openai', 'local']),
    )
    .addOption(baseUrlOption())
    .addOption(keyFileOption())
    .addHelpText('after', EXAMPLES)
    .action((provider, flags) =>
      execute({ flags: { 'model.base_url': flags.baseUrl, 'model.key_file': flags.keyFile } }, async (context) =>
        (await import('../commands/models.ts')).models({ provider }, context),
      ),
    );
}
