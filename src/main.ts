/** Entry point: error handling, exit code and signals. The commands are in `commands/`. */
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { CommanderError } from '@commander-js/extra-typings';
import { EXIT_CODES, type Exit } from './base/exit-codes.ts';
import { Failure } from './base/errors.ts';
import { valueOr } from './base/read-or-null.ts';
import { packageVersion } from './base/version.ts';
import { buildProgram } from './cli.ts';
import type { Execute } from './cli/execute.ts';
import type { CommandOutcome } from './commands/command.ts';
import { usageFailure } from './cli/usage-failure.ts';
import { readEnvironment } from './config/env.ts';
import { renderError, reportError } from './report/error.ts';
import { withLibraryFlag } from './report/library-flag.ts';
import type { TextStyle } from './report/style.ts';
import type { CommandContext } from './session/command-context.ts';
import { createLog } from './ui/log.ts';
import { printable, printableJson } from './ui/printable.ts';
import { createProgress } from './ui/progress.ts';
import { hasColor, progressStyle, textStyle } from './ui/terminal.ts';

/** How long a command may clean up after Ctrl-C before the process ends itself. */
const CLEANUP_MS = 3000;
/** How long a server may finish its pending requests. */
const DRAIN_MS = 20_000;

const environment = readEnvironment();
const argv = process.argv.slice(2);
const interruption = new AbortController();
/** The result has been printed: ignore a later Ctrl-C. */
let isFinished = false;
/** The library as typed with `--library`; empty without. */
let typed: { library?: string } = {};
/** A running server uses stdout for its own responses. */
let isServing = false;

const execute: Execute = async (request, call) => {
  const flags = program.opts();
  const streams = request.streams ?? false;
  const library = request.flags?.['library.path'];
  if (typeof library === 'string') typed = { library };
  const output = { json: flags.json ?? false, quiet: flags.quiet ?? false, verbose: flags.verbose ?? false };
  const { configurationFailure, resolveConfiguration } = await import('./config/resolve.ts');
  const cwd = resolveWorkingFolder(request.folder);
  const configuration = await resolveConfiguration({ cwd, environment, flags: request.flags ?? {}, output });
  const log = createLog({ ...output, color: hasColor(flags, environment, process.stderr) });
  if (!request.toleratesProblems) {
    if (configuration.problems.length > 0) throw configurationFailure(configuration.problems);
    for (const { key, file } of configuration.withheld) {
      log.warn(`${key} in ${file} is ignored. If you trust that file, run 'lemmahead config trust'.`);
    }
  }
  const context = {
    cwd,
    settings: configuration.settings,
    log,
    startProgress: createProgress(progressStyle({ ...flags, ...output, json: output.json || streams }, environment)),
    signal: interruption.signal,
    ...(streams ? { stream: printEvent } : {}),
  };
  const { serves = false } = request;
  isServing = serves;
  const work = (given: CommandContext): Promise<CommandOutcome> => call(given, configuration);
  const hasQueue = request.asksByWorkers === true && context.settings.queueUrl !== null;
  const done = hasQueue ? (await import('./session/model-workers.ts')).withModelWorkers(context, work) : work(context);
  const outcome = await done.finally(() => (isServing = false));
  // A signal is the normal end of a server. A command that handled its interruption may still show a partial result.
  if (!serves && outcome.exit !== 'interrupted') interruption.signal.throwIfAborted();
  if (isErrorShown) return;
  process.exitCode = EXIT_CODES[outcome.exit].code;
  const { exit } = outcome;
  if (streams) printEvent({ event: 'result', exit, exit_code: EXIT_CODES[exit].code, ...outcome.data });
  isFinished = streams || serves;
  if (isFinished) return;
  if (output.json) process.stdout.write(printableJson(outcome.data, 2));
  else {
    const style = await textStyle({ ...flags, ...output }, environment);
    printText(outcome, { ...style, ...typed });
  }
  isFinished = true;
};

/**
 * Control characters of untrusted text, such as a title, are replaced. Its styles cannot be distinguished from ours, so text that
 * has some without ours is printed without any.
 */
