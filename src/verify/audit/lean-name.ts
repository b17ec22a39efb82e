/** Names as Lean keeps them, a list of parts: told apart by key, shown as Lean writes them, and which of them Lean made up. */

/** A string or, in names that Lean makes up, a number. */
export type NamePart = string | number;

export interface LeanName {
  parts: readonly NamePart[];
  /** Two names are the same if their keys are. What is shown may look the same and be another name. */
  key: string;
}

export function nameOf(parts: readonly NamePart[]): LeanName {
  return { parts, key: JSON.stringify(parts) };
}

/** `Quot.sound` as a name of two parts: for names of our own, which need no quoting. */
export function plainName(dotted: string): LeanName {
  return nameOf(dotted.split('.'));
}

/** As Lean writes it, without the `_private.Module.0` before a private one. A part that is no identifier stands in « ». */
export function shownName(name: LeanName): string {
  return withoutPrivacy(name.parts).map(shownPart).join('.');
}

const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}\p{M}_'!?₀-₉ₐ-ₜᵢ-ᵪⱼ]*$/u;

function shownPart(part: NamePart): string {
  if (typeof part === 'number') return String(part);
  if (IDENTIFIER.test(part)) return part;
  // A part with such marks in it could pass for several.
  return `«${part.replaceAll('«', '\\u{ab}').replaceAll('»', '\\u{bb}').replaceAll('\n', '\\n')}»`;
}

/** Whether it is private to its file, and so another name than the one that it is shown as. */
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
 * Parts of names that Lean gives to what it makes when something needs it, numbered in an order that depends on the proofs
 * before: matchers, proofs taken out of terms, equations, principles. What it makes with the declaration itself (`S.rec`,
 * `S.mk.inj`, the default of a field, `S.x._default`) has a name of its own and must stay.
 */
const INTERNAL = new RegExp(
  '^(?:_(?!(?:inherited_)?default$).*|match_\\d+|proof_\\d+|eq_\\d+|eq_def|eq_unfold|splitter|float|congr_simp|hinj|hinjEq|h?congr_eq_\\d+|hcongr_\\d+|' +
    '(?:mutual_)?induct(?:_unfolding)?|fun_cases(?:_unfolding)?|fixpoint_induct|partial_correctness)$',
);

const isInternalPart = (part: NamePart): boolean => typeof part === 'number' || INTERNAL.test(part);

/** Whether the name has the form of one that Lean makes up. A user may write such a name too: alone it says nothing. */
export function hasInternalName(name: LeanName): boolean {
  return withoutPrivacy(name.parts).some(isInternalPart);
}

/** The declaration that an internal name is made from: what stands before its first internal part. Null if nothing does. */
export function ownerOf(name: LeanName): LeanName | null {
  const skipped = name.parts.length - withoutPrivacy(name.parts).length;
  const at = name.parts.findIndex((part, index) => index >= skipped && isInternalPart(part));
  return at > skipped ? nameOf(name.parts.slice(0, at)) : null;
}

/** Whether the name has the form of one that the old or the new code generator gives to what it leaves in a module. */
export function isCodeName(name: LeanName): boolean {
  return name.parts.some((part) => typeof part === 'string' && CODE.test(part));
}

const CODE = /^_(?:cstage[12]|rarg|boxed|neg|lambda_\d+|closed_\d+|spec_\d+|at|elambda_\d+|lam_\d+|redArg)$/;

/** Whether `name` stands under `owner`, as what `let rec` and `where` declare stands under their theorem. */
export function isUnder({ parts }: LeanName, owner: LeanName): boolean {
  return parts.length > owner.parts.length && owner.parts.every((part, at) => part === parts[at]);
}
