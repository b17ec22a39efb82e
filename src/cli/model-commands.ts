/** Flags of `models`, and the flags of every command that uses a model. */
import { Argument, Option, type Command } from '@commander-js/extra-typings';
import type { Execute, Request } from './execute.ts';
import { LISTED_PROVIDERS } from '../llm/find-provider.ts';

const EXAMPLES = `
Examples:
  lemmahead models anthropic
  lemmahead models local --base-url http://127.0.0.1:11434/v1      the models of Ollama
`;

/** `model.base_url`. */
export function baseUrlOption() {
  return new Option('--base-url <url>', 'server to use instead of the provider, ending in its version: …/v1');
}

/** `model.key_file`. */
export function keyFileOption() {
  return new Option('--key-file <file>', 'file with the API key, owned by you, with mode 600');
}

/** Maps the model flags to their settings. */
export function modelSettings({ baseUrl, keyFile, temperature }: ModelFlags): NonNullable<Request['flags']> {
  return { 'model.base_url': baseUrl, 'model.key_file': keyFile, 'model.temperature': temperature };
}

interface ModelFlags {
  baseUrl?: string | undefined;
  keyFile?: string | undefined;
  temperature?: number | undefined;
}

export function addModelsCommand(program: Command, execute: Execute): void {
  program
    .command('models')
    .description('List the models of a provider or server with their prices; nothing is generated')
    .addArgument(
      new Argument('[provider]', 'default: that of model.name').choices(LISTED_PROVIDERS.map(([name]) => name)),
    )
    .addOption(baseUrlOption())
    .addOption(keyFileOption())
    .addHelpText('after', EXAMPLES)
    .action((provider, flags) =>
      execute({ flags: modelSettings(flags) }, async (context) =>
        (await import('../commands/models.ts')).models({ provider }, context),
      ),
    );
}
