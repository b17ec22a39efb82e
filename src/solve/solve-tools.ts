/** The tools that a model may call while it solves a problem. */
import type { AnswerChecker } from '../answers/answer-checker.ts';
import type { ProgramOutcome } from '../lean/process/run-program.ts';
import type { ChatModel } from '../llm/chat.ts';
import { type ChatTool, inputOf, type ToolCall } from '../llm/chat-tools.ts';

/** What a call gave. `isError`: it could not be made. */
export interface CallOutcome {
  text: string;
  isError: boolean;
}

/** A tool whose input has one field, a text. */
export interface SolveTool {
  name: string;
  description: string;
  field: string;
  /** Calls before one answer. */
  mostCalls: number;
  /** Opens it unless it is open. @throws {Failure} if something is missing on this machine */
  open: () => Promise<void>;
  run: (text: string) => Promise<CallOutcome>;
}

export interface SolveTools {
  offered: readonly ChatTool[];
  /** Infinity if the tool has no limit of its own. */
  mostCalls: (name: string) => number;
  /** Opens all of them. @throws {Failure} if something is missing on this machine */
  open: () => Promise<void>;
  /** Errors of the call are outcomes. @throws {Failure} as `open` */
  call: (call: Pick<ToolCall, 'name' | 'input'>) => Promise<CallOutcome>;
  /** The results of a recording, which then count instead of calls. */
  recorded?: ChatModel['recordedResults'];
}

export const calcTool = (calculator: AnswerChecker): SolveTool => ({
  name: 'calc',
  description:
    'Evaluates a calculation with numbers exactly, in LaTeX or plain: 2^100 mod 7, binomial(10, 3), sum(k^2, k, 1, 50), sqrt(2). No unknowns.',
  field: 'expression',
  mostCalls: Infinity,
  open: () => Promise.resolve(),
  run: async (expression) => {
    const result = await calculator.calculate(expression);
    return 'error' in result ? { text: result.error, isError: true } : { text: result.value, isError: false };
  },
});

/** Runs a program or evaluates a term. It does not throw if that fails. */
export type Run = (text: string) => Promise<ProgramOutcome>;

const MOST_PROGRAMS = 3;

/** `opened`: called once. It throws a `Failure` if Python cannot run in a sandbox. */
export function pythonTool(opened: () => Promise<Run>): SolveTool {
  return {
    name: 'python',
    description:
      'Runs a program in Python 3 and returns what it prints. 10 seconds, 512 MB, no network, no files, no processes; SymPy only if it is installed. At most 3 calls.',
    field: 'code',
    ...programTool(opened),
  };
}

/** As `pythonTool`, of Lean. */
export function leanTool(opened: () => Promise<Run>): SolveTool {
  return {
    name: 'lean',
    description:
      'Evaluates a term of Lean 4 by #eval and returns its value: Nat.gcd 12 18, (List.range 50).filter (fun n => n * n % 50 == 1). Without imports, so without Mathlib. 10 seconds. At most 3 calls.',
    field: 'term',
    ...programTool(opened),
  };
}

function programTool(opened: () => Promise<Run>): Pick<SolveTool, 'mostCalls' | 'open' | 'run'> {
  let running: Promise<Run> | null = null;
  const open = (): Promise<Run> => (running ??= opened());
  return {
    mostCalls: MOST_PROGRAMS,
    open: async () => void (await open()),
    run: async (text) => {
      const { output, failure } = await (await open())(text);
      const printed = output.trimEnd();
      if (failure !== null) return { text: `${printed}\nIt failed: ${failure}`.trimStart(), isError: true };
      return { text: printed === '' ? 'It printed nothing.' : printed, isError: false };
    },
  };
}

/** Null without tools. */
export function solveTools(tools: readonly SolveTool[]): SolveTools | null {
  if (tools.length === 0) return null;
  const error = (text: string): CallOutcome => ({ text, isError: true });
  const named = (name: string): SolveTool | undefined => tools.find((tool) => tool.name === name);
  return {
    offered: tools.map(({ name, description, field }) => ({
      ...{ name, description },
      parameters: {
        type: 'object',
        properties: { [field]: { type: 'string' } },
        required: [field],
        additionalProperties: false,
      },
    })),
    mostCalls: (name) => named(name)?.mostCalls ?? Infinity,
    open: async () => {
      for (const tool of tools) await tool.open();
    },
    async call({ name, input }) {
      const tool = named(name);
      if (tool === undefined)
        return error(`There is no tool of this name. There are: ${tools.map((each) => each.name).join(', ')}.`);
      const text = inputOf({ input })?.[tool.field];
      if (typeof text !== 'string') return error(`The input must be {"${tool.field}": "…"}.`);
      return tool.run(text);
    },
  };
}

/**
 * The tools for a model: open, or with the results of its recording, which need neither Python nor Lean.
 * @throws {Failure} if something is missing on this machine
 */
export async function toolsFor(tools: SolveTools | null, { recordedResults }: ChatModel): Promise<SolveTools | null> {
  if (tools === null) return null;
  if (recordedResults !== undefined) return { ...tools, recorded: recordedResults };
  await tools.open();
  return tools;
}
