/** The tools that a model may call while it solves a problem. */
import type { AnswerChecker } from '../answers/answer-checker.ts';
import { type ChatTool, inputOf, type ToolCall } from '../llm/chat-tools.ts';

/** What a call gave. `isError`: it could not be made. */
export interface CallOutcome {
  text: string;
  isError: boolean;
}

export interface SolveTools {
  offered: readonly ChatTool[];
  /** Errors of the call are outcomes. @throws {Failure} if something is missing on this machine */
  call: (call: Pick<ToolCall, 'name' | 'input'>) => Promise<CallOutcome>;
}

const CALC: ChatTool = {
  name: 'calc',
  description:
    'Evaluates a calculation with numbers exactly, in LaTeX or plain: 2^100 mod 7, binomial(10, 3), sum(k^2, k, 1, 50), sqrt(2). No unknowns.',
  parameters: {
    type: 'object',
    properties: { expression: { type: 'string' } },
    required: ['expression'],
    additionalProperties: false,
  },
};

/** `names`: only `calc`. Null without tools. */
export function solveTools(names: readonly string[], calculator: AnswerChecker): SolveTools | null {
  if (names.length === 0) return null;
  const error = (text: string): CallOutcome => ({ text, isError: true });
  return {
    offered: [CALC],
    async call({ name, input }) {
      if (name !== CALC.name) return error(`There is no tool of this name. The only one is ${CALC.name}.`);
      const expression = inputOf({ input })?.['expression'];
      if (typeof expression !== 'string') return error('The input must be {"expression": "…"}.');
      const result = await calculator.calculate(expression);
      return 'error' in result ? error(result.error) : { text: result.value, isError: false };
    },
  };
}
