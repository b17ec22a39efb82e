/** Server-sent events by `fetch`, for an `EventSource` cannot send a token; cut off, it goes on where it was. */
import { isAbort, open, RequestError } from './request.js';

/** @typedef {{ id: number, event: string, data: any }} StreamEvent */

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/** Takes text as it comes, cut anywhere, and gives the events that are whole. */
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
    if (line === '') return this.#whole();
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /u, '');
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#event = value;
    else if (name === 'id' && /^\d+$/u.test(value)) this.#id = Number(value);
    return [];
  }

  /** @returns {StreamEvent[]} */
  #whole() {
    const [event, data] = [this.#event, this.#data.join('\n')];
    this.#event = '';
    this.#data = [];
    return data === '' ? [] : [{ id: this.#id, event: event || 'message', data: JSON.parse(data) }];
  }
}

/**
 * Every event once, until the one that is called `end`, or `signal` is aborted.
 *
 * @param {string} path
 * @param {object} how
 * @param {AbortSignal} how.signal
 * @param {(event: StreamEvent) => void} how.onEvent
 * @param {(isConnected: boolean) => void} how.onConnection
 * @throws {RequestError} where the server refuses
 */
export async function follow(path, { signal, onEvent, onConnection }) {
  let last = 0;
  const state = { hasEnded: false };
  let wait = FIRST_WAIT_MS;
  /** A bug of ours is no lost connection. @type {unknown} */
  let bug = null;
  /** @type {(event: StreamEvent) => void} */
  const take = (event) => {
    if (event.id <= last) return;
    last = event.id;
    wait = FIRST_WAIT_MS;
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
      await readOnce(path, last, { signal, take, onConnection });
    } catch (error) {
      if (bug !== null) throw bug;
      if (isAbort(error) || signal.aborted) return;
      if (error instanceof RequestError && error.status >= 400 && error.status < 500) throw error;
    }
    if (state.hasEnded || signal.aborted) return;
    onConnection(false);
    await pause(wait, signal);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

/**
 * @param {string} path
 * @param {number} last
 * @param {{ signal: AbortSignal, take: (event: StreamEvent) => void, onConnection: (isConnected: boolean) => void }} how
 */
async function readOnce(path, last, { signal, take, onConnection }) {
  const response = await open(path, {
    signal,
    headers: { accept: 'text/event-stream', ...(last === 0 ? {} : { 'last-event-id': String(last) }) },
  });
  if (!response.ok || response.body === null) {
    throw new RequestError(
      await response.json().catch(() => ({ message: 'The events cannot be had.' })),
      response.status,
    );
  }
  onConnection(true);
  const parser = new EventParser();
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    for (const event of parser.push(decoder.decode(read.value, { stream: true }))) take(event);
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
