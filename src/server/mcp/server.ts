/** The MCP server over the service: each call of a tool is read, answered, and told in short or whole. */
import {
  type CallToolResult,
  McpServer,
  type ServerContext,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { Failure } from '../../base/errors.ts';
import { packageVersion } from '../../base/version.ts';
import { errorOf } from '../http/answers.ts';
import { readRequest } from '../requests.ts';
import type { Service } from '../service.ts';
import { withProgress } from './progress.ts';
import { type Tool, TOOLS } from './tools.ts';

/** Read once by an agent, before its first call. */
const INSTRUCTIONS = `lemmahead knows the Lean 4 libraries of one project, read from the sources at the commits it uses. Look names up with search or show before you write them. goals tells what is to be shown at each sorry; prove tries to fill them; check says what a file really proves: trust no proof that it has not accepted. Paths are relative to the project; a text can be sent in place of a file. Answers are short; detail: "full" gives all.`;

export interface McpOptions {
  /** What is no failure of the user's but a bug of ours: clients are not told more than that there is one. */
  onBug: (error: unknown) => void;
}

/** A server of its own for each connection, or for each request over HTTP; the service behind them is one. */
export function mcpServer(service: Service, { onBug }: McpOptions): McpServer {
  const server = new McpServer(
    { name: 'lemmahead', title: 'lemmahead', version: packageVersion() },
    { instructions: INSTRUCTIONS, capabilities: { tools: { listChanged: false } } },
  );
  for (const tool of TOOLS) {
    const { name, title, description, annotations, input, output } = tool;
    server.registerTool(
      name,
      { title, description, annotations, inputSchema: shown(input), outputSchema: output },
      async (asked, context) => {
        try {
          return await callTool(tool, asked, service, context);
        } catch (error) {
          return failed(error, tool, onBug);
        }
      },
    );
  }
  return server;
}

/**
 * The client sees the schema; what does not fit it is told by an error of ours, which has a code and says what to do. An
 * agent pays for each word of it, so bounds that nobody means to pass are not shown.
 */
function shown(schema: z.ZodType): StandardSchemaWithJSON {
  const { jsonSchema, ...standard } = schema['~standard'];
  return {
    '~standard': {
      ...standard,
      jsonSchema: { ...jsonSchema, input: (options) => withoutBounds(jsonSchema.input(options)) },
      validate: (value: unknown) => ({ value }),
    },
  };
}

const BOUNDS: ReadonlySet<string> = new Set(['$schema', 'minLength', 'maxLength', 'maxItems', 'minimum', 'maximum']);

function withoutBounds<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withoutBounds) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key]) => !BOUNDS.has(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutBounds(value)])) as T;
}

async function callTool(tool: Tool, asked: unknown, service: Service, context: ServerContext): Promise<CallToolResult> {
  const input = readInput(tool, asked);
  const left = context.http?.req?.signal;
  const cancelled = context.mcpReq.signal;
  const signal = left === undefined ? cancelled : AbortSignal.any([cancelled, left]);
  const { exit, data } = await withProgress(context, (onProgress) =>
    tool.ask(input as never, service, { signal, ...(onProgress && { onProgress }) }),
  );
  if (input.detail === 'full') {
    return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: { exit, full: data } };
  }
  const { compact, lines } = tool.say(data as never, { input: input as never, root: service.files.root });
  return { content: [{ type: 'text', text: lines.join('\n') }], structuredContent: { exit, ...compact } };
}

function readInput(tool: Tool, asked: unknown): z.infer<Tool['input']> {
  try {
    return readRequest(tool.input, asked);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const message = `The arguments of ${tool.name} are not as they should be.`;
    const next = takes(tool);
    throw new Failure({ ...error.detail, message, next }, error);
  }
}

/** A failure is an answer too: an agent reads what happened, why, and what to do next. */
function failed(error: unknown, tool: Tool, onBug: McpOptions['onBug']): CallToolResult {
  const report = errorOf(error);
  if (report.exit === 'bug') onBug(error);
  const { code, exit } = report;
  // What a bug says of itself may hold paths of this machine.
  const message = exit === 'bug' ? 'lemmahead has a bug.' : asFields(report.message, tool);
  const reason = report.reason === undefined ? undefined : asFields(report.reason, tool);
  const next = report.next?.endsWith('--help') === true ? takes(tool) : report.next && asFields(report.next, tool);
  const lines = [`error: ${message}`, ...(reason ? [`why: ${reason}`] : []), ...(next ? [`next: ${next}`] : [])];
  return {
    isError: true,
    content: [{ type: 'text', text: lines.join('\n') }],
    structuredContent: { code, exit, message, ...(reason && { reason }), ...(next && { next }) },
  };
}

/** Words of a command name its flags; whoever calls a tool knows them as fields. */
function asFields(text: string, { input }: Tool): string {
  const { filters, ...fields } = shapeOf(input);
  const known = new Set([
    ...Object.keys(fields),
    ...Object.keys(filters instanceof z.ZodOptional ? shapeOf(filters.unwrap()) : {}),
  ]);
  return text.replaceAll(/--([a-z]+(?:-[a-z]+)*)/gu, (flag, words: string) => {
    const field = words.replaceAll('-', '_');
    return known.has(field) ? field : flag;
  });
}

function shapeOf(schema: unknown): Record<string, unknown> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

function takes({ name, input }: Tool): string {
  return `${name} takes: ${Object.keys(shapeOf(input)).join(', ')}.`;
}
