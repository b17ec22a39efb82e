/** The MCP tools: names, descriptions for agents, input and output schemas, and implementations. */
import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { optionsOf } from '../../config/option-table.ts';
import { REFERENCES_OPTIONS } from '../../options/graph-options.ts';
import type { CheckReport, HolesReport } from '../../report/check-schema.ts';
import type { DiagnosticsReport, GoalReport, HoverReport, RunReport, TryReport } from '../../report/editor-schema.ts';
import type { FormalizeReport } from '../../report/formalize-schema.ts';
import type { ProveReport } from '../../report/prove-schema.ts';
import type { ShowReport, UnknownReport } from '../../report/search-schema.ts';
import type { SolveReport } from '../../report/solve-schema.ts';
import type { TemplatesNearestReport } from '../../report/template-graph-schema.ts';
import type { TemplatesReport } from '../../report/templates-schema.ts';
import type { StatementCompareReport, StatementReport } from '../../report/statement-schema.ts';
import type { PlaceRequest } from '../requests.ts';
import type { SearcherResult } from '../searcher-thread.ts';
import type { Caller, CommandResult, Service } from '../service.ts';
import { formatCheck } from './check-output.ts';
import { formatConcepts } from './concepts-output.ts';
import {
  formatDiagnostics,
  formatGoal,
  formatHover,
  formatOutline,
  formatReferences,
  formatRun,
  formatTry,
} from './editor-output.ts';
import { formatFormalize } from './formalize-output.ts';
import { formatHoles } from './holes-output.ts';
import { dependsRequest, knowledgeRequest } from './knowledge-requests.ts';
import { formatDepends, formatKnowledge } from './knowledge-output.ts';
import {
  checkInput,
  conceptsInput,
  dependsInput,
  DEFAULT_LIMIT,
  fileInput,
  formalizeInput,
  holesInput,
  knowledgeInput,
  placeInput,
  proveInput,
  referencesInput,
  runInput,
  searchInput,
  showInput,
  solveInput,
  statementInput,
  statsInput,
  templatesInput,
  tryInput,
} from './inputs.ts';
import { formatProve } from './prove-output.ts';
import type { ToolOutput, Warned } from './tool-result.ts';
import { formatSearch } from './search-output.ts';
import { formatShow } from './show-output.ts';
import { formatStatement } from './statement-output.ts';
import { formatSolve } from './solve-output.ts';
import { formatStats } from './stats-output.ts';
import { formatTemplates } from './templates-output.ts';

export interface Tool {
  name: string;
  /** With one or two examples: agents have no other documentation. */
  description: string;
  input: z.ZodType<{ full?: boolean | undefined }>;
  annotations: ToolAnnotations;
  /** `input` has been validated with the schema. */
  call: (input: never, service: Service, caller: Caller) => Promise<CommandResult>;
  /** `data`: the report of the command, with its warnings. */
  format: (data: never, context: FormatContext<never>) => ToolOutput;
}

/** The input of the call, and the folder to which paths are shown relative. */
interface FormatContext<Input> {
  input: Input;
  root: string;
}

/** The user's files are only read, and Lean runs in a sandbox. */
const READ_ONLY: ToolAnnotations = { readOnlyHint: true };
/** It may call a model over the network, which may cost money, and it records what it did. */
const ASKS_MODEL: ToolAnnotations = { destructiveHint: false };

/** Types `call` and `format` with the input schema. */
function tool<Input extends { full?: boolean | undefined }>(
  definition: Omit<Tool, 'input' | 'call' | 'format'> & {
    input: z.ZodType<Input>;
    call: (input: Input, service: Service, caller: Caller) => Promise<CommandResult>;
    format: (data: never, context: FormatContext<Input>) => ToolOutput;
  },
): Tool {
  return definition;
}

/** Parses the JSON data of a search thread. */
function parsed({ exit, json, warnings }: SearcherResult): CommandResult {
  return { exit, data: { ...(JSON.parse(json) as CommandResult['data']), warnings } };
}

/** A request counts columns from 0. */
function placeRequestOf({ file, text, line, column }: z.infer<typeof placeInput>): PlaceRequest {
  return { file, text, line, column: column === undefined ? undefined : column - 1 };
}

