/** The events of a run: the lines of `run.jsonl` and of `--json-stream`, also used for display. */
import { z } from 'zod';
import { EXIT_CODES } from '../base/exit-codes.ts';
import { typedKeys } from '../base/typed-keys.ts';
import { toolCallSchema } from '../llm/tool-schemas.ts';
import { ENTRY_CHANNEL_NAMES } from '../search/library/entry-channels.ts';
import { candidateSchema, declarationFactsSchema, sandboxSchema, verdictSchema } from './verdict-schema.ts';

/** SHA-256, in most events also the name of a file in the run folder. */
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const amount = z.number().min(0);
const strings = z.array(z.string());
/** In US dollars. */
const cost = amount.nullable().describe('in US dollars; null if the price is unknown');
const hole = z.int().describe('number of the hole in its file, from 1');
const node = z
  .string()
  .exactOptional()
  .describe('the step of a sketch that it is about: `2.1/1.3` is step 3 of sketch 1 for step 1 of sketch 2');
/** Every event about a hole has these fields. */
const place = { hole, node };
const limits = z
  .object({ cost: z.number().nullable(), tokens: z.number().nullable(), attempts: z.number().nullable() })
  .describe('null means no limit');

const fieldsOfRequest = {
  id: z.string(),
  version: z.string(),
  file: z.string().describe('absolute path'),
  file_hash: hash.describe('SHA-256 of the text that is stored in the run folder: of the file, or of the problems'),
  asked: z.record(z.string(), z.unknown()).describe('the options of the run, needed to resume it'),
  replay_of: z.string().nullable().describe('the run whose answers are replayed'),
};

const session = {
  version: z.string(),
  toolchain: z.string(),
  index_digest: z.string().nullable(),
  limits,
};

const problem = z.int().describe('number of the problem of `formalize`, from 1');

/** `hole`: set by `prove`. `problem`: set by `formalize`. */
const unit = { hole: hole.exactOptional(), node, problem: problem.exactOptional() };

const requestOfModel = { ...unit, prompt: hash.describe('hash of the prompt: `prompts/HASH.json`'), sample: z.int() };

const counted = {
  counted_tokens: amount.describe('charged to the budget'),
  counted_cost: cost,
};

export const recordedRequest = z
  .object({ event: z.literal('run_asked'), ...fieldsOfRequest })
  .describe(
    'The first event of a run. It is written before Lean is found and the judge is checked, which may take long.',
  );

export const runStarted = z
  .object({
    event: z.literal('run_started'),
    ...fieldsOfRequest,
    strategies: strings,
    model: z.string().nullable(),
    endpoint: z.string().nullable().describe('the server of the model'),
    ...session,
    sandbox: z.string(),
    machine: z.object({ platform: z.string(), cpus: z.int(), memory_bytes: z.number(), node: z.string() }),
  })
  .describe('All requirements are met. Runs recorded before `run_asked` existed begin with it.');

export const runResumed = z
  .object({ event: z.literal('run_resumed'), ...session })
  .describe('A further session of the same run.');

export const workerStarted = z
  .object({
    event: z.literal('worker_started'),
    worker: z.string().describe('its id'),
    host: z.string(),
    attempt: z.uuid().describe('the attempt of the worker'),
    toolchain: z.string(),
    sandbox: sandboxSchema,
  })
  .describe('A worker of a queue took the run, or took it over. It made what follows.');

export const holeStarted = z.object({
  event: z.literal('hole_started'),
  hole,
  of: z.int().describe('number of holes'),
  line: z.int(),
  column: z.int(),
  declaration: z.string().nullable(),
  goal: z.string(),
});

export const retrieval = z
  .object({
    event: z.literal('retrieval'),
    ...place,
    query: z.string(),
    as: z.enum(['goal', 'text', 'name', 'proof', 'source']),
    reason: z.enum(['start', 'unknown_identifier', 'type_mismatch', 'no_instance', 'rewrite', 'goal_left', 'called']),
    limit: z.int(),
    names: strings,
    from: z.enum(['search', 'record', 'cache']),
    key: z.string(),
    premises: z.string().describe('hash of the premises: `premises/HASH.json`'),
  })
  .describe('Declarations were retrieved from the index.');

export const passagesRetrieved = z
  .object({
    event: z.literal('passages'),
    ...place,
    query: z.string(),
    reason: z.enum(['statement', 'keywords', 'keywords_again']),
    limit: z.int(),
    ids: z.array(z.int()).describe('entries of the library, best first'),
    similarities: z.array(z.number()).describe('of these entries to the query, 0 to 1'),
    hidden: z.array(z.int()).describe('entries left out because they state the problem itself'),
    channels: z.array(z.enum(ENTRY_CHANNEL_NAMES)).describe('of the library search'),
    from: z.enum(['search', 'record']),
    key: z.string(),
    passages: hash.describe('hash of the passages: `passages/HASH.json`'),
  })
  .describe('Passages were retrieved from the library.');

