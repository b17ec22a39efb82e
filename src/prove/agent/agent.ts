/** The strategy `agent`: a model proves a goal by calling tools in a loop. */
import type { ChatAnswer } from '../../llm/chat.ts';
import type { ChatTool, ToolCall, ToolResult } from '../../llm/chat-tools.ts';
import { candidateIn } from '../../prompt/answer.ts';
import { contextBlock } from '../../prompt/context-block.ts';
import { clip, fenced, marked } from '../../prompt/fitting.ts';
import { agentPrompt, type Prompt } from '../../prompt/prompts.ts';
import { NO_CALL } from '../../prompt/templates/agent-template.ts';
import { proposalOf } from '../retrieval/premise-use.ts';
import { contentAtStart } from '../retrieval/content-at-start.ts';
import { joinPremises } from '../retrieval/retrieve-all.ts';
import { reasonToStop } from '../rag/propose-and-repair.ts';
import { describeFailure, errorsOf } from '../rag/failed-attempt.ts';
import type { ModelStrategyOptions } from '../rag/model-round.ts';
import type { Premise } from '../premise.ts';
import type { Attempt, MadeCall, Problem, Proposal, Strategy, Tools } from '../strategy.ts';
import { type AgentCall, agentTools, isShort, readCall } from './agent-tools.ts';
import { Conversation } from './conversation.ts';

export interface AgentOptions extends Omit<ModelStrategyOptions, 'samples' | 'rounds' | 'exemplars'> {
  /** Maximum number of requests at one hole. */
  turns: number;
  /** Maximum number of characters of tool results in a prompt. */
  resultChars: number;
}

/** Further calls of one answer are dropped. */
const MOST_CALLS = 8;
/** So many answers in a row without a new call, or without a call at all, end the work. */
const MOST_IDLE = 3;
/** Maximum length of one result, and of one of several alternatives, in characters. */
const RESULT_CHARS = 4000;
const ALTERNATIVE_CHARS = 1200;

/** Needs a model. It cannot search if retrieval is turned off. */
export function agent(options: AgentOptions): Strategy {
  return { name: 'agent', propose: (problem, tools) => new Agent(problem, tools, options).work() };
}

/** A call of an answer with what is to be tried for it. */
interface ReadCall {
  call: ToolCall;
  /** A sentence for the model if the call is invalid. */
  read: AgentCall | string;
  proposals: Proposal[];
}

class Agent {
  readonly #problem: Problem;
  readonly #tools: Tools;
  readonly #options: AgentOptions;
  readonly #offered: readonly ChatTool[];
  /** All declarations that a tool has shown, the newest first. */
  #premises: Premise[] = [];
  readonly #made = new Set<string>();
  #idle = 0;

  constructor(problem: Problem, tools: Tools, options: AgentOptions) {
    this.#problem = problem;
    this.#tools = tools;
    this.#options = options;
    this.#offered = agentTools(tools.retrieve !== null);
  }

