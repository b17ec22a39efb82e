/** A generated Lean library that changes at random, for tests that compare an updated index with a rebuilt one. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the same numbers for the same seed (mulberry32). */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const ADDITIVE_DICTIONARY = `
/-! # Translation -/
def ToAdditive.nameDict : Std.HashMap String (List String) := .ofList [
  ("one", ["Zero"]), ("mul", ["Add"]), ("inv", ["Neg"]), ("prod", ["Sum"])]
`;

export class RandomLibrary {
  readonly root: string;
  readonly #random: (below: number) => number;
  readonly #files = new Map<string, string[]>();

  constructor(root: string, seed: number, fileCount: number) {
    this.root = root;
    this.#random = seededRandom(seed);
    this.#write('Lib/Dictionary.lean', [ADDITIVE_DICTIONARY]);
    for (let i = 0; i < fileCount; i++) this.#add();
  }

  /** One edit, move, addition or deletion. */
  change(): void {
    const paths = [...this.#files.keys()].filter((path) => path !== 'Lib/Dictionary.lean');
    const path = paths[this.#random(paths.length)]!;
    const dice = this.#random(20);
    if (dice === 0 && paths.length > 4) this.#delete(path);
    else if (dice <= 2) this.#move(path);
    else if (dice <= 4 || paths.length <= 4) this.#add();
    else this.#edit(path);
  }

  #edit(path: string): void {
    const commands = [...this.#files.get(path)!];
    const at = this.#random(commands.length);
    const dice = this.#random(4);
    if (dice === 0 && commands.length > 2) commands.splice(at, 1);
    else if (dice === 1) commands[at] = this.#command();
    else commands.splice(at, 0, this.#command());
    this.#write(path, commands);
  }

  #add(): void {
    const commands = Array.from({ length: 3 + this.#random(6) }, () => this.#command());
    this.#write(this.#freePath(), [`/-! # About ${this.#word()} of \`${this.#name()}\` -/`, ...commands]);
  }

  #move(path: string): void {
    const target = this.#freePath();
    mkdirSync(dirname(join(this.root, target)), { recursive: true });
    renameSync(join(this.root, path), join(this.root, target));
    this.#files.set(target, this.#files.get(path)!);
    this.#files.delete(path);
  }

  #delete(path: string): void {
    rmSync(join(this.root, path));
    this.#files.delete(path);
  }

  #freePath(): string {
    for (;;) {
      const path = `Lib/${['A', 'B', 'C/D'][this.#random(3)]}/F${this.#random(1000)}.lean`;
      if (!this.#files.has(path)) return path;
    }
  }

  #write(path: string, commands: string[]): void {
    this.#files.set(path, commands);
    const absolute = join(this.root, path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, `import Lib.Dictionary\n\n${commands.join('\n\n')}\n`);
  }

  #command(): string {
    const name = this.#name();
    const other = this.#name();
    switch (this.#random(13)) {
      case 0:
        return `@[to_additive]\ntheorem Alg.mul_${this.#word()} (a b : M) : a * b = b * a := ${other} a`;
      case 1:
        return `/-- A ${this.#word()} like \`${other}\`. -/\ndef ${name} (n : Nat) : Nat := ${other} n + ${this.#random(9)}`;
      case 2:
        return `@[ext]\nstructure ${upper(this.#word())} (α : Type) where\n  left : α\n  right : α`;
      case 3:
        return `@[simps]\ndef ${name} : ${upper(this.#word())} Nat where\n  left := ${other}\n  right := 1`;
      case 4:
        return `alias ${name}_alias := ${other}`;
      case 5:
        return `namespace ${upper(this.#word())}\n\nvariable (x : Nat)\n\n/-- See \`${other}\` and \`${this.#name()}\`. -/\nlemma ${this.#word()}_of (h : ${other}) : x = ${this.#word()}_of := by simp [${other}]\n\nend ${upper(this.#word())}`;
      case 6:
        return `instance : ${upper(this.#word())} Nat := ⟨${other}, ${other}⟩`;
      case 7:
        return `/-!\n### ${this.#word()} and ${this.#word()}\n\n* \`${other}\`: the ${this.#word()} of the ${this.#word()}\n-/`;
      case 8:
        return `@[deprecated ${other} (since := "2026-01-01")]\ntheorem ${name} : ${this.#word()} ≤ ${other} := le_refl _`;
      case 9:
        return 'open Lean';
      case 10:
        return `@[to_additive]\ntheorem Alg.mul_${this.#word()} {M : Type} (a b : M) : a.mul_${this.#word()} = b`;
      case 11:
        return `attribute [to_additive] Alg.mul_${this.#word()}`;
      default:
        return `theorem ${name} (s : Set α) (h : ${other} ∈ s) : s ⊆ ${this.#word()} := fun x => ${other} x`;
    }
  }

  #name(): string {
    const space = ['', 'Alg.', 'Nat.', 'Ring.Ideal.'][this.#random(4)]!;
    return `${space}${this.#word()}_${this.#word()}`;
  }

  #word(): string {
    return WORDS[this.#random(WORDS.length)]!;
  }
}

const WORDS = ['sum', 'prod', 'comm', 'ideal', 'ring', 'dvd', 'one', 'inv', 'norm', 'limit', 'cover', 'open', 'closed'];

const upper = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
