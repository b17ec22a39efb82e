/**
 * Types of the Lean reader's output, as used by other layers. This file contains no reading code.
 *
 * Reading has two steps. `readLeanFile` turns one file's text into `FileFacts` without any other file, so it can run in
 * a worker and its result can be cached. `expandLibrary` takes the outlines of all files in import order and yields the
 * declarations that attributes generate.
 */
import { literalWords } from '../base/words.ts';
import type { ProofSkeleton } from './proof/proof-skeleton.ts';

/** In the order of their codes, which indexes store: only append. */
export const KINDS = literalWords(
  'theorem lemma def abbrev instance structure class inductive coinductive axiom opaque',
  'alias field constructor simproc',
);

export type DeclarationKind = (typeof KINDS)[number];

/**
 * How a declaration's name came to be, in the order of their codes. `written`: literally in the source; all others are
 * generated. `notation_parent`: a projection to a parent written as notation, whose name depends on other files.
 */
export const ORIGINS = literalWords(
  'written alias field constructor parent deriving anonymous_instance auxiliary to_additive to_dual simps reassoc',
  'elementwise to_app to_fun mk_iff ext alias_in to_set_notation higher_order irreducible_def notation_parent',
);

export type Origin = (typeof ORIGINS)[number];

/** Attributes that derive other names from the declaration's name; each is the origin of what it generates. */
export const GENERATING_ATTRIBUTES = literalWords(
  'to_additive to_dual simps reassoc elementwise to_app to_fun mk_iff ext alias_in to_set_notation higher_order',
) satisfies readonly Origin[];

export interface Deprecation {
  /** Full name of the replacement, if the source gives one. */
  replacement: string | null;
  /** The date in `since := "…"`, as written. */
  since: string | null;
  note: string | null;
}

/** One attribute as written between `@[` and `]`. */
export interface AttributeUse {
  /** First identifier: `simp`, `to_additive`, `instance`. */
  name: string;
  /** The text after it on one line, comments masked: `(attr := simp) foo_bar`. Empty if nothing follows. */
  args: string;
  /** A docstring inside the attribute; it belongs to the generated declaration. */
  doc: string | null;
  scope: 'global' | 'local' | 'scoped';
}

export interface Declaration {
  /** Full name, guillemets dropped (`WithTop.forall`). */
  name: string;
  kind: DeclarationKind;
  /**
   * One line, white space folded: keyword, name as written, binders, `: type`; no `:= …`. If the source has no keyword,
   * the kind is used (`field S.x : Nat`). An alias has its target instead of a type: `alias foo := bar.mp`.
   */
  signature: string;
  /** Offset in `signature` at which the type starts: the part after the name, including binders. */
  typeAt: number;
  doc: string | null;
  /** 1-based. For a generated declaration: the lines of its source declaration. */
  line: number;
  endLine: number;
  /** Enclosing namespace, without the dots of the declared name itself. */
  namespace: string;
  attributes: AttributeUse[];
  modifiers: string[];
  origin: Origin;
  /** Full name of the declaration that generated it, or of the target of an alias. */
  from: string | null;
  /** `private`, or in a `module` file outside every `public section` and without `public`. */
  isPrivate: boolean;
  /** The name is a guess, not certain from the source (anonymous instances, default `simps`). */
  isApproximate: boolean;
  deprecated: Deprecation | null;
  /** For an instance (also by attribute): head of its class as written, or its outermost notation (`≃`). */
  instanceOf: string | null;
  /** Binders that it takes from its scope or, for a field or constructor, from its type: `(R : Type*)`. */
  variables: string[];
  /** Namespaces opened here, as written, without those of `namespace`; `scoped X` opens only the notation of X. */
  opens?: string[];
  /** Start of the value: a structure's fields, an inductive's constructors, the first 600 characters of a def. One line. */
  body: string;
  /** Heading (`/-! ### … -/`) of its section. */
  section: string | null;
}

/** A passage of a docstring or module doc that names a declaration in backticks. */
export interface Mention {
  /** As written in the backticks. */
  target: string;
  /** `bullet`: a bullet of the module doc that introduces the name; `sentence`: a sentence elsewhere. */
  kind: 'bullet' | 'sentence';
  text: string;
  /** Namespace at this position, to resolve `target`. */
  namespace: string;
  line: number;
}

/** `infixl:65 " + " => HAdd.hAdd`, `notation3 …`, `prefix …`. */
export interface Notation {
  kind: 'infix' | 'infixl' | 'infixr' | 'prefix' | 'postfix' | 'notation';
  /** Tokens and holes in order, e.g. [{token:'‖'},{hole:'x',precedence:null},{token:'‖'}]. */
  parts: ({ token: string } | { hole: string; precedence: number | null })[];
  precedence: number | null;
  /** The term that the notation expands to, as written. */
  expansion: string;
  /** Head constant of the expansion, resolved as far as the file allows; null if it has none. */
  head: string | null;
  scope: 'global' | 'local' | 'scoped';
  namespace: string;
  line: number;
  /** Module of the file. A `local` notation applies only there. */
  module?: string;
}

export interface Problem {
  line: number;
  message: string;
}

/** The context needed to resolve a name at its position in the source. */
export interface NameContext {
  namespace: string;
  /** Namespaces opened here; `scoped X` opens only the notation of X. */
  opens: string[];
}

export interface StructureOutline {
  name: string;
  isClass: boolean;
  /** A structure or inductive in Prop. */
  isProp: boolean;
  fields: { name: string; type: string; isProp: boolean | null }[];
  /** As written: `toQ`, given or derived, and the parent's head. If the head is a notation (`≃`), `toQ` is empty. */
  parents: { projection: string; type: string; head: string }[];
  constructorName: string;
  context: NameContext;
}

/** What one file contributes to the generated names, in source order. JSON-serialisable; stored in the index. */
export type OutlineStep =
  | {
      step: 'declaration';
      name: string;
      declared: string;
      kind: DeclarationKind;
      line: number;
      attributes: AttributeUse[];
      context: NameContext;
      resultHead: string | null;
      isInstance: boolean;
      isAnonymous: boolean;
    }
  | { step: 'structure'; structure: StructureOutline; line: number }
  | { step: 'attribute'; targets: string[]; attributes: AttributeUse[]; line: number; context: NameContext }
  /** Any other command that the expansion reads: `OUTLINE_COMMANDS` in `read-file.ts`. */
  | { step: 'command'; command: string; text: string; doc: string | null; line: number; context: NameContext };

export interface FileOutline {
  module: string;
  imports: string[];
  steps: OutlineStep[];
  /** Source text of the dictionaries of `to_additive`/`to_dual`, if this file defines them. */
  dictionaries: { name: string; entries: [string, string[]][] }[];
}

export interface FileFacts {
  module: string;
  /** `# Title` of the module doc. */
  title: string | null;
  /** Literal declarations, with fields, constructors, parent projections, aliases, deriving and anonymous instances. */
  declarations: Declaration[];
  outline: FileOutline;
  notations: Notation[];
  mentions: Mention[];
  /** Alternating start and end offsets of every dotted identifier outside comments and strings. */
  identifiers: Int32Array;
  /** Skeletons of the theorems whose proofs are templates, in their order. */
  skeletons: ProofSkeleton[];
  problems: Problem[];
}
