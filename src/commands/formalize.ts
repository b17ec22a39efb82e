/** `lemmahead formalize`: writes a statement in words as a Lean statement, with any model. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { shellQuote } from '../base/shell-quote.ts';
import { requireWritable, writeOtherFile } from '../lean/user-file.ts';
import { Budget } from '../llm/budget.ts';
import type { FormalizeProgress } from '../formalize/pipeline.ts';
import type { ChatModel } from '../llm/chat.ts';
import { openModelFrom } from '../llm/open-model.ts';
import type { FormalizeOptions } from '../options/formalize-options.ts';
import { formalizeReport } from '../report/formalize-report.ts';
import { renderFormalize } from '../report/formalize-text.ts';
import type { CommandContext } from '../session/command-context.ts';
import { exitOf, type FormalizedProblem, formalizeProblem, type ProblemModel } from '../session/formalize-problem.ts';
import { formalizerModel } from '../session/formalizer-model.ts';
import { type FormalizerSession, withFormalizer } from '../session/formalizer-session.ts';
import { onePart } from '../session/numbered-problems.ts';
import { requirePrice } from '../session/require-price.ts';
import type { Command, CommandOutcome } from './command.ts';

/** Exit as `exitOf` says. */
export const formalize: Command<FormalizeOptions> = async (given, context) => {
  const options = { ...given, statement: onePart(given.statement, given.pick) };
  requireName(options.name);
  requireRepairable(options);
  const { settings, cwd } = context;
  if (!options.dryRun && settings.model.name === null) throw modelMissing(options.statement);
  const target = options.out === null ? null : resolve(cwd, options.out);
  if (target !== null) await requireWritable(target, 'elsewhere');
  const fileHeader = options.header === null ? null : await readHeader(resolve(cwd, options.header));
  const record = options.record === null ? null : resolve(cwd, options.record);
  const model = settings.model.name === null ? null : await openModelFrom(settings.model, { record });
  requirePrice(model, options.limits.cost);
  if (options.dryRun || model === null)
    return (await import('./formalize-dry-run.ts')).formalizeDryRun(options, context, { model, fileHeader });
  return run(options, context, { model, fileHeader, target });
};

interface Parts {
  model: ChatModel;
  /** The user's; null for ours. */
  fileHeader: string | null;
  target: string | null;
}

async function run(
  options: FormalizeOptions,
  context: CommandContext,
  { model, fileHeader, target }: Parts,
): Promise<CommandOutcome> {
  const { signal, settings } = context;
  // A recording must contain every answer, and a replay must not depend on other files.
  const keeps = options.record === null && !model.name.startsWith('replay:');
  const answers = keeps ? join(settings.dataHome, 'answers') : null;
  const budget = new Budget({ ...options.limits, attempts: null });
  const asked = formalizerModel({ model, budget, answers, settings: settings.model, signal });
  const request = { ...options, fileHeader };
  const done = await withFormalizer(request, context, (session) => withProgress(request, context, session, asked));
  const text = done.outcome.chosen?.text ?? null;
  if (target !== null && text !== null) await writeOtherFile(target, text);
  const report = formalizeReport(done, {
    asked: options.samples,
    reused: asked.reused(),
    tokens: budget.spent.tokens,
    cost: model.price === null ? null : budget.spent.cost,
    writtenTo: text === null ? null : target,
  });
  return { exit: exitOf(done), data: { ...report }, render: (style) => renderFormalize(report, style) };
}

const PROGRESS: Record<FormalizeProgress, string> = {
  ask: 'answers',
  repair: 'corrections',
  compile: 'statements compiled',
  check: 'statements checked',
};

async function withProgress(
  options: FormalizeOptions & Pick<Parts, 'fileHeader'>,
  { settings, signal, startProgress }: CommandContext,
  session: FormalizerSession,
  asked: ProblemModel,
): Promise<FormalizedProblem> {
  const progress = startProgress('Formalizing');
  try {
    return await formalizeProblem({ ...options, model: settings.model }, session, asked, {
      signal,
      onProgress: (stage, done, total) => progress.update(done, total, `${done} of ${total} ${PROGRESS[stage]}`),
    });
  } finally {
    progress.stop();
  }
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
