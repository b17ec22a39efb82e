/**
 * Answers that a script gave in the place of a model. Their mark is in the snapshot, the name of what answered: it goes
 * into every record, recording and replay and every report by itself, so that no step can forget to pass it on.
 */
import type { ChatModel } from './chat.ts';

const MARK = 'scripted';

/** A server may also say so itself, whatever it is asked as. */
export function isScripted(snapshot: string): boolean {
  return /^scripted\b/.test(snapshot);
}

/** All answers of `model` carry the mark. */
export function markedAsScripted(model: ChatModel): ChatModel {
  return {
    ...model,
    async ask(request, options) {
      const answer = await model.ask(request, options);
      return isScripted(answer.snapshot) ? answer : { ...answer, snapshot: `${MARK}:${answer.snapshot}` };
    },
  };
}
