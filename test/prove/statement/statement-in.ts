/** Reads the last statement of a text. */
import { isRefusal, readStatements, type StatementSource } from '../../../src/prove/statement/statement-source.ts';

/** @throws {Error} if it is refused, or there is none */
export function statementIn(text: string): StatementSource {
  const read = readStatements(text, null).at(-1);
  if (read === undefined || isRefusal(read)) throw new Error(`no statement: ${read?.reason ?? text}`);
  return read;
}
