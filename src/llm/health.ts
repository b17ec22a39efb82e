/** `doctor` checks of the model and the embedder. Sends nothing: `lemmahead models` tests the connection. */
import { absent, fault, ok, type Check } from '../base/health.ts';
import { Failure } from '../base/errors.ts';
import type { ModelSettings } from '../config/settings.ts';
import type { Price } from './chat.ts';
import { openEmbeddingFrom } from './embedding.ts';
import { openRerankerFrom } from './reranking.ts';
import { openModelFrom } from './open-model.ts';

const MODEL_GUIDE = 'docs/guides/use-a-model.md';

/** What a model is used as, and what is missing without it. */
const JUDGES = {
  'statement judge': ['only Lean judges the statements of formalize', 'lemmahead formalize TEXT --judge NAME'],
  'answer judge': ['only the checker judges answers', 'lemmahead bench solve --judge-model NAME'],
} as const;

/** `name`: of the model that judges; null if none is configured. The other settings are those of the model. */
export async function checkJudgeModel(
  label: keyof typeof JUDGES,
  name: string | null,
  settings: ModelSettings,
): Promise<Check> {
  const [without, fix] = JUDGES[label];
  if (name === null) return absent(label, `not configured; ${without}`, fix);
  return checkOpens(label, MODEL_GUIDE, () => openModelFrom({ ...settings, name }, { record: null }));
}

/** `adapter`: what `graph complete` uses the model for. The other settings are those of the model. */
export function checkAdapterModel(adapter: string, name: string, settings: ModelSettings): Promise<Check> {
  return checkOpens(`${adapter} model`, MODEL_GUIDE, () => openModelFrom({ ...settings, name }, { record: null }));
}

/** `label`: what the model is used as. */
export async function checkModel(settings: ModelSettings, label: 'model' | 'reranker' = 'model'): Promise<Check> {
  if (settings.name === null && label === 'reranker') {
    return fault(label, 'it is the model, but no model is configured', 'lemmahead concepts search TERM --model NAME');
  }
  if (settings.name === null) {
    return absent(
      'model',
      'not configured; proving works without one',
      'lemmahead prove FILE --model anthropic/claude-opus-5-5',
    );
  }
  return checkOpens(label, MODEL_GUIDE, () => openModelFrom(settings, { record: null }));
}

/** Loads a local embedder, which checks its folder, files and packages. `settings` is null if none is configured. */
export async function checkEmbedder(settings: ModelSettings | null): Promise<Check> {
  if (settings === null) {
    return absent(
      'embedder',
      'not configured; searches use words only',
      'lemmahead library embed --embedder openai/text-embedding-3-small',
    );
  }
  return checkOpens('embedder', 'docs/guides/use-a-model.md#embedders', async () => {
    const model = await openEmbeddingFrom(settings);
    await model.close();
    return model;
  });
}

/** Loads a local reranker, as `checkEmbedder`. `settings` is null if none is configured. */
export async function checkReranker(settings: ModelSettings | null): Promise<Check> {
  if (settings === null) {
    return absent(
      'reranker',
      'not configured; definitions keep the order of the search',
      'lemmahead concepts search TERM --reranker local/NAME --reranker-url URL',
    );
  }
  return checkOpens('reranker', 'docs/guides/use-a-model.md#rerankers', async () => {
    const model = await openRerankerFrom(settings);
    await model.close();
    return model;
  });
}

async function checkOpens(
  label: string,
  docs: string,
  open: () => Promise<{ name: string; endpoint: string; price: Price | null }>,
): Promise<Check> {
  try {
    const { name, endpoint, price } = await open();
    return ok(label, `${name}, ${endpoint}, price ${price === null ? 'unknown' : 'known'}`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message, reason, next } = error.detail;
    return fault(label, reason === undefined ? message : `${message} ${reason}`, next ?? docs);
  }
}
