/** Progress on stderr for anything that takes over a second. */
import type { Ora } from 'ora';
import { printable } from './printable.ts';

export interface Progress {
  /** `done` of `total` units, with a few words: '3,120 of 8,302 files, 98,000 declarations'. */
  update(done: number, total: number, words: string): void;
  /** `write` writes other words to the same place, which the line must not swallow. */
  aside(write: () => void): void;
  /** Takes the line away (TTY) or ends the list (CI). */
  stop(): void;
}

/** Starts a line of progress with a label: 'Reading'. */
export type StartProgress = (label: string) => Progress;

/** `line`: one animated line; `tenths`: a line per tenth, for logs; `none`: silence. */
export type ProgressStyle = 'line' | 'tenths' | 'none';

export function createProgress(manner: ProgressStyle, stream: NodeJS.WriteStream = process.stderr): StartProgress {
  if (manner === 'line') return (label) => animatedLine(label, stream);
  if (manner === 'tenths') return (label) => linePerTenth(label, stream);
  return () => ({ update: () => undefined, aside: (write) => write(), stop: () => undefined });
}

const HALF_A_SECOND = 500;

/** Appears after half a second, so that quick work stays silent; ora is loaded only then. */
function animatedLine(label: string, stream: NodeJS.WriteStream): Progress {
  const started = Date.now();
  let text = label;
  let spinner: Ora | undefined;
  let stopped = false;
  const timer = setTimeout(() => {
    void import('ora').then(({ default: ora }) => {
      // Without `discardStdin: false` ora puts the terminal into raw mode and Ctrl-C is lost (sindresorhus/ora#130).
      // Whether to animate is decided: ora alone would stay still wherever CI is set, to whatever.
      if (!stopped) spinner = ora({ text, stream, discardStdin: false, isEnabled: true }).start();
    });
  }, HALF_A_SECOND);
  timer.unref();
  return {
    update(done, total, words) {
      text = `${label} ${bar(done, total)} ${printable(words, false)}${timeLeft(Date.now() - started, done, total)}`;
      if (spinner) spinner.text = text;
    },
    aside(write) {
      spinner?.clear();
      write();
      spinner?.render();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      spinner?.stop();
    },
  };
}

function linePerTenth(label: string, stream: NodeJS.WritableStream): Progress {
  let shown = 0;
  return {
    update(done, total, words) {
      const tenth = total === 0 ? 10 : Math.floor((done / total) * 10);
      if (tenth <= shown) return;
      shown = tenth;
      stream.write(`${label} ${tenth * 10} %: ${printable(words, false)}\n`);
    },
    aside: (write) => write(),
    stop: () => undefined,
  };
}

const BAR_WIDTH = 20;

function bar(done: number, total: number): string {
  const full = total === 0 ? BAR_WIDTH : Math.min(BAR_WIDTH, Math.round((done / total) * BAR_WIDTH));
  return '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full);
}

/** A guess from the rate so far; nothing in the first second, when the rate means little. */
function timeLeft(elapsed: number, done: number, total: number): string {
  if (elapsed < 1000 || done === 0 || done >= total) return '';
  return `, ${Math.max(1, Math.round(((elapsed / done) * (total - done)) / 1000))} s left`;
}
