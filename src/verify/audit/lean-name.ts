/** Lean names as lists of components: identity, display, and the forms of names that Lean generates. */

/** A string or, in generated names, a number. */
export type NamePart = string | number;

export interface LeanName {
  parts: readonly NamePart[];
  /** Two names are equal if and only if their keys are equal. Different names may be displayed the same. */
  key: string;
}

export function nameOf(parts: readonly NamePart[]): LeanName {
  return { parts, key: JSON.stringify(parts) };
}

/** Parses `Quot.sound` to a name with two components. Only for constants in our code, which need no quoting. */
export function plainName(dotted: string): LeanName {
  return nameOf(dotted.split('.'));
}

/** The name as Lean writes it, without the prefix `_private.Module.0`. Components that are not identifiers are in « ». */
export function shownName(name: LeanName): string {
  return withoutPrivacy(name.parts).map(shownPart).join('.');
}

const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}\p{M}_'!?₀-₉ₐ-ₜᵢ-ᵪⱼ]*$/u;

function shownPart(part: NamePart): string {
  if (typeof part === 'number') return String(part);
  if (IDENTIFIER.test(part)) return part;
  // Without escapes, a component with these characters could look like several.
  return `«${part.replaceAll('«', '\\u{ab}').replaceAll('»', '\\u{bb}').replaceAll('\n', '\\n')}»`;
}

/** Whether the name is private to its file. It then differs from its displayed form. */
export function isPrivate({ parts }: LeanName): boolean {
  return parts[0] === '_private';
}

/** `_private.Some.Module.0.name` → `name`. */
function withoutPrivacy(parts: readonly NamePart[]): readonly NamePart[] {
  if (parts[0] !== '_private') return parts;
  const mark = parts.indexOf(0);
  return mark < 0 || mark === parts.length - 1 ? parts : parts.slice(mark + 1);
}

/**
 * Name components of declarations that Lean generates on demand, numbered in an order that depends on the proofs before:
 * matchers, proofs extracted from terms, equations, induction principles. Declarations that Lean generates together with
 * the original one (`S.rec`, `S.mk.inj`, `S.x._default`, the default of a field) have fixed names and must not disappear.
 */
const INTERNAL = new RegExp(
  '^(?:_(?!(?:inherited_)?default$).*|match_\\d+|proof_\\d+|eq_\\d+|eq_def|eq_unfold|splitter|float|congr_simp|hinj|hinjEq|h?congr_eq_\\d+|hcongr_\\d+|' +
    '(?:mutual_)?induct(?:_unfolding)?|fun_cases(?:_unfolding)?|fixpoint_induct|partial_correctness)$',
);

const isInternalPart = (part: NamePart): boolean => typeof part === 'number' || INTERNAL.test(part);

/** Whether the name has the form of a generated one. A user may write such a name too, so the form alone proves nothing. */
export function hasInternalName(name: LeanName): boolean {
  return withoutPrivacy(name.parts).some(isInternalPart);
}

/** The declaration that an internal name belongs to: the components before the first internal one; null without such components. */
export function ownerOf(name: LeanName): LeanName | null {
  const skipped = name.parts.length - withoutPrivacy(name.parts).length;
  const at = name.parts.findIndex((part, index) => index >= skipped && isInternalPart(part));
  return at > skipped ? nameOf(name.parts.slice(0, at)) : null;
}

/** Whether the name has the form of output of the old or the new code generator. */
export function isCodeName(name: LeanName): boolean {
  return name.parts.some((part) => typeof part === 'string' && CODE.test(part));
}

const CODE = /^_(?:cstage[12]|rarg|boxed|neg|lambda_\d+|closed_\d+|spec_\d+|at|elambda_\d+|lam_\d+|redArg)$/;

/** Whether `name` begins with `owner`, like declarations by `let rec` and `where`; also if one of them is private. */
export function isUnder(name: LeanName, owner: LeanName): boolean {
  const [parts, above] = [withoutPrivacy(name.parts), withoutPrivacy(owner.parts)];
  return parts.length > above.length && above.every((part, at) => part === parts[at]);
}

/** The last name component of the recursive body that Lean stores for its code generator. */
export const RECURSIVE_BODY = '_unsafe_rec';
