/**
 * Schemas of the tools' outputs. Every field except `exit` may be missing: a failure has `code` and `message`, a result
 * with `full: true` has `full`. They are not published, because `tools/list` must stay short.
 */
import { z } from 'zod';

const strings = () => z.array(z.string()).optional();
const text = () => z.string().optional();
const flag = () => z.boolean().optional();
const count = () => z.int().optional();

const any = {
  exit: z
    .enum(['done', 'no', 'usage', 'missing', 'budget', 'refused', 'bug', 'interrupted'])
    .describe('done; no: negative result; missing: something is missing on the machine; refused: by the audit; …'),
  code: text().describe('error code of a failure'),
  message: text(),
  reason: text(),
  next: text().describe('the next step'),
  notes: strings(),
  full: z.looseObject({}).optional().describe('with full: true'),
};

const declaration = z.object({
  name: z.string(),
  kind: z.string(),
  type: z.string(),
  file: z.string().describe('FILE:LINE'),
  import: z.string(),
  doc: text(),
  marks: strings().describe('deprecated, private, generated …'),
  also: strings().describe('variants'),
  write_as: z.string().nullable().optional(),
  imported: flag(),
});

const entry = z.object({
  id: z.int(),
  title: z.string(),
  snippet: z.string(),
  source: z.string(),
  place: text(),
  also: strings().describe('keys of entries with the same text'),
});

export const searchOutput = z.object({
  ...any,
  results: z.array(declaration).optional(),
  entries: z.array(entry).optional().describe('from the library of textbooks'),
  nearest: strings(),
  next_offset: count().describe('offset of the next results'),
});

const meaning = z.object({
  name: z.string(),
  kind: z.string(),
  means: z.string(),
  write: z.string().describe('how a statement writes it'),
  import: z.string(),
  when: text().describe('what it is of, and words of texts about it'),
  why: text().describe('the words of the text that name it'),
  p: z.number().optional().describe('probability that the term means it, or that the text needs it'),
  field: z.string().describe('of mathematics'),
  instead: text(),
});

export const conceptsOutput = z.object({
  ...any,
  definitions: z.array(meaning).optional(),
  written: z.array(z.string()).optional().describe('terms that the library writes otherwise'),
  other_meanings: z.array(z.string()).optional().describe('of the term, in other fields'),
  implicit: flag().describe('an applied problem, which names few concepts'),
  nearest: strings(),
});

const graphNode = z.object({
  name: z.string(),
  kind: z.string(),
  id: count(),
  module: text(),
  lean: strings().describe('declarations that formalize it'),
});

export const knowledgeOutput = z.object({
  ...any,
  entities: z
    .array(
      z.object({
        id: z.int(),
        type: z.string(),
        source: z.string(),
        title: z.string(),
        field: text(),
        statement: z.string(),
      }),
    )
    .optional(),
  id: count(),
  type: text(),
  source: text(),
  title: text(),
  field: text(),
  statement: text(),
  proofs: strings().describe('or solutions'),
  refers_to: strings().describe('label (role)'),
  referred_to_by: strings(),
  lean: strings().describe('declarations that formalize it'),
  candidates: strings().describe('id and title of what may be meant'),
});

export const dependsOutput = z.object({
  ...any,
  of: text(),
  nodes: z.array(graphNode.extend({ distance: z.int() })).optional(),
  steps: z
    .array(
      graphNode.extend({
        step: z.int(),
        needs: z.array(z.int()).optional().describe('steps'),
        left_out: strings().describe('needed, but left out by the limit'),
      }),
    )
    .optional(),
  total: count(),
});

const members = () => z.array(z.string()).optional().describe('name : type');

export const showOutput = z.object({
  ...any,
  signature: text(),
  file: text().describe('FILE:LINE'),
  import: text(),
  doc: text(),
  marks: strings(),
  source: text(),
  parents: members(),
  fields: members(),
  inherited: z.array(z.string()).optional().describe('field from structure'),
  constructors: members(),
  instances: strings(),
  instance_count: count(),
  generates: strings(),
  used_by: strings(),
  candidates: strings(),
});

const hole = z.object({
  hole: z.int().describe('its number, an input of prove'),
  line: z.int(),
  column: z.int(),
  of: text(),
  is_proof: flag(),
  goal: text(),
});

export const holesOutput = z.object({
  ...any,
  count: count(),
  holes: z.array(hole).optional(),
  no_goals: text().describe('why Lean gave no goals, or not all'),
});

const finding = z.object({
  line: count(),
  column: count(),
  severity: z.string(),
  what: z.string(),
  of: text(),
  text: z.string(),
});

