/** The structures of the whole library: their parents, and the projections for which `simps` generates lemmas. */
import { getOrAdd } from '../../base/memoize.ts';
import type { NameContext, StructureOutline } from '../declaration.ts';
import { splitName } from '../full-name.ts';
import type { DeclaredStructures } from './declared-structures.ts';
import { resolveName } from './resolve-name.ts';
import { splitAtCommas } from './attribute-syntax.ts';
import type { Memoized, ModuleEffects, Recorder } from './trace.ts';

export interface Projection {
  /** Name in lemmas: `apply` for `toFun`. */
  name: string;
  /** The underlying field. */
  field: string;
  /** Type of the field as written; null for a composite. */
  type: string | null;
  /** Context in which `type` is written. */
  context: NameContext;
  /** Whether a bare `@[simps]` generates a lemma for it: yes for data, no for propositions. */
  isDefault: boolean | 'if data';
  isPrefix: boolean;
}

interface FlatField {
  name: string;
  type: string;
  /** Null if the reader could not decide. */
  isProp: boolean | null;
  context: NameContext;
}

/** Limit, because each structure contains all fields of its ancestors. Mathlib's maximum: 55. */
export const MAX_ANCESTORS = 300;

/** Relations and quantifiers at the head of a type identify a proposition if the reader could not decide. */
const PROPOSITION = /^(?:∀|∃|¬)|(?:^|\s)(?:=|≤|<|≥|>|↔|∈|∣|≠|⊆|⊂|∧|∨|∉|≡|≍|∘r)\s/;

/** Predicates of core, which may be missing from the index. */
const CORE_PREDICATES = /^(?:Function\.)?(?:LeftInverse|RightInverse|Injective|Surjective)\b/;

/** `∀ x, x * 1 = x` is a proposition, `∀ i, M i` is not. */
function looksLikeProposition(type: string): boolean {
  if (!PROPOSITION.test(type)) return false;
  const body = type.replace(/^(?:∀[^,]*,\s*)+/, '');
  return /(?:^|\s)(?:=|≤|<|≥|>|↔|∈|∣|≠|⊆|⊂|∧|∨|∉|≡|≍)\s|^(?:∃|¬)/.test(body);
}

/** Expansions of notations by first symbol. */
export type NotationHeads = ReadonlyMap<string, { head: string; context: NameContext }>;

export class Structures {
  readonly #declared: DeclaredStructures;
  readonly #notationHeads: NotationHeads;
  readonly #isPredicate: (head: string, context: NameContext) => boolean;
  readonly #recorder: Recorder;
  readonly #named = new Map<string, Memoized<StructureOutline>>();
  readonly #projections = new Map<string, Memoized<Projection[]>>();
  readonly #flat = new Map<string, Memoized<FlatField[]>>();
  /** Indexes of projections. Fixed by the first module, because predicates depend on the declarations known there. */
  readonly #defaults = new Map<string, readonly number[]>();
  #newDefaults: ModuleEffects['defaults'] = [];

  /**
   * `notationHeads` give the type of a parent written as `A ≃ B`. `isPredicate` tells whether a constant, applied, is a
   * proposition: `Continuous`.
   */
  constructor(
    declared: DeclaredStructures,
    notationHeads: NotationHeads,
    isPredicate: (head: string, context: NameContext) => boolean,
    recorder: Recorder,
  ) {
    this.#declared = declared;
    this.#notationHeads = notationHeads;
    this.#isPredicate = isPredicate;
    this.#recorder = recorder;
  }

  has = (name: string): boolean => {
    this.#recorder.record('structure', name);
    return this.#declared.byName.has(name);
  };

