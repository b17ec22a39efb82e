/** Who may ask at all: a browser that a stranger's page drives may not, and beyond this machine nobody without the token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { Failure } from '../../base/errors.ts';

export interface GuardOptions {
  /** The address that is listened on. */
  host: string;
  /** Names besides, by which the server is known, without port. */
  allowedHosts: readonly string[];
  /** Null: whoever reaches the address may ask. */
  token: string | null;
}

/** What of a request the guard looks at. */
export interface Knock {
  host: string | undefined;
  origin: string | undefined;
  authorization: string | undefined;
  /** Nothing is told there that is not public: the page's own files. */
  isPublic: boolean;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

export class Guard {
  readonly #options: GuardOptions;
  readonly #token: Buffer | null;

  constructor(options: GuardOptions) {
    this.#options = options;
    this.#token = options.token === null ? null : digest(options.token);
  }

  /** @throws {Failure} `host-refused`, `origin-refused`, `unauthorized` */
  check({ host, origin, authorization, isPublic }: Knock): void {
    const name = nameOf(host);
    if (name === null || !this.#isOurs(name)) throw hostRefused(host);
    if (origin !== undefined && !isSameOrigin(origin, host!)) throw originRefused(origin);
    if (this.#token === null || isPublic) return;
    const given = /^Bearer +(?<token>\S+) *$/iu.exec(authorization ?? '')?.groups?.['token'];
    // Digests are equally long, so that the time tells nothing.
    if (given === undefined || !timingSafeEqual(digest(given), this.#token)) throw unauthorized();
  }

  /**
   * A name that a stranger made lead here (DNS rebinding) is not ours. An address cannot be made to lead elsewhere, so
   * any will do where we listen to more than this machine.
   */
  #isOurs(name: string): boolean {
    const { host, allowedHosts } = this.#options;
    if (isLoopback(name) || allowedHosts.includes(name)) return true;
    return !isLoopback(host) && (isIP(name) !== 0 || name === host.toLowerCase());
  }
}

/** Without port and brackets, in lower case. Null where there is none that can be read. */
function nameOf(host: string | undefined): string | null {
  if (host === undefined || !/^(?:\[[\da-f:.]+\]|[^\s:/@?#[\]]+)(?::\d{1,5})?$/iu.test(host)) return null;
  return host
    .toLowerCase()
    .replace(/:\d+$/u, '')
    .replace(/^\[(.*)\]$/u, '$1');
}

function isSameOrigin(origin: string, host: string): boolean {
  return /^https?:\/\/(?<host>[^/]+)$/u.exec(origin.toLowerCase())?.groups?.['host'] === host.toLowerCase();
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function hostRefused(host: string | undefined): Failure {
  return new Failure({
    exit: 'usage',
    code: 'host-refused',
    message: `This server is not known as ${host === undefined ? 'a host without a name' : JSON.stringify(host)}.`,
    reason: 'A page of a stranger could otherwise reach it through a name of its own.',
    next: 'Ask it as localhost, or start it with --allow-host NAME.',
  });
}

function originRefused(origin: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'origin-refused',
    message: `Pages of ${JSON.stringify(origin)} may not ask this server.`,
    reason: 'Only its own page may, and programs that are no browser.',
    next: "Open the server's own page, or ask without a browser.",
  });
}

function unauthorized(): Failure {
  return new Failure({
    exit: 'usage',
    code: 'unauthorized',
    message: 'This server wants its token.',
    next: 'Send it as: Authorization: Bearer TOKEN',
  });
}
