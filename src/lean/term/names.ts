/** Names as they stand in the texts of terms: each spelling is one string, and is looked at once. */
import { standsAt } from '../code-units.ts';
import { SPECIAL } from './vocabulary.ts';

export interface Name {
  /** As in the source; what tells two names apart. */
  readonly spelling: string;
  /** Without `«»`. */
  readonly text: string;
  /** Whether it is a keyword or the like. */
  readonly isSpecial: boolean;
  /** What stands before the first dot, and what behind it; the whole name and '' if there is none or it is the first. */
  readonly root: string;
  readonly rest: string;
  /** `α`, `β₁`: bound somewhere, though nothing says where. */
  readonly isGreekLetter: boolean;
  /** Whether a notation begins with it (`Gal`), and whether it is one by itself (`π`). */
  readonly beginsNotation: boolean;
  readonly isNotation: boolean;
}

/** Names that mean something in a table of notation. */
export interface NotationNames {
  readonly words: ReadonlySet<string>;
  readonly aliases: ReadonlyMap<string, unknown>;
}

/** Room for the spellings of a large library's statements; those of a larger one are forgotten and learnt again. */
const SLOTS = 1 << 17;
const MOST_NAMES = SLOTS / 2;

export class Names {
  /** Open addressing, by the hash that `find` is given. */
  #slots: (Name | undefined)[] = [];
  #count = 0;
  readonly #fields = new Map<string, Map<string, string>>();
  readonly #notation: NotationNames;

  constructor(notation: NotationNames) {
    this.#notation = notation;
  }

  /** The name at `from` in `text`, whose units are given too; `hash` depends on its characters alone. */
  find(text: string, units: Uint16Array, from: number, to: number, hash: number): Name {
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    for (;;) {
      const known = this.#slots[slot];
      if (known === undefined) break;
      if (known.spelling.length === to - from && standsAt(known.spelling, units, from)) return known;
      slot = (slot + 1) & (SLOTS - 1);
    }
    return this.#add(text.slice(from, to), slot);
  }

  /** `Type.field`, `.field`: the head of a projection. */
  field(type: string, field: string): string {
    let fields = this.#fields.get(type);
    if (fields === undefined) {
      if (this.#fields.size > MOST_NAMES) this.#fields.clear();
      fields = new Map();
      this.#fields.set(type, fields);
    }
    let head = fields.get(field);
    if (head === undefined) {
      head = `${type}.${field}`;
      fields.set(field, head);
    }
    return head;
  }

  #add(slice: string, slot: number): Name {
    if (this.#count === 0 || this.#count >= MOST_NAMES) {
      this.#slots = Array.from({ length: SLOTS });
      this.#count = 0;
    }
    this.#count++;
    const spelling = detached(slice);
    const text = spelling.includes('«') ? spelling.replace(/[«»]/g, '') : spelling;
    const dot = text.indexOf('.');
    const name: Name = {
      spelling,
      text,
      isSpecial: SPECIAL.has(text),
      root: dot > 0 ? text.slice(0, dot) : text,
      rest: dot > 0 ? text.slice(dot + 1) : '',
      isGreekLetter: isGreekLetter(text),
      beginsNotation: this.#notation.words.has(text),
      isNotation: this.#notation.aliases.has(text),
    };
    this.#slots[slot] = name;
    return name;
  }
}

/** A copy of its own: a slice would keep the whole text in memory. The engine copies short ones anyway. */
function detached(slice: string): string {
  return slice.length < 13 ? slice : Buffer.from(slice, 'utf16le').toString('utf16le');
}

function isGreekLetter(word: string): boolean {
  const unit = word.charCodeAt(0);
  return unit >= 0x3b1 && unit <= 0x3c9 && /^.[₀-₉']*$/.test(word);
}
