/** The one text that a language server holds for us: how it is changed, and what the server's positions in it mean. */
import { type Diagnostic, diagnosticOf } from '../message/diagnostics.ts';

/** 0-based; `character` in UTF-16 units, as the protocol counts. */
interface LspPosition {
  line: number;
  character: number;
}

interface LspChange {
  range: { start: LspPosition; end: LspPosition };
  text: string;
}

/** The change that makes `after` of `before`: from the first character that differs to the end. */
export function changeBetween(before: string, after: string): LspChange {
  let at = 0;
  const shorter = Math.min(before.length, after.length);
  while (at < shorter && before.charCodeAt(at) === after.charCodeAt(at)) at++;
  // Neither half of a surrogate pair has a position of its own.
  if (at > 0 && isHighSurrogate(before.charCodeAt(at - 1))) at--;
  return { range: { start: positionAt(before, at), end: positionAt(before, before.length) }, text: after.slice(at) };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** Lean begins a line behind `\n` alone. */
function positionAt(text: string, offset: number): LspPosition {
  let line = 0;
  let lineStart = 0;
  for (let newline = text.indexOf('\n'); newline >= 0 && newline < offset; newline = text.indexOf('\n', lineStart)) {
    line++;
    lineStart = newline + 1;
  }
  return { line, character: offset - lineStart };
}

const SEVERITIES = ['error', 'warning', 'information', 'information'] as const;

/** What a `publishDiagnostics` says of `text`, in the words of the command line: lines from 1, columns in code points. */
export function readPublished(text: string, published: readonly unknown[]): Diagnostic[] {
  const lines = text.split('\n');
  const column = (row: number, character: number): number => [...(lines[row] ?? '').slice(0, character)].length;
  return published.filter(isPublished).map(({ range: { start, end }, severity, code, message }) =>
    diagnosticOf({
      severity: SEVERITIES[(severity ?? 1) - 1] ?? 'error',
      line: start.line + 1,
      column: column(start.line, start.character),
      endLine: end.line + 1,
      endColumn: column(end.line, end.character),
      kind: code,
      // The server ends a text of several parts with a newline where the command line does not.
      text: message.trimEnd(),
    }),
  );
}

interface PublishedDiagnostic {
  range: { start: LspPosition; end: LspPosition };
  severity?: number;
  code?: unknown;
  message: string;
}

function isPublished(value: unknown): value is PublishedDiagnostic {
  if (!isRecord(value) || typeof value['message'] !== 'string' || !isRecord(value['range'])) return false;
  return isPosition(value['range']['start']) && isPosition(value['range']['end']);
}

function isPosition(value: unknown): value is LspPosition {
  return isRecord(value) && typeof value['line'] === 'number' && typeof value['character'] === 'number';
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
