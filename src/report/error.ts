/** Errors as text and JSON: what happened, why, and what to do next. */
import { isDiskFull } from '../base/disk-full.ts';
import { EXIT_CODES } from '../base/exit-codes.ts';
import { Failure } from '../base/errors.ts';
import { paint, type TextStyle } from './style.ts';
import type { ErrorReport } from './error-schema.ts';

export interface Versions {
  lemmahead: string;
  node: string;
  platform: string;
}

/** `home` and `cwd` are removed from a bug's stack trace, so it can be published. */
export interface Surroundings {
  versions: Versions;
  argv: readonly string[];
  home: string;
  cwd: string;
}

export function reportError(error: unknown, surroundings: Surroundings): ErrorReport {
  const failure = error instanceof Failure ? error : systemFailure(error);
  if (failure !== null) {
    const { exit, ...detail } = failure.detail;
    return { schema: 'lemmahead/error@1', exit, exit_code: EXIT_CODES[exit].code, ...detail };
  }
  return {
    schema: 'lemmahead/error@1',
    code: 'bug',
    exit: 'bug',
    exit_code: EXIT_CODES.bug.code,
    message: `lemmahead has a bug: ${scrub(error instanceof Error ? error.message : String(error), surroundings)}`,
    next: 'Please report it with the text below; `lemmahead doctor` may show a workaround.',
    issue: issueText(error, surroundings),
  };
}

/** Any access to a file can fail for a full disk or missing permissions, so this is handled here for all of them. */
function systemFailure(error: unknown): Failure | null {
  if (!(error instanceof Error)) return null;
  const { code, message, path } = error as NodeJS.ErrnoException;
  const failure = (name: string, what: string, next: string): Failure =>
    new Failure('missing', name, { message: what, reason: message, next });
  if (isDiskFull(error)) {
    return failure(
      'disk-full',
      `There is no space left on the disk${path === undefined ? '' : ` for ${path}`}.`,
      'Free some space. TMPDIR sets the folder for temporary files, LEMMAHEAD_HOME the folder for stored data.',
    );
  }
  if (path === undefined || !/^(?:EACCES|EPERM|EROFS)$/u.test(code ?? '')) return null;
  return failure(
    'permission-denied',
    `There is no permission to access ${path}.`,
    'Check the owner and the permissions of the path and of the folders above it.',
  );
}

export function renderError(report: ErrorReport, style: TextStyle): string {
  const color = paint(style);
  const lines = [`${color.red.bold('error:')} ${report.message}`];
  if (report.reason !== undefined) lines.push(labelled(color.bold('  why: '), '       ', report.reason));
  if (report.next !== undefined) lines.push(labelled(color.bold('  next: '), '        ', report.next));
  if (report.issue !== undefined) lines.push('', report.issue);
  return `${lines.join('\n')}\n`;
}

/** Aligns further lines of `text` with its first line. */
function labelled(label: string, indentation: string, text: string): string {
  return label + text.split('\n').join(`\n${indentation}`);
}

function issueText(error: unknown, surroundings: Surroundings): string {
  const { lemmahead, node, platform } = surroundings.versions;
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [
    '--- report ---',
    `lemmahead ${lemmahead}, Node ${node}, ${platform}`,
    `lemmahead ${scrub(surroundings.argv.join(' '), surroundings)}`,
    scrub(trace, surroundings),
    '--- end ---',
  ].join('\n');
}

function scrub(text: string, { home, cwd }: Surroundings): string {
  const withoutCwd = cwd.length > 1 ? text.replaceAll(cwd, '.') : text;
  return home.length > 1 ? withoutCwd.replaceAll(home, '~') : withoutCwd;
}
