/** What Lean says about a file: the lines of `lean --json`, and the few classes that a decision needs so far. */

/** `sorry`: a declaration rests on one. `import`: the header could not be loaded. `other`: anything that is no error. */
type DiagnosticClass = 'error' | 'import' | 'sorry' | 'other';

export interface Diagnostic {
  severity: 'information' | 'warning' | 'error';
  class: DiagnosticClass;
  /** 1-based. */
  line: number;
  /** 0-based, in code points. */
  column: number;
  text: string;
}

export interface LeanMessages {
  diagnostics: Diagnostic[];
  /** Lines that are no message: noise of Lake, panics, what a program printed. */
  noise: string[];
}

/**
 * Reads the standard output of `lean --json`, one JSON object a line (specs/lean.md 2.1). A message is evidence of
 * failure, never of success: what runs inside Lean can print such lines too. Fields but `severity`, `pos` and `data`
 * are optional across versions.
 */
export function readMessages(stdout: string): LeanMessages {
  const messages: LeanMessages = { diagnostics: [], noise: [] };
  for (const line of stdout.split('\n')) {
    if (line.trim() === '') continue;
    const diagnostic = readMessage(line);
    if (diagnostic === null) messages.noise.push(line);
    else messages.diagnostics.push(diagnostic);
  }
  return messages;
}

function readMessage(line: string): Diagnostic | null {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isRecord(message) || !isRecord(message['pos'])) return null;
  const { severity, data, kind } = message;
  const { line: row, column } = message['pos'];
  if (severity !== 'information' && severity !== 'warning' && severity !== 'error') return null;
  if (typeof data !== 'string' || typeof row !== 'number' || typeof column !== 'number') return null;
  return { severity, class: classify(severity, data, kind), line: row, column, text: data };
}

// Lean 4.0 to 4.27 quote the word with ', 4.28 and later with `.
const USES_SORRY = /^declaration uses ['`]sorry['`]/;
const IMPORT_FAILED =
  /^(?:unknown (?:package|module prefix) |object file '[^']*' of module |import \S+ failed, |bad import |failed to read file )/;

function classify(severity: Diagnostic['severity'], text: string, kind: unknown): DiagnosticClass {
  // `-E hasSorry` and `warningAsError` make an error of it; it still says the same.
  if (kind === 'hasSorry' || USES_SORRY.test(text)) return 'sorry';
  if (severity !== 'error') return 'other';
  return IMPORT_FAILED.test(text) ? 'import' : 'error';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