export const checkOutput = z.object({
  ...any,
  verdict: z.enum(['accepted', 'unfinished', 'rejected', 'unchecked']).optional(),
  by: text().describe('what did not accept it: lean, gate or audit'),
  level: text(),
  proved: strings(),
  conditional: strings().describe('proved, but depends on the sorry of another'),
  sorry: strings(),
  refused: strings(),
  assumed: strings().describe('axioms declared in the file'),
  axioms: strings(),
  findings: z.array(finding).optional(),
  finding_count: count(),
});

const checkedStatement = z.object({
  name: text(),
  verdict: z.string().describe('faithful, suspect, unfaithful, unchecked'),
  errors: strings(),
  findings: strings().describe('false, or contradictory hypotheses, with the proof'),
  remarks: strings().describe('what to look at'),
  against: text().describe('the level of equivalence'),
  rests_on: strings(),
});

export const statementOutput = z.object({
  ...any,
  statements: z.array(checkedStatement).optional(),
  level: text().describe('same, defeq, equivalent, stronger, weaker, different, both-provable, unknown'),
  forward: text().describe('tactics that prove the second from the first'),
  backward: text(),
});

const triedHole = z.object({
  hole: z.int(),
  line: z.int(),
  of: text(),
  state: z.enum(['filled', 'open', 'skipped', 'unasked']),
  candidate: text(),
  imports: strings(),
  axioms: strings(),
  conditional: strings(),
  attempts: count(),
  note: text(),
});

export const proveOutput = z.object({
  ...any,
  filled: count(),
  open: count(),
  audited: flag().describe('the complete result was compared with the original'),
  holes: z.array(triedHole).optional(),
  diff: text(),
  added_imports: strings(),
  stopped_by: text(),
  run: text(),
  attempts: count(),
  tokens: count(),
  cost: z.number().optional().describe('US dollars'),
});

export const formalizeOutput = z.object({
  ...any,
  statement: text().describe('a Lean file with a sorry'),
  verdict: text(),
  faithfulness: text().describe('unfaithful: refuted or vacuous'),
  definitions: strings().describe('shown to the model'),
  others: strings(),
  answers: count(),
  stopped_by: text(),
  run: text(),
  cost: z.number().optional(),
});

export const templatesOutput = z.object({
  ...any,
  proofs: z
    .array(z.object({ skeleton: z.string(), votes: z.int(), exemplars: z.array(z.string()).describe('name: lemmas') }))
    .optional(),
  problems: z
    .array(
      z.object({
        title: z.string(),
        problem: z.string(),
        similarity: z.number(),
        steps: strings(),
        theorems: strings(),
      }),
    )
    .optional(),
});

export const solveOutput = z.object({
  ...any,
  answer: text(),
  text: text().describe('the solution'),
  votes: count(),
  theorems: strings(),
  template: text(),
  stopped_by: text(),
});

export const statsOutput = z.object({
  ...any,
  index: text(),
  built_at: text(),
  toolchain: text(),
  declarations: count(),
  packages: strings(),
  vectors: flag().describe('used by searches for words and goals'),
});

const goals = () => z.array(z.string()).optional();
const message = z.object({ severity: z.string(), line: z.int(), column: z.int(), text: z.string() });

const goalOutput = z.strictObject({
  ...any,
  before: goals(),
  after: goals(),
  expected: text(),
  errors: z.array(message).optional(),
});

const tryOutput = z.strictObject({
  ...any,
  before: goals(),
  expected: text(),
  attempts: z
    .array(
      z.strictObject({
        attempt: z.string(),
        state: z.enum(['closes', 'leaves', 'fails', 'unanswered']),
        goals: goals(),
        error: text(),
        suggestions: strings(),
        has_sorry: flag(),
        why: text(),
      }),
    )
    .optional(),
});

const messagesOutput = z.strictObject({ ...any, messages: z.array(message).optional(), message_count: count() });

const hoverOutput = z.strictObject({ ...any, text: text() });

const outlineOutput = z.strictObject({
  ...any,
  imports: strings(),
  declarations: z
    .array(z.object({ name: z.string(), line: z.int(), signature: z.string(), sorry: count() }))
    .optional(),
});

const referencesOutput = z.strictObject({
  ...any,
  name: text(),
  references: z.array(z.object({ place: z.string(), text: z.string() })).optional(),
  declarations: count(),
});

/** By tool. */
export const OUTPUTS: Record<string, z.ZodType> = {
  search: searchOutput,
  show: showOutput,
  concepts: conceptsOutput,
  knowledge: knowledgeOutput,
  depends: dependsOutput,
  references: referencesOutput,
  outline: outlineOutput,
  holes: holesOutput,
  goal: goalOutput,
  try: tryOutput,
  run: messagesOutput,
  diagnostics: messagesOutput,
  hover: hoverOutput,
  check: checkOutput,
  statement: statementOutput,
  prove: proveOutput,
  formalize: formalizeOutput,
  templates: templatesOutput,
  solve: solveOutput,
  stats: statsOutput,
};
