/** Access control: rejects requests from other sites' pages in a browser, and requests without the token if one is set. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { Failure } from '../../base/errors.ts';

export interface GuardOptions {
  /** The listening address. */
  host: string;
  /** Additional host names of the server, without port. */
  allowedHosts: readonly string[];
  /** Null: no token is required. */
  token: string | null;
}

/** The parts of a request that the guard checks. */
export interface AccessRequest {
  host: string | undefined;
  origin: string | undefined;
  authorization: string | undefined;
  /** The response contains only public data, such as the files of the page. */
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
  check({ host, origin, authorization, isPublic }: AccessRequest): void {
    const name = nameOf(host);
    if (name === null || !this.#isOwnHost(name)) throw hostRefused(host);
    if (origin !== undefined && !isSameOrigin(origin, host!)) throw originRefused(origin);
    if (this.#token === null || isPublic) return;
    const given = /^Bearer +(?<token>\S+) *$/iu.exec(authorization ?? '')?.groups?.['token'];
    // Digests have equal length, so the comparison time reveals nothing.
    if (given === undefined || !timingSafeEqual(digest(given), this.#token)) throw unauthorized();
  }

  /**
   * Rejects foreign names that resolve to this machine (DNS rebinding). An IP address cannot be rebound, so every address
   * is accepted if the server listens beyond this machine.
   */
  #isOwnHost(name: string): boolean {
    const { host, allowedHosts } = this.#options;
    if (isLoopback(name) || allowedHosts.includes(name)) return true;
    return !isLoopback(host) && (isIP(name) !== 0 || name === host.toLowerCase());
  }
}

/** The host name without port and brackets, in lower case; null if it is missing or malformed. */
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
  return new Failure('usage', 'host-refused', {
    message:
      host === undefined ? 'The request has no host name.' : `${JSON.stringify(host)} is not a name of this server.`,
    reason: "Otherwise another site's page could reach it through its own name.",
    next: 'Use localhost, or start the server with --allow-host NAME.',
  });
}

function originRefused(origin: string): Failure {
  return new Failure('usage', 'origin-refused', {
    message: `Pages of ${JSON.stringify(origin)} may not send requests to this server.`,
    reason: 'Only its own page may, and programs other than browsers.',
    next: "Open the server's own page, or send the request without a browser.",
  });
}

function unauthorized(): Failure {
  return new Failure('usage', 'unauthorized', {
    message: 'This server requires its token.',
    next: 'Send the header Authorization: Bearer TOKEN',
  });
}
