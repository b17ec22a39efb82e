/** The `variable` commands in scope of a statement, and which of their binders it uses. */
import type { Bound } from './binders.ts';
import * as Kind from './kinds.ts';
import type { Term } from './term.ts';

/** One binder group of a `variable` command. */
export interface VariableGroup {
  readonly bound: readonly Bound[];
  /** Locals that occur in its types. */
  readonly names: readonly string[];
  /** Tokens computed by an analyser, cached here because statements share the group; null before that. */
  tokens: GroupTokens | null;
}

export interface GroupTokens {
  readonly tokens: readonly number[];
  readonly nodes: number;
}

const NO_GROUPS: VariableGroup[] = [];

/** Groups with numbered names, so checking many statements needs no set per statement. */
export class VariableScope {
  /** Head of the type by variable name. */
  readonly names: ReadonlyMap<string, string>;
  readonly #groups: readonly VariableGroup[];
  readonly #places = new Map<string, number>();
  /** By group: numbers of the bound names, and of the names in its types. */
  readonly #bound: readonly number[][];
  readonly #subjects: readonly number[][];
  /** By number: 1 if the current statement uses the name. */
  readonly #isNamed: Uint8Array;
  /** By group: 1 if the current statement uses it. */
  readonly #isUsed: Uint8Array;

  constructor(groups: readonly VariableGroup[], names: ReadonlyMap<string, string>) {
    this.names = names;
    this.#groups = groups;
    this.#bound = groups.map(({ bound }) => bound.map(({ name }) => this.#place(name)));
    this.#subjects = groups.map((group) => group.names.map((name) => this.#place(name)));
    this.#isNamed = new Uint8Array(this.#places.size);
    this.#isUsed = new Uint8Array(groups.length);
  }

  /** Lean's rule: variables that are used, and instances whose subjects are all included. */
  used(own: readonly Bound[], type: Term | null): readonly VariableGroup[] {
    const groups = this.#groups;
    if (groups.length === 0) return NO_GROUPS;
    this.#isNamed.fill(0);
    for (const { type: one, premise } of own) {
      this.#name(one);
      if (premise !== null) this.#name(premise);
    }
    if (type !== null) this.#name(type);
    // A binder of the signature hides a variable with the same name.
    for (const { name } of own) {
      const place = this.#places.get(name);
      if (place !== undefined) this.#isNamed[place] = 0;
    }
    const isUsed = this.#isUsed.fill(0);
    let count = 0;
    for (let grew = true; grew;) {
      grew = false;
      for (let at = groups.length - 1; at >= 0; at--) {
        if (isUsed[at] === 1 || !this.#isNeeded(at)) continue;
        isUsed[at] = 1;
        count++;
        for (const place of this.#subjects[at]!) this.#isNamed[place] = 1;
        grew = true;
      }
    }
    return count === 0 ? NO_GROUPS : count === groups.length ? groups : groups.filter((_, at) => isUsed[at] === 1);
  }

  #place(name: string): number {
    let place = this.#places.get(name);
    if (place === undefined) {
      place = this.#places.size;
      this.#places.set(name, place);
    }
    return place;
  }

  #name(tree: Term): void {
    if (tree.kind === Kind.LOCAL) {
      const place = this.#places.get(tree.head);
      if (place !== undefined) this.#isNamed[place] = 1;
    }
    const { args } = tree;
    for (let at = 0; at < args.length; at++) this.#name(args[at]!);
  }

  #isNeeded(at: number): boolean {
    for (const place of this.#bound[at]!) if (this.#isNamed[place] === 1) return true;
    const subjects = this.#subjects[at]!;
    if (this.#groups[at]!.bound[0]?.style !== '[' || subjects.length === 0) return false;
    for (const place of subjects) if (this.#isNamed[place] === 0) return false;
    return true;
  }
}
