/** What decides which binders enter a statement besides its text: the version of Lean and an option of the package. */

export interface BinderRules {
  /** Before Lean 4.12, a theorem also takes the variables that its proof mentions. */
  proofsTakeVariables: boolean;
  /** The option `autoImplicit` of the package: names without a binder become implicit binders. */
  bindsFreeNames: boolean;
}

/** For text whose package is unknown: current Lean, and `autoImplicit` off as in Mathlib. */
export const CURRENT_BINDER_RULES: BinderRules = { proofsTakeVariables: false, bindsFreeNames: false };

/**
 * The rules of a package, from its toolchain (`leanprover/lean4:v4.11.0`) and the text of its lakefile. Without a
 * lakefile the options are unknown.
 */
export function binderRulesOf(toolchain: string, lakefile: string | null): BinderRules {
  const version = /v(\d+)\.(\d+)/.exec(toolchain);
  const isBefore412 = version !== null && Number(version[1]) === 4 && Number(version[2]) < 12;
  const [, value] = /\bautoImplicit\b[\s"',=:]*(true|false)/.exec(lakefile ?? '') ?? [];
  return { proofsTakeVariables: isBefore412, bindsFreeNames: lakefile !== null && value !== 'false' };
}
