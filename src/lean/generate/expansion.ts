/** The state of one expansion: what exists so far, the translation tables, and the declarations generated. */
import type {
  AttributeUse,
  Declaration,
  DeclarationKind,
  Deprecation,
  FileOutline,
  NameContext,
  Notation,
  Origin,
  Problem,
} from '../declaration.ts';
import { type DictionaryOwner, readDictionaries } from './dictionaries.ts';
import type { NameGuesser } from './guess-name.ts';
import { resolveName } from './resolve-name.ts';
import type { SimpsSource } from './simps.ts';
import { Structures } from './structures.ts';
import { TranslationTable } from './translation-table.ts';

/** What the expansion asks of a literal declaration. A whole `Declaration` will do. */
export type SourceDeclaration = Pick<
  Declaration,
  | 'kind'
  | 'signature'
  | 'typeAt'
  | 'doc'
  | 'line'
  | 'endLine'
  | 'namespace'
  | 'modifiers'
  | 'origin'
  | 'from'
  | 'isPrivate'
  | 'isApproximate'
  | 'deprecated'
  | 'instanceOf'
  | 'variables'
  | 'section'
> &
  Pick<Partial<Declaration>, 'opens'>;

/**
 * A literal declaration by its full name; null if there is none. Where files share a name (private ones), the one of
 * `module` is meant. Asked once a name and module, also for names that do not exist.
 */
export type LookUp = (name: string, module: string) => SourceDeclaration | null;

/** Where an attribute or a command stands. */
export interface Place {
  module: string;
  line: number;
  context: NameContext;
}

export type TranslationName = 'to_additive' | 'to_dual';

/** What a generating attribute says of a new declaration; the rest comes from its source. */
export interface NewDeclaration {
  name: string;
  origin: Origin;
  from: string;
  kind: DeclarationKind;
  /** Binders and type; empty where they cannot be told from the source text. */
  type: string;
  doc: string | null;
  attributes: AttributeUse[];
  isApproximate?: boolean;
  deprecated?: Deprecation | null;
  variables?: string[];
  instanceOf?: string | null;
}

export interface ModuleExpansion {
  declarations: Declaration[];
  problems: Problem[];
}

/** The lemmas of other attributes are not protected even where their source is. */
const KEEPS_MODIFIERS = new Set<Origin>([
  'to_additive',
  'to_dual',
  'reassoc',
  'elementwise',
  'to_app',
  'to_fun',
  'to_set_notation',
]);

/** Stands in the place of what an attribute on a declaration of another library would give. */
const UNKNOWN_SOURCE = {
  signature: '',
  typeAt: 0,
  doc: null,
  namespace: '',
  modifiers: [],
  origin: 'written',
  from: null,
  isPrivate: false,
  isApproximate: false,
  deprecated: null,
  instanceOf: null,
  variables: [],
  section: null,
} satisfies Partial<SourceDeclaration>;

export class Expansion {
  readonly structures: Structures;
  /** Full name to full name. `to_dual` holds both directions. */
  readonly tables: Record<TranslationName, TranslationTable> = {
    to_additive: new TranslationTable(),
    to_dual: new TranslationTable(),
  };
  /** Names whose dual has no name that a user can write. */
  readonly hiddenDuals = new Set<string>();
  /** Names that an attribute would make although they exist: each is a sign of a wrong guess. */
  readonly collisions: { name: string; origin: Origin; from: string }[] = [];
  readonly modules = new Map<string, ModuleExpansion>();
  /** As in force in the file that is being read: name hints last to its end. */
  guessers: Record<DictionaryOwner, NameGuesser>;
  readonly #libraryGuessers: Record<DictionaryOwner, NameGuesser>;
  readonly #lookUp: LookUp;
  readonly #literal = new Map<string, SourceDeclaration>();
  readonly #generated = new Map<string, Declaration>();
  readonly #simpsSources = new Map<string, SimpsSource>();
  readonly #notationHeads: ReadonlyMap<string, { head: string; context: NameContext }>;
  #module = '';