  async *work(): AsyncGenerator<Proposal[], void, Attempt[]> {
    const { turns, resultChars } = this.#options;
    const goal = await this.#problem.goal();
    const { template, messages } = await this.#firstPrompt(goal);
    const conversation = new Conversation(messages, resultChars);
    for (let turn = 1; turn <= turns; turn++) {
      const answer = await this.#ask(conversation, template);
      const calls = this.#readCalls(answer.calls ?? []);
      conversation.addAnswer(
        answer,
        calls.map(({ call }) => call),
      );
      if (calls.length === 0) {
        const proposal = this.#proposalIn(answer);
        const attempts = proposal === null ? [] : yield [proposal];
        const isNew = proposal !== null && this.#isNew({ name: 'submit', input: proposal.candidate.text });
        if (this.#isOver(attempts, goal, !isNew)) return;
        conversation.addText(attempts.length === 0 ? NO_CALL : marked(this.#outcome(attempts[0]!)));
        continue;
      }
      const proposals = calls.flatMap((each) => each.proposals);
      const attempts = proposals.length === 0 ? [] : yield proposals;
      conversation.addResults(await this.#results(turn, calls, attempts));
      const fresh = calls.filter(({ call }) => this.#isNew(call));
      if (this.#isOver(attempts, goal, fresh.length === 0)) return;
    }
    this.#note(`The model was not asked again, because it made ${turns} requests: --turns allows more.`);
  }

  async #firstPrompt(goal: string): Promise<Prompt> {
    const content = await contentAtStart(goal, this.#problem, this.#tools, this.#options);
    this.#premises = content.premises ?? [];
    return agentPrompt(content);
  }

  #ask({ messages }: Conversation, template: string): Promise<ChatAnswer> {
    const { ask } = this.#tools;
    if (ask === null) throw new Error('this strategy needs a model');
    const { maxOutputTokens, temperature } = this.#options;
    return ask({ messages, maxOutputTokens, temperature, sample: 0, tools: this.#offered }, template);
  }

  #readCalls(calls: readonly ToolCall[]): ReadCall[] {
    return calls.slice(0, MOST_CALLS).map((call) => {
      const read = readCall(call, this.#offered);
      const proposals = typeof read === 'string' ? [] : this.#proposalsOf(read);
      return { call: isShort(call) ? call : { ...call, name: call.name.slice(0, 40), input: '{}' }, read, proposals };
    });
  }

  #proposalsOf(call: AgentCall): Proposal[] {
    switch (call.tool) {
      case 'try':
        return call.tactics.map((tactics) => this.#written(tactics));
      case 'submit':
        return [this.#written(call.proof)];
      case 'goal':
        return call.after.trim() === '' ? [] : [{ ...this.#written(call.after), isProbe: true }];
      default:
        return [];
    }
  }

  /** An answer without calls may contain a proof. */
  #proposalIn(answer: ChatAnswer): Proposal | null {
    const read = candidateIn(answer, this.#problem.text, this.#problem.hole);
    if (read.kind === 'candidate') return proposalOf(read.candidate, this.#premises);
    this.#tools.report?.({ kind: 'no_candidate', why: read.why });
    return null;
  }

  /** Reads what a model writes in place of the hole, with or without `by`. */
  #written(text: string): Proposal {
    const { text: file, hole } = this.#problem;
    const read = candidateIn({ text: fenced(text, 'lean'), finish: 'end' }, file, hole);
    return proposalOf(read.kind === 'none' ? { kind: 'tactic', text } : read.candidate, this.#premises);
  }

  /**
   * In the order of the calls. A recorded result counts, so that later prompts are equal. A recorded search is made all the
   * same: later proposals import what it found.
   */
  async #results(turn: number, calls: readonly ReadCall[], attempts: readonly Attempt[]): Promise<ToolResult[]> {
    const results: ToolResult[] = [];
    for (const [at, { call, read, proposals }] of calls.entries()) {
      const tried = attempts.filter(({ proposal }) => proposals.includes(proposal));
      const made = { turn, call: at + 1, tool: call.name, input: call.input };
      const found = await this.#outcomeOf(read, tried);
      const recorded = this.#tools.calls?.find(made) ?? null;
      const outcome = recorded ?? found;
      if (recorded === null) this.#tools.calls?.store({ ...made, ...outcome });
      results.push({
        ...{ call: call.id, text: marked(outcome.result) },
        ...(outcome.failed ? ({ isError: true } as const) : {}),
      });
    }
    return results;
  }

  async #outcomeOf(read: AgentCall | string, tried: readonly Attempt[]): Promise<Pick<MadeCall, 'result' | 'failed'>> {
    if (typeof read === 'string') return { result: read, failed: true };
    return { result: clip(await this.#resultOf(read, tried), RESULT_CHARS), failed: false };
  }

  async #resultOf(call: AgentCall, tried: readonly Attempt[]): Promise<string> {
    switch (call.tool) {
      case 'search':
        return this.#search(call.query, call.as);
      case 'show':
        return this.#show(call.name);
      case 'goal':
      case 'submit':
        return tried[0] === undefined ? this.#problem.goal() : this.#outcome(tried[0]);
      case 'try':
        return tried.map((attempt, at) => `${at + 1}. ${clip(this.#outcome(attempt), ALTERNATIVE_CHARS)}`).join('\n\n');
    }
  }

  /** What Lean says of an attempt. */
  #outcome(attempt: Attempt): string {
    const errors = errorsOf(attempt);
    const isRead = attempt.verdict.kind === 'rejected' && attempt.verdict.by === 'lean';
    if (isRead && errors.length === 0) return 'No goals are left.';
    const { excerpt, goals } = describeFailure(attempt, this.#problem);
    const left = goals.length === 0 ? '' : `Goals left:\n${goals.join('\n\n')}`;
    if (left !== '' && errors.every((error) => error.class === 'unsolved_goals')) return left;
    return left === '' || excerpt.includes(goals[0]!) ? excerpt : `${excerpt}\n\n${left}`;
  }

  async #search(query: string, as: 'text' | 'goal' | 'name'): Promise<string> {
    const { limit, contextChars } = this.#options;
    const found = await this.#tools.retrieve!({ text: query, as, reason: 'called', limit });
    this.#premises = joinPremises(found, this.#premises);
    return contextBlock(found, Math.max(contextChars, RESULT_CHARS)).text;
  }

  async #show(name: string): Promise<string> {
    const { limit } = this.#options;
    const found = await this.#tools.retrieve!({ text: name, as: 'source', reason: 'called', limit });
    const declaration = found.find((premise) => premise.name === name || premise.writeAs === name);
    if (declaration === undefined) {
      const similar = found.slice(0, 5).map((premise) => premise.name);
      return `There is no declaration ${name}.${similar.length === 0 ? '' : ` Similar names: ${similar.join(', ')}.`}`;
    }
    this.#premises = joinPremises([declaration], this.#premises);
    const { kind, signature, doc, module, writeAs, source } = declaration;
    const lines = [`${kind} ${declaration.name} ${signature}`, `write it as ${writeAs}`, `module ${module}`];
    return [...lines, ...(doc === '' ? [] : [doc]), ...(source === undefined ? [] : ['', source])].join('\n');
  }

  #isNew({ name, input }: Pick<ToolCall, 'name' | 'input'>): boolean {
    const key = JSON.stringify([name, input]);
    const isNew = !this.#made.has(key);
    this.#made.add(key);
    return isNew;
  }

  /** `isIdle`: the answer brought nothing new. */
  #isOver(attempts: readonly Attempt[], goal: string, isIdle: boolean): boolean {
    const reason = reasonToStop(attempts, goal);
    this.#idle = isIdle ? this.#idle + 1 : 0;
    if (reason === null && this.#idle < MOST_IDLE) return false;
    this.#note(reason ?? `The model was not asked again, because ${MOST_IDLE} answers in a row had no new call.`);
    return true;
  }

  #note(text: string): void {
    this.#tools.report?.({ kind: 'note', text });
  }
}
