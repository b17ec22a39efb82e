/** Asks the user for confirmation, on stderr. */
import { createInterface } from 'node:readline/promises';
import { printable } from './printable.ts';

/** Returns null if stdin or stderr is not a terminal. Any answer other than yes counts as no. */
export async function confirm(question: string, signal: AbortSignal): Promise<boolean | null> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Here Ctrl-C reaches the readline interface instead of the process.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    const answer = await terminal.question(`${printable(question, false)} [y/N] `, { signal });
    return /^y(?:es)?$/iu.test(answer.trim());
  } finally {
    terminal.close();
  }
}
