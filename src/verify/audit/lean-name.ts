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
 * Last parts of names that Lean makes up when something needs them, in an order and under an owner that depends on the
 * proofs before: matchers, proofs taken out of terms, equations, principles. Those it makes with the declaration itself
 * (`S.rec`, `S.mk.inj`, the default of a field, `S.x._default`) are not among them: they must stay.
 */
const MADE_UP = new RegExp(
  '^(?:_(?!(?:inherited_)?default$).*|match_\\d+|proof_\\d+|eq_\\d+|eq_def|eq_unfold|splitter|float|congr_simp|hinj|hinjEq|h?congr_eq_\\d+|hcongr_\\d+|' +
    '(?:mutual_)?induct(?:_unfolding)?|fun_cases(?:_unfolding)?|fixpoint_induct|partial_correctness)$',
);

/**
 * Whether Lean made the name up. A user may write such a name too: `written` has the keys of those that stand in a source.
 * What a macro names goes by a counter, so it is made up even so.
 */
export function isMadeUp(name: LeanName, written: ReadonlySet<string>): boolean {
  const parts = withoutPrivacy(name.parts);
  if (parts.includes('_@')) return true;
  return !written.has(name.key) && parts.some((part) => typeof part === 'number' || MADE_UP.test(part));
}

/** What the old and the new code generator leave behind beside a definition, outside of the logic. */
export function isCompilerArtefact(name: LeanName): boolean {
  return name.parts.some((part) => typeof part === 'string' && CODE.test(part));
}

const CODE = /^_(?:cstage[12]|unsafe_rec|rarg|boxed|neg|lambda_\d+|closed_\d+|spec_\d+|at|elambda_\d+|lam_\d+|redArg)$/;

/** Whether `name` stands under `owner`, as what `let rec` and `where` declare stands under their theorem. */
export function isUnder({ parts }: LeanName, owner: LeanName): boolean {
  return parts.length > owner.parts.length && owner.parts.every((part, at) => part === parts[at]);
}
