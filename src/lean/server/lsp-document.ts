/** The text that a language server has open: changes to it, and the conversion of positions in it. */
import { isRecord } from '../../base/read-or-null.ts';
import { type Diagnostic, diagnosticOf } from '../message/diagnostics.ts';

/** 0-based; `character` in UTF-16 units, as in the protocol. */
interface LspPosition {
  line: number;
  character: number;
}

interface LspChange {
  range: { start: LspPosition; end: LspPosition };
  text: string;
}

/** The change from `before` to `after`: from the first different character to the end. */
export function changeBetween(before: string, after: string): LspChange {
  let at = 0;
  const shorter = Math.min(before.length, after.length);
  while (at < shorter && before.charCodeAt(at) === after.charCodeAt(at)) at++;
  // A surrogate pair must not be split.
  if (at > 0 && isHighSurrogate(before.charCodeAt(at - 1))) at--;
  return {
    range: { start: lspPositionOf(before, at), end: lspPositionOf(before, before.length) },
    text: after.slice(at),
  };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** The protocol's position of an offset. Lean starts a new line after `\n` only. */
export function lspPositionOf(text: string, offset: number): LspPosition {
  let line = 0;
  let lineStart = 0;
  for (let newline = text.indexOf('\n'); newline >= 0 && newline < offset; newline = text.indexOf('\n', lineStart)) {
    line++;
    lineStart = newline + 1;
  }
  return { line, character: offset - lineStart };
}

const SEVERITIES = ['error', 'warning', 'information', 'information'] as const;

/** Converts a `publishDiagnostics` for `text` to the command line's format: 1-based lines, columns in code points. */
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
      // For a text of several parts, the server appends a newline and the command line does not.
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
