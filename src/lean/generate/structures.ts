/** The structures of the whole library: who extends whom, and which projections `simps` makes lemmas for. */
import type { FileOutline, NameContext, StructureOutline } from '../declaration.ts';
import { resolveName } from './resolve-name.ts';
import { splitAtCommas } from './attribute-syntax.ts';

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

interface ProjectionCommand {
  text: string;
  context: NameContext;
}

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
  readonly #byName = new Map<string, StructureOutline>();
  /** Commands by structure, found on first use, when all structures are known. */
  readonly #commands: ProjectionCommand[] = [];
  #rules: Map<string, string> | null = null;
  readonly #projections = new Map<string, Projection[]>();
  readonly #defaults = new Map<string, readonly Projection[]>();
  readonly #flat = new Map<string, FlatField[]>();
  readonly #isPredicate: (head: string, context: NameContext) => boolean;

  /**
   * `notationHeads` tell what a parent written as `A ≃ B` is, `isPredicate` whether a constant, applied, is a
   * proposition: `Continuous`.
   */
  constructor(
    outlines: readonly FileOutline[],
    notationHeads: NotationHeads,
    isPredicate: (head: string, context: NameContext) => boolean,
  ) {
    this.#isPredicate = isPredicate;
    for (const outline of outlines) {
      for (const step of outline.steps) {
        if (step.step === 'structure') this.#byName.set(step.structure.name, step.structure);
        else if (step.step === 'command' && step.command.startsWith('initialize_simps_projections')) {
          this.#commands.push({ text: step.text, context: step.context });
        }
      }
    }
    for (const [name, structure] of this.#byName) {
      if (structure.parents.every((parent) => parent.projection !== '')) continue;
      const parents = structure.parents.map((parent) => this.#namedParent(parent, notationHeads));
      this.#byName.set(name, { ...structure, parents });
    }
  }

  /** The reader knows no notation of other files, and leaves the projection of such a parent empty. */
  #namedParent(parent: StructureOutline['parents'][number], notationHeads: NotationHeads): typeof parent {
    const notation = parent.projection === '' ? notationHeads.get(parent.head) : undefined;
    if (notation === undefined) return parent;
    const head = this.resolve(notation.head, notation.context) ?? notation.head;
    return { ...parent, head, projection: `to${head.slice(head.lastIndexOf('.') + 1)}` };
  }

  has = (name: string): boolean => this.#byName.has(name);

  get(name: string): StructureOutline | undefined {
    return this.#byName.get(name);
  }

  resolve(written: string, context: NameContext): string | null {
    return resolveName(written, context, this.has);
  }

  /** Full names of the structures that `name` extends directly, where they are in the library. */
  parents(name: string): { projection: string; structure: string | null }[] {
    const structure = this.#byName.get(name);
    if (structure === undefined) return [];
    const around = { namespace: structure.context.namespace, opens: structure.context.opens };
    return structure.parents.map((parent) => ({
      projection: parent.projection,
      structure: this.resolve(parent.head, around),
    }));
  }

  /** The structure, `name` or an ancestor, that declares `field` itself; null if none does. */
  ownerOf(name: string, field: string, visited = new Set<string>()): string | null {
    const structure = this.#byName.get(name);
    if (structure === undefined || visited.has(name)) return null;
    visited.add(name);
    if (structure.fields.some((own) => own.name === field)) return name;
    for (const parent of this.parents(name)) {
      if (parent.projection === field) return name;
      const owner = parent.structure === null ? null : this.ownerOf(parent.structure, field, visited);
      if (owner !== null) return owner;
    }
    return null;
  }

  /** Own fields, then those of the parents; nothing for a parent outside the library. */
  #flatFields(name: string): FlatField[] {
    const known = this.#flat.get(name);
    if (known !== undefined) return known;
    const structure = this.#byName.get(name);
    if (structure === undefined) return [];
    this.#flat.set(name, []);
    const flat = new Map<string, FlatField>();
    for (const parent of this.parents(name)) {
      if (parent.structure === null) continue;
      for (const field of this.#flatFields(parent.structure)) if (!flat.has(field.name)) flat.set(field.name, field);
    }
    const context = { namespace: structure.name, opens: [structure.context.namespace, ...structure.context.opens] };
    for (const field of structure.fields) {
      const { name: own, type, isProp } = field;
      if (!flat.has(own)) flat.set(own, { name: own, type, isProp, context });
    }
    const result = [...flat.values()];
    this.#flat.set(name, result);
    return result;
  }

  /** What `simps` makes lemmas of, after `initialize_simps_projections`. */
  projections(name: string): Projection[] {
    let projections = this.#projections.get(name);
    if (projections !== undefined) return projections;
    const structure = this.#byName.get(name);
    if (structure === undefined) return [];
    const own = { namespace: structure.name, opens: [structure.context.namespace, ...structure.context.opens] };
    projections = this.#flatFields(name).map((field) => ({
      name: field.name,
      field: field.name,
      type: field.type,
      context: field.context,
      isDefault: field.isProp === null ? 'if data' : !field.isProp,
      isPrefix: false,
    }));
    for (const parent of structure.parents) {
      projections.push({
        name: parent.projection,
        field: parent.projection,
        type: parent.type,
        context: own,
        isDefault: false,
        isPrefix: false,
      });
    }
    const rules = this.#rulesOf(name);
    if (rules !== null) projections = applyRules(projections, rules, own);
    this.#projections.set(name, projections);
    return projections;
  }

  /** What a bare `@[simps]` makes lemmas of. */
  defaultProjections(name: string): readonly Projection[] {
    let defaults = this.#defaults.get(name);
    if (defaults === undefined) {
      defaults = this.projections(name).filter(
        ({ isDefault, type, context }) =>
          isDefault === true || (isDefault === 'if data' && (type === null || !this.#isProposition(type, context))),
      );
      this.#defaults.set(name, defaults);
    }
    return defaults;
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
    for (const structure of this.#byName.keys()) {
      for (const projection of this.projections(structure)) names.add(projection.name);
    }
    return [...names].sort();
  }

  #rulesOf(name: string): string | null {
    if (this.#rules === null) {
      this.#rules = new Map();
      for (const { text, context } of this.#commands) {
        const match = /^\s*(?:\?\s*)?([^\s(]+)\s*(?:\((.*)\))?\s*$/s.exec(text);
        if (match === null) continue;
        const structure = this.resolve(match[1]!, context);
        // The first command for a structure counts; Lean only reports later ones.
        if (structure !== null && !this.#rules.has(structure)) this.#rules.set(structure, match[2] ?? '');
      }
    }
    return this.#rules.get(name) ?? null;
  }
}

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
