/** Dual verification: an answer is right if the checker or the judge says so (specs/templates.md, section 5.4). */
import type { z } from 'zod';
import { AnswerChecker } from '../answers/answer-checker.ts';
import { chosenLetter } from '../answers/choice.ts';
import { type ExtractedAnswer, extractAnswer } from '../answers/extract-answer.ts';
import { Failure } from '../base/errors.ts';
import { withoutThinking } from '../base/without-thinking.ts';
import type { AskModel } from '../builders/concepts/model-stage.ts';
import { requestFailure } from '../llm/fatal-model-errors.ts';
import type { SolveOptions } from '../options/solve-options.ts';
import { answerJudgePrompt, type JudgedPart, readEquivalence } from '../prompt/answer-judge-prompt.ts';
import type { SolveQuestion } from '../solve/solve-problem.ts';
import type { answerVerdictSchema } from './answer-verdict-schema.ts';

/** The answer in a model's text; of a choice, its letter. */
export function answerIn(text: string, { options }: SolveQuestion): ExtractedAnswer | null {
  const letter = options.length === 0 ? null : chosenLetter(text, [...options]);
  return letter === null ? extractAnswer(text) : { text: letter, rule: 'boxed' };
}

/** The answers that a judge is asked about: those that the checker does not accept, or all. */
export type AskedAbout = 'refused' | 'all';

/** What is judged, and what the judge is shown of it. */
export interface Judging {
  about: AskedAbout;
  sees: JudgedPart;
}

/** What the judge says of an answer, as far as it is asked about it; null if there is nothing to ask about. */
export async function judgedSame(
  ask: AskModel,
  { about, sees }: Judging,
  { question, gold, text, checked }: JudgedText,
): Promise<boolean | null> {
  if (about === 'refused' && checked.verdict === 'same') return null;
  const submitted = sees === 'tail' ? withoutThinking(text).trim() : (checked.extracted?.text ?? '');
  if (submitted === '') return null;
  const prompt = answerJudgePrompt({ question, reference: gold, submitted, part: sees });
  return (await ask(prompt, readEquivalence)).value.isEquivalent;
}

export interface JudgedText {
  /** '' if it is not known. */
  question: string;
  gold: string;
  /** The whole text of a model. */
  text: string;
  /** What the checker says. */
  checked: { verdict: AnswerCheck['checker']; extracted: ExtractedAnswer | null };
}

/** How `solve` and `bench solve` ask their judge. @throws {Failure} `judge-missing` if options for a judge have none */
export function judgingOf({ judgeAll, judgeSees }: JudgeOptions, hasJudge: boolean): Judging {
  const unused = judgeAll ? '--judge-all' : judgeSees === 'tail' ? '--judge-sees tail' : null;
  if (unused !== null && !hasJudge) {
    throw new Failure('usage', 'judge-missing', {
      message: `${unused} needs a judge, and a right answer to compare with.`,
      next: 'Name the model: --judge-model PROVIDER/NAME; for solve, also --answer',
    });
  }
  return { about: judgeAll ? 'all' : 'refused', sees: judgeSees };
}

type JudgeOptions = Pick<SolveOptions, 'judgeAll' | 'judgeSees'>;

type AnswerCheck = z.infer<typeof answerVerdictSchema>;

/** As the specification has it by default: the fewest questions, and nothing that could persuade the judge. */
const BY_DEFAULT: Judging = { about: 'refused', sees: 'answer' };

export class AnswerChecks {
  readonly #checker = new AnswerChecker();
  readonly #judge: AskModel | null;
  readonly #judging: Judging;

  /** `judge`: null for none. */
  constructor(judge: AskModel | null, judging: Judging = BY_DEFAULT) {
    this.#judge = judge;
    this.#judging = judging;
  }

  async check(question: SolveQuestion, gold: string, text: string): Promise<AnswerCheck> {
    const { options, problem } = question;
    const pair = { gold, text, ...(options.length === 0 ? {} : { options: [...options] }), question: problem };
    const checked = await this.#checker.check(pair);
    const judge = await this.#asked({ question: problem, gold, text, checked });
    return { checker: checked.verdict, judge, correct: checked.verdict === 'same' || judge === true };
  }

  /** The largest class of equal answers, by its first member; null if no text has an answer. */
  async majority(question: SolveQuestion, texts: readonly string[]): Promise<{ at: number; votes: number } | null> {
    const classes: { at: number; answer: string; votes: number }[] = [];
    for (const [at, text] of texts.entries()) {
      const answer = answerIn(text, question)?.text;
      if (answer === undefined) continue;
      const same = await this.#classOf(classes, answer);
      if (same === null) classes.push({ at, answer, votes: 1 });
      else same.votes++;
    }
    const [best] = classes.toSorted((a, b) => b.votes - a.votes || a.at - b.at);
    return best === undefined ? null : { at: best.at, votes: best.votes };
  }

  async #classOf<C extends { answer: string }>(classes: readonly C[], answer: string): Promise<C | null> {
    for (const each of classes) {
      const { verdict } = await this.#checker.check({ gold: each.answer, text: `\\boxed{${answer}}` });
      if (verdict === 'same') return each;
    }
    return null;
  }

  async #asked(judged: JudgedText): Promise<boolean | null> {
    if (this.#judge === null) return null;
    try {
      return await judgedSame(this.#judge, this.#judging, judged);
    } catch (error) {
      if (requestFailure(error) === null) throw error;
      return null;
    }
  }

  close(): Promise<void> {
    return this.#checker.close();
  }
}
