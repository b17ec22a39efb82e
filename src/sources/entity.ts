/**
 * Entities of a mathematical knowledge graph, with the 16 attributes of AutoMathKG (Bian et al. 2025, Fig. 4 and
 * Table B3). Types only. The names of the fields are those of the paper's JSON.
 */

export const ENTITY_TYPES = ['definition', 'theorem', 'problem', 'other'] as const;

/** `other`: the type is uncertain. */
export type EntityType = (typeof ENTITY_TYPES)[number];

/** The paper's section 4.2.3 has `proposition` and its Table C4 has `deduction`: both are labels here. */
export const TACTICS = [
  'premise',
  'assumption',
  'lemma',
  'proposition',
  'corollary',
  'calculation',
  'enumeration',
  'definition',
  'conclusion',
  'deduction',
] as const;

/** The role of a segment of text, or of a reference, in a statement or proof. */
export type Tactic = (typeof TACTICS)[number];

/** The paper's fields (section 4.2). */
export const FIELDS = [
  'algebra',
  'geometry',
  'analysis',
  'logic',
  'probability and statistics',
  'applied mathematics',
  'foundations of mathematics',
] as const;

export type Field = (typeof FIELDS)[number];

export interface Segment {
  /** A part of the text, as written. */
  description: string;
  action: Tactic;
}

/** A statement, a proof or a solution. */
export interface EntityText {
  /** Sequences of text and LaTeX, in order. */
  contents: string[];
  /** Empty for problems and solutions. */
  bodylist: Segment[];
  /** Labels of what it refers to. */
  refs: string[];
  references_tactics: Record<string, Tactic>;
}

export interface Entity extends EntityText {
  id: number;
  type: EntityType;
  label: string;
  title: string;
  /** Null if unknown. */
  field: Field | null;
  source: string;
  /** Proofs of a theorem; otherwise empty. */
  proofs: EntityText[];
  /** Solutions of a problem; otherwise empty. */
  solutions: EntityText[];
  /** What this entity refers to: the role by label, and the ids. Two entities may have the same label. */
  in_refs: Record<string, Tactic>;
  in_ref_ids: number[];
  /** What refers to this entity. */
  out_refs: Record<string, Tactic>;
  out_ref_ids: number[];
}
