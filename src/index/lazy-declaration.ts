/** A declaration that is loaded on first use: the expansion mostly asks whether one exists, and of what kind it is. */
import { literalWords } from '../base/words.ts';
import type { SourceDeclaration } from '../lean/generate/expand.ts';

type Known = Required<Pick<SourceDeclaration, 'isPrivate' | 'kind' | 'isShared'>>;

/** The other fields. */
const LOADED = literalWords(
  'signature typeAt doc line endLine namespace modifiers origin from isApproximate deprecated instanceOf variables',
  'section opens',
) satisfies Exclude<keyof SourceDeclaration, keyof Known>[];

class LazyDeclaration {
  readonly isPrivate: Known['isPrivate'];
  readonly kind: Known['kind'];
  readonly isShared: boolean;
  readonly #load: () => SourceDeclaration;
  #loaded: SourceDeclaration | null = null;

  static {
    for (const field of LOADED)
      Object.defineProperty(this.prototype, field, {
        get(this: LazyDeclaration) {
          return (this.#loaded ??= this.#load())[field];
        },
      });
  }

  constructor({ isPrivate, kind, isShared }: Known, load: () => SourceDeclaration) {
    this.isPrivate = isPrivate;
    this.kind = kind;
    this.isShared = isShared;
    this.#load = load;
  }
}

/** `known`: the fields that are used without loading. */
export const lazyDeclaration = (known: Known, load: () => SourceDeclaration): SourceDeclaration =>
  new LazyDeclaration(known, load) as Known as SourceDeclaration;
