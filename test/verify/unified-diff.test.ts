import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from '../../src/verify/hole/unified-diff.ts';
import { applyEdits, type Edit } from '../../src/verify/hole/splice.ts';

/** A strict version of `patch`: every line number and every context line must match. */
function patched(text: string, diff: string): string {
  const original = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const lines = diff.split('\n').slice(2, -1);
  const out: string[] = [];
  let at = 0;
  for (let k = 0; k < lines.length;) {
    const head = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/.exec(lines[k++] ?? '');
    if (head === null) throw new Error(`no hunk: ${lines[k - 1]}`);
    const [from, count, newFrom, newCount] = head.slice(1).map(Number) as [number, number, number, number];
    while (at < from - 1) out.push(original[at++] ?? '');
    expect(out.length).toBe(newFrom - 1);
    for (; k < lines.length && !lines[k]?.startsWith('@@'); k++) {
      const line = lines[k] ?? '';
      if (line.startsWith('\\')) continue;
      const content = line.slice(1) + (lines[k + 1]?.startsWith('\\') ? '' : '\n');
      if (line[0] !== '+') expect(original[at++]).toBe(content);
      if (line[0] !== '-') out.push(content);
    }
    expect([at - (from - 1), out.length - (newFrom - 1)]).toEqual([count, newCount]);
  }
  return [...out, ...original.slice(at)].join('');
}

const TEXT = 'one\ntwo\nthree\nfour sorry\nfive\nsix\nseven\n';

describe('unifiedDiff', () => {
  it('shows a change with three lines around it', () => {
    const start = TEXT.indexOf('sorry');
    expect(unifiedDiff('A/B.lean', TEXT, [{ start, end: start + 5, text: 'by\n  rfl' }])).toBe(
      [
        ...['--- a/A/B.lean', '+++ b/A/B.lean', '@@ -1,7 +1,8 @@'],
        ...[' one', ' two', ' three', '-four sorry', '+four by', '+  rfl', ' five', ' six', ' seven', ''],
      ].join('\n'),
    );
  });

  it('marks a last line without a line break', () => {
    expect(unifiedDiff('B.lean', 'sorry', [{ start: 0, end: 5, text: 'rfl' }])).toBe(
      [
        ...['--- a/B.lean', '+++ b/B.lean', '@@ -1,1 +1,1 @@'],
        ...['-sorry', '\\ No newline at end of file', '+rfl', '\\ No newline at end of file', ''],
      ].join('\n'),
    );
  });

  it('returns an empty text for no edits', () => {
    expect(unifiedDiff('B.lean', TEXT, [])).toBe('');
  });

  it('has the same result as the edits if it is applied', () => {
    const line = fc.constantFrom('a', 'b', '', 'sorry x sorry', '\r', '-', '+', '@@');
    const anyText = fc
      .tuple(fc.array(line, { minLength: 1, maxLength: 40 }), fc.constantFrom('', '\n'))
      .map(([lines, end]) => lines.join('\n') + end);
    const word = /sorry/g;
    fc.assert(
      fc.property(anyText, fc.infiniteStream(fc.constantFrom(null, 'x', 'by\n  y\n  z', '(a)')), (text, choices) => {
        const edits: Edit[] = [];
        for (const match of text.matchAll(word)) {
          const filling = choices.next().value;
          if (filling !== null) edits.push({ start: match.index, end: match.index + 5, text: filling });
        }
        const diff = unifiedDiff('B.lean', text, edits);
        expect(patched(text, diff)).toBe(applyEdits(text, edits));
      }),
      { numRuns: 500 },
    );
  });
});
