/** The model of `runs replay`: returns only the recorded answers of a run, without network, key or cost. */
import type { ChatModel } from '../../llm/chat.ts';
import { ModelError } from '../../llm/model-error.ts';
import { promptHash } from '../../llm/prompt-hash.ts';
import { storedAnswersModel } from '../../llm/replay.ts';
import type { RecordedAnswers } from './recorded-answers.ts';

export function recordedModel(name: string, run: string, answers: RecordedAnswers): ChatModel {
  return storedAnswersModel(name, `none: answers on record in run ${run}`, (request) => {
    const prompt = promptHash(request);
    const recorded = answers.find(prompt, request.sample);
    if (recorded !== null) return recorded.answer;
    throw new ModelError('notRecorded', {
      message: `Run ${run} has no answer to the prompt ${prompt.slice(0, 12)}…, sample ${request.sample}.`,
      reason: 'The prompt has changed because the index, Lean or the record has changed.',
      next: `lemmahead runs show ${run}`,
    });
  });
}
