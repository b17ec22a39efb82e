/** Requests to the server: JSON in both directions, errors as exceptions, and the token if required. */

/** @typedef {Pick<import('../src/report/error-schema.ts').ErrorReport, 'message' | 'reason' | 'next'> & { code?: string }} ErrorInfo */
/** @typedef {(wasRefused: boolean) => Promise<string | null>} AskForToken */

export class RequestError extends Error {
  /**
   * @param {ErrorInfo} info
   * @param {number} status 0 without a response
   */
  constructor(info, status) {
    super(info.message);
    this.info = info;
    this.status = status;
  }
}

const TOKEN = 'lemmahead-token';

/** @type {AskForToken} */
let askForToken = () => Promise.resolve(null);
/** The open token form, shared by all refused requests. @type {Promise<string | null> | null} */
let pendingToken = null;

/** @param {AskForToken} form shows a form and returns the token, or null if the user enters none */
export function setTokenForm(form) {
  askForToken = form;
}

/**
 * @typedef {object} RequestOptions
 * @property {'GET' | 'POST' | 'DELETE'} [method]
 * @property {object} [body] sent as JSON
 * @property {AbortSignal} [signal]
 * @property {Record<string, string>} [headers]
 */

/**
 * The JSON of the response. The response for an unknown declaration has status 404 and is not an error.
 *
 * @template Result
 * @param {string} path relative to the page
 * @param {RequestOptions} [options]
 * @returns {Promise<Result>}
 * @throws {RequestError}
 */
export async function requestJson(path, options) {
  const response = await open(path, options);
  const json = await readJson(response);
  if (json['schema'] === 'lemmahead/error@1' || (!response.ok && response.status !== 404)) {
    throw new RequestError(errorInfoIn(json, response.status), response.status);
  }
  return /** @type {Result} */ (json);
}

/**
 * Returns the response with its unread body. Asks the user for the token if it is missing or wrong.
 *
 * @param {string} path
 * @param {RequestOptions} [options]
 * @returns {Promise<Response>}
 * @throws {RequestError}
 */
export async function open(path, options = {}) {
  const sent = sessionStorage.getItem(TOKEN);
  const response = await send(path, options, sent);
  if (response.status !== 401) return response;
  // Another request may have got a token in the meantime.
  const hasNewToken = sessionStorage.getItem(TOKEN) !== sent || (await getToken(sent !== null));
  if (!hasNewToken) throw new RequestError(errorInfoIn(await readJson(response), 401), 401);
  return open(path, options);
}

/** @param {boolean} wasRefused */
async function getToken(wasRefused) {
  pendingToken ??= askForToken(wasRefused).finally(() => (pendingToken = null));
  const token = await pendingToken;
  if (token !== null) sessionStorage.setItem(TOKEN, token);
  return token !== null;
}

/**
 * @param {string} path
 * @param {RequestOptions} options
 * @param {string | null} token
 */
async function send(path, { method = 'GET', body, signal, headers = {} }, token) {
  try {
    return await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      cache: 'no-store',
      credentials: 'omit',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new RequestError({ message: 'The server does not respond.', reason, next: 'lemmahead serve' }, 0);
  }
}

/**
 * @param {Response} response
 * @returns {Promise<Record<string, unknown>>}
 */
async function readJson(response) {
  try {
    return await response.json();
  } catch (error) {
    // The response is truncated, or it comes from a proxy instead of lemmahead.
    const reason = error instanceof Error ? error.message : String(error);
    throw new RequestError({ message: `The response cannot be read (${response.status}).`, reason }, response.status);
  }
}

/**
 * @param {Record<string, unknown>} json
 * @param {number} status
 * @returns {ErrorInfo}
 */
function errorInfoIn(json, status) {
  return typeof json['message'] === 'string'
    ? /** @type {ErrorInfo} */ (/** @type {unknown} */ (json))
    : { message: `The server responded with status ${status}.` };
}

/** @param {unknown} error */
export function isAbort(error) {
  return error instanceof Error && error.name === 'AbortError';
}
