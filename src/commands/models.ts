/** `lemmahead models`: what a provider or a server can be asked for, and what it costs. */
import { Failure } from '../base/errors.ts';
import { listModels } from '../llm/list-models.ts';
import { renderModels } from '../report/models.ts';
import type { Command } from './command.ts';

export interface ModelsOptions {
  /** `anthropic`, `openai` or `local`; undefined: that of the model in the settings. */
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
  throw new Failure({
    exit: 'usage',
    code: 'model-name',
    message: 'It is not clear whose models to list.',
    reason: 'No provider is named, and the settings name no model.',
    next: 'lemmahead models anthropic',
  });
}
