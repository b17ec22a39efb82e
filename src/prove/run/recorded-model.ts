/** The model of `runs replay`: the answers that a run has on record, and no others. No network, no key, no money. */
import type { ChatModel } from '../../llm/chat.ts';
import { ModelError } from '../../llm/model-error.ts';
import { promptHash } from '../../llm/prompt-hash.ts';
import { storedAnswersModel } from '../../llm/replay.ts';
import type { RecordedAnswers } from './recorded-answers.ts';

export function recordedModel(name: string, run: string, answers: RecordedAnswers): ChatModel {
  return storedAnswersModel(name, `none: answers on record in run ${run}`, (request) => {
    const prompt = promptHash(request);
    const known = answers.find(prompt, request.sample);
    if (known !== null) return known.answer;
    throw new ModelError('notRecorded', {
      message: `Run ${run} has no answer to the prompt ${prompt.slice(0, 12)}…, sample ${request.sample}.`,
      reason: 'The prompt is another one than then: the index, Lean, or the record has changed.',
      next: `lemmahead runs show ${run}`,
    });
  });
}
