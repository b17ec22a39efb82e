/** The structures of the whole library: who extends whom, and which projections `simps` makes lemmas for. */
import type { NameContext, StructureOutline } from '../declaration.ts';
import type { DeclaredStructures } from './declared-structures.ts';
import { resolveName } from './resolve-name.ts';
import { splitAtCommas } from './attribute-syntax.ts';
import type { Kept, Left, Recorder } from './trace.ts';

export interface Projection {
  /** As it appears in the names of lemmas: `apply` for `toFun`. */
  name: string;
  /** The field it stands for. */
  field: string;
  /** Type of the field as written; null for a composite. */
  type: string | null;
  /** Where `type` is written. */
  context: NameContext;
  /** Whether a bare `@[simps]` makes a lemma for it; data are taken, propositions are not. */
  isDefault: boolean | 'if data';
  isPrefix: boolean;
}

interface FlatField {
  name: string;
  type: string;
  /** Null if the reader could not tell. */
  isProp: boolean | null;
  context: NameContext;
}

/** Each has all fields of its ancestors, and is flattened after them. Mathlib's most: 55. */
export const MOST_ANCESTORS = 300;

/** Relations and quantifiers at the head of a type tell a proposition where the reader could not. */
const PROPOSITION = /^(?:∀|∃|¬)|(?:^|\s)(?:=|≤|<|≥|>|↔|∈|∣|≠|⊆|⊂|∧|∨|∉|≡|≍|∘r)\s/;

/** Predicates of core, which need not be in the index. */
const CORE_PREDICATES = /^(?:Function\.)?(?:LeftInverse|RightInverse|Injective|Surjective)\b/;

/** `∀ x, x * 1 = x` is a proposition, `∀ i, M i` is not. */
function looksLikeProposition(type: string): boolean {
  if (!PROPOSITION.test(type)) return false;
  const body = type.replace(/^(?:∀[^,]*,\s*)+/, '');
  return /(?:^|\s)(?:=|≤|<|≥|>|↔|∈|∣|≠|⊆|⊂|∧|∨|∉|≡|≍)\s|^(?:∃|¬)/.test(body);
}

/** What a notation stands for, by its first symbol. */
export type NotationHeads = ReadonlyMap<string, { head: string; context: NameContext }>;

export class Structures {
  readonly #declared: DeclaredStructures;
  readonly #notationHeads: NotationHeads;
  readonly #isPredicate: (head: string, context: NameContext) => boolean;
  readonly #recorder: Recorder;
  readonly #named = new Map<string, Kept<StructureOutline>>();
  readonly #projections = new Map<string, Kept<Projection[]>>();
  readonly #flat = new Map<string, Kept<FlatField[]>>();
  /** Indexes of projections. Of one module's telling, since what a predicate is depends on what exists by then. */
  readonly #defaults = new Map<string, readonly number[]>();
  #newDefaults: Left['defaults'] = [];

