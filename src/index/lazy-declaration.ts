/** A declaration that is loaded on first use: the expansion mostly asks whether one exists, and of what kind it is. */
import type { Declaration, DeclarationKind } from '../lean/declaration.ts';
import type { SourceDeclaration } from '../lean/generate/expand.ts';

export class LazyDeclaration implements SourceDeclaration {
  readonly isPrivate: boolean;
  readonly kind: DeclarationKind;
  readonly isShared: boolean;
  readonly #load: () => SourceDeclaration;
  #loaded: SourceDeclaration | null = null;

  constructor(
    { isPrivate, kind, isShared }: Pick<Declaration, 'isPrivate' | 'kind'> & { isShared: boolean },
    load: () => SourceDeclaration,
  ) {
    this.isPrivate = isPrivate;
    this.kind = kind;
    this.isShared = isShared;
    this.#load = load;
  }

  get #full(): SourceDeclaration {
    return (this.#loaded ??= this.#load());
  }

  get signature() {
    return this.#full.signature;
  }
  get typeAt() {
    return this.#full.typeAt;
  }
  get doc() {
    return this.#full.doc;
  }
  get line() {
    return this.#full.line;
  }
  get endLine() {
    return this.#full.endLine;
  }
  get namespace() {
    return this.#full.namespace;
  }
  get modifiers() {
    return this.#full.modifiers;
  }
  get origin() {
    return this.#full.origin;
  }
  get from() {
    return this.#full.from;
  }
  get isApproximate() {
    return this.#full.isApproximate;
  }
  get deprecated() {
    return this.#full.deprecated;
  }
  get instanceOf() {
    return this.#full.instanceOf;
  }
  get variables() {
    return this.#full.variables;
  }
  get section() {
    return this.#full.section;
  }
  get opens() {
    return this.#full.opens ?? [];
  }
}
