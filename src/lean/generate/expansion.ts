/** The state of one expansion: what exists so far, the translation tables, and the declarations generated. */
import { literalWords } from '../../base/words.ts';
import { getOrAdd } from '../../base/memoize.ts';
import type { Declaration, NameContext, Notation, Origin, Problem } from '../declaration.ts';
import type { DictionaryOwner } from './dictionaries.ts';
import type { NameGuesser } from './guess-name.ts';
import { isTooLong, splitName, TOO_LONG } from '../full-name.ts';
import { resolveName } from './resolve-name.ts';
import type { DeclaredStructures } from './declared-structures.ts';
import { Structures } from './structures.ts';
import { type ModuleEffects, type ModuleTrace, Recorder, type SimpsSource } from './trace.ts';
import { TranslationTable } from './translation-table.ts';

/** The fields of a literal declaration that the expansion needs; a complete `Declaration` also fits. */
export type SourceDeclaration = Omit<Declaration, 'name' | 'attributes' | 'body'> & {
  /** Whether other literal declarations have the same full name. */
  isShared?: boolean;
};

/**
 * A literal declaration by its full name; null if not found. If several files declare the name (private
 * declarations), returns the one of `module`. Called once per name and module, also for names that do not exist.
 */
export type LookUp = (name: string, module: string) => SourceDeclaration | null;

/** Position of an attribute or a command. */
export interface Place {
  module: string;
  line: number;
  context: NameContext;
}

export type TranslationName = 'to_additive' | 'to_dual';

/** The properties of a new declaration that the generating attribute defines; the rest comes from its source. */
export interface NewDeclaration
  extends
    Pick<Declaration, 'name' | 'origin' | 'kind'>,
    Partial<Pick<Declaration, 'doc' | 'attributes' | 'isApproximate' | 'deprecated' | 'variables' | 'instanceOf'>> {
  from: string;
  /** Binders and type; left out if the source text does not determine them. */
  type?: string;
}

export interface ModuleExpansion {
  declarations: Declaration[];
  problems: Problem[];
}

/** Result of expanding all files of a module. */
export interface ModuleResult {
  trace: ModuleTrace;
  /** Last components that are new in this module. */
  newWords: Record<TranslationName, ReadonlySet<string>>;
}

/** A generated declaration and the position of its module in the order. */
export interface GeneratedDeclaration {
  declaration: SourceDeclaration;
  place: number;
}

/** The first declaration generated under a name by modules before `place` that are not expanded again; null if none. */
export type FindEarlier = (name: string, place: number) => GeneratedDeclaration | null;

/** Inputs of an expansion in addition to the steps of the files. */
export interface ExpansionInput {
  structures: DeclaredStructures;
  guessers: Record<DictionaryOwner, NameGuesser>;
  lookUp: LookUp;
  notations: readonly Notation[];
  /** Only for a partial expansion. */
  findEarlier?: FindEarlier;
}

/** Other attributes generate unprotected lemmas even from a protected source. */
const KEEPS_MODIFIERS = new Set<Origin>(
  literalWords('to_additive to_dual reassoc elementwise to_app to_fun to_set_notation'),
);

/** Placeholder source for an attribute on a declaration of another library. */
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
 * Limit per module. The last structure of a long chain has a lemma for each inherited field, so a file may require
 * quadratic space. Mathlib's maximum: 282.
 */
const MAX_GENERATED = 10_000;