  /**
   * `notationHeads` tell what a parent written as `A ≃ B` is, `isPredicate` whether a constant, applied, is a
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
    this.#recorder.ask('structure', name);
    return this.#declared.byName.has(name);
  };

  get(name: string): StructureOutline | undefined {
    this.#recorder.ask('structure', name);
    const structure = this.#declared.byName.get(name);
    if (structure === undefined || structure.parents.every((parent) => parent.projection !== '')) return structure;
    return this.#kept(this.#named, name, () => ({
      ...structure,
      parents: structure.parents.map((parent) => this.#namedParent(parent)),
    }));
  }

  /** The reader knows no notation of other files, and leaves the projection of such a parent empty. */
  #namedParent(parent: StructureOutline['parents'][number]): typeof parent {
    const notation = parent.projection === '' ? this.#notationHeads.get(parent.head) : undefined;
    if (notation === undefined) return parent;
    const head = this.resolve(notation.head, notation.context) ?? notation.head;
    return { ...parent, head, projection: `to${head.slice(head.lastIndexOf('.') + 1)}` };
  }

  resolve(written: string, context: NameContext): string | null {
    return resolveName(written, context, this.has);
  }

  /** Full names of the structures that one extends directly, where they are in the library. */
  #parents({ parents, context }: StructureOutline): string[] {
    const around = { namespace: context.namespace, opens: context.opens };
    return parents.map((parent) => this.resolve(parent.head, around)).filter((name) => name !== null);
  }

  /**
   * Whether a structure has more than `MOST_ANCESTORS`. Counted anew, not from what is known of its parents: the answer
   * is the same whichever of them was asked about before.
   */
  extendsTooMany(name: string): boolean {
    if (this.#flat.has(name)) return false;
    const ancestors = new Set([name]);
    for (const ancestor of ancestors) {
      const structure = this.get(ancestor);
      for (const parent of structure === undefined ? [] : this.#parents(structure)) ancestors.add(parent);
      if (ancestors.size > 1 + MOST_ANCESTORS) return true;
    }
    return false;
  }

  /** Own fields, then those of the parents; nothing for a parent outside the library, or with too many ancestors. */
  #flatFields(name: string): FlatField[] {
    const structure = this.get(name);
    if (structure === undefined || this.extendsTooMany(name)) return [];
    return this.#kept(this.#flat, name, () => {
      // What extends itself, in broken sources, ends here.
      this.#flat.set(name, { value: [], asked: new Set() });
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

  /** What `simps` makes lemmas of, after `initialize_simps_projections`. */
  projections(name: string): readonly Projection[] {
    const structure = this.get(name);
    return structure === undefined ? [] : this.#kept(this.#projections, name, () => this.#findProjections(structure));
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

  /** What a bare `@[simps]` makes lemmas of. */
  defaultProjections(name: string): readonly Projection[] {
    this.#recorder.ask('default projections', name);
    const projections = this.projections(name);
    let defaults = this.#defaults.get(name);
    if (defaults === undefined) {
      const found = projections.flatMap((projection, i) => (this.#isDefault(projection) ? [i] : []));
      this.#defaults.set(name, found);
      this.#newDefaults.push([name, found]);
      defaults = found;
    }
    return defaults.map((i) => projections[i]!);
  }

  #isDefault({ isDefault, type, context }: Projection): boolean {
    return isDefault === 'if data' ? type === null || !this.#isProposition(type, context) : isDefault;
  }

  /** What the module at hand has told. */
  takeNewDefaults(): Left['defaults'] {
    const defaults = this.#newDefaults;
    this.#newDefaults = [];
    return defaults;
  }

  /** What another module has told. */
  resumeDefaults(defaults: Left['defaults']): void {
    for (const [name, projections] of defaults) this.#defaults.set(name, projections);
  }

  #isProposition(type: string, context: NameContext): boolean {
    if (looksLikeProposition(type) || CORE_PREDICATES.test(type)) return true;
    // Binders are written before a colon: `(i : ι) : Continuous (f i)`.
    const result = type.replace(/^(?:[({[⦃].*[)}\]⦄]\s*:\s*)/, '').replace(/^(?:∀[^,]*,\s*)+/, '');
    const head = /^[^\s()[\]{}⟨⟩,:→]+/.exec(result)?.[0];
    return head !== undefined && this.#isPredicate(head, context);
  }

  /** Every word that lemmas of `simps` may carry for a projection, sorted. */
  projectionNames(): string[] {
    const names = new Set<string>();
    for (const structure of this.#declared.byName.keys()) {
      for (const projection of this.projections(structure)) names.add(projection.name);
    }
    return [...names].sort();
  }

  #kept<T>(memo: Map<string, Kept<T>>, name: string, work: () => T): T {
    const known = memo.get(name);
    if (known !== undefined) return this.#recorder.reuse(known);
    const kept = this.#recorder.keep(work);
    memo.set(name, kept);
    return kept.value;
  }
}

const insideOf = ({ name, context }: StructureOutline): NameContext => ({
  namespace: name,
  opens: [context.namespace, ...context.opens],
});

/** `toFun → apply, -inv, +toEquiv, as_prefix coe`, in order. A name that is no projection yet becomes one. */
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
