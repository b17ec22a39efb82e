/** What Lean says about a file: its messages, one by one, and the lines of its output that are none. */
import { captureFrom, type Captured } from './message-captures.ts';
import { classifyMessage, plainKind, type MessageClass, type Severity } from './message-class.ts';

export interface Diagnostic {
  severity: Severity;
  class: MessageClass;
  /** 1-based. */
  line: number;
  /** 0-based, in code points. */
  column: number;
  /** Where it ends, in the same units; Lean does not always say. */
  endLine?: number;
  endColumn?: number;
  /** Lean's own name of the kind of message (`hasSorry`, `lean.unknownIdentifier`), null where it gives none. */
  kind: string | null;
  /** What the text names: an unknown name, types, goals. Empty where it names nothing that is looked for. */
  captured: Captured;
  text: string;
}

export interface LeanMessages {
  diagnostics: Diagnostic[];
  /** Lines that are no message: noise of Lake, panics, what a program printed. */
  noise: string[];
}

/** What any of Lean's interfaces says of a message; `kind` as it stands there. */
export interface LeanOutput {
  severity: Severity;
  line: number;
  column: number;
  endLine?: number;
  endColumn?: number;
  kind?: unknown;
  text: string;
}

/** A diagnostic with its class and what its text names. */
export function diagnosticOf(said: LeanOutput): Diagnostic {
  const kind = plainKind(said.kind);
  const of = classifyMessage(said.severity, kind, said.text);
  return { ...said, kind, class: of, captured: captureFrom(of, said.text) };
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
  if (!isRecord(message)) return null;
  const { severity, data: text, kind } = message;
  const start = placeOf(message['pos']);
  if (start === null || typeof text !== 'string') return null;
  if (severity !== 'information' && severity !== 'warning' && severity !== 'error') return null;
  const end = placeOf(message['endPos']);
  return diagnosticOf({
    severity,
    ...start,
    ...(end === null ? {} : { endLine: end.line, endColumn: end.column }),
    kind,
    text,
  });
}

function placeOf(value: unknown): { line: number; column: number } | null {
  if (!isRecord(value)) return null;
  const { line, column } = value;
  return typeof line === 'number' && typeof column === 'number' ? { line, column } : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
