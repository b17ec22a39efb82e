/** The MCP server: validates each tool call, runs it with the service, and formats the result, compact or in full. */
import {
  type CallToolResult,
  McpServer,
  type ServerContext,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { Failure } from '../../base/errors.ts';
import { packageVersion } from '../../base/version.ts';
import { errorReportOf, interrupted } from '../http/json-response.ts';
import { readRequest } from '../requests.ts';
import type { Service } from '../service.ts';
import { withProgress } from './progress-notifications.ts';
import { type Tool, TOOLS } from './tools.ts';

/** Read once by an agent, before its first call. */
const INSTRUCTIONS = `lemmahead knows the Lean 4 libraries of one project, from the sources at the commits it uses. Look up names with search or show before you write them. goal shows the state at a place, try what tactics do there; check reports what a file really proves: trust no proof that it has not accepted. file: a path in the project; text instead: the Lean text itself. Lines and columns count from 1. Answers are short; full: true returns all data.`;

export interface McpOptions {
  /** Called with unexpected errors. The response only states that a bug occurred. */
  onBug: (error: unknown) => void;
}

/** Creates a server for each connection, or for each request over HTTP; all use the same service. */
export function mcpServer(service: Service, { onBug }: McpOptions): McpServer {
  const server = new McpServer(
    { name: 'lemmahead', title: 'lemmahead', version: packageVersion() },
    { instructions: INSTRUCTIONS, capabilities: { tools: { listChanged: false } } },
  );
  for (const tool of TOOLS) {
    const { name, description, annotations, input } = tool;
    server.registerTool(
      name,
      { description, annotations, inputSchema: publishedSchema(input) },
      async (given, context) => {
        const signal = signalOf(context);
        try {
          return await callTool(tool, given, service, context, signal);
        } catch (error) {
          // The reason of a client, or its closed connection, is no bug.
          return failureResult(signal.aborted ? interrupted() : error, tool, onBug);
        }
      },
    );
  }
  return server;
}

/**
 * The schema that clients see. It accepts everything, because our own validation errors have a code and a next step.
 * Bounds and the short form of a list are removed: an agent pays for each word, and rarely needs them.
 */
function publishedSchema(schema: z.ZodType): StandardSchemaWithJSON {
  const { jsonSchema, ...standard } = schema['~standard'];
  return {
    '~standard': {
      ...standard,
      jsonSchema: { ...jsonSchema, input: (options) => withoutBounds(jsonSchema.input(options)) },
      validate: (value: unknown) => ({ value }),
    },
  };
}

const BOUNDS: ReadonlySet<string> = new Set([
  ...['$schema', 'additionalProperties'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum', 'exclusiveMinimum'],
]);

function withoutBounds<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(withoutBounds) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf: forms, ...rest } = schema as { anyOf?: { type?: string }[] };
  const list = forms?.find(({ type }) => type === 'array');
  if (list !== undefined) return withoutBounds({ ...rest, ...list }) as T;
  const remaining = Object.entries(schema).filter(([key]) => !BOUNDS.has(key));
  return Object.fromEntries(remaining.map(([key, value]) => [key, withoutBounds(value)])) as T;
}

/** Aborted when the client cancels the call or disconnects. */
function signalOf({ http, mcpReq }: ServerContext): AbortSignal {
  const disconnected = http?.req?.signal;
  return disconnected === undefined ? mcpReq.signal : AbortSignal.any([mcpReq.signal, disconnected]);
}

async function callTool(
  tool: Tool,
  rawInput: unknown,
  service: Service,
  context: ServerContext,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const input = readInput(tool, rawInput);
  const { exit, data } = await withProgress(context, (onProgress) =>
    tool.call(input as never, service, { signal, ...(onProgress && { onProgress }) }),
  );
  if (input.full === true) {
    return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: { exit, full: data } };
  }
  const { compact, lines } = tool.format(data as never, { input: input as never, root: service.files.root });
  return { content: [{ type: 'text', text: lines.join('\n') }], structuredContent: { exit, ...compact } };
}

function readInput(tool: Tool, rawInput: unknown): z.infer<Tool['input']> {
  try {
    return readRequest(tool.input, rawInput);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const message = `The arguments of ${tool.name} are invalid.`;
    const next = argumentList(tool);
    throw Failure.of({ ...error.detail, message, next }, error);
  }
}

/** A failure as a tool result: what happened, why, and the next step. */
function failureResult(error: unknown, tool: Tool, onBug: McpOptions['onBug']): CallToolResult {
  const report = errorReportOf(error);
  if (report.exit === 'bug') onBug(error);
  const { code, exit } = report;
  // The message of an unexpected error may contain paths of this machine.
  const message = exit === 'bug' ? 'lemmahead has a bug.' : asFields(report.message, tool);
  const reason = report.reason === undefined ? undefined : asFields(report.reason, tool);
  const next =
    report.next?.endsWith('--help') === true ? argumentList(tool) : report.next && asFields(report.next, tool);
  const lines = [
    `error: ${message}`,
    ...(reason ? [`why: ${indented(reason)}`] : []),
    ...(next ? [`next: ${next}`] : []),
  ];
  return {
    isError: true,
    content: [{ type: 'text', text: lines.join('\n') }],
    structuredContent: { code, exit, message, ...(reason && { reason }), ...(next && { next }) },
  };
}

/** Replaces the flags of a command in its messages by the field names of the tool. */
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

function argumentList({ name, input }: Tool): string {
  return `Arguments of ${name}: ${Object.keys(shapeOf(input)).join(', ')}.`;
}

/** A caret in the second line points at a column of the first. */
function indented(reason: string): string {
  return reason.replaceAll('\n', `\n${' '.repeat('why: '.length)}`);
}
