/** Opens the model that a command cannot do without. */
import { Failure } from '../base/errors.ts';
import type { ChatModel } from '../llm/chat.ts';
import type { CommandContext } from './command-context.ts';
import { openChatModel } from './open-chat-model.ts';

/** `without`: the command that does what is possible without a model. @throws {Failure} `model-missing`, and others */
export async function openRequiredModel(
  context: Pick<CommandContext, 'settings' | 'modelWorkers'>,
  { record, isDryRun, without }: { record: string | null; isDryRun: boolean; without: string },
): Promise<ChatModel> {
  const { model } = context.settings;
  if (model.name !== null) return openChatModel(model, { record: isDryRun ? null : record, isDryRun }, context);
  throw new Failure('missing', 'model-missing', {
    message: 'This needs a model, but no model is configured.',
    next: `Set one: --model anthropic/NAME, openai/NAME, or local/NAME with --base-url URL.\nWithout a model: ${without}`,
  });
}
