/** Reads the query of `lemmahead search -`, or what another command asks for, from stdin. */
import { addAbortSignal, type Readable } from 'node:stream';
import { Failure } from '../base/errors.ts';
import type { CommandContext } from './command-context.ts';

const MAX_BYTES = 1_000_000;

/** What is read, and for which command. */
export interface AskedInput {
  what: 'query' | 'goal' | 'problem' | 'answer';
  command: string;
}

/** Tells a user at a terminal what to do. @throws {Failure} exit `usage` if stdin is empty or too long */
export async function readQuery(
  stdin: Readable & { isTTY?: boolean },
  { log, signal }: Pick<CommandContext, 'log' | 'signal'>,
  { what, command }: AskedInput = { what: 'query', command: 'search' },
): Promise<string> {
  const failure = (code: string, message: string, reason: string): Failure =>
    new Failure('usage', code, { message, reason, next: `lemmahead ${command} --help` });
  if (stdin.isTTY === true) log.info(`Type or paste the ${what}. End it with Ctrl-D on a line of its own.`);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of addAbortSignal(signal, stdin) as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size > MAX_BYTES) throw failure('query-too-long', `The ${what} is too long.`, 'Stdin has more than 1 MB.');
  }
  const query = Buffer.concat(parts).toString('utf8').trim();
  if (query === '') throw failure('usage', `Missing ${what}.`, 'Stdin is empty.');
  return query;
}
