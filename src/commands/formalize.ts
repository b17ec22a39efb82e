/** `lemmahead formalize`: writes a statement in words as a Lean statement, with any model. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Exit } from '../base/exit-codes.ts';
import { Failure } from '../base/errors.ts';
import { shellQuote } from '../base/shell-quote.ts';
import { maxStageQuestions, type PackRequest } from '../formalize/build-pack.ts';
import { neighboursOf } from '../formalize/find-definitions.ts';
import {
  type FailedCandidate,
  formalize as formalizeStatement,
  type FormalizeOutcome,
  type FormalizeRequest,
  type FormalizeTools,
} from '../formalize/pipeline.ts';
import { type AskStage, StageAsker, type StageReport } from '../formalize/stage-asker.ts';
import { requireWritable, writeOtherFile } from '../lean/user-file.ts';
import { AnswerCache } from '../llm/answer-cache.ts';
import { BadAnswer } from '../llm/bad-answer.ts';
import { Budget } from '../llm/budget.ts';
import { cachedRequests } from '../llm/cached-requests.ts';
import type { ChatAnswer, ChatModel, ChatRequest } from '../llm/chat.ts';
import { MAX_REQUESTS, ModelClient } from '../llm/model-client.ts';
import { openModelFrom } from '../llm/open-model.ts';
import { promptHash } from '../llm/prompt-hash.ts';
import type { FormalizeOptions } from '../options/formalize-options.ts';
import {
  correctionPrompt,
  type FailedStatement,
  type FormalizeContent,
  formalizePrompt,
} from '../prompt/formalizers.ts';
import type { Prompt } from '../prompt/prompts.ts';
import { type DryRunPrompt, dryRunPrompt } from '../prove/dry-run.ts';
import { formalizeDryRunReport, formalizeReport, type FormalizeBasis } from '../report/formalize-report.ts';
import { renderFormalize, renderFormalizeDryRun } from '../report/formalize-text.ts';
import type { CommandContext } from '../session/command-context.ts';
import { onePart } from '../session/numbered-problems.ts';
import { requirePrice } from '../session/require-price.ts';
import { PACK_SWITCHES } from '../search/concepts/statement-pack.ts';
import { type PreparedPack, withPack } from '../session/statement-pack-run.ts';
import { openStatementCheck } from '../session/compile-statements.ts';
import { isBeyondBounds } from '../verify/verdict.ts';
import type { Command, CommandOutcome } from './command.ts';

/** Varied answers are wanted. */
const DEFAULT_TEMPERATURE = 0.7;

/**
 * Exit `done` if a statement compiles, or with `--check none` if there is one; `no` without; `refused` if the gate refused
 * every statement; `budget` if a limit ended the requests or the compilation; `missing` if something is missing.
 */
export const formalize: Command<FormalizeOptions> = async (given, context) => {
  const options = { ...given, statement: onePart(given.statement, given.pick) };
  requireName(options.name);
  requireRepairable(options);
  const { settings, cwd } = context;
  if (!options.dryRun && settings.model.name === null) throw modelMissing(options.statement);
  const target = options.out === null ? null : resolve(cwd, options.out);
  if (target !== null) await requireWritable(target, 'elsewhere');
  const header = options.header === null ? null : await readHeader(resolve(cwd, options.header));
  const record = options.record === null ? null : resolve(cwd, options.record);
  const model = settings.model.name === null ? null : await openModelFrom(settings.model, { record });
  requirePrice(model, options.limits.cost);
  if (options.dryRun || model === null) return dryRun(options, context, { model, header });
  return run(options, context, { model, header, target });
};

interface Parts {
  /** The user's; null for ours. */
  header: string | null;
}