export const stepTaken = z
  .object({
    event: z.literal('step'),
    ...place,
    strategy: z.string(),
    step: z.enum(['statement', 'keywords', 'template', 'proof', 'sketch']),
    round: z.int().describe('of `ipa`, 0 for the first proof; of `decompose`, number of the sketch'),
    from: z.enum(['given', 'docstring', 'dataset', 'model']).describe('source of the text'),
    text: z.string(),
  })
  .describe('A strategy wrote a statement, keywords or a proof in words, or a sketch that compiles.');

export const prompted = z
  .object({
    event: z.literal('prompt'),
    ...requestOfModel,
    template: z.string(),
    try: z.int().describe('from 1'),
    worst_tokens: amount.describe('maximum of all tries so far that may have cost something'),
    worst_cost: cost,
  })
  .describe('A request will be sent. Its maximum cost is reserved.');

export const answered = z.object({
  event: z.literal('answer'),
  ...requestOfModel,
  answer: hash.describe('SHA-256 of its text: `answers/HASH.txt`'),
  calls: z.array(toolCallSchema).exactOptional().describe('calls of tools'),
  finish: z.enum(['end', 'length', 'refused']),
  input_tokens: amount,
  output_tokens: amount,
  bound: z.literal(true).exactOptional().describe('the reported usage was implausible: the counts are bounds'),
  ...counted,
  snapshot: z.string().describe('name of the model that answered'),
  retries: amount,
  unaccounted: amount.describe('number of earlier tries of unknown cost'),
  seconds: amount,
  from: z.enum(['model', 'record', 'kept']).describe('`kept`: by an earlier command'),
});

export const askFailed = z
  .object({ event: z.literal('ask_failed'), ...requestOfModel, why: z.string(), detail: z.string(), ...counted })
  .describe('A request to the model failed.');

export const toolCalled = z
  .object({
    event: z.literal('tool_called'),
    ...place,
    turn: z.int().describe('number of the answer, from 1'),
    call: z.int().describe('number of the call in the answer, from 1'),
    tool: z.string().describe('as the model wrote it'),
    input: z.string().describe('JSON, as the model wrote it'),
    result: z.string(),
    failed: z.boolean().describe('the call is invalid'),
  })
  .describe('An agent called a tool and got a result.');

export const importTried = z.object({
  event: z.literal('import_tried'),
  ...place,
  modules: strings,
  fails: z.string().nullable().describe('null if the file compiles with them, otherwise the reason why not'),
});

export const attempted = z
  .object({
    event: z.literal('attempt'),
    ...place,
    number: z.int().nullable().describe('number in the run, from 1; null if an earlier session made the attempt'),
    strategy: z.string(),
    candidate: candidateSchema,
    look: z.literal(true).exactOptional().describe('it fills nothing: only the goal that it leaves is of interest'),
    lemmas: strings.describe('the retrieved declarations that it uses'),
    imports: strings,
    verdict: verdictSchema,
    from: z.enum(['gate', 'record', 'cache', 'lean', 'judge']).describe('source of the verdict'),
    key: z.string(),
  })
  .describe('A candidate was tried.');

export const tacticsFound = z
  .object({
    event: z.literal('tactics'),
    header: hash.describe('SHA-256 of the part of the file with its imports'),
    names: strings,
  })
  .describe('Lean was asked which of the known tactics there are with these imports.');

export const fileJudged = z
  .object({
    event: z.literal('file_judged'),
    text: hash.describe('SHA-256 of the file with its fillings'),
    original: hash.describe('SHA-256 of what it was compared with'),
    verdict: verdictSchema,
    declarations: z.array(declarationFactsSchema),
  })
  .describe('The judge compared the file, with what was accepted, with its original.');

export const remarked = z.object({
  event: z.literal('remark'),
  ...place,
  kind: z.enum(['note', 'no_candidate']).describe('`no_candidate`: an answer of the model contained none'),
  text: z.string(),
});

export const budgetStopped = z.object({
  event: z.literal('budget_stop'),
  ...unit,
  limit: z.enum(['cost', 'tokens', 'attempts', 'time']),
  parents: z.boolean().describe('the limit is one of the whole benchmark or batch'),
});

/** How a hole or a step of a sketch ended. */
const ending = {
  state: z.string(),
  strategy: z.string().nullable(),
  candidate: candidateSchema.nullable(),
  note: z.string().nullable(),
  attempts: z.int(),
};

