/**
 * `to_additive` and `to_dual`: derives the names of translated declarations and maintains the translation tables.
 * Follows `Mathlib/Tactic/Translate/Core.lean`.
 */
import { getOrAdd } from '../../base/memoize.ts';
import type { AttributeUse, Deprecation, StructureOutline } from '../declaration.ts';
import { joinName, splitName, withoutGuillemets } from '../full-name.ts';
import { plainName, readDeprecation, readTranslateArguments, type TranslateArguments } from './attribute-syntax.ts';
import type { Expansion, Place, SourceDeclaration, TranslationName } from './expansion.ts';
import type { NameGuesser } from './guess-name.ts';
import { reorderBinders } from './reorder-binders.ts';
import { openNamespaces } from './resolve-name.ts';
import { StatementTranslator, type TranslatedStatement } from './translate-signature.ts';
import type { TranslationTable } from './translation-table.ts';

/** Applies one attribute to one declaration and returns the generated names. */
export type ApplyAttribute = (attribute: AttributeUse, source: string, place: Place) => string[];

/** Attributes whose lemmas are translated into each other if they occur in `(attr := …)`. */
const PAIRED = new Set(['simps', 'reassoc', 'to_fun']);

const NEVER_CREATED = new Set(['structure', 'class', 'inductive', 'coinductive']);

/** Full name of the translation of `source`. A target of k components replaces the last k. */
function targetName(source: string, target: string | null, table: TranslationTable, guesser: NameGuesser): string {
  const [outer, last] = splitName(source);
  const namespace = table.translatePrefix(outer);
  if (target === null) return joinName(namespace, guesser.guess(last));
  if (target.startsWith('_root_.')) return target.slice(7);
  const components = namespace === '' ? [] : namespace.split('.');
  const remaining = components.slice(0, Math.max(0, components.length - (target.split('.').length - 1)));
  return [...remaining, target].join('.');
}

export class Translator {
  readonly #expansion: Expansion;
  readonly #apply: ApplyAttribute;
  readonly #name: TranslationName;
  readonly #table: TranslationTable;
  readonly #statements: StatementTranslator;
  readonly #arguments = new Map<string, TranslateArguments>();

  constructor(name: TranslationName, expansion: Expansion, apply: ApplyAttribute) {
    this.#name = name;
    this.#expansion = expansion;
    this.#apply = apply;
    this.#table = expansion.tables[name];
    this.#statements = new StatementTranslator(name, this.#table);
  }

  /** Returns the names of all translations made or found: those of nested attributes first, the target last. */
  translate(attribute: AttributeUse, source: string, place: Place): string[] {
    const args = this.#argumentsOf(attribute);
    if (args.hint === 'none') {
      this.#expansion.hideDual(source);
      return [];
    }
    if (args.hint === 'self') {
      this.#table.set(source, source);
      return [];
    }
    const guesser = this.#expansion.guessers[this.#name];
    const target = targetName(
      source,
      args.target === null ? null : withoutGuillemets(args.target),
      this.#table,
      guesser,
    );
    if (target === source) {
      // An anonymous instance has no written name to translate, so its name may stay the same.
      const declaration = this.#expansion.find(source);
      if (declaration !== null && !declaration.isApproximate && !guesser.isEmpty) {
        this.#expansion.problem(
          place,
          `@[${this.#name}] leaves the name of ${source} unchanged: no translation of its words is known`,
        );
      }
      return [];
    }
    const declaration = this.#expansion.find(source);
    const isCreated = args.hint !== 'existing' && !isType(source, declaration);
    if (isCreated) this.#create(source, target, declaration, args, place);
    this.pair(source, target);
    if (!isCreated) this.#pairMembers(source, target);
    return [...this.#applyNested(args.attributes, source, target, place), target];
  }

  startFile(): void {
    this.#statements.startFile();
  }

  /** Most uses have the same arguments: `(attr := simp)`. */
  #argumentsOf(attribute: AttributeUse): TranslateArguments {
    const args = getOrAdd(this.#arguments, attribute.args, () => readTranslateArguments(attribute));
    return args.doc === attribute.doc ? args : { ...args, doc: attribute.doc };
  }

