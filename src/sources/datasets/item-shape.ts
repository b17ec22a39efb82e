/** Checks values of JSON items and names the path of the first wrong one. */
import { type JsonPath, wrongShape } from './json-items.ts';

/** The fields of an object, each read with its path. */
export class ItemShape {
  readonly #file: string;
  readonly #path: JsonPath;
  readonly #fields: Record<string, unknown>;

  /** @throws {Failure} if `value` is no object */
  constructor(file: string, path: JsonPath, value: unknown) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) wrongShape(file, path, 'an object');
    this.#file = file;
    this.#path = path;
    this.#fields = value as Record<string, unknown>;
  }

  #wrong(name: string, expected: string): never {
    return wrongShape(this.#file, [...this.#path, name], expected);
  }

  /** Empty if it is absent or null. */
  optionalText(name: string): string {
    const value = this.#fields[name] ?? '';
    return typeof value === 'string' ? value : this.#wrong(name, 'a string');
  }

  text(name: string): string {
    const value = this.#fields[name];
    return typeof value === 'string' ? value : this.#wrong(name, 'a string');
  }

  integer(name: string): number {
    const value = this.#fields[name];
    return Number.isInteger(value) ? (value as number) : this.#wrong(name, 'an integer');
  }

  /** Any plain value as text: `3.5`, `True`, `[1, 2]`. */
  value(name: string): string {
    const value = this.#fields[name];
    return typeof value === 'string'
      ? value
      : value === undefined
        ? this.#wrong(name, 'a value')
        : JSON.stringify(value);
  }

  /** Empty if it is absent or null. */
  texts(name: string): string[] {
    return this.#list(name, (each): each is string => typeof each === 'string', 'a string');
  }

  integers(name: string): number[] {
    return this.#list(name, (each): each is number => Number.isInteger(each), 'an integer');
  }

  objects(name: string): ItemShape[] {
    return this.#list(name, (each) => each !== undefined, 'an object').map(
      (each, at) => new ItemShape(this.#file, [...this.#path, name, at], each),
    );
  }

  #list<T>(name: string, is: (value: unknown) => value is T, expected: string): T[];
  #list(name: string, is: (value: unknown) => boolean, expected: string): unknown[];
  #list(name: string, is: (value: unknown) => boolean, expected: string): unknown[] {
    const value = this.#fields[name] ?? [];
    if (!Array.isArray(value)) return this.#wrong(name, 'a list');
    const wrong = value.findIndex((each) => !is(each));
    return wrong === -1 ? value : wrongShape(this.#file, [...this.#path, name, wrong], expected);
  }
}
