/** Reads the data files written for this project in `glossary/`: JSON Lines, one object per line. */
import { existsSync, readFileSync } from 'node:fs';
import { memoizeByValue } from '../../base/memoize.ts';

const FOLDER = new URL('../../../glossary/', import.meta.url);

/** The text of a file of the glossary; '' if the installation lacks it. */
export const glossaryFile = memoizeByValue((file: string): string => {
  const path = new URL(file, FOLDER);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
});

/** One object of a glossary file. Its readers throw an error that names the place if a value has another type. */
export class GlossaryRow {
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #place: string;

  constructor(line: string, place: string) {
    this.#place = place;
    this.#fields = this.#object(line);
  }

  text(key: string): string {
    const value = this.#fields[key];
    return typeof value === 'string' && value !== '' ? value : this.#fail(`${key} must be a text`);
  }

  /** A text that may be missing: then ''. */
  optionalText(key: string): string {
    return this.#fields[key] === undefined ? '' : this.text(key);
  }

  oneOf<T extends string>(key: string, values: readonly T[]): T {
    const value = this.text(key);
    return values.find((known) => known === value) ?? this.#fail(`${key} must be one of ${values.join(', ')}`);
  }

  texts(key: string): string[] {
    const value = this.#fields[key];
    if (!Array.isArray(value) || value.length === 0) return this.#fail(`${key} must be a list of texts`);
    return value.map((item) =>
      typeof item === 'string' && item !== '' ? item : this.#fail(`${key} must hold only texts`),
    );
  }

  /** A list of texts that may be missing: then empty. */
  optionalTexts(key: string): string[] {
    return this.#fields[key] === undefined ? [] : this.texts(key);
  }

  #object(line: string): Record<string, unknown> {
    try {
      const value: unknown = JSON.parse(line);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    } catch {
      // The next line names the place.
    }
    return this.#fail('not a JSON object');
  }

  #fail(reason: string): never {
    throw new Error(`${this.#place}: ${reason}`);
  }
}

/** The objects of a glossary file, each converted by `read`, in the order of the file. */
export function glossaryRows<T>(file: string, read: (row: GlossaryRow) => T): T[] {
  return parseRows(glossaryFile(file), file, read);
}

/** The same for a given text. `shown` names it in errors. */
export function parseRows<T>(text: string, shown: string, read: (row: GlossaryRow) => T): T[] {
  return text
    .split('\n')
    .flatMap((line, at) => (line.trim() === '' ? [] : [read(new GlossaryRow(line, `${shown}:${at + 1}`))]));
}
