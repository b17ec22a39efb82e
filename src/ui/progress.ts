/** Progress on stderr for long operations. */
import type { Ora } from 'ora';
import { printable } from './printable.ts';

export interface Progress {
  /**
   * `done` of `total` units; `words` describes them: '3,120 of 8,302 files, 98,000 declarations'. `below`: lines to show
   * under an animated line.
   */
  update(done: number, total: number, words: string, below?: string): void;
  /** Calls `write`, which prints to the same stream, without letting the progress line overwrite its output. */
  aside(write: () => void): void;
  /** Removes the line (TTY) or ends the list (CI). */
  stop(): void;
}

/** Starts a progress line with a label: 'Reading'. */
export type StartProgress = (label: string) => Progress;

/** `line`: one animated line; `tenths`: one line per 10 %, for logs; `none`: no output. */
export type ProgressStyle = 'line' | 'tenths' | 'none';

export function createProgress(style: ProgressStyle, stream: NodeJS.WriteStream = process.stderr): StartProgress {
  if (style === 'line') return (label) => animatedLine(label, stream);
  if (style === 'tenths') return (label) => linePerTenth(label, stream);
  return () => ({ update: () => undefined, aside: (write) => write(), stop: () => undefined });
}

const HALF_A_SECOND = 500;

/** Appears after half a second, so short operations show nothing; ora is loaded only then. */
function animatedLine(label: string, stream: NodeJS.WriteStream): Progress {
  const started = Date.now();
  let text = label;
  let spinner: Ora | undefined;
  let stopped = false;
  const timer = setTimeout(() => {
    void import('ora').then(({ default: ora }) => {
      // Without `discardStdin: false` ora puts the terminal into raw mode and Ctrl-C is lost (sindresorhus/ora#130).
      // `isEnabled`: the style has been chosen; by default ora does not animate if CI is set to any value.
      if (!stopped) spinner = ora({ text, stream, discardStdin: false, isEnabled: true }).start();
    });
  }, HALF_A_SECOND);
  timer.unref();
  return {
    update(done, total, words, below) {
      text = `${label} ${bar(done, total)} ${printable(words, false)}${timeLeft(Date.now() - started, done, total)}`;
      if (below) text += `\n${printable(below, false)}`;
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

/** An estimate from the rate so far; empty in the first second, when the rate is unreliable. */
function timeLeft(elapsed: number, done: number, total: number): string {
  if (elapsed < 1000 || done === 0 || done >= total) return '';
  return `, ${Math.max(1, Math.round(((elapsed / done) * (total - done)) / 1000))} s left`;
}
