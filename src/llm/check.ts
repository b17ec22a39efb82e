/** `doctor`'s question about the model. Nothing is sent: whether it answers is what `lemmahead models` is for. */
import { absent, fault, ok, type Check } from '../base/check.ts';
import { Failure } from '../base/errors.ts';
import type { ModelSettings } from '../config/settings.ts';
import { openModelFrom } from './open-model.ts';

export async function checkModel(settings: ModelSettings): Promise<Check> {
  if (settings.name === null) {
    return absent(
      'model',
      'none named; proving goes without',
      'lemmahead prove FILE --model anthropic/claude-opus-5-5',
    );
  }
  try {
    const { name, endpoint, price } = await openModelFrom(settings, { record: null });
    return ok('model', `${name}, ${endpoint}, price ${price === null ? 'not known' : 'known'}`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message, reason, next } = error.detail;
    return fault('model', reason === undefined ? message : `${message} ${reason}`, next ?? 'docs/models.md');
  }
}
