/**
 * Marks answers that a script gave instead of a model. The mark is part of the snapshot, so it appears in every record,
 * recording, replay and report without further code.
 */
import type { ChatModel } from './chat.ts';

const MARK = 'scripted';

/** A server may also set the mark itself. */
export function isScripted(snapshot: string): boolean {
  return /^scripted\b/.test(snapshot);
}

/** Wraps `model` so that all its answers have the mark. */
export function markedAsScripted(model: ChatModel): ChatModel {
  return {
    ...model,
    async ask(request, options) {
      const answer = await model.ask(request, options);
      return isScripted(answer.snapshot) ? answer : { ...answer, snapshot: `${MARK}:${answer.snapshot}` };
    },
  };
}
