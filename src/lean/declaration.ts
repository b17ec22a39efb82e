/**
 * What the reader says about Lean source: the types that leave this room. No code that reads belongs here.
 *
 * Reading has two steps. `readLeanFile` turns one file's text into `FileFacts`, with no look at any other file, so it
 * can run in a worker and its result can be kept. `expandLibrary` takes the outlines of all files in import order and
 * yields the declarations that attributes generate (specs/names.md, 5.6 to 5.9).
 */

export type DeclarationKind =
  | 'theorem'
  | 'lemma'
  | 'def'
  | 'abbrev'
  | 'instance'
  | 'structure'
  | 'class'
  | 'inductive'
  | 'coinductive'
  | 'axiom'
  | 'opaque'
  | 'alias'
  | 'field'
  | 'constructor'
  | 'simproc';

/** How a declaration's name came to be. `written` is literally in the source; the rest is generated. */
export type Origin =
  | 'written'
  | 'alias'
  | 'field'
  | 'constructor'
  | 'parent'
  /** Projection to a parent written as notation, whose name other files tell. */
  | 'notation_parent'
  | 'deriving'
  | 'anonymous_instance'
  | 'auxiliary'
  | 'to_additive'
  | 'to_dual'
  | 'simps'
  | 'reassoc'
  | 'elementwise'
  | 'to_app'
  | 'to_fun'
  | 'mk_iff'
  | 'ext'
  | 'alias_in'
  | 'to_set_notation'
  | 'higher_order'
  | 'irreducible_def';

/** Attributes that give their bearer's name to others; each is the origin of what it makes. */
export const GENERATING_ATTRIBUTES = [
  'to_additive',
  'to_dual',
  'simps',
  'reassoc',
  'elementwise',
  'to_app',
  'to_fun',
  'mk_iff',
  'ext',
  'alias_in',
  'to_set_notation',
  'higher_order',
] as const satisfies readonly Origin[];

export interface Deprecation {
  /** Full name of what to use instead, if the source says. */
  replacement: string | null;
  /** The date in `since := "…"`, as written. */
  since: string | null;
  note: string | null;
}

/** One attribute as written between `@[` and `]`. */
export interface AttributeUse {
  /** First identifier: `simp`, `to_additive`, `instance`. */
  name: string;
  /** Everything after it on one line, comments masked: `(attr := simp) foo_bar`. Empty if nothing follows. */
  args: string;
  /** A docstring inside the attribute; it belongs to the declaration that the attribute generates. */
  doc: string | null;
  scope: 'global' | 'local' | 'scoped';
}

export interface Declaration {
  /** Full name, guillemets dropped (`WithTop.forall`). */
  name: string;
  kind: DeclarationKind;
  /**
   * One line, white space folded: keyword, name as written, binders, `: type`; no `:= …`. Where the source has no
   * keyword it is the kind (`field S.x : Nat`). An alias states its target instead of a type: `alias foo := bar.mp`.
   */
  signature: string;
  /** Offset in `signature` at which the type (binders and all, after the name) starts. */
  typeAt: number;
  doc: string | null;
  /** 1-based. For a generated one: those of what generated it. */
  line: number;
  endLine: number;
  /** Namespace that surrounds it, without the declared name's own dots. */
  namespace: string;
  attributes: AttributeUse[];
  modifiers: string[];
  origin: Origin;
  /** Full name of the declaration that generated it, or of an alias's target. */
  from: string | null;
  /** `private`, or in a `module` file outside every `public section` and without `public`. */
  isPrivate: boolean;
  /** The name is a good guess, not known from the source (anonymous instances, default `simps`). */
  isApproximate: boolean;
  deprecated: Deprecation | null;
  /** For an instance, also one by attribute: head of its class as written, or the notation on top (`≃`). */
  instanceOf: string | null;
  /** Binders of the `variable` commands in scope (after `omit`/`include`), one entry a binder group: `(R : Type*)`. */
  variables: string[];
  /** Namespaces opened at this place, as written, without those of `namespace`; `scoped X` opens only X's notation. */
  opens?: string[];
  /** Start of the value: a structure's fields, an inductive's constructors, the first 600 characters of a def. One line. */
  body: string;
  /** Heading (`/-! ### … -/`) under which it stands. */
  section: string | null;
}

/** A passage of a docstring or module doc that names a declaration in backticks. */
export interface Mention {
  /** As written in the backticks. */
  target: string;
  /** A bullet of the module doc that introduces the name, or a sentence elsewhere. */
  kind: 'bullet' | 'sentence';
  text: string;
  /** Namespace at that place, to resolve `target`. */
  namespace: string;
  line: number;
}

/** `infixl:65 " + " => HAdd.hAdd`, `notation3 …`, `prefix …`. */
export interface Notation {
  kind: 'infix' | 'infixl' | 'infixr' | 'prefix' | 'postfix' | 'notation';
  /** Tokens and holes in order, e.g. [{token:'‖'},{hole:'x',precedence:null},{token:'‖'}]. */
  parts: ({ token: string } | { hole: string; precedence: number | null })[];
  precedence: number | null;
  /** What it stands for, as written. */
  expansion: string;
  /** Head constant of the expansion, resolved as far as the file shows; null if it has none. */
  head: string | null;
  scope: 'global' | 'local' | 'scoped';
  namespace: string;
  line: number;
  /** Module of the file. A `local` notation holds only there. */
  module?: string;
}

export interface Problem {
  line: number;
  message: string;
}

/** Place of a name in the source: what is needed to resolve it. */
export interface NameContext {
  namespace: string;
  /** Namespaces opened at this place; `scoped X` opens only X's notation. */
  opens: string[];
}

export interface StructureOutline {
  name: string;
  isClass: boolean;
  /** A structure or inductive in Prop. */
  isProp: boolean;
  fields: { name: string; type: string; isProp: boolean | null }[];
  /** As written: `toQ` given or computed, and the parent's head. If that is a notation (`≃`), `toQ` is empty. */
  parents: { projection: string; type: string; head: string }[];
  constructorName: string;
  context: NameContext;
}

/** What one file contributes to the generated names, in source order. JSON-serialisable; it is kept in the index. */
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
  /** Any other command the expansion reads itself: `initialize_simps_projections`, `insert_to_additive_translation`, `to_additive_name_hint`, `mk_iff_of_inductive_prop`, `add_decl_doc`, … */
  | { step: 'command'; command: string; text: string; doc: string | null; line: number; context: NameContext };

export interface FileOutline {
  module: string;
  imports: string[];
  steps: OutlineStep[];
  /** Source text of the dictionaries of `to_additive`/`to_dual`, where this file defines them (specs/names.md 5.6). */
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
  /** Start and end in the text, in turns, of every dotted identifier outside comments and strings. */
  identifiers: Int32Array;
  /** `open`s and `export`s at file level, for `--in`. */
  problems: Problem[];
}
