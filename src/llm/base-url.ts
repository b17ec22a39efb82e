/** Validates a server address from the user: it must contain no secret, query or fragment. */
import { Failure } from '../base/errors.ts';

/** Returns `text` as a URL without a trailing slash. @throws {Failure} as `checkedAddress` */
export function checkedBaseUrl(text: string): string {
  return checkedAddress(text, 'put the key into LEMMAHEAD_API_KEY or a key file', refused);
}

/**
 * Returns `text` as a URL without a trailing slash. `instead`: where a secret belongs.
 * @throws the error of `refuse` if it is not http or https, or has a user, a password, a query or a fragment
 */
export function checkedAddress(text: string, instead: string, refuse: (reason: string) => Failure): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw refuse('It is not an http or https address.');
  // The message does not repeat the text: the part before the @ is a secret.
  if (url.username !== '' || url.password !== '') throw refuse(`It contains a user or a password; ${instead}.`);
  if (url.search !== '' || url.hash !== '')
    throw refuse('It has a query or a fragment, which is not part of a server address.');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function refused(reason: string): Failure {
  return new Failure('usage', 'base-url', {
    message: 'The base URL is invalid.',
    reason,
    next: 'Give the address up to the API version: --base-url http://127.0.0.1:11434/v1',
  });
}
