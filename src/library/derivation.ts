/** What a builder adds to the library: rows made from others, with who made them and from what. */
import type { NewEntry } from './entry.ts';

/** Maker of decisions by people. */
export const HUMAN = 'human';

/** One unit of a builder's work. */
export interface Derivation {
  /** Source of its entries; created if it does not exist. */
  source: string;
  /** Name of the builder, or `HUMAN`. */
  maker: string;
  /** Version of the builder, with its model and prompt if it has them. */
  version: string;
  /** Identifies what was worked on: unique for a maker in a source, and the same in every run. */
  unit: string;
  /** Hash of all inputs, computed by the maker. */
  inputHash: string;
}

/** An entry, by its id or by its source and key. */
export type EntryRef = number | { source: string; key: string };

/** The rows of a derivation. `Ref` names entries; a derivation may refer to the entries of any other. */
export interface DerivedRows<Ref = EntryRef> {
  /** The entries among the inputs, with their hash when they were read; null: removed since. */
  inputs: readonly { entry: Ref | null; contentHash: string }[];
  /** Their keys contain no `#`, so they differ from those of documents. */
  entries: readonly { entry: NewEntry; labels: readonly string[]; payload: unknown }[];
  edges: readonly { from: Ref; kind: string; to: Ref; payload: unknown; evidence: unknown }[];
  declarations: readonly DeclarationLink<Ref>[];
  attributes: readonly AttributeRow<Ref>[];
  /** The texts that a vector space embeds. An entry may have several `parts`. */
  texts: readonly { entry: Ref; space: string; part: number; textHash: string }[];
}

/** The value of an attribute of an entry, or of one of its proofs or solutions. */
export interface AttributeRow<Ref = EntryRef> {
  entry: Ref;
  /** 0: the statement; n: the nth proof or solution. */
  part: number;
  name: string;
  value: unknown;
  /** Why: such as the rule and its confidence. */
  evidence: unknown;
}

/** A derivation with its rows. */
export interface DerivedUnit<Ref = EntryRef> {
  derivation: Derivation;
  rows: DerivedRows<Ref>;
}

/** A link from an entry to a Lean declaration, which remains valid when an index is built again. */
export interface DeclarationLink<Ref = EntryRef> {
  entry: Ref;
  kind: string;
  /** The package and full name of the declaration, as in an index. */
  package: string;
  name: string;
  statementHash: string;
  payload: unknown;
  evidence: unknown;
}

/** No rows, to be extended. */
export const NO_ROWS: DerivedRows<never> = {
  inputs: [],
  entries: [],
  edges: [],
  declarations: [],
  attributes: [],
  texts: [],
};

/** The tables of derived rows, apart from entries. */
export const DERIVED_TABLES = {
  inputs: 'derivation_inputs',
  edges: 'derived_edges',
  declarations: 'declaration_links',
  attributes: 'entry_attributes',
  texts: 'entry_texts',
} as const satisfies Partial<Record<keyof DerivedRows, string>>;