/** The pack with what prompts and reports need of it. */
function describe(
  { statement, formalizer }: FormalizeOptions,
  { settings }: CommandContext,
  { header }: Parts,
  { pack, notices, ...prepared }: PreparedPack,
  stages: readonly StageReport[],
): { basis: FormalizeBasis; content: FormalizeContent; prompt: Prompt } {
  const fileHeader = header ?? prepared.header;
  const definitions = pack.definitions.map(({ row, ...shown }) => ({ ...shown, kind: row.kind, name: row.name }));
  const rewriting = pack.rewriting?.statement ?? null;
  const content = { statement: pack.text, rewriting, definitions, header: fileHeader };
  const basis = { statement, formalizer, pack, stages, notices, header: fileHeader, model: settings.model.name };
  return { basis, content, prompt: formalizePrompt(formalizer, content) };
}

function packRequest({ statement, without, rewrite, definitions: limit }: FormalizeOptions): PackRequest {
  const switchedOff = PACK_SWITCHES.filter((each) => without.includes(each));
  return { statement, without: switchedOff, rewrite, limit };
}

function requestFor({ messages }: Prompt, { settings: { model } }: CommandContext, sample: number): ChatRequest {
  const { maxOutputTokens, temperature } = model;
  return { messages, maxOutputTokens, temperature: temperature ?? DEFAULT_TEMPERATURE, sample };
}

/** The stages are shown with the results that they have offline. */
async function dryRun(
  options: FormalizeOptions,
  context: CommandContext,
  { model, header }: Parts & { model: ChatModel | null },
): Promise<CommandOutcome> {
  const { samples } = options;
  const { maxOutputTokens, temperature } = context.settings.model;
  const price = model?.price ?? null;
  const stages: DryRunPrompt[] = [];
  const show = (asked: Prompt): never => {
    const request = { messages: asked.messages, maxOutputTokens, temperature, sample: 0 };
    stages.push(dryRunPrompt(request, asked.template, { price }));
    throw new BadAnswer('nothing was sent');
  };
  const asker = new StageAsker(options.pack === 'model' ? async (asked) => show(asked) : null);
  return withPack(packRequest(options), asker, context, (prepared) => {
    const { basis, prompt } = describe(options, context, { header }, prepared, asker.reports);
    const answers = Array.from({ length: samples }, (_, at) =>
      dryRunPrompt(requestFor(prompt, context, at), prompt.template, { price }),
    );
    const questions = options.pack === 'model' ? maxStageQuestions(packRequest(options)) : 0;
    const report = formalizeDryRunReport(basis, model?.endpoint ?? null, {
      prompts: [...stages, ...answers],
      maxRequests: questions * MAX_REQUESTS + samples * (1 + options.rounds),
    });
    return { exit: 'done', data: { ...report }, render: (style) => renderFormalizeDryRun(report, style) };
  });
}

