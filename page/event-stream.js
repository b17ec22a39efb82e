/** Server-sent events with `fetch`, because `EventSource` cannot send a token. Reconnects and resumes if the connection is lost. */
import { isAbort, open, RequestError } from './request.js';

/** @typedef {{ id: number, event: string, data: any }} StreamEvent */

const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;

/** Parses chunks of text, split anywhere, and returns the complete events. */
export class EventParser {
  #rest = '';
  #id = 0;
  #event = '';
  /** @type {string[]} */
  #data = [];

  /**
   * @param {string} chunk
   * @returns {StreamEvent[]}
   */
  push(chunk) {
    const lines = (this.#rest + chunk).split(/\r\n|\n|\r(?!$)/u);
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#line(line));
  }

  /**
   * @param {string} line
   * @returns {StreamEvent[]}
   */
  #line(line) {
    if (line === '') return this.#completeEvent();
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /u, '');
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#event = value;
    else if (name === 'id' && /^\d+$/u.test(value)) this.#id = Number(value);
    return [];
  }

  /** @returns {StreamEvent[]} */
  #completeEvent() {
    const [event, data] = [this.#event, this.#data.join('\n')];
    this.#event = '';
    this.#data = [];
    return data === '' ? [] : [{ id: this.#id, event: event || 'message', data: JSON.parse(data) }];
  }
}

/**
 * Delivers each event once, until the event `end`, or until `signal` is aborted.
 *
 * @param {string} path
 * @param {object} options
 * @param {AbortSignal} options.signal
 * @param {(event: StreamEvent) => void} options.onEvent
 * @param {(isConnected: boolean) => void} options.onConnection
 * @throws {RequestError} if the server refuses the request
 */
export async function follow(path, { signal, onEvent, onConnection }) {
  let last = 0;
  const state = { hasEnded: false };
  let retryMs = MIN_RETRY_MS;
  /** An error in a handler, which is not a lost connection. @type {unknown} */
  let bug = null;
  /** @type {(event: StreamEvent) => void} */
  const handle = (event) => {
    if (event.id <= last) return;
    last = event.id;
    retryMs = MIN_RETRY_MS;
    state.hasEnded = event.event === 'end';
    try {
      onEvent(event);
    } catch (error) {
      bug = error;
      throw error;
    }
  };
  while (!state.hasEnded && !signal.aborted) {
    try {
      await readOnce(path, last, { signal, handle, onConnection });
    } catch (error) {
      if (bug !== null) throw bug;
      if (isAbort(error) || signal.aborted) return;
      if (error instanceof RequestError && error.status >= 400 && error.status < 500) throw error;
    }
    if (state.hasEnded || signal.aborted) return;
    onConnection(false);
    await pause(retryMs, signal);
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
  }
}

/**
 * @param {string} path
 * @param {number} last
 * @param {{ signal: AbortSignal, handle: (event: StreamEvent) => void, onConnection: (isConnected: boolean) => void }} options
 */
async function readOnce(path, last, { signal, handle, onConnection }) {
  const response = await open(path, {
    signal,
    headers: { accept: 'text/event-stream', ...(last === 0 ? {} : { 'last-event-id': String(last) }) },
  });
  if (!response.ok || response.body === null) {
    throw new RequestError(
      await response.json().catch(() => ({ message: 'The events are not available.' })),
      response.status,
    );
  }
  onConnection(true);
  const parser = new EventParser();
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    for (const event of parser.push(decoder.decode(read.value, { stream: true }))) handle(event);
  }
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
