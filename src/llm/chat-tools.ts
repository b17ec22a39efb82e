/**
 * Tools that a model may call. A request offers them, an answer has calls, and the next request has their results. The
 * format is that of no provider: each wire format writes and reads its own, and `text-tools.ts` does it in words.
 */

export interface ChatTool {
  /** Letters, digits, `_` and `-`. */
  name: string;
  /** For the model. */
  description: string;
  /** JSON schema of the input, which is an object. */
  parameters: Readonly<Record<string, unknown>>;
}

/** A call of a tool, as the model wrote it: neither the name nor the input need be valid. */
export interface ToolCall {
  /** The server's name for the call. It is no part of what identifies a request. */
  id: string;
  name: string;
  /** JSON text. */
  input: string;
}

export interface ToolResult {
  /** The `id` of the call. */
  call: string;
  text: string;
  /** The call could not be made. */
  isError?: true;
}

/** The input of a call; null if it is no JSON object. */
export function inputOf({ input }: Pick<ToolCall, 'input'>): Record<string, unknown> | null {
  try {
    // Models write nothing for an empty object.
    const value: unknown = input.trim() === '' ? {} : JSON.parse(input);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
