/** The unified diff of edits to a text, as input for `patch -p1` and `git apply`. */
import { lowerBound } from '../../base/lower-bound.ts';
import { applyEdits, type Edit } from './splice.ts';

const CONTEXT = 3;

/** Lines `from` (inclusive) to `to` (exclusive) of the original, 0-based, and their replacement. */
interface Change {
  from: number;
  to: number;
  lines: string[];
}

/** Returns '' for no edits. `path` gets the prefixes `a/` and `b/`. */
export function unifiedDiff(path: string, text: string, edits: readonly Edit[]): string {
  const lines = splitLines(text);
  const changes = changedLines(text, lines, edits);
  if (changes.length === 0) return '';
  let out = `--- a/${path}\n+++ b/${path}\n`;
  let shift = 0;
  for (const hunk of groupChanges(changes)) {
    const first = Math.max(0, (hunk[0]?.from ?? 0) - CONTEXT);
    const last = Math.min(lines.length, (hunk.at(-1)?.to ?? 0) + CONTEXT);
    const grown = hunk.reduce((sum, change) => sum + change.lines.length - (change.to - change.from), 0);
    out += `@@ -${first + 1},${last - first} +${first + 1 + shift},${last - first + grown} @@\n`;
    let at = first;
    for (const change of hunk) {
      out += prefixed(' ', lines.slice(at, change.from));
      out += prefixed('-', lines.slice(change.from, change.to)) + prefixed('+', change.lines);
      at = change.to;
    }
    out += prefixed(' ', lines.slice(at, last));
    shift += grown;
  }
  return out;
}

/** Lines with their line breaks. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function prefixed(sign: string, lines: readonly string[]): string {
  return lines.map((line) => sign + (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`)).join('');
}

/** Edits that share a line become one change. */
function changedLines(text: string, lines: readonly string[], edits: readonly Edit[]): Change[] {
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length);
  const lineOf = (offset: number): number => lowerBound(starts.length, (line) => starts[line]! > offset) - 1;
  const groups: { from: number; to: number; edits: Edit[] }[] = [];
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    const from = lineOf(edit.start);
    const to = lineOf(Math.max(edit.start, edit.end - 1)) + 1;
    const last = groups.at(-1);
    if (last !== undefined && from < last.to) {
      last.to = to;
      last.edits.push(edit);
    } else groups.push({ from, to, edits: [edit] });
  }
  return groups.map((group) => {
    const start = starts[group.from] ?? 0;
    const inside = group.edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
    const original = text.slice(start, starts[group.to]);
    return { from: group.from, to: group.to, lines: splitLines(applyEdits(original, inside)) };
  });
}

/** Changes whose contexts touch go into one hunk. */
function groupChanges(changes: readonly Change[]): Change[][] {
  const hunks: Change[][] = [];
  for (const change of changes) {
    const hunk = hunks.at(-1);
    const previous = hunk?.at(-1);
    if (hunk !== undefined && previous !== undefined && change.from - previous.to <= 2 * CONTEXT) hunk.push(change);
    else hunks.push([change]);
  }
  return hunks;
}