function printText({ render, isExact = false }: CommandOutcome<unknown>, style: TextStyle): void {
  const text = (): string => {
    if (isExact && !process.stdout.isTTY) return render(style);
    const plain = render({ ...typed, color: false, width: style.width });
    const shown = printable(plain, false);
    const isPlain = !style.color && style.hyperlinks === undefined;
    return isPlain || shown !== plain ? shown : printable(render(style), style.color, style.hyperlinks);
  };
  process.stdout.write(text());
}

function printEvent(event: object): void {
  process.stdout.write(printableJson(event));
}

/** @throws {Failure} `no-folder` */
function resolveWorkingFolder(requested: string | undefined): string {
  const current = workingFolder();
  const failure = (exit: 'missing' | 'usage', message: string, next: string): Failure =>
    new Failure(exit, 'no-folder', { message, next });
  if (current === null)
    throw failure('missing', 'The working folder no longer exists.', 'Change to an existing folder.');
  const folder = resolve(current, requested ?? '');
  if (requested === undefined || statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw failure('usage', `${folder} is not a folder.`, 'Give the folder of a project: --project FOLDER');
}

/** Returns null if the folder was deleted while the process was running. */
function workingFolder(): string | null {
  return valueOr(null, () => process.cwd());
}

const program = await buildProgram(execute, argv);

/** Maps an error to the one that is shown. Returns null after help and version, for which commander throws too. */
function toShownError(error: unknown): unknown {
  // The command's own failure may say how to continue.
  if (error instanceof Failure && error.detail.exit === 'interrupted') return error;
  if (interruption.signal.aborted) {
    return new Failure('interrupted', 'interrupted', { message: 'Interrupted.' });
  }
  if (!(error instanceof CommanderError)) return error;
  if (error.exitCode === 0) return null;
  return usageFailure(error, program, argv);
}

/** A command without its subcommand: commander has printed the help on stderr. */
function isHelp(error: unknown): boolean {
  return error instanceof CommanderError && error.code === 'commander.help';
}

let isErrorShown = false;

/** Shows the first error only; later ones are consequences of stopping. */
function showError(thrown: unknown): void {
  const error = toShownError(thrown);
  if (error === null || isErrorShown) return;
  isErrorShown = true;
  process.exitCode = EXIT_CODES.bug.code;
  const versions = {
    lemmahead: packageVersion(),
    node: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
  };
  const report = reportError(error, { versions, argv, home: homedir(), cwd: workingFolder() ?? '' });
  process.exitCode = report.exit_code;
  if (report.next !== undefined) report.next = withLibraryFlag(report.next, typed);
  const color = hasColor(program.opts(), environment, process.stderr);
  if (argv.includes('--json-stream')) printEvent({ event: 'result', ...report });
  else if (argv.includes('--json') && !isServing) process.stdout.write(printableJson(report, 2));
  else if (!isHelp(thrown)) process.stderr.write(printable(renderError(report, { color, width: 80 }), color));
}

/** The first Ctrl-C aborts all work. A second one, or a timeout, ends the process by the signal. */
function onInterrupt(signal: NodeJS.Signals): void {
  const die = (): void => {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  };
  if (isFinished) return;
  if (interruption.signal.aborted) return die();
  const exit: Exit = 'interrupted';
  process.exitCode = EXIT_CODES[exit].code;
  interruption.abort();
  setTimeout(die, isServing ? DRAIN_MS : CLEANUP_MS).unref();
}

/** For errors that no command awaits: shows the error and aborts the command. */
function onUncaught(error: unknown): void {
  process.off('uncaughtException', onUncaught);
  showError(error);
  interruption.abort();
}

/** A closed pipe (`| head`) is not an error; the remaining output is dropped. */
function onOutputError({ code, message }: NodeJS.ErrnoException): void {
  process.exitCode = EXIT_CODES[code === 'EPIPE' ? 'done' : 'missing'].code;
  if (code !== 'EPIPE') process.stderr.write(`error: The result cannot be written.\n  why: ${message}\n`);
}

process.on('SIGINT', onInterrupt);
process.on('SIGTERM', onInterrupt);
process.on('uncaughtException', onUncaught);
process.stdout.on('error', onOutputError);
process.stderr.on('error', () => undefined);

try {
  await program.parseAsync(argv, { from: 'user' });
} catch (error) {
  showError(error);
}
