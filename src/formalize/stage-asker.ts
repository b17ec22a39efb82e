/** Puts the questions of the stages to a model. An unusable answer costs the stage its model, never the pack. */
import type { FailureDetail } from '../base/errors.ts';
import { BudgetSpent, type BudgetStop } from '../llm/budget.ts';
import { isFatal, requestFailure } from '../llm/fatal-model-errors.ts';
import { ModelError } from '../llm/model-error.ts';
import type { Prompt } from '../prompt/prompts.ts';

export const STAGES = ['extract', 'rewrite', 'augment', 'retrieve', 'rerank', 'illustrate'] as const;

export type StageName = (typeof STAGES)[number];

/** What a stage did. `off`: switched off, or not needed. */
export interface StageReport {
  stage: StageName;
  by: 'model' | 'offline' | 'off';
  /** Why the offline form was used in place of the model; null if it was not. */
  note: string | null;
}

/** Puts a question, again if the answer is unusable. `read` throws `BadAnswer`. */
export type AskStage = <T extends object>(prompt: Prompt, read: (answer: string) => T) => Promise<T>;

export class StageAsker {
  readonly reports: StageReport[] = [];
  stoppedBy: BudgetStop['limit'] | null = null;
  modelFailure: FailureDetail | null = null;
  readonly #ask: AskStage | null;

  /** `ask`: null for the offline forms. */
  constructor(ask: AskStage | null) {
    this.#ask = ask;
  }

  get hasModel(): boolean {
    return this.#ask !== null;
  }

  report(stage: StageName, by: StageReport['by'], note: string | null = null): void {
    this.reports.push({ stage, by, note });
  }

  /** Null if the offline form must be used. */
  async ask<T extends object>(stage: StageName, prompt: Prompt, read: (answer: string) => T): Promise<T | null> {
    const note = (why: string | null): null => {
      this.report(stage, 'offline', why);
      return null;
    };
    if (this.#ask === null || this.stoppedBy !== null || this.modelFailure !== null) return note(null);
    try {
      const answer = await this.#ask(prompt, read);
      this.report(stage, 'model');
      return answer;
    } catch (error) {
      if (error instanceof BudgetSpent) {
        this.stoppedBy = error.stop.limit;
        return note('the budget is used up');
      }
      if (error instanceof ModelError && isFatal(error) && error.kind !== 'cancelled') {
        this.modelFailure = error.detail;
        return note(error.detail.message.replace(/\.$/u, ''));
      }
      const failure = requestFailure(error);
      if (failure === null) throw error;
      return note(failure.message.replace(/\.$/u, ''));
    }
  }
}
