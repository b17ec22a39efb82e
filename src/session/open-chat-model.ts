/** Opens a model of a command: it is asked from here, or by the workers of a queue. */
import type { ModelSettings } from '../config/settings.ts';
import type { ChatModel } from '../llm/chat.ts';
import { openModelFrom } from '../llm/open-model.ts';
import type { CommandContext } from './command-context.ts';

/** Sends nothing. @throws {Failure} as `openModelFrom` */
export function openChatModel(
  settings: ModelSettings,
  { record, isDryRun = false }: { record: string | null; isDryRun?: boolean },
  { modelWorkers }: Pick<CommandContext, 'modelWorkers'>,
): Promise<ChatModel> {
  const elsewhere =
    modelWorkers === undefined ? {} : { elsewhere: (model: ChatModel) => modelWorkers.chat(model, settings) };
  return openModelFrom(settings, { record, isDryRun, ...elsewhere });
}
