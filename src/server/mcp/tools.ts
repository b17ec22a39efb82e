/** The tools: their names, what they are for in words that an agent reads, what they take and answer, and what they do. */
import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { CheckReport } from '../../report/check-report.ts';
import type { HolesReport } from '../../report/holes-report.ts';
import type { ProveReport } from '../../report/prove-report.ts';
import type { ShowReport, UnknownReport } from '../../report/show-report.ts';
import type { Found } from '../searchers.ts';
import type { Answer, Caller, Service } from '../service.ts';
import { sayCheck } from './check-output.ts';
import { sayHoles } from './holes-output.ts';
import { checkInput, holesInput, proveInput, searchInput, showInput, statsInput, DEFAULT_LIMIT } from './inputs.ts';
import { checkOutput, holesOutput, proveOutput, searchOutput, showOutput, statsOutput } from './outputs.ts';
import { sayProve } from './prove-output.ts';
import type { Said, Warned } from './tool-result.ts';
import { saySearch } from './search-output.ts';
import { sayShow } from './show-output.ts';
import { sayStats } from './stats-output.ts';

export interface Tool {
  name: string;
  title: string;
  /** With an example or two: it is all that an agent knows of it. */
  description: string;
  input: z.ZodType<{ detail?: 'compact' | 'full' | undefined }>;
  output: z.ZodType;
  annotations: ToolAnnotations;
  /** `input` is as the schema has it. */
  ask: (input: never, service: Service, caller: Caller) => Promise<Answer>;
  /** `data` is the report of the command that answered, with what it warned of. */
  say: (data: never, about: About<never>) => Said;
}

/** What was asked, and the folder that paths are told relative to. */
interface About<Input> {
  input: Input;
  root: string;
}

/** Files of the user are only read, and what Lean runs is confined. */
const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };

/** For types: what is asked and told about is as the schema has it. */
function tool<Input extends { detail?: 'compact' | 'full' | undefined }>(
  made: Omit<Tool, 'input' | 'ask' | 'say'> & {
    input: z.ZodType<Input>;
    ask: (input: Input, service: Service, caller: Caller) => Promise<Answer>;
    say: (data: never, about: About<Input>) => Said;
  },
): Tool {
  return made;
}

/** The data of a thread is JSON. */
function parsed({ exit, json, warnings }: Found): Answer {
  return { exit, data: { ...(JSON.parse(json) as Answer['data']), warnings } };
}

export const TOOLS: readonly Tool[] = [
  tool({
    name: 'search',
    title: 'Search declarations',
    description: `Find declarations of this project's Lean libraries (Mathlib and all else it imports), best first: name, type, file:line, import. The query may be a name or a part of one, a type pattern with _ for holes, plain words or LaTeX, or a goal as Lean prints it. Offline, milliseconds; better than grep.
Examples: {"query": "_ * (_ + _) = _"}; {"query": "continuous image of a compact set is compact", "k": 5}; {"query": "h : a ∣ b\\n⊢ a ∣ b * c"}
Patterns: {"query": "Real.sin, |- _ < _"} names a constant and has a < in its conclusion.`,
    input: searchInput,
    output: searchOutput,
    annotations: READS,
    ask: async ({ detail: _, k = DEFAULT_LIMIT, ...input }, service, caller) =>
      parsed(await service.search({ ...input, k }, caller)),
    say: saySearch,
  }),
  tool({
    name: 'show',
    title: 'Show a declaration',
    description: `One declaration by name: whole signature, docs, variables in scope, fields and constructors, source of a definition, import, who uses it. Also tells whether a name exists: else it answers names near it.
Example: {"name": "Finset.sum_comm"}`,
    input: showInput,
    output: showOutput,
    annotations: READS,
    ask: async ({ name }, service, caller) => parsed(await service.show(name, caller)),
    say: (report: Warned<ShowReport | UnknownReport>, { root }) => sayShow(report, root),
  }),
  tool({
    name: 'goals',
    title: 'Goals at the sorrys',
    description: `The goal (hypotheses and ⊢) at every sorry of a Lean file or text, by running Lean. A goal can be pasted into search as its query.
Examples: {"file": "My/File.lean"}; {"text": "theorem t (n : Nat) : n + 0 = n := by\\n  sorry"}`,
    input: holesInput,
    output: holesOutput,
    annotations: READS,
    ask: ({ file, text }, service, caller) => service.holes({ file, text, goals: true }, caller),
    say: (report: Warned<HolesReport>) => sayHoles(report, true),
  }),
  tool({
    name: 'holes',
    title: 'List the sorrys',
    description: `Every sorry of a Lean file or text, with number, place and declaration; at once, without running Lean.
Example: {"file": "My/File.lean"}`,
    input: holesInput,
    output: holesOutput,
    annotations: READS,
    ask: ({ file, text }, service, caller) => service.holes({ file, text }, caller),
    say: (report: Warned<HolesReport>) => sayHoles(report, false),
  }),
  tool({
    name: 'check',
    title: 'Check a file',
    description: `Does a Lean file or text compile, and what does it prove: Lean's errors, which declarations are proved, which rest on sorry, on which axioms. Only the verdict "accepted" is a proof; "unfinished" has a sorry; "unchecked" means that nobody could say, and why. With against, that it is the original with its sorrys honestly filled and nothing else changed.
Examples: {"file": "My/File.lean"}; {"text": "theorem t : 1 + 1 = 2 := rfl", "level": "compile"}; {"file": "Filled.lean", "against": "Original.lean"}`,
    input: checkInput,
    output: checkOutput,
    annotations: READS,
    ask: ({ detail: _, ...request }, service, caller) => service.check(request, caller),
    say: (report: Warned<CheckReport>, { input }) => sayCheck(report, input),
  }),
  tool({
    name: 'prove',
    title: 'Fill the sorrys',
    description: `Fill the sorrys of a Lean file or text: tactics and retrieved lemmas are tried at each (and a language model's proofs, if the server has one) until Lean and an audit accept. Answers what fills each hole, and a diff; it writes no file of yours. Takes seconds to minutes: set max_time (seconds) below your own limit for a call. What was tried is kept, so asking again goes on.
Examples: {"file": "My/File.lean", "decl": "my_lemma", "max_time": 60}; {"text": "theorem t (a b : Nat) : a + b = b + a := by\\n  sorry"}`,
    input: proveInput,
    output: proveOutput,
    // It may ask a model over the network, which may cost money.
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    ask: ({ detail: _, ...request }, service, caller) => service.prove(request, caller),
    say: (report: Warned<ProveReport>, { input }) => sayProve(report, input.text !== undefined),
  }),
  tool({
    name: 'stats',
    title: 'What is indexed',
    description: 'Which libraries are indexed, at which commits, how many declarations. Example: {}',
    input: statsInput,
    output: statsOutput,
    annotations: READS,
    ask: async (_input, service, caller) => parsed(await service.stats(caller)),
    say: sayStats,
  }),
];
