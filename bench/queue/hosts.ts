/** Hosts with their own addresses on this machine: network namespaces with a cable each to a switch. Needs root and Linux. */
import { execFileSync, spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const MARK = 'LEMMAHEAD_BENCH_NETWORK';
const NETWORK = '10.213.0';
const SWITCH = 'switch';

/** The address of the host of this process. */
export const OWN_ADDRESS = `${NETWORK}.1`;
/** The network, for `pg_hba.conf`. */
export const ADDRESSES = `${NETWORK}.0/24`;

const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: ['ignore', 'inherit', 'inherit'] });

/**
 * Starts this script again in a network of its own, which has no connection to the outside and is gone when it ends. Returns in
 * that process only.
 */
export function moveToOwnNetwork(): void {
  if (process.env[MARK] !== undefined) return;
  const command = [process.execPath, ...process.argv.slice(1)];
  const { status } = spawnSync('unshare', ['--net', '--mount', '--', ...command], {
    env: { ...process.env, [MARK]: '1' },
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}

/** `count` hosts beside that of this process. */
export class Hosts {
  readonly count: number;

  constructor(count: number) {
    this.count = count;
    ip('link', 'set', 'lo', 'up');
    // The names of namespaces are files in this folder: those of this process alone.
    execFileSync('mkdir', ['-p', '/run/netns']);
    execFileSync('mount', ['-t', 'tmpfs', 'none', '/run/netns']);
    ip('link', 'add', SWITCH, 'type', 'bridge');
    ip('addr', 'add', `${OWN_ADDRESS}/24`, 'dev', SWITCH);
    ip('link', 'set', SWITCH, 'up');
    for (let at = 0; at < count; at++) {
      const name = hostName(at);
      ip('netns', 'add', name);
      ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
      ip('link', 'set', name, 'master', SWITCH);
      ip('link', 'set', name, 'up');
      ip('-n', name, 'addr', 'add', `${NETWORK}.${at + 10}/24`, 'dev', 'eth0');
      ip('-n', name, 'link', 'set', 'lo', 'up');
      ip('-n', name, 'link', 'set', 'eth0', 'up');
    }
  }

  /** The command that runs this one on a host, with the host's name. Its process is that of the command. */
  on(host: number, command: readonly string[]): string[] {
    const name = hostName(host);
    return [
      'ip',
      'netns',
      'exec',
      name,
      'unshare',
      '--uts',
      'sh',
      '-c',
      'hostname "$0" && exec "$@"',
      name,
      ...command,
    ];
  }

  /** Pulls the cable of one host. */
  async cut(host: number, ms: number): Promise<void> {
    await this.#down(hostName(host), ms);
  }

  /** Switches the switch off: no host reaches this one. */
  async cutAll(ms: number): Promise<void> {
    await this.#down(SWITCH, ms);
  }

  async #down(link: string, ms: number): Promise<void> {
    ip('link', 'set', link, 'down');
    await sleep(ms);
    ip('link', 'set', link, 'up');
  }
}

const hostName = (at: number): string => `host${at}`;
