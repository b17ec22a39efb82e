/** The context of a term: which names are bound, which namespaces are open. */
import type { NotationTable } from './notation-table.ts';

/** Bound names with the head of their type ('' if unknown): a shared outer layer and own additions. */
export class Locals {
  protected readonly outer: ReadonlyMap<string, string>;
  /** Created for the first added name: most short terms add none. */
  protected own: Map<string, string> | null = null;

  constructor(outer: ReadonlyMap<string, string> = NO_LOCALS) {
    this.outer = outer;
  }

  get(name: string): string | undefined {
    return this.own?.get(name) ?? this.outer.get(name);
  }

  has(name: string): boolean {
    return (this.own !== null && this.own.has(name)) || this.outer.has(name);
  }

  set(name: string, typeHead: string): void {
    this.own ??= new Map();
    this.own.set(name, typeHead);
  }
}

/** Locals that record queries of the outer layer: equal answers of other locals give the same parsed term. */
export class TrackedLocals extends Locals {
  /** Name → answer of the outer layer. */
  readonly queries = new Map<string, string | undefined>();

  override get(name: string): string | undefined {
    this.record(name);
    return super.get(name);
  }

  override has(name: string): boolean {
    this.record(name);
    return super.has(name);
  }

  private record(name: string): void {
    if (this.own === null || !this.own.has(name)) this.queries.set(name, this.outer.get(name));
  }
}

const NO_LOCALS: ReadonlyMap<string, string> = new Map();

/** The context that decides between several notations of one token. */
export interface Surroundings {
  /** Whether a namespace is open here: its scoped notations take precedence. */
  readonly isOpen: (namespace: string) => boolean;
  /** Module whose local notations apply. */
  readonly module: string | null;
}

/** The context in which names of a term are resolved. */
export interface TermContext extends Surroundings {
  readonly table: NotationTable;
  /** Extended while binders are parsed. */
  readonly locals: Locals;
  /** Set if the text belongs to a notation: only local notations of a lower `order` are declared there. */
  readonly before?: number;
  /** Whether the text is a notation for which a template is built. */
  readonly isTemplate?: boolean;
  /** For a query, which has no scope: every scoped notation applies, and this collects tokens with several readings. */
  readonly ambiguous?: Map<string, number>;
  readonly choices?: ReadonlyMap<string, number>;
}

/** Context that records whether parsing used open namespaces or the module; if not, the result is valid elsewhere. */
export class TrackedContext implements TermContext {
  readonly table: NotationTable;
  readonly locals: Locals;
  wasUsed = false;
  readonly #surroundings: Surroundings;

  constructor(table: NotationTable, locals: Locals, surroundings: Surroundings) {
    this.table = table;
    this.locals = locals;
    this.#surroundings = surroundings;
  }

  get isOpen(): TermContext['isOpen'] {
    this.wasUsed = true;
    return this.#surroundings.isOpen;
  }

  get module(): string | null {
    this.wasUsed = true;
    return this.#surroundings.module;
  }
}
