/** Messages to the user on stderr. stdout is reserved for results. */
import { styleText } from 'node:util';
import { printable } from './printable.ts';

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  /** Only with `--verbose`. */
  debug(message: string): void;
}

export interface LogOptions {
  quiet: boolean;
  verbose: boolean;
  color: boolean;
}

/** `--quiet` hides everything except warnings, which affect how to interpret a result. */
export function createLog({ quiet, verbose, color }: LogOptions, stream: NodeJS.WritableStream = process.stderr): Log {
  const write = (format: 'dim' | 'yellow' | 'reset', message: string): void => {
    const shown = printable(message, false);
    stream.write(`${color ? styleText(format, shown, { validateStream: false }) : shown}\n`);
  };
  return {
    info: (message) => quiet || write('reset', message),
    warn: (message) => write('yellow', `warning: ${message}`),
    debug: (message) => {
      if (verbose && !quiet) write('dim', message);
    },
  };
}
