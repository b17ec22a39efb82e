/** The state of one expansion: what exists so far, the translation tables, and the declarations generated. */
import type {
  AttributeUse,
  Declaration,
  DeclarationKind,
  Deprecation,
  NameContext,
  Notation,
  Origin,
  Problem,
} from '../declaration.ts';
import type { DictionaryOwner } from './dictionaries.ts';
import type { NameGuesser } from './guess-name.ts';
import { isTooLong, TOO_LONG } from '../full-name.ts';
import { resolveName } from './resolve-name.ts';
import type { SimpsSource } from './simps.ts';
import { type DeclaredStructures } from './declared-structures.ts';
import { Structures } from './structures.ts';
import { type Left, type ModuleTrace, Recorder } from './trace.ts';
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
  Pick<Partial<Declaration>, 'opens'> & {
    /** Other literal declarations have the same full name. */
    isShared?: boolean;
  };

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

/** Of a module whose files are done. */
export interface Ended {
  trace: ModuleTrace;
  /** Last components that no table had before it. */
  newWords: Record<TranslationName, ReadonlySet<string>>;
}

/** Of a declaration that an attribute has made: in which module, by its place in the order. */
export interface Made {
  declaration: SourceDeclaration;
  place: number;
}

/**
 * What modules before `place` that are not expanded again had made under a name: the first of them. Null if nothing.
 */
export type MadeEarlier = (name: string, place: number) => Made | null;

