/** The tools that an agent may call: their descriptions for the model, and how a call is read. */
import { type ChatTool, inputOf, type ToolCall } from '../../llm/chat-tools.ts';

/** A call with valid input. */
export type AgentCall =
  | { tool: 'search'; query: string; as: 'text' | 'goal' | 'name' }
  | { tool: 'show'; name: string }
  | { tool: 'goal'; after: string }
  | { tool: 'try'; tactics: string[] }
  | { tool: 'submit'; proof: string };

/** More tactics of one call are not tried. */
export const MOST_TACTICS = 20;
/** In characters; a longer call is refused, and later prompts do not contain it. */
const LONGEST_INPUT = 20_000;

const string = (description: string): object => ({ type: 'string', description });

function tool(name: AgentCall['tool'], description: string, properties: object, required: readonly string[]): ChatTool {
  return { name, description, parameters: { type: 'object', properties, required, additionalProperties: false } };
}

const SEARCH_TOOLS = [
  tool(
    'search',
    'Finds declarations of the library that the proof may use, best first.',
    {
      query: string('words, a goal as Lean prints it, or a part of a name'),
      as: { type: 'string', enum: ['text', 'goal', 'name'], description: 'what the query is; default: text' },
    },
    ['query'],
  ),
  tool('show', 'Prints a declaration: its statement, documentation and source.', { name: string('full name') }, [
    'name',
  ]),
];

const PROOF_TOOLS = [
  tool(
    'goal',
    'Shows the goals at the hole, or after some tactics.',
    { after: string('tactics from the hole on, one per line; default: none') },
    [],
  ),
  tool(
    'try',
    `Tries up to ${MOST_TACTICS} alternatives at the hole. For each it shows the goals that are left, or the first errors. One that proves the goal ends the work.`,
    {
      tactics: {
        type: 'array',
        items: { type: 'string' },
        minItems: 1,
        maxItems: MOST_TACTICS,
        description: 'each alternative has all tactics from the hole on, one per line',
      },
    },
    ['tactics'],
  ),
  tool('submit', 'Hands in a complete proof.', { proof: string('what goes in place of the hole') }, ['proof']),
];

/** `searches`: the agent can search the library. */
export function agentTools(searches: boolean): ChatTool[] {
  return [...(searches ? SEARCH_TOOLS : []), ...PROOF_TOOLS];
}

/** Reads a call. Returns a sentence for the model if it is invalid. */
export function readCall(
  { name, input }: Pick<ToolCall, 'name' | 'input'>,
  offered: readonly ChatTool[],
): AgentCall | string {
  // `readTextCalls` gives a block that it cannot read an empty name.
  if (name === '') return 'This is not one JSON object with `name` and `input`. In a string, write a new line as \\n.';
  const found = offered.find((each) => each.name === name);
  if (found === undefined)
    return `There is no tool of this name. There are: ${offered.map((each) => each.name).join(', ')}.`;
  if (input.length > LONGEST_INPUT) return `The input has more than ${LONGEST_INPUT} characters.`;
  const fields = inputOf({ input });
  return (fields === null ? null : READERS[found.name as AgentCall['tool']](fields)) ?? invalid(found);
}

/** Whether later prompts may contain the call. */
export const isShort = ({ name, input }: Pick<ToolCall, 'name' | 'input'>): boolean =>
  name.length + input.length <= LONGEST_INPUT;

type Fields = Readonly<Record<string, unknown>>;

const READERS: { [Tool in AgentCall['tool']]: (fields: Fields) => AgentCall | null } = {
  search: ({ query, as = 'text' }) =>
    isText(query) && (as === 'text' || as === 'goal' || as === 'name') ? { tool: 'search', query, as } : null,
  show: ({ name }) => (isText(name) ? { tool: 'show', name: name.trim() } : null),
  goal: ({ after = '' }) => (typeof after === 'string' ? { tool: 'goal', after } : null),
  try: ({ tactics }) =>
    Array.isArray(tactics) && tactics.length > 0 && tactics.length <= MOST_TACTICS && tactics.every(isText)
      ? { tool: 'try', tactics }
      : null,
  submit: ({ proof }) => (isText(proof) ? { tool: 'submit', proof } : null),
};

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const invalid = ({ parameters }: ChatTool): string =>
  `The input does not fit the schema ${JSON.stringify({ properties: parameters['properties'], required: parameters['required'] })}.`;