export class Expansion {
  readonly #recorder = new Recorder();
  readonly structures: Structures;
  /** Full name to full name. `to_dual` contains both directions. */
  readonly tables: Record<TranslationName, TranslationTable> = {
    to_additive: new TranslationTable('to_additive', this.#recorder),
    to_dual: new TranslationTable('to_dual', this.#recorder),
  };
  /** Generated names that already exist: each indicates a wrong guess. */
  readonly collisions: { name: string; origin: Origin; from: string }[] = [];
  readonly modules = new Map<string, ModuleExpansion>();
  /** As in effect in the current file: name hints apply until its end. */
  guessers: Record<DictionaryOwner, NameGuesser>;
  readonly #libraryGuessers: Record<DictionaryOwner, NameGuesser>;
  readonly #lookUp: LookUp;
  readonly #findEarlier: FindEarlier;
  readonly #literal = new Map<string, SourceDeclaration>();
  /** Chosen module of each name with several literal declarations. */
  readonly #chosenModules = new Map<string, string>();
  readonly #generated = new Map<string, { declaration: Declaration; place: number }>();
  readonly #simpsSources = new Map<string, SimpsSource>();
  /** Names whose dual has no name that a user can write. */
  readonly #hiddenDuals = new Set<string>();
  readonly #notationHeads: ReadonlyMap<string, { head: string; context: NameContext }>;
  #effects = emptyEffects();
  #module = '';
  #place = 0;
  #isFullReported = false;

  constructor({ structures, guessers, lookUp, notations, findEarlier = () => null }: ExpansionInput) {
    this.#notationHeads = headsOf(notations);
    this.structures = new Structures(structures, this.#notationHeads, this.#isPredicate, this.#recorder);
    this.#libraryGuessers = guessers;
    this.guessers = { ...guessers };
    this.#lookUp = lookUp;
    this.#findEarlier = findEarlier;
  }

  /** `place` is the position of the module in the order. */
  startModule(module: string, place: number): void {
    this.#module = module;
    this.#place = place;
    this.#isFullReported = false;
  }

  startFile(): void {
    this.guessers = { ...this.#libraryGuessers };
  }

  /** Returns the queries and effects of the module after all its files. */
  endModule(): ModuleResult {
    const additive = this.tables.to_additive.takeNew();
    const dual = this.tables.to_dual.takeNew();
    const defaults = this.structures.takeNewDefaults();
    const effects: ModuleEffects = { ...this.#effects, to_additive: additive.pairs, to_dual: dual.pairs, defaults };
    this.#effects = emptyEffects();
    return {
      trace: { queries: this.#recorder.takeQueries(), effects },
      newWords: { to_additive: additive.words, to_dual: dual.words },
    };
  }

  /** Applies the effects of an earlier expansion instead of expanding the module. */
  restore(module: string, effects: ModuleEffects): void {
    this.tables.to_additive.restore(effects.to_additive);
    this.tables.to_dual.restore(effects.to_dual);
    this.structures.restoreDefaults(effects.defaults);
    for (const name of effects.hiddenDuals) this.#hiddenDuals.add(name);
    for (const source of effects.simpsSources) this.#simpsSources.set(source.name, source);
    for (const name of effects.settled) this.#chosenModules.set(name, module);
  }

  /** A literal or generated declaration; null if not in the library. */
  find(name: string): SourceDeclaration | null {
    this.#recorder.record('declaration', name);
    const generated = this.#generated.get(name);
    const earlier = this.#findEarlier(name, generated?.place ?? this.#place);
    return earlier?.declaration ?? generated?.declaration ?? this.#findLiteral(name);
  }

  #findLiteral(name: string): SourceDeclaration | null {
    const known = this.#literal.get(name);
    if (known !== undefined) return known;
    const literal = this.#lookUp(name, this.#chosenModules.get(name) ?? this.#module);
    // Most names that do not exist are looked up only once, before they are generated.
    if (literal === null || literal.isPrivate) return literal;
    this.#literal.set(name, literal);
    if (literal.isShared === true && !this.#chosenModules.has(name)) {
      this.#chosenModules.set(name, this.#module);
      this.#effects.settled.push(name);
    }
    return literal;
  }

  exists = (name: string): boolean => this.find(name) !== null;

  /** The declaration that `written` refers to; names of other libraries are assumed to be full. */
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

  /** Whether the current module has reached the limit on generated names; reports this once. */
  isFull(place: Place): boolean {
    const count = this.modules.get(this.#module)?.declarations.length ?? 0;
    if (count < MAX_GENERATED) return false;
    if (!this.#isFullReported)
      this.problem(place, `attributes from here on are left out: they made ${MAX_GENERATED} names`);
    this.#isFullReported = true;
    return true;
  }

  setDoc(name: string, doc: string): void {
    const generated = this.#generated.get(name);
    if (generated !== undefined) generated.declaration.doc = doc;
    const place = generated?.place ?? this.#findEarlier(name, this.#place)?.place;
    if (place !== undefined && place !== this.#place) this.#effects.documented.push(name);
  }

  rememberSimpsSource(source: SimpsSource): void {
    this.#simpsSources.set(source.name, source);
    this.#effects.simpsSources.push(source);
  }

  simpsSource(name: string): SimpsSource | undefined {
    this.#recorder.record('simps source', name);
    return this.#simpsSources.get(name);
  }

  /** Records that the dual of a name has no name that a user can write. */
  hideDual(name: string): void {
    this.#hiddenDuals.add(name);
    this.#effects.hiddenDuals.push(name);
  }

  hidesDual(name: string): boolean {
    this.#recorder.record('hidden dual', name);
    return this.#hiddenDuals.has(name);
  }

  /** Full name of the structure that the declaration is an element of, if the text determines it. */
  structureOf({ resultHead, context }: SimpsSource): string | null {
    if (resultHead === null) return null;
    const notation = this.#notationHeads.get(resultHead);
    return notation === undefined
      ? this.structures.resolve(resultHead, context)
      : this.structures.resolve(notation.head, notation.context);
  }

  /** Adds a generated declaration. Returns false without adding if the name exists already or is too long. */
  add(declaration: NewDeclaration, place: Place): boolean {
    const { name, origin, from, type = '' } = declaration;
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
    // Anonymous instances may share their approximate name; each is still a row, searchable by class and type.
    if (!isApproximate && this.find(name)?.isApproximate === false) {
      this.collisions.push({ name, origin, from });
      return false;
    }
    const isAnonymous = declaration.kind === 'instance' && isApproximate;
    const head = isAnonymous ? 'instance' : `${declaration.kind} ${name}`;
    const generated: Declaration = {
      name,
      kind: declaration.kind,
      signature: type === '' ? head : `${head} ${type}`,
      typeAt: type === '' ? head.length : head.length + 1,
      doc: declaration.doc ?? null,
      line: source.line,
      endLine: source.endLine,
      namespace: name.startsWith(`${source.namespace}.`) ? source.namespace : splitName(name)[0],
      attributes: declaration.attributes ?? [],
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
    return getOrAdd(this.modules, module, () => ({ declarations: [], problems: [] }));
  }
}

/** The part of a module's effects that only the expansion itself records. */
function emptyEffects(): Pick<ModuleEffects, 'hiddenDuals' | 'simpsSources' | 'settled' | 'documented'> {
  return { hiddenDuals: [], simpsSources: [], settled: [], documented: [] };
}

/** Expansion of each infix by its first symbol: `≃`, `→ₗ[`. If there are several, the first by module and line. */
function headsOf(notations: readonly Notation[]): Map<string, { head: string; context: NameContext }> {
  const chosen = new Map<string, Notation>();
  for (const notation of notations) {
    const first = notation.parts.find((part) => 'token' in part);
    if (first === undefined || notation.head === null) continue;
    const symbol = first.token.trim();
    const before = chosen.get(symbol);
    if (before === undefined || precedes(notation, before)) chosen.set(symbol, notation);
  }
  const heads = new Map<string, { head: string; context: NameContext }>();
  for (const [symbol, { head, namespace }] of chosen)
    heads.set(symbol, { head: head!, context: { namespace, opens: [] } });
  return heads;
}

/** Independent of the order of the files: the same library must give the same names. */
function precedes(a: Notation, b: Notation): boolean {
  const [left, right] = [a.module ?? '', b.module ?? ''];
  return left < right || (left === right && a.line < b.line);
}
