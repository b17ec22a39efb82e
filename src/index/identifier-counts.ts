/** Counts how often files contain each identifier: shows which declarations are in use. */
import { CodeUnits } from '../lean/code-units.ts';
import { NumberList } from './number-list.ts';
import { grown, shared } from './typed-arrays.ts';
import { SubstringNumbers, type PackedUnits } from './substring-numbers.ts';

/** Identifiers as written in the sources, by file: three columns, and the spelling by number. */
export interface IdentifierCounts {
  spellings: PackedUnits;
  fileIds: Uint32Array;
  spellingOf: Uint32Array;
  counts: Uint8Array;
}

/** Larger counts are stored as this value, because one byte is enough. */
export const MAX_USES = 255;

/** A name is local if its first component has at most this many characters. */
const MAX_LOCAL_LENGTH = 2;
const DOT = 0x2e;

export class IdentifierCounter {
  readonly #numbers = new SubstringNumbers();
  readonly #source = new CodeUnits();
  /** Identifiers of the current file: few, so most lookups stay in the fastest processor cache. */
  readonly #inFile = new SubstringNumbers();
  /** By number in the file: the count, and the first occurrence. */
  readonly #countInFile = new NumberList();
  readonly #firstInFile = new NumberList();
  #fileIds = new Uint32Array(1 << 16);
  #spellingOf = new Uint32Array(1 << 16);
  #counts = new Uint8Array(1 << 16);
  #pairs = 0;

  /**
   * Counts the identifiers of a file that can name a declaration. Returns them as text, one `name count` per line in
   * order of first occurrence. Also returns for each identifier its line in this text, from 0, or -1 if it cannot name
   * a declaration. `places` alternates start and end of each identifier in `source`. `declared`: full names of the
   * declarations of the file; a short name among them is no local one there.
   */
  countFile(
    fileId: number,
    source: string,
    places: Int32Array,
    declared: readonly string[] = [],
  ): { text: string; lineOf: Int32Array } {
    this.#source.read(source);
    const short = new Set(declared.map(lastComponent).filter((name) => name.length <= MAX_LOCAL_LENGTH));
    const isNoLocal = (start: number, end: number): boolean => short.has(source.slice(start, end));
    const lineOf = this.#countPlaces(places, short.size === 0 ? null : isNoLocal);
    const { units } = this.#source;
    let text = '';
    for (let line = 0; line < this.#inFile.size; line++) {
      const first = this.#firstInFile.items[line]!;
      const start = places[first]!;
      const end = places[first + 1]!;
      const count = this.#countInFile.items[line]!;
      text += `${source.slice(start, end)} ${count}\n`;
      this.#addPair(fileId, this.#numbers.numberOf(units, start, end), count);
    }
    return { text, lineOf };
  }

  #countPlaces(places: Int32Array, isNoLocal: ((start: number, end: number) => boolean) | null): Int32Array {
    const { units } = this.#source;
    const inFile = this.#inFile;
    const counts = this.#countInFile;
    inFile.clear();
    counts.clear();
    this.#firstInFile.clear();
    const lineOf = new Int32Array(places.length / 2).fill(-1);
    for (let i = 0; i < places.length; i += 2) {
      const start = places[i]!;
      const end = places[i + 1]!;
      if (isLocalName(units, start, end) && isNoLocal?.(start, end) !== true) continue;
      const line = inFile.numberOf(units, start, end);
      if (line === counts.length) {
        counts.push(0);
        this.#firstInFile.push(i);
      }
      counts.items[line]!++;
      lineOf[i / 2] = line;
    }
    return lineOf;
  }

  /** The counts of all files so far, in memory that threads share. Do not use the counter afterwards. */
  take(): IdentifierCounts {
    return {
      spellings: this.#numbers.packed(),
      fileIds: shared(this.#fileIds.subarray(0, this.#pairs)),
      spellingOf: shared(this.#spellingOf.subarray(0, this.#pairs)),
      counts: shared(this.#counts.subarray(0, this.#pairs)),
    };
  }

  #addPair(fileId: number, number: number, count: number): void {
    if (this.#pairs === this.#counts.length) this.#grow();
    this.#fileIds[this.#pairs] = fileId;
    this.#counts[this.#pairs] = Math.min(count, MAX_USES);
    this.#spellingOf[this.#pairs++] = number;
  }

  #grow(): void {
    const length = 2 * this.#pairs;
    this.#fileIds = grown(this.#fileIds, length);
    this.#spellingOf = grown(this.#spellingOf, length);
    this.#counts = grown(this.#counts, length);
  }
}

const lastComponent = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** `h`, `hx.le`, `x₁`: a variable of one or two letters, or a member of it, says nothing about the library. */
function isLocalName(units: Uint16Array, start: number, end: number): boolean {
  const first = units[start]!;
  if (first >= 0x41 && first <= 0x5a) return false;
  let stop = start;
  while (stop < end && stop - start <= MAX_LOCAL_LENGTH && units[stop] !== DOT) stop++;
  return stop - start <= MAX_LOCAL_LENGTH;
}
