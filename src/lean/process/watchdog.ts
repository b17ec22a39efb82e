/** A separate process that briefly outlives this one: it kills our child processes if we die without doing so. */
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

let watchdog: ChildProcess | null = null;

/** The watch over one process and its descendants. */
export interface Watch {
  /** Sets the process group leader, once it is known. */
  setLeader(pid: number): void;
  end(): void;
}

/**
 * Makes the watchdog kill the processes marked `family` when this process dies for any reason. Call it before the first
 * of them starts, to leave no gap. A sandbox that dies with its parent needs it too: while it is being set up, it does
 * not (measured: a quarter of those killed then survived).
 */
export function watchOver(family: string): Watch {
  const dog = runningWatchdog();
  const send = (line: string): void => void dog.stdin?.write(`${line}\n`);
  send(`watch ${family}`);
  return { setLeader: (pid) => send(`watch ${family} ${pid}`), end: () => send(`end ${family}`) };
}

function runningWatchdog(): ChildProcess {
  if (watchdog !== null) return watchdog;
  // `.ts` when run from source, `.js` when built.
  const script = fileURLToPath(import.meta.url).replace(/watchdog(\.[jt]s)$/, 'watchdog-process$1');
  const dog = spawn(process.execPath, [script], {
    detached: true,
    env: {},
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const clear = (): void => {
    if (watchdog === dog) watchdog = null;
  };
  dog.on('error', clear).on('exit', clear);
  dog.stdin.on('error', clear);
  dog.unref();
  // Its pipe is a socket, which would keep this process alive.
  if ('unref' in dog.stdin && typeof dog.stdin.unref === 'function') dog.stdin.unref();
  return (watchdog = dog);
}