/** What an expansion is made from besides the steps of the files. */
export interface ExpansionInput {
  structures: DeclaredStructures;
  guessers: Record<DictionaryOwner, NameGuesser>;
  lookUp: LookUp;
  notations: readonly Notation[];
  /** For an expansion of some modules only. */
  madeEarlier?: MadeEarlier;
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

/**
 * In one module. A structure at the end of a long chain has a lemma for each field of all before it, so that a file
 * may ask for the square of its size. Mathlib's most: 282.
 */
const MOST_GENERATED = 10_000;

export class Expansion {
  readonly #recorder = new Recorder();
  readonly structures: Structures;
  /** Full name to full name. `to_dual` holds both directions. */
  readonly tables: Record<TranslationName, TranslationTable> = {
    to_additive: new TranslationTable('to_additive', this.#recorder),
    to_dual: new TranslationTable('to_dual', this.#recorder),
  };
  /** Names that an attribute would make although they exist: each is a sign of a wrong guess. */
  readonly collisions: { name: string; origin: Origin; from: string }[] = [];
  readonly modules = new Map<string, ModuleExpansion>();
  /** As in force in the file that is being read: name hints last to its end. */
  guessers: Record<DictionaryOwner, NameGuesser>;
  readonly #libraryGuessers: Record<DictionaryOwner, NameGuesser>;
  readonly #lookUp: LookUp;
  readonly #madeEarlier: MadeEarlier;
  readonly #literal = new Map<string, SourceDeclaration>();
  /** By name of several literal declarations, the module whose one is meant. */
  readonly #settled = new Map<string, string>();
  readonly #generated = new Map<string, { declaration: Declaration; place: number }>();
  readonly #simpsSources = new Map<string, SimpsSource>();
  /** Names whose dual has no name that a user can write. */
  readonly #hiddenDuals = new Set<string>();
  readonly #notationHeads: ReadonlyMap<string, { head: string; context: NameContext }>;
  #left = nothingYet();
  #module = '';
  #place = 0;
  #isFullTold = false;

  constructor({ structures, guessers, lookUp, notations, madeEarlier = () => null }: ExpansionInput) {
    this.#notationHeads = headsOf(notations);
    this.structures = new Structures(structures, this.#notationHeads, this.#isPredicate, this.#recorder);
    this.#libraryGuessers = guessers;
    this.guessers = { ...guessers };
    this.#lookUp = lookUp;
    this.#madeEarlier = madeEarlier;
  }

  /** `place` is that of the module in the order. */
  startModule(module: string, place: number): void {
    this.#module = module;
    this.#place = place;
    this.#isFullTold = false;
  }

  startFile(): void {
    this.guessers = { ...this.#libraryGuessers };
  }

  /** What the module has asked and left, when all its files are done. */
  endModule(): Ended {
    const additive = this.tables.to_additive.takeNew();
    const dual = this.tables.to_dual.takeNew();
    const defaults = this.structures.takeNewDefaults();
    const left: Left = { ...this.#left, to_additive: additive.pairs, to_dual: dual.pairs, defaults };
    this.#left = nothingYet();
    return {
      trace: { asked: this.#recorder.take(), left },
      newWords: { to_additive: additive.words, to_dual: dual.words },
    };
  }

  /** In the place of a module's expansion: what an earlier one left. */
  resume(module: string, left: Left): void {
    this.tables.to_additive.resume(left.to_additive);
    this.tables.to_dual.resume(left.to_dual);
    this.structures.resumeDefaults(left.defaults);
    for (const name of left.hiddenDuals) this.#hiddenDuals.add(name);
    for (const source of left.simpsSources) this.#simpsSources.set(source.name, source);
    for (const name of left.settled) this.#settled.set(name, module);
  }

  /** A literal or generated declaration; null if there is none in the library. */
  find(name: string): SourceDeclaration | null {
    this.#recorder.ask('declaration', name);
    const generated = this.#generated.get(name);
    const earlier = this.#madeEarlier(name, generated?.place ?? this.#place);
    return earlier?.declaration ?? generated?.declaration ?? this.#findLiteral(name);
  }

  #findLiteral(name: string): SourceDeclaration | null {
    const known = this.#literal.get(name);
    if (known !== undefined) return known;
    const literal = this.#lookUp(name, this.#settled.get(name) ?? this.#module);
    // Most names that do not exist are asked for once, before they are made.
    if (literal === null || literal.isPrivate) return literal;
    this.#literal.set(name, literal);
    if (literal.isShared === true && !this.#settled.has(name)) {
      this.#settled.set(name, this.#module);
      this.#left.settled.push(name);
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

  /** Whether the module at hand has been given all that it may; the first time, says so. */
  isFull(place: Place): boolean {
    const count = this.modules.get(this.#module)?.declarations.length ?? 0;
    if (count < MOST_GENERATED) return false;
    if (!this.#isFullTold)
      this.problem(place, `attributes from here on are left out: they made ${MOST_GENERATED} names`);
    this.#isFullTold = true;
    return true;
  }

  setDoc(name: string, doc: string): void {
    const generated = this.#generated.get(name);
    if (generated !== undefined) generated.declaration.doc = doc;
    const place = generated?.place ?? this.#madeEarlier(name, this.#place)?.place;
    if (place !== undefined && place !== this.#place) this.#left.documented.push(name);
  }

  rememberSimpsSource(source: SimpsSource): void {
    this.#simpsSources.set(source.name, source);
    this.#left.simpsSources.push(source);
  }

  simpsSource(name: string): SimpsSource | undefined {
    this.#recorder.ask('simps source', name);
    return this.#simpsSources.get(name);
  }

  /** Notes that the dual of a name has no name that a user can write. */
  hideDual(name: string): void {
    this.#hiddenDuals.add(name);
    this.#left.hiddenDuals.push(name);
  }

  hidesDual(name: string): boolean {
    this.#recorder.ask('hidden dual', name);
    return this.#hiddenDuals.has(name);
  }

  /** Full name of the structure that the declaration is an element of, if the text shows it. */
  structureOf({ resultHead, context }: SimpsSource): string | null {
    if (resultHead === null) return null;
    const notation = this.#notationHeads.get(resultHead);
    return notation === undefined
      ? this.structures.resolve(resultHead, context)
      : this.structures.resolve(notation.head, notation.context);
  }

  /** Adds a generated declaration. False, and nothing added, if the name exists already or is too long. */
  add(declaration: NewDeclaration, place: Place): boolean {
    const { name, origin, from } = declaration;
    if (isTooLong(name)) {
      this.problem(place, `${origin} is left out: it makes ${TOO_LONG}`);
      return false;
    }
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
    if (!this.#generated.has(name)) this.#generated.set(name, { declaration: generated, place: this.#place });
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

/** Of what a module leaves, what no part of the expansion keeps itself. */
function nothingYet(): Pick<Left, 'hiddenDuals' | 'simpsSources' | 'settled' | 'documented'> {
  return { hiddenDuals: [], simpsSources: [], settled: [], documented: [] };
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
