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

/** What a term's surroundings say about its names. */
export interface TermContext {
  readonly table: NotationTable;
  /** Grows while binders are read. */
  readonly locals: Locals;
  /** Whether a namespace is open here; decides between scoped notations. */
  readonly isOpen: (namespace: string) => boolean;
  readonly module: string | null;
  /** Where the text is itself a notation's: only local notations of a lower `order` are declared there. */
  readonly before?: number;
  /** A query has no scope: every scoped notation counts, and `ambiguous` collects tokens with several readings. */
  readonly ambiguous?: Map<string, number>;
  readonly choices?: ReadonlyMap<string, number>;
}
