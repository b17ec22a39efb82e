/** A process of our own that outlives us by a moment: it kills what we started if we die without a chance to do so. */
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

let watchdog: ChildProcess | null = null;

/**
 * Has the group of `leader` and the processes marked `family` killed when this process is gone, by whatever death.
 * Returns what ends the watch. Sandboxes that die with their parent by themselves need none.
 */
export function watchOver(leader: number, family: string): () => void {
  const dog = running();
  dog.stdin?.write(`+${leader} ${family}\n`);
  return () => void dog.stdin?.write(`-${leader} ${family}\n`);
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
