/** `lemmahead models`: the models of a provider or server, with prices. */
import { Failure } from '../base/errors.ts';
import { listModels } from '../llm/list-models.ts';
import { renderModels } from '../report/models.ts';
import type { Command } from './command.ts';

export interface ModelsOptions {
  /** `anthropic`, `openai` or `local`; undefined for the provider of the configured model. */
  provider: string | undefined;
}

export const models: Command<ModelsOptions> = async ({ provider }, { settings, signal }) => {
  const list = await listModels(provider ?? providerOf(settings.model.name), settings.model, signal);
  return {
    exit: list.models.length > 0 ? 'done' : 'no',
    data: { schema: 'lemmahead/models@1', ...list },
    render: (style) => renderModels(list, style),
  };
};

function providerOf(name: string | null): string {
  if (name !== null && name.includes('/')) return name.split('/', 1)[0] ?? '';
  throw new Failure('usage', 'model-name', {
    message: 'The provider is unknown.',
    reason: 'No provider was given, and no model is configured.',
    next: 'lemmahead models anthropic',
  });
}