  constructor(outlines: readonly FileOutline[], lookUp: LookUp, notations: readonly Notation[]) {
    this.#notationHeads = headsOf(notations);
    this.structures = new Structures(outlines, this.#notationHeads, this.#isPredicate);
    this.#libraryGuessers = readDictionaries(outlines);
    this.guessers = { ...this.#libraryGuessers };
    this.#lookUp = lookUp;
  }

  startFile(module: string): void {
    this.#module = module;
    this.guessers = { ...this.#libraryGuessers };
  }

  /** A literal or generated declaration; null if there is none in the library. */
  find(name: string): SourceDeclaration | null {
    const generated = this.#generated.get(name);
    if (generated !== undefined) return generated;
    let literal: SourceDeclaration | null | undefined = this.#literal.get(name);
    if (literal === undefined || literal.isPrivate) {
      literal = this.#lookUp(name, this.#module);
      // Most names that do not exist are asked for once, before they are made.
      if (literal !== null) this.#literal.set(name, literal);
    }
    return literal;
  }

  exists = (name: string): boolean => this.find(name) !== null;

  /** The declaration meant at `place`; one of another library is taken to be written with its full name. */
  resolve(written: string, context: NameContext): string {
    return resolveName(written, context, this.exists) ?? written.replace(/^_root_\./, '');
  }

  readonly #isPredicate = (head: string, context: NameContext): boolean => {
    const name = resolveName(head, context, this.exists);
    if (name === null) return false;
    if (this.structures.get(name)?.isProp === true) return true;
    const declaration = this.find(name);
    return declaration !== null && /(?::|→)\s*Prop(?:\s+extends\s.*)?$/.test(declaration.signature);
  };

  problem(place: Place, message: string): void {
    this.#moduleExpansion(place.module).problems.push({ line: place.line, message });
  }

  setDoc(name: string, doc: string): void {
    const generated = this.#generated.get(name);
    if (generated !== undefined) generated.doc = doc;
  }

  rememberSimpsSource(source: SimpsSource): void {
    this.#simpsSources.set(source.name, source);
  }

  simpsSource(name: string): SimpsSource | undefined {
    return this.#simpsSources.get(name);
  }

  /** Full name of the structure that the declaration is an element of, if the text shows it. */
  structureOf({ resultHead, context }: SimpsSource): string | null {
    if (resultHead === null) return null;
    const notation = this.#notationHeads.get(resultHead);
    return notation === undefined
      ? this.structures.resolve(resultHead, context)
      : this.structures.resolve(notation.head, notation.context);
  }

  /** Adds a generated declaration. False, and nothing added, if the name exists already. */
  add(declaration: NewDeclaration, place: Place): boolean {
    const { name, origin, from } = declaration;
    const source: Omit<SourceDeclaration, 'kind'> = this.find(from) ?? {
      ...UNKNOWN_SOURCE,
      line: place.line,
      endLine: place.line,
    };
    const isApproximate = source.isApproximate || (declaration.isApproximate ?? false);
    // Anonymous instances may share their approximate name; each is still a row to be found by class and type.
    if (!isApproximate && this.find(name)?.isApproximate === false) {
      this.collisions.push({ name, origin, from });
      return false;
    }
    const isAnonymous = declaration.kind === 'instance' && isApproximate;
    const head = isAnonymous ? 'instance' : `${declaration.kind} ${name}`;
    const dot = name.lastIndexOf('.');
    const generated: Declaration = {
      name,
      kind: declaration.kind,
      signature: declaration.type === '' ? head : `${head} ${declaration.type}`,
      typeAt: declaration.type === '' ? head.length : head.length + 1,
      doc: declaration.doc,
      line: source.line,
      endLine: source.endLine,
      namespace: name.startsWith(`${source.namespace}.`) ? source.namespace : name.slice(0, Math.max(dot, 0)),
      attributes: declaration.attributes,
      modifiers: KEEPS_MODIFIERS.has(origin) ? source.modifiers : [],
      origin,
      from,
      isPrivate: source.isPrivate,
      isApproximate,
      deprecated: declaration.deprecated ?? null,
      instanceOf: declaration.instanceOf ?? null,
      variables: declaration.variables ?? [],
      body: '',
      section: source.section,
      opens: source.opens ?? place.context.opens,
    };
    if (!this.#generated.has(name)) this.#generated.set(name, generated);
    this.#moduleExpansion(place.module).declarations.push(generated);
    return true;
  }

  #moduleExpansion(module: string): ModuleExpansion {
    let expansion = this.modules.get(module);
    if (expansion === undefined) {
      expansion = { declarations: [], problems: [] };
      this.modules.set(module, expansion);
    }
    return expansion;
  }
}

/** What an infix stands for, by its first symbol: `≃`, `→ₗ[`. Of several, the first by module and line. */
function headsOf(notations: readonly Notation[]): Map<string, { head: string; context: NameContext }> {
  const chosen = new Map<string, Notation>();
  for (const notation of notations) {
    const first = notation.parts.find((part) => 'token' in part);
    if (first === undefined || notation.head === null) continue;
    const symbol = first.token.trim();
    const before = chosen.get(symbol);
    if (before === undefined || comesFirst(notation, before)) chosen.set(symbol, notation);
  }
  const heads = new Map<string, { head: string; context: NameContext }>();
  for (const [symbol, { head, namespace }] of chosen)
    heads.set(symbol, { head: head!, context: { namespace, opens: [] } });
  return heads;
}

/** Not the order in which files were given: the same library must give the same names. */
function comesFirst(a: Notation, b: Notation): boolean {
  const [left, right] = [a.module ?? '', b.module ?? ''];
  return left < right || (left === right && a.line < b.line);
}
