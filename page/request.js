/** Asks the server: JSON in and out, its errors as errors, and the token where it wants one. */

/** @typedef {Pick<import('../src/report/error.ts').ErrorReport, 'message' | 'reason' | 'next'> & { code?: string }} Trouble */
/** @typedef {(wasRefused: boolean) => Promise<string | null>} AskForToken */

export class RequestError extends Error {
  /**
   * @param {Trouble} trouble
   * @param {number} status 0 where no answer came
   */
  constructor(trouble, status) {
    super(trouble.message);
    this.trouble = trouble;
    this.status = status;
  }
}

const TOKEN = 'lemmahead-token';

/** @type {AskForToken} */
let askForToken = () => Promise.resolve(null);
/** One form for however many requests are refused at once. @type {Promise<string | null> | null} */
let asking = null;

/** @param {AskForToken} form shows itself, and gives the token, or null where the person has none */
export function setTokenForm(form) {
  askForToken = form;
}

/**
 * @typedef {object} Question
 * @property {'GET' | 'POST' | 'DELETE'} [method]
 * @property {object} [body] sent as JSON
 * @property {AbortSignal} [signal]
 * @property {Record<string, string>} [headers]
 */

/**
 * The answer's JSON. A `show` of what is not there is an answer too, whatever its status.
 *
 * @template Answer
 * @param {string} path below the page
 * @param {Question} [question]
 * @returns {Promise<Answer>}
 * @throws {RequestError}
 */
export async function ask(path, question) {
  const response = await open(path, question);
  const answer = await readJson(response);
  if (answer['schema'] === 'lemmahead/error@1' || (!response.ok && response.status !== 404)) {
    throw new RequestError(troubleOf(answer, response.status), response.status);
  }
  return /** @type {Answer} */ (answer);
}

/**
 * The answer as it comes in. Where the token is missing or wrong the person is asked for it.
 *
 * @param {string} path
 * @param {Question} [question]
 * @returns {Promise<Response>}
 * @throws {RequestError}
 */
export async function open(path, question = {}) {
  const sent = sessionStorage.getItem(TOKEN);
  const response = await send(path, question, sent);
  if (response.status !== 401) return response;
  // Meanwhile another request may have been given one.
  const hasNewToken = sessionStorage.getItem(TOKEN) !== sent || (await takeToken(sent !== null));
  if (!hasNewToken) throw new RequestError(troubleOf(await readJson(response), 401), 401);
  return open(path, question);
}

/** @param {boolean} wasRefused */
async function takeToken(wasRefused) {
  asking ??= askForToken(wasRefused).finally(() => (asking = null));
  const token = await asking;
  if (token !== null) sessionStorage.setItem(TOKEN, token);
  return token !== null;
}

/**
 * @param {string} path
 * @param {Question} question
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
    throw new RequestError({ message: 'The server does not answer.', reason, next: 'lemmahead serve' }, 0);
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
    // An answer that is cut off, or is none of lemmahead's: something stands between.
    const reason = error instanceof Error ? error.message : String(error);
    throw new RequestError({ message: `The answer cannot be read (${response.status}).`, reason }, response.status);
  }
}

/**
 * @param {Record<string, unknown>} answer
 * @param {number} status
 * @returns {Trouble}
 */
function troubleOf(answer, status) {
  return typeof answer['message'] === 'string'
    ? /** @type {Trouble} */ (/** @type {unknown} */ (answer))
    : { message: `The server answered ${status}.` };
}

/** @param {unknown} error */
export function isAbort(error) {
  return error instanceof Error && error.name === 'AbortError';
}
