/** Flags of `models`, and those of every command that asks a model. */
import { Argument, Option, type Command } from '@commander-js/extra-typings';
import type { Execute, Request } from './execute.ts';

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

/** Flags of how a model is asked, as the settings that they make. */
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
    .description('List the models of a provider or a server, and what they cost; nothing is generated')
    .addArgument(
      new Argument('[provider]', 'whose; by default those of model.name').choices(['anthropic', 'openai', 'local']),
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
