/** What a term's surroundings say about its names: which are bound, which namespaces are open. */
import type { NotationTable } from './notation-table.ts';

/** Bound names with the head of their type ('' where unknown): an outer layer that is shared, and what was added. */
export class Locals {
  protected readonly outer: ReadonlyMap<string, string>;
  /** Made when the first name is added: most short terms add none. */
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

/** Locals that note what was asked of the outer layer: a term read with others that answer alike is the same. */
export class AskedLocals extends Locals {
  /** Name → the outer layer's answer. */
  readonly asked = new Map<string, string | undefined>();

  override get(name: string): string | undefined {
    this.note(name);
    return super.get(name);
  }

  override has(name: string): boolean {
    this.note(name);
    return super.has(name);
  }

  private note(name: string): void {
    if (this.own === null || !this.own.has(name)) this.asked.set(name, this.outer.get(name));
  }
}

const NO_LOCALS: ReadonlyMap<string, string> = new Map();

/** What decides between notations of one token. */
export interface Surroundings {
  /** Whether a namespace is open here: its scoped notations go first. */
  readonly isOpen: (namespace: string) => boolean;
  /** The local notations of this one hold. */
  readonly module: string | null;
}

/** What a term's surroundings say about its names. */
export interface TermContext extends Surroundings {
  readonly table: NotationTable;
  /** Grows while binders are read. */
  readonly locals: Locals;
  /** Where the text is itself a notation's: only local notations of a lower `order` are declared there. */
  readonly before?: number;
  /** Whether the text is that of a notation, whose template is being made. */
  readonly isTemplate?: boolean;
  /** A query has no scope: every scoped notation counts, and `ambiguous` collects tokens with several readings. */
  readonly ambiguous?: Map<string, number>;
  readonly choices?: ReadonlyMap<string, number>;
}

/** A context that notes whether what is read depends on what is open or on the module; if not, it is the same elsewhere. */
export class AskedContext implements TermContext {
  readonly table: NotationTable;
  readonly locals: Locals;
  wasAsked = false;
  readonly #surroundings: Surroundings;

  constructor(table: NotationTable, locals: Locals, surroundings: Surroundings) {
    this.table = table;
    this.locals = locals;
    this.#surroundings = surroundings;
  }

  get isOpen(): TermContext['isOpen'] {
    this.wasAsked = true;
    return this.#surroundings.isOpen;
  }

  get module(): string | null {
    this.wasAsked = true;
    return this.#surroundings.module;
  }
}
