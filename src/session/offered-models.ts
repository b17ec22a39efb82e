/** The models that a worker offers: those that its settings name. */
import type { ChatModel } from '../llm/chat.ts';
import { isOnServer, openModelFrom } from '../llm/open-model.ts';
import type { Offer } from '../queue/requirements.ts';
import type { CommandContext } from './command-context.ts';
import { modelFacts } from './model-unit.ts';

export interface OfferedModels {
  chat: ReadonlyMap<string, ChatModel>;
  facts: Offer;
}

/** @throws {Failure} if a key is missing */
export async function openOfferedModels({ settings: { model } }: CommandContext): Promise<OfferedModels> {
  if (model.name === null || !isOnServer({ name: model.name })) return { chat: new Map(), facts: {} };
  const opened = await openModelFrom(model, { record: null });
  return { chat: new Map([[model.name, opened]]), facts: modelFacts(model.name, opened.endpoint) };
}
