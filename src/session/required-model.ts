/** Opens the model that a command cannot do without. */
import { Failure } from '../base/errors.ts';
import type { Settings } from '../config/settings.ts';
import type { ChatModel } from '../llm/chat.ts';
import { openModelFrom } from '../llm/open-model.ts';

/** `without`: the command that does what is possible without a model. @throws {Failure} `model-missing`, and others */
export async function openRequiredModel(
  settings: Settings,
  { record, isDryRun, without }: { record: string | null; isDryRun: boolean; without: string },
): Promise<ChatModel> {
  if (settings.model.name !== null)
    return openModelFrom(settings.model, { record: isDryRun ? null : record, isDryRun });
  throw new Failure('missing', 'model-missing', {
    message: 'This needs a model, but no model is configured.',
    next: `Set one: --model anthropic/NAME, openai/NAME, or local/NAME with --base-url URL.\nWithout a model: ${without}`,
  });
}
