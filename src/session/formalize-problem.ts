/** Formalizes one problem, for the command, batches, servers and benchmarks: the pack, the answers, the choice. */
import type { Settings } from '../config/settings.ts';
import { buildPack, exampleTheorems, type Pack, type PackRequest } from '../formalize/build-pack.ts';
import { neighboursOf } from '../formalize/find-definitions.ts';
import { headerFor } from '../formalize/lean-file.ts';
import { type FailedCandidate, formalize, type FormalizeOutcome, type FormalizeTools } from '../formalize/pipeline.ts';
import { type AskStage, StageAsker, type StageReport } from '../formalize/stage-asker.ts';
import type { ChatAnswer, ChatRequest } from '../llm/chat.ts';
import { promptHash } from '../llm/prompt-hash.ts';
import type { FormalizeOptions } from '../options/formalize-options.ts';
import {
  correctionPrompt,
  type FailedStatement,
  type FormalizeContent,
  formalizePrompt,
} from '../prompt/formalizers.ts';
import type { Prompt } from '../prompt/prompts.ts';
import { PACK_SWITCHES } from '../search/concepts/pack-choices.ts';
import type { FormalizerSession } from './formalizer-session.ts';
import { statementNotices } from './statement-input.ts';

/** Varied answers are wanted. */
const DEFAULT_TEMPERATURE = 0.7;

export interface ModelSettings extends Pick<
  Settings['model'],
  'name' | 'maxOutputTokens' | 'temperature' | 'concurrency'
> {
  /** Temperature of answers with a statement; `temperature` is that of the stages. */
  answerTemperature: number;
}

export function formalizerSettings({ model, formalize: { temperature } }: Settings): ModelSettings {
  return { ...model, answerTemperature: temperature ?? model.temperature ?? DEFAULT_TEMPERATURE };
}

export interface ProblemRequest extends Pick<
  FormalizeOptions,
  | 'statement'
  | 'formalizer'
  | 'without'
  | 'rewrite'
  | 'definitions'
  | 'examples'
  | 'allowDefs'
  | 'pack'
  | 'samples'
  | 'rounds'
  | 'name'
  | 'jobs'
  | 'openQuestion'
> {
  /** Imports and other commands above the theorem; null for ours. */
  fileHeader: string | null;
  /** The text of the prompt that the user wrote; null for none. */
  userTemplate: string | null;
  model: ModelSettings;
  /** Finds the definitions to list in place of the stages. */
  choose?: ChooseDefinitions;
}

/** `asker`: for the questions that this takes. */
export type ChooseDefinitions = (session: FormalizerSession, asker: StageAsker) => Promise<Pack['definitions']>;

/** What the prompts and the report of a problem are made of. */
export interface FormalizeBasis {
  /** In words. */
  statement: string;
  pack: Pack;
  stages: readonly StageReport[];
  /** Header of the Lean file. */
  header: string;
  formalizer: string;
  /** `provider/model`. */
  model: string | null;
  notices: string[];
}

export interface FormalizedProblem {
  basis: FormalizeBasis;
  outcome: FormalizeOutcome;
  /** Name and version of the prompt for the statement. */
  template: string;
  /** Hash of that prompt. */
  prompt: string;
  /** The statements were compiled. */
  checked: boolean;
}

/** How the model is asked: within a budget, with answers that are kept or recorded. */
export interface ProblemModel {
  askStage: AskStage;
  ask: (request: ChatRequest, template: string) => Promise<ChatAnswer>;
}

/** Checks of the statements that compile; null: none are made. */
type ProblemTools = Pick<FormalizeTools, 'formal' | 'signal' | 'onProgress'>;

