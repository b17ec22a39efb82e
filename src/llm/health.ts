/** `doctor`'s questions about the model and the embedder. Nothing is sent: whether they answer is what `lemmahead models` is for. */
import { absent, fault, ok, type Check } from '../base/health.ts';
import { Failure } from '../base/errors.ts';
import type { ModelSettings } from '../config/settings.ts';
import type { Price } from './chat.ts';
import { openEmbeddingFrom } from './embedding.ts';
import { openModelFrom } from './open-model.ts';

export async function checkModel(settings: ModelSettings): Promise<Check> {
  if (settings.name === null) {
    return absent(
      'model',
      'none named; proving goes without',
      'lemmahead prove FILE --model anthropic/claude-opus-5-5',
    );
  }
  return opened('model', 'docs/models.md', () => openModelFrom(settings, { record: null }));
}

/** One on this machine is loaded: its folder, its files and the packages that run it must be there. Null: none is named. */
export async function checkEmbedder(settings: ModelSettings | null): Promise<Check> {
  if (settings === null) {
    return absent(
      'embedder',
      'none named; searches go by words',
      'lemmahead library embed --embedder openai/text-embedding-3-small',
    );
  }
  return opened('embedder', 'docs/models.md#embedders', async () => {
    const model = await openEmbeddingFrom(settings);
    await model.close();
    return model;
  });
}

async function opened(
  what: string,
  docs: string,
  open: () => Promise<{ name: string; endpoint: string; price: Price | null }>,
): Promise<Check> {
  try {
    const { name, endpoint, price } = await open();
    return ok(what, `${name}, ${endpoint}, price ${price === null ? 'not known' : 'known'}`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message, reason, next } = error.detail;
    return fault(what, reason === undefined ? message : `${message} ${reason}`, next ?? docs);
  }
}
