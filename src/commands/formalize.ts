/** `lemmahead formalize`: writes a statement in words as a Lean statement, with any model. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Exit } from '../base/exit-codes.ts';
import { Failure } from '../base/errors.ts';
import { shellQuote } from '../base/shell-quote.ts';
import { formalize as formalizeStatement, type FormalizeOutcome } from '../formalize/pipeline.ts';
import { headerFor } from '../formalize/lean-file.ts';
import { requireWritable, writeOtherFile } from '../lean/user-file.ts';
import { AnswerCache } from '../llm/answer-cache.ts';
import { Budget } from '../llm/budget.ts';
import { cachedRequests } from '../llm/cached-requests.ts';
import type { ChatModel, ChatRequest } from '../llm/chat.ts';
import { ModelClient } from '../llm/model-client.ts';
import { openModelFrom } from '../llm/open-model.ts';
import { promptHash } from '../llm/prompt-hash.ts';
import type { FormalizeOptions } from '../options/formalize-options.ts';
import { formalizePrompt } from '../prompt/formalizers.ts';
import type { Prompt } from '../prompt/prompts.ts';
import { dryRunPrompt } from '../prove/dry-run.ts';
import { formalizeDryRunReport, formalizeReport, type FormalizeBasis } from '../report/formalize-report.ts';
import { renderFormalize, renderFormalizeDryRun } from '../report/formalize-text.ts';
import { packStatement } from '../search/concepts/statement-pack.ts';
import { withConcepts } from '../session/command-concepts.ts';
import type { CommandContext } from '../session/command-context.ts';
import { refreshProject } from '../session/refresh.ts';
import { requirePrice } from '../session/require-price.ts';
import { openStatementCheck } from '../session/statement-check.ts';
import { isBeyondBounds } from '../verify/verdict.ts';
import type { Command, CommandOutcome } from './command.ts';

/** Varied answers are wanted. */
const DEFAULT_TEMPERATURE = 0.7;

/**
 * Exit `done` if a statement compiles, or with `--check none` if there is one; `no` without; `refused` if the gate refused
 * every statement; `budget` if a limit ended the requests or the compilation; `missing` if something is missing.
 */
export const formalize: Command<FormalizeOptions> = async (options, context) => {
  requireName(options.name);
  const { settings, cwd } = context;
  if (!options.dryRun && settings.model.name === null) throw modelMissing(options.statement);
  const target = options.out === null ? null : resolve(cwd, options.out);
  if (target !== null) await requireWritable(target, 'elsewhere');
  const basis = await prepare(options, context);
  const model =
    settings.model.name === null
      ? null
      : await openModelFrom(settings.model, { record: options.record === null ? null : resolve(cwd, options.record) });
  requirePrice(model, options.limits.cost);
  const request = requestFor(options, context, basis);
  if (options.dryRun || model === null) return dryRun(options, basis, request, model);
  return run(options, context, { basis, request, model, target });
};

/** Finds offline what the statement is about, and the header of its file. */
async function prepare(options: FormalizeOptions, context: CommandContext): Promise<FormalizeBasis> {
  const { settings, cwd } = context;
  const own = options.header === null ? null : await readHeader(resolve(cwd, options.header));
  await refreshProject(context);
  return withConcepts(context, ({ index, base, notices }) => {
    const pack = packStatement(index, base, options.statement, options.definitions);
    const modules = pack.definitions.map(({ row }) => row.module);
    return {
      statement: options.statement,
      pack,
      header: own ?? headerFor(index, modules),
      formalizer: options.formalizer,
      model: settings.model.name,
      notices: [
        ...(pack.isCut ? [`The text is long: only its first ${pack.text.length} characters are used.`] : []),
        ...notices,
      ],
    };
  });
}

interface FormalizePrompt {
  prompt: Prompt;
  request: (sample: number) => ChatRequest;
}

function requestFor(
  { formalizer }: FormalizeOptions,
  { settings: { model } }: CommandContext,
  { pack, header }: FormalizeBasis,
): FormalizePrompt {
  const definitions = pack.definitions.map(({ row, ...shown }) => ({ ...shown, kind: row.kind, name: row.name }));
  const prompt = formalizePrompt(formalizer, { statement: pack.text, definitions, header });
  const temperature = model.temperature ?? DEFAULT_TEMPERATURE;
  const { messages } = prompt;
  return { prompt, request: (sample) => ({ messages, maxOutputTokens: model.maxOutputTokens, temperature, sample }) };
}

function dryRun(
  { samples }: FormalizeOptions,
  basis: FormalizeBasis,
  { prompt, request }: FormalizePrompt,
  model: ChatModel | null,
): CommandOutcome {
  const price = model?.price ?? null;
  const prompts = Array.from({ length: samples }, (_, at) => dryRunPrompt(request(at), prompt.template, { price }));
  const report = formalizeDryRunReport(basis, model?.endpoint ?? null, prompts);
  return { exit: 'done', data: { ...report }, render: (style) => renderFormalizeDryRun(report, style) };
}

interface RunParts {
  basis: FormalizeBasis;
  request: FormalizePrompt;
  model: ChatModel;
  target: string | null;
}

async function run(options: FormalizeOptions, context: CommandContext, parts: RunParts): Promise<CommandOutcome> {
  const { basis, model, target } = parts;
  const { prompt, request } = parts.request;
  const { settings, signal } = context;
  const budget = new Budget({ ...options.limits, attempts: null });
  const client = new ModelClient({ model, budget, signal });
  // A recording must contain every answer, and a replay must not depend on other files.
  const keeps = options.record === null && !model.name.startsWith('replay:');
  const log = cachedRequests(keeps ? new AnswerCache(join(settings.dataHome, 'answers')) : null, model.name);
  const lean = options.check === 'none' ? null : await openStatementCheck(options, context);
  const progress = context.startProgress('Formalizing');
  let outcome: FormalizeOutcome;
  try {
    outcome = await formalizeStatement(
      { samples: options.samples, header: basis.header, name: options.name },
      {
        ask: (sample) => client.ask(request(sample), prompt.template, log),
        concurrency: settings.model.concurrency,
        check: lean === null ? null : lean.check,
        jobs: options.jobs,
        signal,
        onProgress: (stage, done, total) =>
          progress.update(done, total, `${done} of ${total} ${stage === 'ask' ? 'answers' : 'statements compiled'}`),
      },
    );
  } finally {
    progress.stop();
    await lean?.close();
  }
  const text = outcome.chosen?.text ?? null;
  if (target !== null && text !== null) await writeOtherFile(target, text);
  const report = formalizeReport(basis, outcome, {
    template: prompt.template,
    prompt: promptHash(request(0)),
    checked: lean !== null,
    asked: options.samples,
    reused: log.reused(),
    tokens: budget.spent.tokens,
    cost: model.price === null ? null : budget.spent.cost,
    writtenTo: text === null ? null : target,
  });
  return {
    exit: exitOf(outcome, lean !== null),
    data: { ...report },
    render: (style) => renderFormalize(report, style),
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

function modelMissing(statement: string): Failure {
  const text = statement.length > 80 ? 'FILE' : shellQuote(statement);
  return new Failure('missing', 'model-missing', {
    message: 'Formalizing needs a model, but no model is configured.',
    next: `Set one: --model anthropic/NAME, openai/NAME, or local/NAME with --base-url URL.\nWithout a model, the definitions that it may need: lemmahead concepts search ${text}`,
  });
}
