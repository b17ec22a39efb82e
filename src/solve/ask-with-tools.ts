/** Asks for the answer to a problem, and makes the calls of tools that the model wants before it answers. */
import { readSolutionText } from '../builders/templates/model/graph-answers.ts';
import { withoutThinking } from '../base/without-thinking.ts';
import { BadAnswer } from '../llm/bad-answer.ts';
import type { ChatMessage } from '../llm/chat.ts';
import type { ToolCall, ToolResult } from '../llm/chat-tools.ts';
import type { AskFor } from '../prompt/ask-for.ts';
import { marked, unmarked } from '../prompt/fitting.ts';
import type { Prompt } from '../prompt/prompts.ts';
import type { CallOutcome, SolveTools } from './solve-tools.ts';

export interface MadeCall extends CallOutcome {
  tool: string;
  /** JSON text as the model wrote it. */
  input: string;
}

/** The text of an answer, and the calls before it. */
export interface AnsweredProblem {
  text: string;
  calls: MadeCall[];
}

/** More messages with calls end without an answer. */
const MOST_TURNS = 10;
/** Further calls of an answer are not made, and the model is told to answer. */
const MOST_CALLS = 16;
/** Further calls of one message are dropped. */
const MOST_AT_ONCE = 8;
const LONGEST_INPUT = 4000;
const NOT_RECORDED = 'The recording has no result of this call.';
const NO_MORE = 'No more calls are possible. Give the answer now.';

/** `sample`: number of one of several answers. @throws {ModelError} {BudgetSpent} {BadAnswer} */
export async function askForAnswer(
  prompt: Prompt,
  ask: AskFor,
  { sample, tools }: { sample: number; tools: SolveTools | null },
): Promise<AnsweredProblem> {
  if (tools === null) return { ...(await ask(prompt, readSolutionText, sample)).value, calls: [] };
  const made: MadeCall[] = [];
  let messages: readonly ChatMessage[] = prompt.messages;
  for (let turn = 1; turn <= MOST_TURNS; turn++) {
    const asked = { ...prompt, messages: [...messages], tools: tools.offered };
    const { text, calls } = (await ask(asked, readTurn, sample)).value;
    if (calls.length === 0) return { text, calls: made };
    messages = [...messages, { role: 'assistant', text, calls }];
    const outcomes =
      tools.recorded === undefined
        ? await makeCalls(calls, { tools, made, isLast: turn >= MOST_TURNS - 1 })
        : recordedCalls(calls, tools.recorded(messages, sample));
    made.push(...outcomes);
    const results = outcomes.map(({ text: result, isError }, at) => ({
      ...{ call: calls[at]!.id, text: marked(result) },
      ...(isError ? ({ isError: true } as const) : {}),
    }));
    messages = [...messages, { role: 'user', text: '', results }];
  }
  throw new BadAnswer(`the model called tools in ${MOST_TURNS} messages and gave no answer`);
}

/** `made`: the calls of the messages before. */
async function makeCalls(
  calls: readonly ToolCall[],
  { tools, made, isLast }: { tools: SolveTools; made: readonly MadeCall[]; isLast: boolean },
): Promise<MadeCall[]> {
  const outcomes: MadeCall[] = [];
  for (const { name, input } of calls) {
    const before = [...made, ...outcomes];
    const most = tools.mostCalls(name);
    const refusal =
      isLast || before.length >= MOST_CALLS
        ? NO_MORE
        : before.filter(({ tool }) => tool === name).length >= most
          ? `At most ${most} calls of ${name} are possible.`
          : null;
    const outcome = refusal === null ? await tools.call({ name, input }) : { text: refusal, isError: true };
    outcomes.push({ tool: name, input, ...outcome });
  }
  return outcomes;
}

/** Without all results, the recording has no next answer either. */
function recordedCalls(calls: readonly ToolCall[], results: readonly ToolResult[] | null): MadeCall[] {
  return calls.map(({ name, input }, at) => {
    const result = results?.[at];
    const text = result === undefined ? NOT_RECORDED : unmarked(result.text);
    return { tool: name, input, text, isError: result?.isError ?? result === undefined };
  });
}

function readTurn(answer: string, calls: readonly ToolCall[]): { text: string; calls: ToolCall[] } {
  if (calls.length === 0) return { ...readSolutionText(answer), calls: [] };
  if (calls.some(({ name, input }) => name.length + input.length > LONGEST_INPUT))
    throw new BadAnswer(`a call of a tool has more than ${LONGEST_INPUT} characters`);
  return { text: withoutThinking(answer).trim(), calls: calls.slice(0, MOST_AT_ONCE) };
}
