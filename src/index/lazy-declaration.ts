/** A declaration that is fetched when it is looked at: the expansion asks of most only whether they exist, and of what kind. */
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

  get #whole(): SourceDeclaration {
    return (this.#loaded ??= this.#load());
  }

  get signature() {
    return this.#whole.signature;
  }
  get typeAt() {
    return this.#whole.typeAt;
  }
  get doc() {
    return this.#whole.doc;
  }
  get line() {
    return this.#whole.line;
  }
  get endLine() {
    return this.#whole.endLine;
  }
  get namespace() {
    return this.#whole.namespace;
  }
  get modifiers() {
    return this.#whole.modifiers;
  }
  get origin() {
    return this.#whole.origin;
  }
  get from() {
    return this.#whole.from;
  }
  get isApproximate() {
    return this.#whole.isApproximate;
  }
  get deprecated() {
    return this.#whole.deprecated;
  }
  get instanceOf() {
    return this.#whole.instanceOf;
  }
  get variables() {
    return this.#whole.variables;
  }
  get section() {
    return this.#whole.section;
  }
  get opens() {
    return this.#whole.opens ?? [];
  }
}
