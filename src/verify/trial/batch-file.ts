/** Many fillings of one hole in one file: builds the file, and assigns each of Lean's messages to a filling. */
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import { lastComponent } from '../../lean/full-name.ts';
import type { SelfContainedDeclaration } from './self-contained.ts';
import { applyEdits, type Edit } from '../hole/splice.ts';

export interface BatchFile {
  text: string;
  /**
   * For each filling: the messages about it and about the text before the declaration, at their positions in the file with
   * only this filling. Null for a filling if it is not certain that Lean read it completely.
   */
  read(messages: readonly Diagnostic[]): (Diagnostic[] | null)[];
}

/** A copy of the declaration in the batch. Lines are 1-based. */
interface Copy {
  /** The last component of the copy's name; null if the declaration has no name. */
  name: string | null;
  firstLine: number;
  lastLine: number;
  /** Line and name of the marker after the copy. */
  markerLine: number;
  marker: string;
}

/**
 * The batch file contains the text before the declaration and then the copies; the text after the declaration is left
 * out. Each copy is in its own section, has its own name and no attributes, so it does not affect the others. After each
 * copy comes a marker: a command that fails with a known error. If that error is missing, the parser did not reach the
 * end of the copy. `nonce` is a word that the file does not contain.
 */
export function batchFile(
  text: string,
  declaration: SelfContainedDeclaration,
  fillings: readonly Edit[],
  nonce: string,
): BatchFile {
  const { start, end, attributes } = declaration;
  const name = nameIn(text, declaration);
  const common = [...attributes.map((span) => blank(text, span))];
  let out = text.slice(0, start);
  let line = lineCount(out);
  const copies = fillings.map((filling, at): Copy => {
    const copyName = name === null ? null : `«${name.plain} ${nonce} ${at + 1}»`;
    const marker = `lemmahead_${nonce}_${at + 1}`;
    const edits = [...common, filling];
    // Lean is sensitive to columns, so the text after the longer name keeps its column, on the next line.
    if (name !== null) edits.push({ ...name.span, text: `${copyName}\n${' '.repeat(name.endColumn)}` });
    const copy = applyEdits(text.slice(0, end), edits).slice(start);
    const firstLine = line + 1;
    const markerLine = firstLine + lineCount(copy) + 1;
    out += `section\n${copy}\nend\n#check ${marker}\n`;
    line = markerLine + 1;
    return { name: copyName, firstLine, lastLine: markerLine - 2, markerLine, marker };
  });
  const original = { line: lineCount(text.slice(0, start)), name, next: placeAfter(text, declaration) };
  return { text: out, read: (messages) => readBack(messages, copies, original) };
}

interface NameInFile {
  /** The last component of the name, as written. */
  span: { start: number; end: number };
  written: string;
  /** Without guillemets. */
  plain: string;
  /** Line, relative to the first line of the declaration. */
  row: number;
  /** The column after the name, in code points. */
  endColumn: number;
}

function nameIn(text: string, { start, name }: SelfContainedDeclaration): NameInFile | null {
  if (name === null) return null;
  const fullName = text.slice(name.start, name.end);
  const plain = lastComponent(fullName);
  const written = fullName.endsWith('»') ? `«${plain}»` : plain;
  const span = { start: name.end - written.length, end: name.end };
  const before = text.slice(start, span.end);
  return { span, written, plain, row: lineCount(before) - 1, endColumn: lastColumn(before) };
}

/** Replaces the span by white space of the same width. */
function blank(text: string, span: { start: number; end: number }): Edit {
  return { ...span, text: text.slice(span.start, span.end).replaceAll(/[^\n]/gu, ' ') };
}

function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** The column at the end of the text, in code points. */
function lastColumn(text: string): number {
  return [...text.slice(text.lastIndexOf('\n') + 1)].length;
}

/** The position of the declaration in the original file. */
interface Original {
  line: number;
  name: NameInFile | null;
  /** The next token: line relative to the declaration's last line, column in code points. */
  next: { row: number; column: number };
}

function placeAfter(text: string, { end, next }: SelfContainedDeclaration): Original['next'] {
  return { row: lineCount(text.slice(end, next)) - 1, column: lastColumn(text.slice(0, next)) };
}

function readBack(
  messages: readonly Diagnostic[],
  copies: readonly Copy[],
  original: Original,
): (Diagnostic[] | null)[] {
  const before = messages.filter(({ line }) => line < (copies[0]?.firstLine ?? Infinity) - 1);
  let reachedEnd = true;
  return copies.map((copy, at) => {
    const from = at === 0 ? copy.firstLine - 1 : (copies[at - 1]?.markerLine ?? 0) + 1;
    const about = messages.filter(({ line }) => from <= line && line <= copy.markerLine);
    const own = about.filter((message) => !isMarker(message, copy));
    const reachedStart = reachedEnd;
    reachedEnd = own.length < about.length;
    if (!reachedStart || !reachedEnd) return null;
    return [...before, ...own.map((message) => relocated(message, copy, original))];
  });
}

function isMarker({ severity, line, text }: Diagnostic, { markerLine, marker }: Copy): boolean {
  return severity === 'error' && line === markerLine && text.includes(marker);
}

function relocated(message: Diagnostic, copy: Copy, { line: firstLine, name, next }: Original): Diagnostic {
  const added = name === null ? 0 : 1;
  const place = (line: number, column: number): { line: number; column: number } => {
    // The parser reports a missing token at the next command, which follows at another position in the original.
    if (line > copy.lastLine) {
      return { line: firstLine + copy.lastLine - copy.firstLine - added + next.row, column: next.column };
    }
    const row = Math.max(0, line - copy.firstLine);
    return { line: firstLine + row - (name !== null && row > name.row ? added : 0), column };
  };
  const start = place(message.line, message.column);
  const text = copy.name === null || name === null ? message.text : message.text.replaceAll(copy.name, name.written);
  if (message.endLine === undefined || message.endColumn === undefined) return { ...message, ...start, text };
  const end = place(message.endLine, message.endColumn);
  return { ...message, ...start, endLine: end.line, endColumn: end.column, text };
}