export async function formalizeProblem(
  request: ProblemRequest,
  session: FormalizerSession,
  model: ProblemModel,
  { formal, signal, onProgress }: ProblemTools,
): Promise<FormalizedProblem> {
  const asker = new StageAsker(request.pack === 'model' ? model.askStage : null);
  const { basis, content, prompt } = await prepareProblem(request, session, asker);
  const { samples, rounds, name, jobs, allowDefs } = request;
  const ask = ({ messages, template }: Prompt, sample: number): Promise<ChatAnswer> =>
    model.ask(answerRequest(messages, request.model, sample), template);
  const outcome = await formalize(
    { header: basis.header, samples, rounds, name, allowDefs, before: asker },
    {
      ask: (sample) => ask(prompt, sample),
      repair: (failed) => ask(correctionPrompt(content, failedStatement(failed, basis.header, session)), 0),
      check: session.check,
      ...{ formal, concurrency: request.model.concurrency, jobs, signal, onProgress },
    },
  );
  return {
    basis,
    outcome,
    template: prompt.template,
    prompt: promptHash(answerRequest(prompt.messages, request.model, 0)),
    checked: session.check !== null,
  };
}

/** Makes the pack, and the prompt for the statement. */
export async function prepareProblem(
  request: ProblemRequest,
  session: FormalizerSession,
  asker: StageAsker,
): Promise<{ basis: FormalizeBasis; content: FormalizeContent; prompt: Prompt }> {
  const { statement, formalizer } = request;
  const { index, notices } = session;
  const pack = await packOf(request, session, asker);
  const modules = pack.definitions.map(({ row }) => row.module);
  const header = request.fileHeader ?? headerFor(index, modules);
  const cut = pack.isCut ? [`The text is long: only its first ${pack.text.length} characters are used.`] : [];
  const definitions = pack.definitions.map(({ row, ...shown }) => ({ ...shown, kind: row.kind, name: row.name }));
  const content = {
    ...{ statement: pack.text, rewriting: pack.rewriting?.statement ?? null, definitions, header },
    examples: pack.examples.map((example) => example.statement),
    allowsDefinitions: request.allowDefs,
  };
  return {
    basis: {
      ...{ statement, formalizer, pack, header, stages: asker.reports, model: request.model.name },
      notices: [...statementNotices(statement, request.openQuestion), ...cut, ...notices],
    },
    content,
    prompt: formalizePrompt(formalizer, content, request.userTemplate),
  };
}

async function packOf(request: ProblemRequest, session: FormalizerSession, asker: StageAsker): Promise<Pack> {
  const { index, base, semantic, rerank, top, keep } = session;
  if (request.choose === undefined)
    return buildPack(packRequest(request), index, base, asker, { semantic, rerank, top, keep });
  const bare = { ...packRequest(request), rewrite: 'never' as const, limit: 0, examples: 0 };
  const pack = await buildPack(bare, index, base, new StageAsker(null));
  const definitions = await request.choose(session, asker);
  return { ...pack, definitions, examples: exampleTheorems(index, definitions, request, asker) };
}

export function packRequest({
  statement,
  without,
  rewrite,
  definitions: limit,
  examples,
}: ProblemRequest): PackRequest {
  const switchedOff = PACK_SWITCHES.filter((each) => without.includes(each));
  return { statement, without: switchedOff, rewrite, limit, examples };
}

/** The request for the answer with this number. */
export function answerRequest(
  messages: Prompt['messages'],
  { maxOutputTokens, answerTemperature: temperature }: Pick<ModelSettings, 'maxOutputTokens' | 'answerTemperature'>,
  sample: number,
): ChatRequest {
  return { messages, maxOutputTokens, temperature, sample };
}

/** Lean's errors, and names that exist for the unknown ones. */
function failedStatement(
  { text, verdict }: FailedCandidate,
  header: string,
  { index, base }: FormalizerSession,
): FailedStatement {
  const errors = verdict.diagnostics.filter(({ severity }) => severity === 'error');
  const unknown = new Set(
    errors.flatMap(({ class: of, captured }) => (of === 'unknown_identifier' ? (captured.name ?? []) : [])),
  );
  return {
    attempt: text.slice(header.length).trim(),
    errors: errors.map(({ text: message }) => message).join('\n\n'),
    names: [...new Set([...unknown].flatMap((name) => neighboursOf(index, base, name)))],
  };
}
