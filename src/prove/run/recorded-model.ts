/** The model of `runs replay`: the answers that a run has on record, and no others. No network, no key, no money. */
import type { ChatModel } from '../../llm/chat.ts';
import { cancelled, ModelError } from '../../llm/model-error.ts';
import { promptHash } from '../../llm/prompt-hash.ts';
import type { RecordedAnswers } from './recorded-answers.ts';

export function recordedModel(name: string, run: string, answers: RecordedAnswers): ChatModel {
  return {
    name,
    endpoint: `none: answers on record in run ${run}`,
    price: { input: 0, output: 0 },
    async ask(request, { signal, onTry }) {
      if (signal.aborted) throw cancelled('nothing');
      onTry?.(1, 0);
      const prompt = promptHash(request);
      const known = answers.find(prompt, request.sample);
      if (known !== null) return { ...known.answer, retries: 0, unaccounted: 0 };
      throw new ModelError('notRecorded', {
        message: `Run ${run} has no answer to the prompt ${prompt.slice(0, 12)}…, sample ${request.sample}.`,
        reason: 'The prompt is another one than then: the index, Lean, or the record has changed.',
        next: `lemmahead runs show ${run}`,
      });
    },
  };
}
