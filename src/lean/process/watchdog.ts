/** A process of our own that outlives us by a moment: it kills what we started if we die without a chance to do so. */
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

let watchdog: ChildProcess | null = null;

/** The watch over one process and its descendants. */
export interface Watch {
  /** Says which group of processes it leads, once that is known. */
  led(by: number): void;
  end(): void;
}

/**
 * Has the processes marked `family` killed when this process is gone, by whatever death. To be called before the first
 * of them is started, so that no moment is left between. A sandbox that dies with its parent needs it too: one that is
 * still being set up does not (measured: a quarter of those killed then stayed).
 */
export function watchOver(family: string): Watch {
  const dog = running();
  const tell = (line: string): void => void dog.stdin?.write(`${line}\n`);
  tell(`watch ${family}`);
  return { led: (by) => tell(`watch ${family} ${by}`), end: () => tell(`end ${family}`) };
}

function running(): ChildProcess {
  if (watchdog !== null) return watchdog;
  // `.ts` when run from source, `.js` when built.
  const script = fileURLToPath(import.meta.url).replace(/watchdog(\.[jt]s)$/, 'watchdog-process$1');
  const dog = spawn(process.execPath, [script], {
    detached: true,
    env: {},
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const forget = (): void => {
    if (watchdog === dog) watchdog = null;
  };
  dog.on('error', forget).on('exit', forget);
  dog.stdin.on('error', forget);
  dog.unref();
  // Its pipe is a socket, which would keep this process alive.
  if ('unref' in dog.stdin && typeof dog.stdin.unref === 'function') dog.stdin.unref();
  return (watchdog = dog);
}