export const nearestAttemptSchema = z
  .object({ strategy: z.string(), candidate: z.string(), error: z.string(), goals: strings.readonly() })
  .describe(
    'the rejected attempt that came closest: its first errors, or why it was refused, and the goals that it leaves',
  );

export const holeEnded = z.object({
  event: z.literal('hole_ended'),
  hole,
  ...ending,
  nearest: nearestAttemptSchema.nullable().exactOptional(),
});

export const nodeStarted = z
  .object({ event: z.literal('node_started'), hole, node: z.string(), goal: z.string() })
  .describe('A sketch has this step, which is to be proved like a hole.');

export const nodeEnded = z
  .object({ event: z.literal('node_ended'), hole, node: z.string(), ...ending })
  .describe('Nothing more is tried at a step of a sketch.');

export const dropped = z
  .object({ event: z.literal('dropped'), holes: z.array(z.int()), why: z.string() })
  .describe('Holes whose fillings were rejected together with those of the other holes.');

export const writing = z
  .object({ event: z.literal('writing'), path: z.string(), hash })
  .describe('The file will be replaced by a text with this SHA-256.');

export const problemStarted = z
  .object({
    event: z.literal('problem_started'),
    problem,
    of: z.int().describe('number of problems'),
    id: z.string().describe('its id in the batch'),
    statement: z.string().describe('in words'),
  })
  .describe('`formalize` begins with a problem.');

export const statementCompiled = z
  .object({
    event: z.literal('statement_compiled'),
    problem,
    text: z.string().describe('the Lean file'),
    verdict: z.enum(['compiles', 'fails', 'unchecked']),
    why: z.string().nullable().describe("Lean's first error, or why it was not compiled"),
  })
  .describe('Lean read a statement.');

export const problemEnded = z.object({
  event: z.literal('problem_ended'),
  problem,
  exit: z.enum(typedKeys(EXIT_CODES)).describe('as the exit code of `formalize` for this problem alone'),
  statement: z.string().nullable().describe('the Lean file of the chosen statement'),
  note: z.string().nullable().describe('why there is none, or why it is incomplete'),
  stopped: z
    .boolean()
    .describe('a limit of the run, or a failure of the model, ended it early: `runs resume` resumes it'),
  answers: z.int(),
  compiled: z.int().describe('different statements that compile'),
  result: hash.describe('hash of the report of the problem: `results/HASH.json`'),
});

export const runEnded = z.object({
  event: z.literal('run_ended'),
  exit: z.string(),
  filled: z.int().describe('holes, or problems with a statement'),
  open: z.int().describe('the others'),
  attempts: z.int(),
  tokens: amount,
  cost,
  stopped_by: z.string().nullable(),
});

/** Those that `--json-stream` prints too, in the usual order. */
export const STREAMED_EVENTS = [
  ...[
    recordedRequest,
    runStarted,
    runResumed,
    workerStarted,
    holeStarted,
    retrieval,
    passagesRetrieved,
    stepTaken,
    prompted,
    answered,
  ],
  ...[
    askFailed,
    toolCalled,
    importTried,
    tacticsFound,
    attempted,
    remarked,
    budgetStopped,
    holeEnded,
    nodeStarted,
    nodeEnded,
    dropped,
    fileJudged,
  ],
  ...[problemStarted, statementCompiled, problemEnded],
] as const;

export type RecordedRequest = z.infer<typeof recordedRequest>;
export type RunStarted = z.infer<typeof runStarted>;
export type RunResumed = z.infer<typeof runResumed>;
export type WorkerStarted = z.infer<typeof workerStarted>;
export type HoleStarted = z.infer<typeof holeStarted>;
export type Retrieval = z.infer<typeof retrieval>;
export type PassagesRetrieved = z.infer<typeof passagesRetrieved>;
export type Prompted = z.infer<typeof prompted>;
export type Answered = z.infer<typeof answered>;
export type ToolCalled = z.infer<typeof toolCalled>;
export type TacticsFound = z.infer<typeof tacticsFound>;
export type Attempted = z.infer<typeof attempted>;
export type HoleEnded = z.infer<typeof holeEnded>;
export type NearestAttempt = z.infer<typeof nearestAttemptSchema>;
export type NodeEnded = z.infer<typeof nodeEnded>;
/** Which hole of a file, or which step of a sketch for it. */
export type HolePlace = Pick<Attempted, 'hole' | 'node'>;
export type ProblemStarted = z.infer<typeof problemStarted>;
export type ProblemEnded = z.infer<typeof problemEnded>;
export type RunEnded = z.infer<typeof runEnded>;

export type ProveEvent = z.infer<(typeof STREAMED_EVENTS)[number] | typeof writing | typeof runEnded>;

export type OnEvent = (event: ProveEvent) => void;
