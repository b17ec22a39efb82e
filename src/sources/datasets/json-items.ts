/**
 * Reads a JSON file that is too large for memory item by item: the scanner finds where an item ends, and `JSON.parse`
 * reads it. Own code, because the streaming parsers for Node are not made for files of strangers.
 */
import { createReadStream } from 'node:fs';
import { Failure } from '../../base/errors.ts';

/** Keys and indexes from the root. */
export type JsonPath = readonly (string | number)[];

export interface JsonItem {
  path: JsonPath;
  value: unknown;
}

/** In bytes. */
const MAX_ITEM = 64_000_000;
const CHUNK = 1 << 20;

/**
 * Yields the values of the file in order. `enters`: whether the object or list at a path is entered; other values are
 * yielded whole. Takes linear time, and memory for one item. `onBytes`: called with the number of bytes read.
 * @throws {Failure} `document-wrong-shape` with the path of the first value that is not JSON
 */
export async function* jsonItems(
  file: string,
  enters: (path: JsonPath) => boolean,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<JsonItem, void> {
  const scanner = new Scanner(file, enters);
  let bytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    onBytes(bytes);
    yield* scanner.read(chunk);
  }
  yield* scanner.end();
}

/** `dataset.theorems[3].title`; of the root, the empty path: `the file`. */
export function pathText(path: JsonPath): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
  return text === '' ? 'the file' : text.replace(/^\./, '');
}

/** @throws {Failure} always; `next` says what the format expects */
export function wrongShape(file: string, path: JsonPath, expected: string): never {
  throw new Failure('usage', 'document-wrong-shape', {
    message: `${file}: ${pathText(path)} is not ${expected}.`,
    next: 'Repair the file, or name its format: lemmahead library add FILE --format NAME',
  });
}

interface Container {
  isObject: boolean;
  /** The path to it. */
  path: JsonPath;
  /** Number of values before, and the key of the next value; null before it is read. */
  count: number;
  key: string | null;
}

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_LIST, CLOSE_LIST, COMMA, COLON] = [...'"\\{}[],:'].map((char) =>
  char.charCodeAt(0),
);

class Scanner {
  readonly #file: string;
  readonly #enters: (path: JsonPath) => boolean;
  readonly #open: Container[] = [];
  #buffer = Buffer.alloc(0);
  /** Start of the next value in the buffer, and how far it was scanned. */
  #start = 0;
  #at = 0;
  #depth = 0;
  #inString = false;
  #isDone = false;

  constructor(file: string, enters: (path: JsonPath) => boolean) {
    this.#file = file;
    this.#enters = enters;
  }

  *read(chunk: Buffer): Generator<JsonItem, void> {
    this.#buffer = Buffer.concat([this.#buffer.subarray(this.#start), chunk]);
    this.#at -= this.#start;
    this.#start = 0;
    if (this.#buffer.length > MAX_ITEM + CHUNK) wrongShape(this.#file, this.#path(), 'shorter than 64 MB');
    yield* this.#values(false);
  }

  *end(): Generator<JsonItem, void> {
    yield* this.#values(true);
    if (!this.#isDone) wrongShape(this.#file, this.#path(), 'complete: the file ends in it');
  }

  #path(): JsonPath {
    const last = this.#open.at(-1);
    if (last === undefined) return [];
    return [...last.path, last.isObject ? (last.key ?? `key ${last.count + 1}`) : last.count];
  }

  *#values(isEnd: boolean): Generator<JsonItem, void> {
    for (;;) {
      if (this.#at === this.#start) this.#skip();
      const byte = this.#buffer[this.#start];
      if (byte === undefined) return;
      const container = this.#open.at(-1);
      if (this.#isDone) wrongShape(this.#file, [], 'one JSON value: text follows it');
      if (
        container !== undefined &&
        byte === (container.isObject ? CLOSE_BRACE : CLOSE_LIST) &&
        container.key === null
      ) {
        this.#open.pop();
        this.#finish(this.#start + 1);
        continue;
      }
      const isKey = container?.isObject === true && container.key === null;
      const isEntered = !isKey && (byte === OPEN_BRACE || byte === OPEN_LIST) && this.#enters(this.#path());
      if (isEntered) {
        this.#open.push({ isObject: byte === OPEN_BRACE, path: this.#path(), count: 0, key: null });
        this.#moveTo(this.#start + 1);
        continue;
      }
      const end = this.#valueEnd(isEnd);
      if (end === null) return;
      const path = this.#path();
      const value = this.#parse(end, path);
      if (isKey) {
        if (typeof value !== 'string') wrongShape(this.#file, path, 'a key');
        container.key = value;
        this.#moveTo(end);
      } else {
        this.#finish(end);
        yield { path, value };
      }
    }
  }

  /** White space, and the marks between values. */
  #skip(): void {
    let at = this.#start;
    for (; at < this.#buffer.length; at++) {
      const byte = this.#buffer[at]!;
      const isMark = byte === COMMA || byte === COLON || byte === 0xef || byte === 0xbb || byte === 0xbf;
      if (byte > 0x20 && !isMark) break;
    }
    this.#moveTo(at);
  }

  #moveTo(at: number): void {
    this.#start = at;
    this.#at = at;
    this.#depth = 0;
    this.#inString = false;
  }

  #finish(at: number): void {
    this.#moveTo(at);
    const container = this.#open.at(-1);
    if (container === undefined) this.#isDone = true;
    else {
      container.count += 1;
      container.key = null;
    }
  }

  /** Offset after the value; null if more of the file is needed. */
  #valueEnd(isEnd: boolean): number | null {
    const buffer = this.#buffer;
    for (let at = this.#at; at < buffer.length; at++) {
      const byte = buffer[at];
      if (this.#inString) {
        if (byte === BACKSLASH) at += 1;
        else if (byte === QUOTE) {
          this.#inString = false;
          if (this.#depth === 0) return at + 1;
        }
      } else if (byte === QUOTE) {
        if (this.#depth === 0 && at > this.#start) return at;
        this.#inString = true;
      } else if (byte === OPEN_BRACE || byte === OPEN_LIST) this.#depth += 1;
      else if (byte === CLOSE_BRACE || byte === CLOSE_LIST) {
        if (this.#depth === 0) return at > this.#start ? at : at + 1;
        this.#depth -= 1;
        if (this.#depth === 0) return at + 1;
      } else if (this.#depth === 0 && (byte === COMMA || byte === COLON || byte! <= 0x20)) return at;
      // A backslash at the end of the buffer is scanned again with what follows.
      this.#at = Math.min(at + 1, buffer.length);
    }
    if (this.#inString && buffer.at(-1) === BACKSLASH && this.#at >= buffer.length) this.#rescanEscape();
    return isEnd && this.#depth === 0 && !this.#inString && this.#open.length === 0 ? buffer.length : null;
  }

  /** Steps back to the start of the backslashes at the end of the buffer. */
  #rescanEscape(): void {
    let at = this.#buffer.length;
    while (at > this.#start + 1 && this.#buffer[at - 1] === BACKSLASH) at -= 1;
    this.#at = at;
  }

  #parse(end: number, path: JsonPath): unknown {
    try {
      return JSON.parse(this.#buffer.toString('utf8', this.#start, end));
    } catch {
      return wrongShape(this.#file, path, 'valid JSON');
    }
  }
}
