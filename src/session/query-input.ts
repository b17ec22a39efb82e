/** Reads the query of `lemmahead search -` from stdin. */
import { addAbortSignal, type Readable } from 'node:stream';
import { Failure } from '../base/errors.ts';
import type { CommandContext } from './command-context.ts';

const MAX_BYTES = 1_000_000;

/** Tells a user at a terminal what to do. @throws {Failure} exit `usage` if stdin is empty or too long */
export async function readQuery(
  stdin: Readable & { isTTY?: boolean },
  { log, signal }: Pick<CommandContext, 'log' | 'signal'>,
): Promise<string> {
  if (stdin.isTTY === true) log.info('Type or paste the query. End it with Ctrl-D on a line of its own.');
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of addAbortSignal(signal, stdin) as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size > MAX_BYTES) throw failure('query-too-long', 'The query is too long.', 'Stdin has more than 1 MB.');
  }
  const query = Buffer.concat(parts).toString('utf8').trim();
  if (query === '') throw failure('usage', 'Missing query.', 'Stdin is empty.');
  return query;
}

function failure(code: string, message: string, reason: string): Failure {
  return new Failure('usage', code, { message, reason, next: 'lemmahead search --help' });
}