  /** Records that `source` translates to `target`. */
  pair(source: string, target: string): void {
    this.#table.set(source, target);
    if (this.#name === 'to_dual' && source !== target) this.#table.set(target, source);
  }

  #create(
    source: string,
    target: string,
    declaration: SourceDeclaration | null,
    args: TranslateArguments,
    place: Place,
  ): void {
    const expansion = this.#expansion;
    const isAlias = declaration?.origin === 'alias' && declaration.from !== null;
    const aliasTarget = isAlias
      ? this.#table.translatePrefix(expansion.resolve(declaration.from!, place.context))
      : null;
    const isCreated = expansion.add(
      {
        name: target,
        origin: this.#name,
        from: source,
        kind: declaration?.kind ?? 'theorem',
        ...this.#statement(declaration, args, place),
        doc: args.doc ?? (aliasTarget === null ? null : `**Alias** of \`${aliasTarget}\`.`),
        attributes: args.attributes.filter((nested) => plainName(nested) !== this.#name),
        deprecated: this.#deprecation(declaration, args.attributes, aliasTarget, place),
      },
      place,
    );
    const simpsSource = isCreated ? expansion.simpsSource(source) : undefined;
    if (simpsSource !== undefined) expansion.rememberSimpsSource({ ...simpsSource, name: target });
  }

  #statement(declaration: SourceDeclaration | null, args: TranslateArguments, place: Place): TranslatedStatement {
    if (declaration === null) return { type: '', variables: [], instanceOf: null };
    const type = declaration.signature.slice(declaration.typeAt);
    const translated = this.#statements.translate(
      { type, variables: declaration.variables, instanceOf: declaration.instanceOf },
      {
        guesser: this.#expansion.guessers[this.#name],
        namespace: declaration.namespace,
        opens: openNamespaces({ namespace: declaration.namespace, opens: declaration.opens ?? place.context.opens }),
        dontTranslate: args.dontTranslate,
      },
    );
    return { ...translated, type: reorderBinders(translated.type, args.reorder) };
  }

  #deprecation(
    declaration: SourceDeclaration | null,
    nested: readonly AttributeUse[],
    aliasTarget: string | null,
    place: Place,
  ): Deprecation | null {
    const attribute = nested.find((one) => one.name === 'deprecated');
    const own = declaration?.deprecated ?? null;
    if (attribute === undefined && own === null) return null;
    const written = attribute === undefined ? null : readDeprecation(attribute);
    const replacement = written?.replacement ?? own?.replacement ?? null;
    const source = replacement === null ? null : this.#expansion.resolve(replacement, place.context);
    return {
      replacement: source === null ? aliasTarget : this.#table.translatePrefix(source),
      since: written?.since ?? own?.since ?? null,
      note: written?.note ?? own?.note ?? null,
    };
  }

  #applyNested(attributes: readonly AttributeUse[], source: string, target: string, place: Place): string[] {
    if (attributes.length === 0) return [];
    const nested = attributes.filter((attribute) => plainName(attribute) === this.#name);
    const nestedTargets = nested.flatMap((attribute) => this.translate(attribute, target, place));
    const all = [source, target, ...nestedTargets];
    for (const attribute of attributes) {
      const name = plainName(attribute);
      if (name === this.#name) continue;
      const [first = [], ...others] = all.map((one) => this.#apply(attribute, one, place));
      if (!PAIRED.has(name)) continue;
      for (const lemmas of others) {
        if (lemmas.length !== first.length) continue;
        first.forEach((lemma, i) => {
          if (!this.#table.has(lemma) && !this.#expansion.hidesDual(lemma)) this.pair(lemma, lemmas[i]!);
        });
      }
    }
    return nestedTargets;
  }

  /** Translates fields, parents and constructor of a structure one by one to those of the other. */
  #pairMembers(source: string, target: string): void {
    const from = this.#expansion.structures.get(source);
    const to = this.#expansion.structures.get(target);
    if (from === undefined || to === undefined) return;
    const pairAll = (parts: readonly string[], targets: readonly string[]): void => {
      if (parts.length === targets.length)
        parts.forEach((part, i) => this.pair(`${from.name}.${part}`, `${to.name}.${targets[i]!}`));
    };
    const names = ({ fields }: StructureOutline): string[] => fields.map(({ name }) => name);
    const projections = ({ parents }: StructureOutline): string[] => parents.map(({ projection }) => projection);
    pairAll(names(from), names(to));
    pairAll(projections(from), projections(to));
    this.pair(`${source}.${from.constructorName}`, `${target}.${to.constructorName}`);
  }
}

/** Types are never generated. A type of another library is recognised by its capital: `attribute [to_additive] Mul`. */
function isType(name: string, declaration: SourceDeclaration | null): boolean {
  if (declaration !== null) return NEVER_CREATED.has(declaration.kind);
  return /^\p{Lu}/u.test(splitName(name)[1]);
}
