/** The address of a server, as the user gave it: taken only if it carries no secret and names one place. */
import { Failure } from '../base/errors.ts';

/**
 * `text` as a URL without an end slash.
 * @throws {Failure} on anything but http or https, on a user and password, a query, or a fragment
 */
export function checkedBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw refused('It is no http or https address.');
  // The text itself is not repeated: what stands before the @ is a secret.
  if (url.username !== '' || url.password !== '') {
    throw refused('It holds a user or a password; a key goes into LEMMAHEAD_API_KEY or a key file.');
  }
  if (url.search !== '' || url.hash !== '')
    throw refused('It has a query or a fragment, which is no part of a server.');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function refused(reason: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'base-url',
    message: 'The base URL is not used.',
    reason,
    next: 'Give the address as far as its version: --base-url http://127.0.0.1:11434/v1',
  });
}