export const TOOLS: readonly Tool[] = [
  tool({
    name: 'search',
    description: `Find declarations of this project's Lean libraries (Mathlib and others), best first: name, type, file:line, import. The query is a name or a part of one, a type pattern, words or LaTeX, or a goal as Lean prints it. Better than grep.
Examples: {"query": "_ * (_ + _) = _"}; {"query": "continuous image of a compact set"}; {"query": "h : a ∣ b\\n⊢ a ∣ b * c"}
{"query": "Real.sin, |- _ < _"}: with this constant and < in the conclusion.`,
    input: searchInput,
    annotations: READ_ONLY,
    call: async ({ full: _, k = DEFAULT_LIMIT, ...input }, service, caller) =>
      parsed(await service.search({ ...input, k }, caller)),
    format: formatSearch,
  }),
  tool({
    name: 'show',
    description: `One declaration by name: whole statement, docs, fields, source of a definition, import, users. If the name does not exist: similar names.
Example: {"name": "Finset.sum_comm"}`,
    input: showInput,
    annotations: READ_ONLY,
    call: async ({ name }, service, caller) => parsed(await service.show(name, caller)),
    format: (report: Warned<ShowReport | UnknownReport>, { root }) => formatShow(report, root),
  }),
  tool({
    name: 'concepts',
    description: `Which definitions a term means, or a statement in words needs: what it is, how it is written, import.
Examples: {"term": "kernel", "field": "probability"}; {"text": "Every compact metric space is complete."}`,
    input: conceptsInput,
    annotations: READ_ONLY,
    call: async ({ full: _, k = DEFAULT_LIMIT, ...request }, service, caller) =>
      parsed(await service.concepts({ ...request, k }, caller)),
    format: formatConcepts,
  }),
  tool({
    name: 'knowledge',
    description: `Definitions, theorems and problems of the user's textbooks: search, or show one with proofs, references and Lean names.
Examples: {"query": "compactness of products"}; {"name": "thm:zorn"}`,
    input: knowledgeInput,
    annotations: READ_ONLY,
    call: async (request, service, caller) => parsed(await service.graph(knowledgeRequest(request), caller)),
    format: formatKnowledge,
  }),
  tool({
    name: 'depends',
    description: `What a declaration or textbook entry needs, what uses it, or a learning path.
Examples: {"name": "IsCompact.isClosed", "used_by": true}; {"name": "thm:zorn", "path": true}`,
    input: dependsInput,
    annotations: READ_ONLY,
    call: async (request, service, caller) => parsed(await service.graph(dependsRequest(request), caller)),
    format: formatDepends,
  }),
  tool({
    name: 'references',
    description: `Where the sources use a declaration: file:line:column, the project first.
Example: {"name": "My.main_lemma"}`,
    input: referencesInput,
    annotations: READ_ONLY,
    call: async ({ name, module = null, k }, service, caller) => {
      const { limit, ...options } = optionsOf(REFERENCES_OPTIONS);
      return parsed(await service.references({ ...options, name, module, limit: k ?? limit }, caller));
    },
    format: formatReferences,
  }),
  tool({
    name: 'outline',
    description: `The declarations of a Lean file with line and statement; fast, without Lean.
Example: {"file": "My/File.lean"}`,
    input: fileInput,
    annotations: READ_ONLY,
    call: ({ full: _, ...request }, service, caller) => service.outline(request, caller),
    format: formatOutline,
  }),
  tool({
    name: 'holes',
    description: `Every sorry of a file with number, position, declaration and goal (hypotheses and ⊢). search takes a goal.
Example: {"file": "My/File.lean"}`,
    input: holesInput,
    annotations: READ_ONLY,
    call: ({ full: _, goals = true, ...request }, service, caller) => service.holes({ ...request, goals }, caller),
    format: (report: Warned<HolesReport>, { input }) => formatHoles(report, input.goals ?? true),
  }),
  tool({
    name: 'goal',
    description: `The goals at a place: before, and after the line; of a term its expected type. Without column: at the sorry or the start of the line.
Example: {"file": "My/File.lean", "line": 12}`,
    input: placeInput,
    annotations: READ_ONLY,
    call: (input, service, caller) => service.goal(placeRequestOf(input), caller),
    format: (report: Warned<GoalReport>, { input }) => formatGoal(report, input.column),
  }),
  tool({
    name: 'try',
    description: `Try up to 20 tactics or terms at a place, each alone: the goals that it leaves, or its first error. Each replaces the sorry there, or else the rest of the proof. Files never change. No verdict: check decides.
Example: {"file": "My/File.lean", "line": 12, "attempts": ["simp", "cases h with\\n| inl h => exact h\\n| inr h => skip"]}`,
    input: tryInput,
    annotations: READ_ONLY,
    call: ({ attempts, timeout, ...place }, service, caller) =>
      service.try({ ...placeRequestOf(place), attempts, timeout }, caller),
    format: (report: Warned<TryReport>) => formatTry(report),
  }),
  tool({
    name: 'run',
    description: `Run a snippet in the project's environment, in a sandbox: #check, #eval, #print axioms, a definition.
Example: {"snippet": "import Mathlib\\n#check Nat.add_comm"}`,
    input: runInput,
    annotations: READ_ONLY,
    call: ({ full: _, ...request }, service, caller) => service.run(request, caller),
    format: (report: Warned<RunReport>) => formatRun(report),
  }),
  tool({
    name: 'diagnostics',
    description: `Lean's errors, warnings and messages for a file, from a running server: fast after the first call.
Example: {"file": "My/File.lean"}`,
    input: fileInput,
    annotations: READ_ONLY,
    call: ({ full: _, ...request }, service, caller) => service.diagnostics(request, caller),
    format: (report: Warned<DiagnosticsReport>) => formatDiagnostics(report),
  }),
  tool({
    name: 'hover',
    description: `Type and documentation of what is written at a place.
Example: {"file": "My/File.lean", "line": 12, "column": 8}`,
    input: placeInput,
    annotations: READ_ONLY,
    call: (input, service, caller) => service.hover(placeRequestOf(input), caller),
    format: (report: Warned<HoverReport>) => formatHover(report),
  }),
  tool({
    name: 'check',
    description: `Whether a file compiles and what it proves: errors, what is proved, what depends on sorry, axioms. Only "accepted" is a proof; "unchecked" is no verdict. With against: is it the original with its sorrys filled and nothing else changed?
Examples: {"file": "My/File.lean"}; {"file": "Filled.lean", "against": "Original.lean"}`,
    input: checkInput,
    annotations: READ_ONLY,
    call: ({ full: _, ...request }, service, caller) => service.check(request, caller),
    format: (report: Warned<CheckReport>, { input }) => formatCheck(report, input),
  }),
  tool({
    name: 'statement',
    description: `What a statement says, not its proof: false, vacuous, trivial, traps such as natural subtraction; with against, whether it is equivalent. "unchecked": nothing was found.
Examples: {"text": "theorem t (a b : Nat) : a - b + b = a := sorry"}; {"file": "A.lean", "against": "B.lean", "compare": true}`,
    input: statementInput,
    annotations: READ_ONLY,
    call: ({ full: _, ...request }, service, caller) => service.statement(request, caller),
    format: (report: Warned<StatementReport | StatementCompareReport>) => formatStatement(report),
  }),
  tool({
    name: 'prove',
    description: `Fill the sorrys of a file: tactics, retrieved lemmas and, if the server has one, a model, until Lean and an audit accept. Returns a diff; writes no file. Takes minutes: set max_time below your own timeout. Another call continues.
Examples: {"file": "My/File.lean", "decl": "my_lemma", "max_time": 60}`,
    input: proveInput,
    annotations: ASKS_MODEL,
    call: ({ full: _, ...request }, service, caller) => service.prove(request, caller),
    format: (report: Warned<ProveReport>, { input }) => formatProve(report, input.text !== undefined),
  }),
  tool({
    name: 'formalize',
    description: `A statement in words as a Lean theorem with sorry, by the server's model; read whether it says the same. May cost money.
Example: {"statement": "Every finite group has …"}`,
    input: formalizeInput,
    annotations: ASKS_MODEL,
    call: ({ full: _, ...request }, service, caller) => service.formalize(request, caller),
    format: (report: Warned<FormalizeReport>) => formatFormalize(report),
  }),
  tool({
    name: 'templates',
    description: `For a goal: tactic skeletons of proofs of similar theorems, with their lemmas. For a problem in words: similar solved problems with steps and theorems.
Examples: {"goal": "⊢ a + b = b + a"}; {"problem": "How many trees have n labelled vertices?"}`,
    input: templatesInput,
    annotations: READ_ONLY,
    call: async ({ goal, problem, k = DEFAULT_LIMIT }, service, caller) =>
      parsed(await service.templates({ goal, problem, k }, caller)),
    format: (report: Warned<TemplatesReport | TemplatesNearestReport>) => formatTemplates(report),
  }),
  tool({
    name: 'solve',
    description: `The answer to a problem in words, by the server's model; not proved. May cost money.
Example: {"problem": "Find the sum of …"}`,
    input: solveInput,
    annotations: ASKS_MODEL,
    call: ({ full: _, ...request }, service, caller) => service.solve(request, caller),
    format: (report: Warned<SolveReport>) => formatSolve(report),
  }),
  tool({
    name: 'stats',
    description: 'The indexed libraries, their commits and sizes. Example: {}',
    input: statsInput,
    annotations: READ_ONLY,
    call: async (_input, service, caller) => parsed(await service.stats(caller)),
    format: formatStats,
  }),
];
