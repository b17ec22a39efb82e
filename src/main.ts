/** The start of the program: the one catch, the one exit code, signals. What a command does is in `commands/`. */
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { CommanderError } from '@commander-js/extra-typings';
import { EXIT_CODES, type Exit } from './base/exit-codes.ts';
import { Failure } from './base/errors.ts';
import { packageVersion } from './base/version.ts';
import { buildProgram } from './cli.ts';
import type { Execute } from './cli/execute.ts';
import { readEnvironment } from './config/env.ts';
import { renderError, reportError } from './report/error.ts';
import { createLog } from './ui/log.ts';
import { printable } from './ui/printable.ts';
import { createProgress } from './ui/progress.ts';
import { hasColor, progressStyle, textStyle } from './ui/terminal.ts';

/** How long a command may tidy up after Ctrl-C before the process ends itself. */
const TIDY_UP_MS = 3000;
/** A server first answers what is under way. */
const DRAIN_MS = 20_000;

const environment = readEnvironment();
const argv = process.argv.slice(2);
const interruption = new AbortController();
/** The result is out: a Ctrl-C that comes now is late. */
let isFinished = false;
/** A command that answers others has stdout for its answers. */
let isServing = false;

const execute: Execute = async (request, call) => {
  const flags = program.opts();
  const streams = request.streams ?? false;
  const output = { json: flags.json ?? false, quiet: flags.quiet ?? false, verbose: flags.verbose ?? false };
  const { configurationFailure, resolveConfiguration } = await import('./config/resolve.ts');
  const cwd = folderToWorkIn(request.folder);
  const configuration = await resolveConfiguration({ cwd, environment, flags: request.flags ?? {}, output });
  const log = createLog({ ...output, color: hasColor(flags, environment, process.stderr) });
  if (!request.toleratesProblems) {
    if (configuration.problems.length > 0) throw configurationFailure(configuration.problems);
    for (const { key, file } of configuration.withheld) {
      log.warn(`${key} in ${file} is not used: run 'lemmahead config trust' if you trust that file`);
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
  const outcome = await call(context, configuration).finally(() => (isServing = false));
  // A server is ended by a signal, unless by a bug that was told. A command that knows it was interrupted may still
  // show what it has.
  if (!serves && outcome.exit !== 'interrupted') interruption.signal.throwIfAborted();
  if (isErrorShown) return;
  process.exitCode = EXIT_CODES[outcome.exit].code;
  const { exit } = outcome;
  if (streams) printEvent({ event: 'result', exit, exit_code: EXIT_CODES[exit].code, ...outcome.data });
  isFinished = streams || serves;
  if (isFinished) return;
  const text = output.json
    ? `${JSON.stringify(outcome.data, null, 2)}\n`
    : outcome.render(textStyle({ ...flags, ...output }, environment));
  print(text);
  isFinished = true;
};

/** A pipe or a file gets it as it is: a diff is to fit. */
function print(text: string): void {
  const color = hasColor({ color: !argv.includes('--no-color') }, environment, process.stdout);
  process.stdout.write(process.stdout.isTTY ? printable(text, color) : text);
}

function printEvent(event: object): void {
  print(`${JSON.stringify(event)}\n`);
}

/** @throws {Failure} `no-folder` */
function folderToWorkIn(named: string | undefined): string {
  const started = workingFolder();
  const failure = (exit: 'missing' | 'usage', message: string, next: string): Failure =>
    new Failure({ exit, code: 'no-folder', message, next });
  if (started === null) throw failure('missing', 'The working folder is gone.', 'cd .. or elsewhere');
  const folder = resolve(started, named ?? '');
  if (named === undefined || statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw failure('usage', `${folder} is no folder.`, 'Name the folder of a project: --project FOLDER');
}

/** Null where the folder was deleted under the process. */
function workingFolder(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}

const program = buildProgram(execute);

/** Commander throws after help and version too; those are done. */
function translate(error: unknown): unknown {
  // A command may know how to go on.
  if (error instanceof Failure && error.detail.exit === 'interrupted') return error;
  if (interruption.signal.aborted) {
    return new Failure({ exit: 'interrupted', code: 'interrupted', message: 'Interrupted.' });
  }
  if (!(error instanceof CommanderError)) return error;
  if (error.exitCode === 0) return null;
  const message = error.message.replace(/^error: /, '').split('\n');
  return new Failure({
    exit: 'usage',
    code: 'usage',
    message: error.code === 'commander.help' ? 'No command was given.' : (message[0] ?? ''),
    ...(message.length > 1 ? { reason: message.slice(1).join(' ') } : {}),
    next: [...namedCommand(), '--help'].join(' '),
  });
}

/** The words of the innermost command that was named: `lemmahead index build`. */
function namedCommand(): string[] {
  const names = ['lemmahead'];
  let { commands } = program;
  for (const word of argv) {
    const found = commands.find((each) => each.name() === word);
    if (found === undefined) continue;
    names.push(word);
    ({ commands } = found);
  }
  return names;
}

let isErrorShown = false;

/** Shows the first error; what follows from stopping after it is no news. */
function showError(thrown: unknown): void {
  const error = translate(thrown);
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
  const color = hasColor({ color: !argv.includes('--no-color') }, environment, process.stderr);
  if (argv.includes('--json-stream')) printEvent({ event: 'result', ...report });
  else if (argv.includes('--json') && !isServing) print(`${JSON.stringify(report, null, 2)}\n`);
  else process.stderr.write(printable(renderError(report, { color, width: 80 }), color));
}

/** First Ctrl-C: everything is asked to stop. Second, or no end after a while: the process dies of the signal. */
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
  setTimeout(die, isServing ? DRAIN_MS : TIDY_UP_MS).unref();
}

/** For what is thrown where no command waits for it: shown as any error, and the command is asked to stop. */
function onUncaught(error: unknown): void {
  process.off('uncaughtException', onUncaught);
  showError(error);
  interruption.abort();
}

/** A reader that has seen enough (`| head`) is no error; what is left to write has nowhere to go. */
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
