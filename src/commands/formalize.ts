/** `lemmahead formalize`: writes a statement in words as a Lean statement, with any model; a batch of them as one run. */
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { shellQuote } from '../base/shell-quote.ts';
import { headerAt } from '../lean/header-at.ts';
import { requireWritable } from '../lean/user-file.ts';
import type { FormalizeCommandOptions, FormalizeOptions, ProblemInWords } from '../options/formalize-options.ts';
import { startRun } from '../prove/run/record.ts';
import { onePart, pickedPart } from '../session/numbered-problems.ts';
import { readFileAt } from '../session/place-in-file.ts';
import { readUserTemplate } from '../session/user-template.ts';
import type { Command } from './command.ts';
import { runFormalize } from './run-formalize.ts';

/** Exit of one problem as `exitOf` says; of a batch, `done` if that of each problem is. */
export const formalize: Command<FormalizeCommandOptions> = async (given, context) => {
  const { problems: all, file, pick, header, in: place, dryRun, record, proves, ...options } = given;
  const problems = selectProblems(all, file, pick);
  requireName(options.name);
  requireRepairable(options);
  requireJudgeable(options);
  if (proves && file !== null) throw onlyOneProved(file);
  const { settings, cwd } = context;
  if (!dryRun && settings.model.name === null) throw modelMissing(file === null ? problems[0]!.statement : null);
  const out = options.out === null ? null : resolve(cwd, options.out);
  if (out !== null) await requireOutput(out, file !== null);
  const fileHeader = await headerOf(header, place, cwd);
  const userTemplate = await readUserTemplate(options.formalizer, cwd);
  if (dryRun) {
    const { formalizeDryRun } = await import('./formalize-dry-run.ts');
    return formalizeDryRun(options, context, { problems, file, fileHeader, userTemplate });
  }
  const open = (): ReturnType<typeof startRun> => startRun(settings.dataHome);
  const recordTo = record === null ? null : resolve(cwd, record);
  const texts = { problems, fileHeader, userTemplate };
  const source = { ...texts, file: file === null ? null : resolve(cwd, file), record: recordTo, open };
  const request = { ...options, out };
  const formalized = await runFormalize(request, context, { ...source, replays: null });
  if (!proves) return formalized;
  return (await import('./prove-formalized.ts')).proveFormalized(formalized, request, context);
};

/** `pick` counts the problems of a batch, the statements of a document, or the numbered problems in one text. */
function selectProblems(
  problems: readonly ProblemInWords[],
  file: string | null,
  pick: number | null,
): readonly ProblemInWords[] {
  if (file === null) {
    const statements = problems.map(({ statement }) => statement);
    const [text] = statements;
    const isOne = text !== undefined && statements.length === 1;
    return [{ id: '1', statement: isOne ? onePart(text, pick) : pickedPart(statements, pick) }];
  }
  if (pick === null) return problems;
  const picked = problems[pick - 1];
  if (picked !== undefined) return [picked];
  throw new Failure('usage', 'no-such-problem', {
    message: `There is no problem ${pick}: ${file} has ${problems.length}.`,
    next: '--pick 1',
  });
}

async function requireOutput(path: string, isFolder: boolean): Promise<void> {
  if (!isFolder) return requireWritable(path, 'elsewhere');
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    throw new Failure('usage', 'folder-unwritable', {
      message: `The folder ${path} cannot be made.`,
      reason: (error as Error).message,
      next: 'Choose another folder: --out FOLDER',
    });
  }
  await requireWritable(join(path, 'statement.lean'), 'elsewhere');
}

/** Null for ours. */
async function headerOf(header: string | null, place: string | null, cwd: string): Promise<string | null> {
  if (place === null) return header === null ? null : readHeader(resolve(cwd, header));
  const { text, line } = readFileAt(place, cwd);
  return headerAt(text, line);
}

/** @throws {Failure} `header-unreadable` */
export async function readHeader(path: string): Promise<string> {
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
function requireRepairable({
  rounds,
  check,
  formalizer,
}: Pick<FormalizeOptions, 'rounds' | 'check' | 'formalizer'>): void {
  if (rounds === 0 || (check !== 'none' && formalizer === 'chat')) return;
  throw new Failure('usage', 'usage', {
    message: `--rounds needs ${check === 'none' ? '--check compile' : '--formalizer chat'}.`,
    next: 'Omit --rounds.',
  });
}

/** Judges see the elaborated statement. */
export function requireJudgeable({
  judges,
  critic,
  check,
}: Pick<FormalizeOptions, 'judges' | 'critic' | 'check'>): void {
  const isJudged = judges.length > 0;
  if (isJudged ? check === 'formal' : !critic) return;
  throw new Failure('usage', 'usage', {
    message: isJudged ? `--judge needs --check formal.` : '--critic needs a judge.',
    next: isJudged ? `Omit --check ${check}.` : '--judge anthropic/NAME',
  });
}

function onlyOneProved(file: string): Failure {
  return new Failure('usage', 'usage', {
    message: '--prove proves one statement, but a batch has several.',
    next: `Omit --prove, then prove the statements of --out: lemmahead formalize ${file} --out FOLDER`,
  });
}

function modelMissing(statement: string | null): Failure {
  const text = statement === null || statement.length > 80 ? 'FILE' : shellQuote(statement);
  return new Failure('missing', 'model-missing', {
    message: 'Formalizing needs a model, but no model is configured.',
    next: `Set one: --model anthropic/NAME, openai/NAME, or local/NAME with --base-url URL.\nWithout a model, the definitions that it may need: lemmahead concepts for ${text}`,
  });
}
