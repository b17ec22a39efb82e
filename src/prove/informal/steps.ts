/** The steps of an informal proof: requests to the model and library searches, all recorded. */
import type { Prompt } from '../../prompt/prompts.ts';
import { isUnchanged, answerText } from '../../prompt/informal-answer.ts';
import {
  improvePrompt,
  keywordsAgainPrompt,
  keywordsPrompt,
  proofByTemplatePrompt,
  proofPrompt,
  statementPrompt,
  type PassageContext,
} from '../../prompt/informal-prompts.ts';
import { BadAnswer, readComplete } from '../../llm/bad-answer.ts';
import type { AskFor } from '../../prompt/ask-for.ts';
import { keywordsIn } from '../../prompt/keyword-answer.ts';
import type { PassageReason } from '../passage.ts';
import type { ModelStrategyOptions } from '../rag/model-round.ts';
import type { Problem, Remark, SolvedMaterial, Tools } from '../strategy.ts';
import type { InformalOptions } from './informal-options.ts';
import { keywordQuery, statementQuery } from './passage-query.ts';
import { statementInWords } from './informal-statement.ts';

export type StepsOptions = ModelStrategyOptions & InformalOptions;

/** A library query with its source. */
export interface LibraryQuery {
  text: string;
  reason: PassageReason;
}

/** Input of an improvement step. */
interface Improvement {
  proof: string;
  context: PassageContext;
}

/** The steps at one hole, run sequentially. Repeating a request asks for another sample. */
export class InformalSteps {
  readonly #problem: Problem;
  readonly #tools: Tools;
  readonly #options: StepsOptions;
  readonly #samples = new Map<string, number>();
  #statement = '';
  /** Current round of `ipa`; 0 for the first proof. */
  #round = 0;

  constructor(problem: Problem, tools: Tools, options: StepsOptions) {
    this.#problem = problem;
    this.#tools = tools;
    this.#options = options;
  }

  get statement(): string {
    return this.#statement;
  }

  /** Takes the given informal statement, or lets the model write it. Must be called first. */
  async findStatement(): Promise<void> {
    const statement = statementInWords(this.#problem) ?? { text: await this.#writeStatement(), from: 'model' as const };
    this.#statement = statement.text;
    this.#report({ kind: 'step', step: 'statement', round: 0, from: statement.from, text: statement.text });
  }

  async #writeStatement(): Promise<string> {
    const { text, hole } = this.#problem;
    const goal = await this.#problem.goal();
    const written = await this.#askForText(statementPrompt({ text, hole, goal }));
    if (written !== null) return written;
    this.#note('The model wrote no informal statement; the goal is used instead.');
    return goal;
  }

  /** The unchanged statement. */
  plainQuery(): LibraryQuery {
    return { text: statementQuery(this.#statement), reason: 'statement' };
  }

  /**
   * Keywords of the problem, and of `proof` if given. After an answer without keywords, asks once more; then falls back
   * to the statement.
   */
  async enhancedQuery(proof: string | null): Promise<LibraryQuery> {
    const first = await this.#ask(keywordsPrompt(this.#statement, proof));
    const keywords =
      keywordsIn(first.text) ?? keywordsIn((await this.#ask(keywordsAgainPrompt(this.#statement, first.text))).text);
    if (keywords === null) {
      this.#note('The model returned no keywords in two answers; the statement is used as the query.');
      return this.plainQuery();
    }
    const text = keywordQuery(keywords);
    this.#report({ kind: 'step', step: 'keywords', round: this.#round, from: 'model', text });
    return { text, reason: proof === null ? 'keywords' : 'keywords_again' };
  }

  /** Passages for the query, without those below the relevance floor. */
  async context({ text, reason }: LibraryQuery): Promise<PassageContext> {
    const { passages: limit, contextTokens: tokens, relevanceFloor: floor } = this.#options;
    const { passages: retrieve } = this.#tools;
    if (retrieve === undefined || retrieve === null) throw new Error('this strategy needs a library');
    const { passages: found } = limit === 0 ? { passages: [] } : await retrieve({ text, reason, limit });
    const passages = floor === null ? found : found.filter(({ similarity }) => similarity >= floor);
    if (passages.length < found.length) {
      this.#note(
        `${found.length - passages.length} of ${found.length} passages are less similar than ${floor}: left out.`,
      );
    }
    return { passages, tokens };
  }

  /** Theorems and a template of similar problems. */
  async similarProblems(): Promise<SolvedMaterial> {
    const { findSolved } = this.#tools;
    if (findSolved === undefined || findSolved === null) throw new Error('this strategy needs a graph of templates');
    const found = await findSolved(this.#statement, this.#askFor);
    const { table, template, notices } = found;
    for (const notice of notices) this.#note(notice);
    if (template === null) this.#note('No template of the graph fits; the proof is written without one.');
    const text = [template?.title ?? '', table.map(({ name }) => name).join('; ')].filter((each) => each !== '');
    this.#report({ kind: 'step', step: 'template', round: 0, from: 'dataset', text: text.join(': ') });
    return found;
  }

  /** Returns null if the model writes no proof. */
  proveByTemplate(material: SolvedMaterial): Promise<string | null> {
    return this.#prove(proofByTemplatePrompt(this.#statement, material));
  }

  /** Returns null if the model writes no proof. `context` null: without passages. */
  prove(context: PassageContext | null): Promise<string | null> {
    return this.#prove(proofPrompt(this.#statement, context));
  }

  async #prove(prompt: Prompt): Promise<string | null> {
    const proof = await this.#askForText(prompt);
    if (proof === null) this.#note('The model wrote no informal proof; the Lean prompt is sent without one.');
    else this.#report({ kind: 'step', step: 'proof', round: this.#round, from: 'model', text: proof });
    return proof;
  }

  /** Returns an improved proof, or the same one if the model returns none or reports that none is needed. */
  async improve({ proof, context }: Improvement): Promise<string> {
    this.#round++;
    const improved = await this.#askForText(improvePrompt(this.#statement, proof, context, this.#options.stopsEarly));
    if (improved === null)
      this.#note(`The model wrote no improved proof in round ${this.#round}; the previous one is kept.`);
    const result = improved === null || (this.#options.stopsEarly && isUnchanged(improved)) ? proof : improved;
    this.#report({ kind: 'step', step: 'proof', round: this.#round, from: 'model', text: result });
    return result;
  }

  async #askForText(prompt: Prompt): Promise<string | null> {
    return answerText(await this.#ask(prompt));
  }

  /** Asks once more after an unusable answer. @throws {BadAnswer} after a second one */
  #askFor: AskFor = async (prompt, read) => {
    const askOnce = async () => ({ value: readComplete(await this.#ask(prompt), read) });
    return askOnce().catch((error: unknown) => {
      if (error instanceof BadAnswer) return askOnce();
      throw error;
    });
  };

  #ask({ template, messages }: Prompt): ReturnType<NonNullable<Tools['ask']>> {
    const { ask } = this.#tools;
    if (ask === null) throw new Error('this strategy needs a model');
    const { temperature, maxOutputTokens } = this.#options;
    const key = JSON.stringify(messages);
    const sample = this.#samples.get(key) ?? 0;
    this.#samples.set(key, sample + 1);
    return ask({ messages, maxOutputTokens, temperature, sample }, template);
  }

  #report(remark: Remark): void {
    this.#tools.report?.(remark);
  }

  #note(text: string): void {
    this.#report({ kind: 'note', text });
  }
}
