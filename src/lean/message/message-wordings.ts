/** Message wordings of Lean, Mathlib and Batteries, from 4.0 of 2021 to 4.34: one table of patterns per severity. */

/** The quote around a word: ' until 4.22 or later, ` since. */
const Q = "['`]";

function tactic(names: string): RegExp {
  return new RegExp(`^[Tt]actic ${Q}(?:${names})${Q} (?:failed|could not|proved)`);
}

/**
 * Ordered; the first match gives the class. Sources: `lean_messages.jsonl` of the project's data (587 texts from
 * expected outputs of test suites), and the Lean sources of June 2021.
 */
export const ERROR_WORDINGS = [
  ['import_error', /^unknown (?:module prefix|package) /],
  ['import_error', /^(?:bad import|module imports itself|Imports are out of date)/],
  ['import_error', /^object file '.*' of module /],
  ['import_error', /^import \S+ failed, /],
  ['import_error', /^failed to read file '.*\.olean'|^no such file or directory \(error code: 2\)/],

  ['unknown_identifier', /^(?:\(kernel\) )?[Uu]nknown (?:identifier|constant|declaration) ['`]/],
  ['unknown_identifier', /^invalid dotted identifier notation, unknown identifier ['`]/],
  ['unknown_identifier', /^constant ['`].*['`] has no defined value|^Failed to find LCNF signature for /],
  ['unknown_namespace', /^(?:[Uu]nknown|ambiguous) namespace ['`]/],

  // Before the tactics: a tactic reports resource exhaustion within its own message.
  ['timeout:max_recursion', /maximum recursion depth has been reached/],
  ['timeout:heartbeats', /^(?!\(kernel\)).*\(deterministic\) timeout at ['`]/s],
  ['timeout:kernel', /^\(kernel\) (?:deterministic timeout|deep recursion|excessive memory|interrupted)/],
  ['timeout:stack_overflow', /[Ss]tack overflow detected|^deep recursion was detected/],
  ['timeout:max_errors', /^maximum number of errors /],

  ['invalid_inductive', /^(?:[Ii]nvalid (?:mutually )?inductive types?, (?!.*universe)|[Mm]ismatched inductive type)/],
  ['universe_error', /^(?:stuck at solving|failed to solve|invalid .*|maximum) universe/],
  ['universe_error', /^(?:[Uu]nknown|a|unused|failed to .*) universe/],
  ['universe_error', /^[Ii]nvalid (?:universe|(?:mutually )?inductive types?, .*universe)/],
  ['universe_error', /^Invalid dotted identifier notation: Not supported on type universe/],
  ['universe_error', /^[Uu]niverse /],

  ['type_mismatch:kernel', /^\(kernel\) application type mismatch/],
  ['type_mismatch', /^(?:[Aa]pplication |Field )?[Tt]ype mismatch/],
  ['type_mismatch', /^(?:cannot coerce|argument is not definitionally equal to inferred value)/],
  ['type_mismatch', /^invalid reassignment, (?:value|term) has type/],
  ['already_declared', /has already been declared/],
  ['kernel_error', /^(?:Error: kernel type check failed: )?\(kernel\) /],

  ['failed_to_synthesize', /^(?:type mismatch\n)?[Ff]ailed to synthesize/],
  ['failed_to_synthesize', /^(?:typeclass instance problem is stuck|type class instance expected)/],
  ['failed_to_synthesize', /^invalid binder annotation, type is not a class/],
  ['failed_to_synthesize', /^[Cc]ould not (?:synthesize|find) (?:a|an|the|default) /],

  ['unsolved_goals', /^unsolved goals/],
  ['no_goals', /^[Nn]o goals(?: to be solved|$|\n)/],

  ['tactic_failed:rewrite', tactic('rewrite|rw|grewrite|depRewrite|nth_rewrite|erw|rwa|rewrite_at')],
  ['tactic_failed:rewrite', /^(?:[Ii]nvalid rewrite argument|[Ii]nvalid `▸` notation|motive is not type correct)/],
  ['tactic_failed:rewrite', /^goal .* is not an equality$/s],
  ['tactic_failed:rewrite', /^[Dd]id not find (?:an )?(?:instance|occurrence) of the pattern/],
  ['tactic_failed:apply', tactic("apply|exact|refine|refine'|convert|apply_assumption")],
  ['tactic_failed:apply', /^(?:failed to unify|could not unify)/],

  ['tactic_failed:simp', /^`?(?:d?simp|field_simp|simp_all|dsimp only|simp only)`?(?: at [^\n]*?)? made no progress/],
  ['tactic_failed:simp', tactic('simp|dsimp|simp_all|simpa|field_simp|simp_rw')],
  ['tactic_failed:simp', /^simp_all made no progress|^simp failed/],
  ['tactic_failed:norm_num', /^`?norm_num`? made no progress|^.*: no norm_nums apply|^norm_num (?:extension )?failed/],
  ['tactic_failed:no_progress', /^[^\n]* (?:made no progress|did not make progress)|^no progress made/],
  ['tactic_failed:norm_num', tactic('norm_num|norm_cast|push_cast')],

  ['tactic_failed:ring', /^(?:`?abel1?`? |ring(?:_nf|1)? failed|algebra failed|Try this: ring_nf)/],
  ['tactic_failed:linarith', /^(?:n?linarith failed|polyrith failed|'linear_combination'|linear_combination failed)/],
  ['tactic_failed:linarith', /^(?:Argument passed to n?linarith|cannot prove an equality from inequality)/],
  ['tactic_failed:linarith', /^(?:comparison failed|coefficients of inequalities|could not establish the nonneg)/],
  ['tactic_failed:omega', /^(?:The )?`?omega`?(?: algorithm)? (?:could not|failed)/],
  ['tactic_failed:positivity', /^(?:failed to prove (?:positivity|nonnegativity|nonzeroness)|not a positivity goal)/],
  ['tactic_failed:interval_cases', /^`?interval_cases`? failed/],
  ['tactic_failed:gcongr', /^(?:rel|gcongr) failed/],
  ['tactic_failed:decide', tactic('(?:native_)?decide')],
  ['tactic_failed:decide', /^expected type must not contain|^failed to reduce to ['`]?true/],
  ['tactic_failed:rfl', tactic('rfl|refl|eq_refl|exact_rfl')],
  ['tactic_failed:rfl', /^(?:The rfl tactic failed|rfl failed|[Nn]ot a definitional equality)/],
  ['tactic_failed:bv_decide', /^The (?:prover found a|SAT solver).*counterexample|^None of the hypotheses are in the/],
  ['tactic_failed:grind', /^`?grind`? failed/],
  ['tactic_failed:aesop', tactic('aesop')],
  ['tactic_failed:aesop', /^(?:aesop: )?failed to prove the goal|^maximum number of rule applications/],
  ['tactic_failed:exact?', /^`?(?:exact|apply|rw)\?`? could not|^No suggestions available/],
  ['tactic_failed:fun_prop', /`fun_prop`(?: was unable| goal!)/],
  ['tactic_failed:intro', tactic('intro[Ns]?|intros')],
  ['tactic_failed:intro', /^There are no additional binders/],
  ['tactic_failed:constructor', tactic('constructor|existsi|exists|use|left|right|anonymous_constructor')],
  ['tactic_failed:constructor', /^too many arguments supplied to `use`/],
  ['tactic_failed:induction/cases', tactic("induction|cases|rcases|obtain|cases'|induction'|fun_induction|fun_cases")],
  ['tactic_failed:induction/cases', /^(?:rcases: |[Cc]ase tag ['`]|[Tt]ag ['`].*not found|index in target's type)/],
  ['tactic_failed:induction/cases', /^(?:insufficient number of targets|unexpected eliminator|variable cannot be gen)/],
  ['tactic_failed:induction/cases', /^(?:[Ii]nvalid alternative name|[Tt]oo many variable names|unnecessary 'general)/],

  ['anonymous_constructor', /^[Ii]nvalid (?:constructor ⟨\.\.\.⟩|`⟨\.\.\.⟩` notation)/],
  ['tactic_stuck', /^tactic execution is stuck|contains metavariables/],
  ['syntax_error', /^[Ii]nvalid (?:syntax|name after|'end'|occurrence of `·`|escape|atom|use of `\(<-)/],
  ['syntax_error', /^invalid use of (?:'partial'|'unsafe'|attributes)/],
  ['infer_type_failed', /^[Ff]ailed to infer (?!structural)/],
  ['sorry_placeholder', /^don't know how to synthesize/],

  ['missing_cases', /^(?:[Mm]issing cases|[Rr]edundant alternative|[Uu]nused alternative|[Aa]lternative ['`])/],
  ['missing_cases', /^[Dd]ependent (?:match )?elimination failed|^[Ii]nvalid pattern/],
  ['unknown_option', /^(?:invalid -D parameter|[Uu]nknown option|no options start with)/],
  ['invalid_inductive', /^(?:[Ii]nvalid 'class', |constructor resulting type)/],
  ['invalid_inductive', /^Unexpected resulting type for constructor/],
  ['invalid_inductive', /^(?:conflicting namespaces in mutual|invalid mutually recursive)/],
  ['invalid_inductive', /^Missing parameter\(s\) in occ/],
  ['invalid_inductive', /^field '.*' has been declared in parent structure/],
  ['invalid_decl', /^invalid (?:field|parameter) .*it is not/],
  ['invalid_field', /^[Ii]nvalid (?:field|projection|dotted identifier|\{\.\.\.\} notation|use of field notation)/],
  ['invalid_field', /^[Ff]ields? missing|^[Ff]ield ['`].*['`] (?:from|of)? ?.*not found|^Private declaration `/],
  ['function_expected', /^[Ff]unction expected|^placeholders '_'|^numerals are data|is not the type of a function\.?$/],

  ['type_expected', /^(?:type expected|expected (?:Type|structure)$|`.*` is a `ProofWanted`)/],
  ['termination', /^(?:fail to show termination|failed to prove (?:termination|index))/],
  ['termination', /^(?:structural recursion|Could not prove term)/],
  ['noncomputable', /noncomputable|code generator|executable code|^(?:cannot evaluate|Aborting evaluation)/],
  ['noncomputable', /^failed to compile (?:partial )?definition/],
  ['ambiguous', /^[Aa]mbiguous|^overloaded/],

  ['syntax_error:unknown_tactic', /^unknown tactic|^elaboration function for .* has not been implemented/],
  ['syntax_error:unknown_tactic', /^tactic '\S+' has not been implemented/],
  ['syntax_error', /^(?:unexpected |expected |unterminated |tabs are not allowed|missing end of)/],
  ['syntax_error', /^(?:unknown category|\S+ is not a syntax category|parser '|cannot lift `|must be last element)/],
  ['syntax_error', /^Nested action `/],

  ['tactic_failed:other', /^[Tt]actic ['`].*['`] (?:failed|could not|did not|produced)/s],
  ['tactic_failed:other', /^(?:no applicable extensionality|applyExtTheorem|apply_fun failed|'compute_degree')/],
  ['tactic_failed:other', /^(?:tactic failed|assumption failed|\S+ failed(?:$|[,:]))/],
  ['tactic_failed:other', /^[Nn]o applicable |^The tactic provided to /],

  ['unknown_attribute', /^(?:[Uu]nknown attribute|'.*' does not have \[|scoped attributes must|Cannot add attribute)/],
  ['unknown_attribute', /^Invalid attribute scope/],
  ['invalid_decl', /^(?:redundant binder annotation|invalid argument|mutable variable|invalid (?:binder name|class))/],
  ['invalid_decl', /cannot be reassigned|^invalid 'do' element|'do' element is unreachable/],
  ['invalid_decl', /^synthetic hole has already/],
  ['invalid_decl', /^(?:invalid '(?:private|protected)'|invalid type in 'let rec'|protected declarations must be)/],
  ['invalid_decl', /^'(?:partial|unsafe)' theorems are not|deriving handlers? |^default handlers have not/],
  ['invalid_decl', /^The `.*` attribute cannot be|^Variable `.*` cannot be mutated/],
  ['lake_error', /^(?:error: )?Lean exited with code|^package configuration has changed/],
  ['linter:style', /`?(?:to_additive|to_dual)`?\b|`reorder`|^The reorder /],
  ['repl_error', /^Unknown (?:environment|proof state)\.$/],
  ['repl_proof_status', /^(?:Completed$|Incomplete: |Not verified: )/],
] as const satisfies readonly Wording[];

/** Wordings of warnings and information; also for errors, because `warningAsError` and `-E` make errors of them. */
export const REMARK_WORDINGS = [
  ['declaration_uses_sorry', /^declaration uses ['`]sorry['`]/],
  ['axiom_report', /^'.*' (?:depends on axioms:|does not depend on any axioms)/],
  ['tactic_failed:ring', /^Try this: ring_nf$/],
  ['try_this', /^Try th(?:is|ese):/],
  ['deprecated', /\bdeprecated\b/],
  ['linter:unused_variable', /^(?:unused variable |Variable name `.*` is not explicitly referenced)/],
  ['linter:unused_tactic', /^this tactic is never executed/],
  ['tactic_failed:no_progress', /^'.*' tactic does nothing|^Unused tactic linter: /],
  ['tactic_failed:linarith', /^this constant has no effect on the linear combination/],
  ['tactic_failed:fun_prop', /`fun_prop` goal!/],
  ['ambiguous', /^Ambiguous use of /],
  ['invalid_field', /^Private declaration `.*` accessed publicly/],
  ['invalid_decl', /control-flow region are dead code/],
  ['linter:style', /`?(?:to_additive|to_dual)`?\b|^[Tt]his linter can be disabled|\n[Nn]ote: [Tt]his linter can be/],
] as const satisfies readonly Wording[];

type Wording = readonly [string, RegExp];

export type WordedClass = (typeof ERROR_WORDINGS)[number][0] | (typeof REMARK_WORDINGS)[number][0];
