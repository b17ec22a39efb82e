/** A question to the person at the terminal, on stderr. */
import { createInterface } from 'node:readline/promises';
import { printable } from './printable.ts';

/** Null where nobody is there to answer: stdin or stderr is no terminal. Anything but yes is no. */
export async function confirm(question: string, signal: AbortSignal): Promise<boolean | null> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // A Ctrl-C here reaches the terminal's reader and not the process.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    const answer = await terminal.question(`${printable(question, false)} [y/N] `, { signal });
    return /^y(?:es)?$/iu.test(answer.trim());
  } finally {
    terminal.close();
  }
}