  get(name: string): StructureOutline | undefined {
    this.#recorder.record('structure', name);
    const structure = this.#declared.byName.get(name);
    if (structure === undefined || structure.parents.every((parent) => parent.projection !== '')) return structure;
    return this.#memoize(this.#named, name, () => ({
      ...structure,
      parents: structure.parents.map((parent) => this.#namedParent(parent)),
    }));
  }

  /** The reader does not know notations of other files and leaves the projection of such a parent empty. */
  #namedParent(parent: StructureOutline['parents'][number]): typeof parent {
    const notation = parent.projection === '' ? this.#notationHeads.get(parent.head) : undefined;
    if (notation === undefined) return parent;
    const head = this.resolve(notation.head, notation.context) ?? notation.head;
    return { ...parent, head, projection: `to${splitName(head)[1]}` };
  }

  resolve(written: string, context: NameContext): string | null {
    return resolveName(written, context, this.has);
  }

  /** Full names of the direct parents that are in the library. */
  #parents({ parents, context }: StructureOutline): string[] {
    const around = { namespace: context.namespace, opens: context.opens };
    return parents.map((parent) => this.resolve(parent.head, around)).filter((name) => name !== null);
  }

  /**
   * Whether a structure has more than `MAX_ANCESTORS` ancestors. Recounted each time instead of derived from cached
   * results of its parents, so the answer does not depend on the order of queries.
   */
  extendsTooMany(name: string): boolean {
    if (this.#flat.has(name)) return false;
    const ancestors = new Set([name]);
    for (const ancestor of ancestors) {
      const structure = this.get(ancestor);
      for (const parent of structure === undefined ? [] : this.#parents(structure)) ancestors.add(parent);
      if (ancestors.size > 1 + MAX_ANCESTORS) return true;
    }
    return false;
  }

  /** Own fields, then those of the parents; empty for structures outside the library or with too many ancestors. */
  #flatFields(name: string): FlatField[] {
    const structure = this.get(name);
    if (structure === undefined || this.extendsTooMany(name)) return [];
    return this.#memoize(this.#flat, name, () => {
      // Stops at a structure that extends itself (broken sources).
      this.#flat.set(name, { value: [], queries: new Set() });
      const flat = new Map<string, FlatField>();
      for (const parent of this.#parents(structure)) {
        for (const field of this.#flatFields(parent)) if (!flat.has(field.name)) flat.set(field.name, field);
      }
      const context = insideOf(structure);
      for (const { name: own, type, isProp } of structure.fields) {
        if (!flat.has(own)) flat.set(own, { name: own, type, isProp, context });
      }
      return [...flat.values()];
    });
  }

  /** The projections for which `simps` can generate lemmas, after `initialize_simps_projections`. */
  projections(name: string): readonly Projection[] {
    const structure = this.get(name);
    return structure === undefined
      ? []
      : this.#memoize(this.#projections, name, () => this.#findProjections(structure));
  }

  #findProjections(structure: StructureOutline): Projection[] {
    const own = insideOf(structure);
    const projections = this.#flatFields(structure.name).map((field): Projection => ({
      name: field.name,
      field: field.name,
      type: field.type,
      context: field.context,
      isDefault: field.isProp === null ? 'if data' : !field.isProp,
      isPrefix: false,
    }));
    for (const { projection, type } of structure.parents) {
      projections.push({ name: projection, field: projection, type, context: own, isDefault: false, isPrefix: false });
    }
    const rules = this.#declared.rules.get(structure.name);
    return rules === undefined ? projections : applyRules(projections, rules, own);
  }

  /** The projections for which a bare `@[simps]` generates lemmas. */
  defaultProjections(name: string): readonly Projection[] {
    this.#recorder.record('default projections', name);
    const projections = this.projections(name);
    const defaults = getOrAdd(this.#defaults, name, () => {
      const found = projections.flatMap((projection, i) => (this.#isDefault(projection) ? [i] : []));
      this.#newDefaults.push([name, found]);
      return found;
    });
    return defaults.map((i) => projections[i]!);
  }

  #isDefault({ isDefault, type, context }: Projection): boolean {
    return isDefault === 'if data' ? type === null || !this.#isProposition(type, context) : isDefault;
  }

  /** The default projections computed in the current module. */
  takeNewDefaults(): ModuleEffects['defaults'] {
    const defaults = this.#newDefaults;
    this.#newDefaults = [];
    return defaults;
  }

  /** Restores default projections computed in another module. */
  restoreDefaults(defaults: ModuleEffects['defaults']): void {
    for (const [name, projections] of defaults) this.#defaults.set(name, projections);
  }

  #isProposition(type: string, context: NameContext): boolean {
    if (looksLikeProposition(type) || CORE_PREDICATES.test(type)) return true;
    // Binders precede a colon: `(i : ι) : Continuous (f i)`.
    const result = type.replace(/^(?:[({[⦃].*[)}\]⦄]\s*:\s*)/, '').replace(/^(?:∀[^,]*,\s*)+/, '');
    const head = /^[^\s()[\]{}⟨⟩,:→]+/.exec(result)?.[0];
    return head !== undefined && this.#isPredicate(head, context);
  }

  /** All words that lemmas of `simps` may use for a projection, sorted. */
  projectionNames(): string[] {
    const names = new Set<string>();
    for (const structure of this.#declared.byName.keys()) {
      for (const projection of this.projections(structure)) names.add(projection.name);
    }
    return [...names].sort();
  }

  #memoize<T>(memo: Map<string, Memoized<T>>, name: string, work: () => T): T {
    const known = memo.get(name);
    if (known !== undefined) return this.#recorder.reuse(known);
    const memoized = this.#recorder.memoize(work);
    memo.set(name, memoized);
    return memoized.value;
  }
}

const insideOf = ({ name, context }: StructureOutline): NameContext => ({
  namespace: name,
  opens: [context.namespace, ...context.opens],
});

/** Applies `toFun → apply, -inv, +toEquiv, as_prefix coe` in order. An unknown name becomes a new projection. */
function applyRules(projections: readonly Projection[], rules: string, context: NameContext): Projection[] {
  const result = projections.map((projection) => ({ ...projection }));
  const change = (name: string, edit: (projection: Projection) => void): void => {
    let known = result.find((projection) => projection.name === name);
    if (known === undefined) {
      known = { name, field: name, type: null, context, isDefault: true, isPrefix: false };
      result.push(known);
    }
    edit(known);
  };
  for (const rule of splitAtCommas(rules)) {
    const rename = /^(\S+)\s*(?:→|->)\s*(\S+)$/.exec(rule);
    const prefix = /^as_prefix\s+(\S+)$/.exec(rule);
    const toggle = /^([-+])\s*(\S+)$/.exec(rule);
    if (rename !== null)
      change(rename[1]!, (projection) => {
        projection.name = rename[2]!;
      });
    else if (prefix !== null)
      change(prefix[1]!, (projection) => {
        projection.isPrefix = true;
      });
    else if (toggle !== null)
      change(toggle[2]!, (projection) => {
        projection.isDefault = toggle[1] === '+';
      });
  }
  return result;
}
