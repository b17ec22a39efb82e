/** Many fillings of one hole in one file: how it is put together, and which filling each of its messages is about. */
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import { lastComponent } from '../../lean/full-name.ts';
import type { SealedDeclaration } from './self-contained.ts';
import { applyEdits, type Edit } from '../hole/splice.ts';

export interface BatchFile {
  text: string;
  /**
   * The messages on each filling and on what stands before it, in the places that they have in the file with this
   * filling alone. Null for a filling of which it is not sure that Lean read it from its begin to its end.
   */
  read(messages: readonly Diagnostic[]): (Diagnostic[] | null)[];
}

/** A copy of the declaration in the batch. Lines are 1-based. */
interface Copy {
  /** Last part of the name that it has here, null without a name. */
  name: string | null;
  firstLine: number;
  lastLine: number;
  /** Line and name of the marker behind it. */
  markerLine: number;
  marker: string;
}

/**
 * Before the copies stands all that stands before the declaration; what follows it in the file is left out. Each copy
 * has a section, a name of its own and no attributes, so that it means nothing to the others. Behind each stands a
 * command that fails with an error that we know: where that is missing, the parser did not come out of the copy.
 * `nonce` is a word that the file does not contain.
 */
export function batchFile(
  text: string,
  declaration: SealedDeclaration,
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
    // Columns mean something to Lean, so what follows the longer name stays in its own, a line below.
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
  /** The last part of the name, as written. */
  span: { start: number; end: number };
  written: string;
  /** Without guillemets. */
  plain: string;
  /** Lines below the declaration's first. */
  row: number;
  /** Behind it, in code points. */
  endColumn: number;
}

function nameIn(text: string, { start, name }: SealedDeclaration): NameInFile | null {
  if (name === null) return null;
  const whole = text.slice(name.start, name.end);
  const plain = lastComponent(whole);
  const written = whole.endsWith('»') ? `«${plain}»` : plain;
  const span = { start: name.end - written.length, end: name.end };
  const before = text.slice(start, span.end);
  return { span, written, plain, row: lineCount(before) - 1, endColumn: lastColumn(before) };
}

/** White space as wide as what stands there. */
function blank(text: string, span: { start: number; end: number }): Edit {
  return { ...span, text: text.slice(span.start, span.end).replaceAll(/[^\n]/gu, ' ') };
}

function lineCount(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Where a text ends on its last line, in code points. */
function lastColumn(text: string): number {
  return [...text.slice(text.lastIndexOf('\n') + 1)].length;
}

/** The declaration as it stands in the file. */
interface Original {
  line: number;
  name: NameInFile | null;
  /** What follows it: lines below its last, column in code points. */
  next: { row: number; column: number };
}

function placeAfter(text: string, { end, next }: SealedDeclaration): Original['next'] {
  return { row: lineCount(text.slice(end, next)) - 1, column: lastColumn(text.slice(0, next)) };
}

function readBack(
  messages: readonly Diagnostic[],
  copies: readonly Copy[],
  original: Original,
): (Diagnostic[] | null)[] {
  const before = messages.filter(({ line }) => line < (copies[0]?.firstLine ?? Infinity) - 1);
  let cameThrough = true;
  return copies.map((copy, at) => {
    const from = at === 0 ? copy.firstLine - 1 : (copies[at - 1]?.markerLine ?? 0) + 1;
    const about = messages.filter(({ line }) => from <= line && line <= copy.markerLine);
    const own = about.filter((message) => !isMarker(message, copy));
    const startedWell = cameThrough;
    cameThrough = own.length < about.length;
    if (!startedWell || !cameThrough) return null;
    return [...before, ...own.map((message) => inItsPlace(message, copy, original))];
  });
}

function isMarker({ severity, line, text }: Diagnostic, { markerLine, marker }: Copy): boolean {
  return severity === 'error' && line === markerLine && text.includes(marker);
}

function inItsPlace(message: Diagnostic, copy: Copy, { line: firstLine, name, next }: Original): Diagnostic {
  const added = name === null ? 0 : 1;
  const place = (line: number, column: number): { line: number; column: number } => {
    // What the parser missed it missed before the next command, wherever that is.
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