async function run(
  options: FormalizeOptions,
  context: CommandContext,
  { model, header, target }: Parts & { model: ChatModel; target: string | null },
): Promise<CommandOutcome> {
  const { signal, settings } = context;
  // A recording must contain every answer, and a replay must not depend on other files.
  const keeps = options.record === null && !model.name.startsWith('replay:');
  const cache = keeps ? new AnswerCache(join(settings.dataHome, 'answers')) : null;
  const budget = new Budget({ ...options.limits, attempts: null });
  const { maxOutputTokens, temperature } = settings.model;
  const client = new ModelClient({ model, budget, signal, questions: { cache, maxOutputTokens, temperature } });
  const log = cachedRequests(cache, model.name);
  const askStage: AskStage = async ({ template, messages }, read) => {
    try {
      return (await client.question({ template, messages, read })).value;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  };
  const ask = (prompt: Prompt, sample: number): Promise<ChatAnswer> =>
    client.ask(requestFor(prompt, context, sample), prompt.template, log);
  // Nothing is asked before it is known that the answers can be compiled.
  const lean = options.check === 'none' ? null : await openStatementCheck(options, context);
  try {
    const asker = new StageAsker(options.pack === 'model' ? askStage : null);
    return await withPack(packRequest(options), asker, context, async (prepared) => {
      const { basis, content, prompt } = describe(options, context, { header }, prepared, asker.reports);
      const outcome = await askAndCheck(options, context, {
        request: { header: basis.header, before: asker },
        ask: (sample) => ask(prompt, sample),
        repair: (failed) => ask(correctionPrompt(content, failedStatement(failed, basis.header, prepared)), 0),
        check: lean === null ? null : lean.check,
      });
      const text = outcome.chosen?.text ?? null;
      if (target !== null && text !== null) await writeOtherFile(target, text);
      const report = formalizeReport(basis, outcome, {
        template: prompt.template,
        prompt: promptHash(requestFor(prompt, context, 0)),
        checked: lean !== null,
        asked: options.samples,
        reused: log.reused(),
        tokens: budget.spent.tokens,
        cost: model.price === null ? null : budget.spent.cost,
        writtenTo: text === null ? null : target,
      });
      const exit = exitOf(outcome, lean !== null);
      return { exit, data: { ...report }, render: (style) => renderFormalize(report, style) };
    });
  } finally {
    await lean?.close();
  }
}

const PROGRESS = { ask: 'answers', repair: 'corrections', check: 'statements compiled' };

/** With a line of progress. */
async function askAndCheck(
  { samples, rounds, name, jobs }: FormalizeOptions,
  { settings, signal, startProgress }: CommandContext,
  {
    request,
    ...tools
  }: { request: Pick<FormalizeRequest, 'header' | 'before'> } & Pick<FormalizeTools, 'ask' | 'repair' | 'check'>,
): Promise<FormalizeOutcome> {
  const progress = startProgress('Formalizing');
  try {
    const { concurrency } = settings.model;
    return await formalizeStatement(
      { ...request, samples, rounds, name },
      {
        ...{ ...tools, concurrency, jobs, signal },
        onProgress: (stage, done, total) => progress.update(done, total, `${done} of ${total} ${PROGRESS[stage]}`),
      },
    );
  } finally {
    progress.stop();
  }
}

/** Lean's errors, and names that exist for the unknown ones. */
function failedStatement(
  { text, verdict }: FailedCandidate,
  header: string,
  { index, base }: PreparedPack,
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

function exitOf({ candidates, chosen, stoppedBy, modelFailure }: FormalizeOutcome, isChecked: boolean): Exit {
  if (chosen !== null && (!isChecked || chosen.verdict.kind === 'compiles')) return 'done';
  if (stoppedBy !== null) return 'budget';
  if (modelFailure !== null) return 'missing';
  const unchecked = candidates.flatMap(({ verdict }) => (verdict.kind === 'unchecked' ? [verdict.why] : []));
  if (unchecked.length > 0)
    return unchecked.every((why) => why !== 'busy' && isBeyondBounds(why)) ? 'budget' : 'missing';
  const hasFailed = candidates.some(({ verdict }) => verdict.kind === 'fails');
  return !hasFailed && candidates.some(({ verdict }) => verdict.kind === 'refused') ? 'refused' : 'no';
}

async function readHeader(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    throw new Failure('usage', 'header-unreadable', {
      message: `The header ${path} cannot be read.`,
      reason: (error as Error).message,
      next: 'Give a Lean file with imports: --header FILE',
    });
  }
}

function requireName(name: string): void {
  if (/^[\p{L}_][\p{L}\p{N}_']*(?:\.[\p{L}_][\p{L}\p{N}_']*)*$/u.test(name)) return;
  throw new Failure('usage', 'usage', { message: `'${name}' is not a name of a theorem.`, next: '--name my_theorem' });
}

/** Corrections need Lean's errors, and a model that answers other prompts than its own. */
function requireRepairable({ rounds, check, formalizer }: FormalizeOptions): void {
  if (rounds === 0 || (check !== 'none' && formalizer === 'chat')) return;
  throw new Failure('usage', 'usage', {
    message: `--rounds needs ${check === 'none' ? '--check compile' : '--formalizer chat'}.`,
    next: 'Omit --rounds.',
  });
}

function modelMissing(statement: string): Failure {
  const text = statement.length > 80 ? 'FILE' : shellQuote(statement);
  return new Failure('missing', 'model-missing', {
    message: 'Formalizing needs a model, but no model is configured.',
    next: `Set one: --model anthropic/NAME, openai/NAME, or local/NAME with --base-url URL.\nWithout a model, the definitions that it may need: lemmahead concepts for ${text}`,
  });
}
