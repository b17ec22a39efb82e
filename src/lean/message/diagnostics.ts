/** Lean's output for a file: its messages, and the lines that are not messages. */
import { isRecord, valueOr } from '../../base/read-or-null.ts';
import { captureFrom, type Captured } from './message-captures.ts';
import { classifyMessage, plainKind, type MessageClass, type Severity } from './message-class.ts';

/** A message as reported by any of Lean's interfaces; `kind` is unchanged. */
export interface LeanOutput {
  severity: Severity;
  /** 1-based. */
  line: number;
  /** 0-based, in code points. */
  column: number;
  /** End position in the same units; Lean does not always report it. */
  endLine?: number;
  endColumn?: number;
  kind?: unknown;
  text: string;
}

export interface Diagnostic extends LeanOutput {
  class: MessageClass;
  /** Lean's own name of the message kind (`hasSorry`, `lean.unknownIdentifier`); null if it gives none. */
  kind: string | null;
  /** Extracted parts of the text: an unknown name, types, goals. Empty if it has none of them. */
  captured: Captured;
}

export interface LeanMessages {
  diagnostics: Diagnostic[];
  /** Lines that are not messages: noise of Lake, panics, output of programs. */
  noise: string[];
}

/** Adds the class and the extracted parts to a message. */
export function diagnosticOf(output: LeanOutput): Diagnostic {
  const kind = plainKind(output.kind);
  const of = classifyMessage(output.severity, kind, output.text);
  return { ...output, kind, class: of, captured: captureFrom(of, output.text) };
}

/**
 * Reads the standard output of `lean --json`, one JSON object per line. A message is evidence of
 * failure, never of success: programs run inside Lean can print such lines too. All fields except `severity`, `pos` and
 * `data` are optional across versions.
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
  const message = valueOr(null, (): unknown => JSON.parse(line));
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
