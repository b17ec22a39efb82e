/** The MCP tools: names, descriptions for agents, input and output schemas, and implementations. */
import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { CheckReport, HolesReport } from '../../report/check-schema.ts';
import type { FormalizeReport } from '../../report/formalize-schema.ts';
import type { ProveReport } from '../../report/prove-schema.ts';
import type { ShowReport, UnknownReport } from '../../report/search-schema.ts';
import type { SolveReport } from '../../report/solve-schema.ts';
import type { TemplatesNearestReport } from '../../report/template-graph-schema.ts';
import type { TemplatesReport } from '../../report/templates-schema.ts';
import type { StatementCompareReport, StatementReport } from '../../report/statement-schema.ts';
import type { SearcherResult } from '../searcher-thread.ts';
import type { Caller, CommandResult, Service } from '../service.ts';
import { formatCheck } from './check-output.ts';
import { formatConcepts } from './concepts-output.ts';
import { formatFormalize } from './formalize-output.ts';
import { formatHoles } from './holes-output.ts';
import { dependsRequest, knowledgeRequest } from './knowledge-requests.ts';
import { formatDepends, formatKnowledge } from './knowledge-output.ts';
import {
  checkInput,
  conceptsInput,
  dependsInput,
  DEFAULT_LIMIT,
  formalizeInput,
  holesInput,
  knowledgeInput,
  proveInput,
  searchInput,
  showInput,
  solveInput,
  statementInput,
  statsInput,
  templatesInput,
} from './inputs.ts';
import {
  checkOutput,
  conceptsOutput,
  dependsOutput,
  formalizeOutput,
  holesOutput,
  knowledgeOutput,
  proveOutput,
  searchOutput,
  showOutput,
  solveOutput,
  statementOutput,
  statsOutput,
  templatesOutput,
} from './outputs.ts';
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
  title: string;
  /** With one or two examples: agents have no other documentation. */
  description: string;
  input: z.ZodType<{ detail?: 'compact' | 'full' | undefined }>;
  output: z.ZodType;
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
const READ_ONLY: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** Types `call` and `format` with the input schema. */
function tool<Input extends { detail?: 'compact' | 'full' | undefined }>(
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

export const TOOLS: readonly Tool[] = [
  tool({
    name: 'search',
    title: 'Search declarations',
    description: `Find declarations of this project's Lean libraries (Mathlib and others), best first: name, type, file:line, import. The query may be a name or a part of one, a type pattern with _ for holes, plain words or LaTeX, or a goal as Lean prints it. Better than grep.
Examples: {"query": "_ * (_ + _) = _"}; {"query": "continuous image of a compact set is compact", "k": 5}; {"query": "h : a ∣ b\\n⊢ a ∣ b * c"}
Patterns: {"query": "Real.sin, |- _ < _"} finds statements with this constant and < in the conclusion.`,
    input: searchInput,
    output: searchOutput,
    annotations: READ_ONLY,
    call: async ({ detail: _, k = DEFAULT_LIMIT, ...input }, service, caller) =>
      parsed(await service.search({ ...input, k }, caller)),
    format: formatSearch,
  }),
  tool({
    name: 'show',
    title: 'Show a declaration',
    description: `One declaration by name: whole statement, docs, fields and constructors, source of a definition, import, declarations that use it. If the name does not exist: similar names.
Example: {"name": "Finset.sum_comm"}`,
    input: showInput,
    output: showOutput,
    annotations: READ_ONLY,
    call: async ({ name }, service, caller) => parsed(await service.show(name, caller)),
    format: (report: Warned<ShowReport | UnknownReport>, { root }) => formatShow(report, root),
  }),
  tool({
    name: 'concepts',
    title: 'Definitions of a term',
    description: `Which definitions a term means, or a statement in words needs: what it is, how it is written, import.
Examples: {"term": "kernel", "field": "probability"}; {"text": "Every compact metric space is complete."}`,
    input: conceptsInput,
    output: conceptsOutput,
    annotations: READ_ONLY,
    call: async ({ detail: _, k = DEFAULT_LIMIT, ...request }, service, caller) =>
      parsed(await service.concepts({ ...request, k }, caller)),
    format: formatConcepts,
  }),
  tool({
    name: 'knowledge',
    title: 'Textbook knowledge',
    description: `Definitions, theorems and problems of the user's textbooks: search, or show one with proofs, references and Lean names.
Examples: {"query": "compactness of products"}; {"name": "thm:zorn"}`,
    input: knowledgeInput,
    output: knowledgeOutput,
    annotations: READ_ONLY,
    call: async (request, service, caller) => parsed(await service.graph(knowledgeRequest(request), caller)),
    format: formatKnowledge,
  }),
  tool({
    name: 'depends',
    title: 'Dependencies',
    description: `What a declaration or textbook entry needs, what uses it, or a learning path.
Examples: {"name": "IsCompact.isClosed", "used_by": true}; {"name": "thm:zorn", "path": true}`,
    input: dependsInput,
    output: dependsOutput,
    annotations: READ_ONLY,
    call: async (request, service, caller) => parsed(await service.graph(dependsRequest(request), caller)),
    format: formatDepends,
  }),
  tool({
    name: 'goals',
    title: 'Goals at the sorrys',
    description: `The goal (hypotheses and ⊢) at every sorry of a Lean file or text, by running Lean. Search takes a goal.
Examples: {"file": "My/File.lean"}; {"text": "theorem t (n : Nat) : n + 0 = n := by\\n  sorry"}`,
    input: holesInput,
    output: holesOutput,
    annotations: READ_ONLY,
    call: ({ file, text }, service, caller) => service.holes({ file, text, goals: true }, caller),
    format: (report: Warned<HolesReport>) => formatHoles(report, true),
  }),
  tool({
    name: 'holes',
    title: 'List the sorrys',
    description: `Every sorry of a Lean file or text, with number, position and declaration; fast, without running Lean.
Example: {"file": "My/File.lean"}`,
    input: holesInput,
    output: holesOutput,
    annotations: READ_ONLY,
    call: ({ file, text }, service, caller) => service.holes({ file, text }, caller),
    format: (report: Warned<HolesReport>) => formatHoles(report, false),
  }),
  tool({
    name: 'check',
    title: 'Check a file',
    description: `Whether a Lean file or text compiles and what it proves: Lean's errors, what is proved, what depends on sorry, axioms. Only the verdict "accepted" is a proof; "unfinished": it contains sorry; "unchecked": no verdict, with the reason. With against: is it the original with its sorrys honestly filled and nothing else changed?
Examples: {"file": "My/File.lean"}; {"file": "Filled.lean", "against": "Original.lean"}`,
    input: checkInput,
    output: checkOutput,
    annotations: READ_ONLY,
    call: ({ detail: _, ...request }, service, caller) => service.check(request, caller),
    format: (report: Warned<CheckReport>, { input }) => formatCheck(report, input),
  }),
  tool({
    name: 'statement',
    title: 'Check a statement',
    description: `What a Lean statement says, not its proof: false, vacuous, trivial, traps such as natural subtraction; with against, whether it is equivalent. Only proofs count; "unchecked" means nothing was found.
Examples: {"text": "theorem t (a b : Nat) : a - b + b = a := sorry"}; {"file": "A.lean", "against": "B.lean", "compare": true}`,
    input: statementInput,
    output: statementOutput,
    annotations: READ_ONLY,
    call: ({ detail: _, ...request }, service, caller) => service.statement(request, caller),
    format: (report: Warned<StatementReport | StatementCompareReport>) => formatStatement(report),
  }),
  tool({
    name: 'prove',
    title: 'Fill the sorrys',
    description: `Fill the sorrys of a Lean file or text: tries tactics and retrieved lemmas at each (and a language model's proofs, if the server has one) until Lean and an audit accept. Returns each filling and a diff; writes no file. Takes minutes: set max_time (seconds) below your own timeout. Another call continues.
Examples: {"file": "My/File.lean", "decl": "my_lemma", "max_time": 60}`,
    input: proveInput,
    output: proveOutput,
    // It may call a model over the network, which may cost money.
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    call: ({ detail: _, ...request }, service, caller) => service.prove(request, caller),
    format: (report: Warned<ProveReport>, { input }) => formatProve(report, input.text !== undefined),
  }),
  tool({
    name: 'formalize',
    title: 'Formalize a statement',
    description: `A statement in words as a Lean theorem with sorry, by the server's model. Read whether it says the same. May cost money.
Example: {"statement": "Every finite group has …"}`,
    input: formalizeInput,
    output: formalizeOutput,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    call: ({ detail: _, ...request }, service, caller) => service.formalize(request, caller),
    format: (report: Warned<FormalizeReport>) => formatFormalize(report),
  }),
  tool({
    name: 'templates',
    title: 'Proofs and problems to copy from',
    description: `For a goal: tactic skeletons of proofs of similar theorems, with their lemmas. For a problem in words: similar solved problems with steps and theorems.
Examples: {"goal": "⊢ a + b = b + a"}; {"problem": "How many trees have n labelled vertices?"}`,
    input: templatesInput,
    output: templatesOutput,
    annotations: READ_ONLY,
    call: async ({ goal, problem, k = DEFAULT_LIMIT }, service, caller) =>
      parsed(await service.templates({ goal, problem, k }, caller)),
    format: (report: Warned<TemplatesReport | TemplatesNearestReport>) => formatTemplates(report),
  }),
  tool({
    name: 'solve',
    title: 'Solve a problem in words',
    description: `The answer to a problem in words, by the server's model with similar solved problems. Not proved. May cost money.
Example: {"problem": "Find the sum of …"}`,
    input: solveInput,
    output: solveOutput,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    call: ({ detail: _, ...request }, service, caller) => service.solve(request, caller),
    format: (report: Warned<SolveReport>) => formatSolve(report),
  }),
  tool({
    name: 'stats',
    title: 'Index statistics',
    description: 'Which libraries are indexed, at which commits, and how many declarations. Example: {}',
    input: statsInput,
    output: statsOutput,
    annotations: READ_ONLY,
    call: async (_input, service, caller) => parsed(await service.stats(caller)),
    format: formatStats,
  }),
];
