import { describe, expect, it } from 'vitest';
import { diagnosticOf, type Diagnostic } from '../../src/lean/message/diagnostics.ts';
import { batchFile, type BatchFile } from '../../src/verify/trial/batch-file.ts';
import { findHoles, type Hole } from '../../src/verify/hole/holes.ts';
import { selfContainedDeclaration, type SelfContainedDeclaration } from '../../src/verify/trial/self-contained.ts';
import { applyEdits, fillingOf } from '../../src/verify/hole/splice.ts';

const TEXT = `import A
theorem before : True := trivial
/-- Doc. -/
@[simp, reducible] theorem A.b.{u} (α : Type u) : α = α := by sorry

theorem after : True := trivial
`;

function fileOf(text: string, candidates: string[]): { file: BatchFile; alone: string[] } {
  const hole = findHoles(text)[0] as Hole;
  const declaration = selfContainedDeclaration(text, hole) as SelfContainedDeclaration;
  const fillings = candidates.map((candidate) => fillingOf(text, hole, { kind: 'tactic', text: candidate }));
  const file = batchFile(text, declaration, fillings, 'n0nce');
  return { file, alone: fillings.map((filling) => applyEdits(text, [filling])) };
}

/** The messages of a Lean that reports an error at each word `bad`. */
function messagesOn(text: string, isMissing: (marker: string) => boolean = () => false): Diagnostic[] {
  return text.split('\n').flatMap((line, row) => {
    const messages: Diagnostic[] = [];
    const report = (column: number, words: string): void => {
      messages.push(diagnosticOf({ severity: 'error', line: row + 1, column, text: words }));
    };
    for (const found of line.matchAll(/bad/g)) report([...line.slice(0, found.index)].length, 'a bad thing');
    const marker = /#check (lemmahead_\w+)/.exec(line)?.[1];
    if (marker !== undefined && !isMissing(marker)) report(7, `unknown identifier '${marker}'`);
    return messages;
  });
}

describe('batchFile', () => {
  it('puts each candidate into its own section, with its own name and without attributes', () => {
    const { file } = fileOf(TEXT, ['rfl', 'skip\nrfl']);
    const blank = ' '.repeat('@[simp, reducible]'.length);
    expect(file.text).toBe(`import A
theorem before : True := trivial
section
/-- Doc. -/
${blank} theorem A.«b n0nce 1»
${blank}            .{u} (α : Type u) : α = α := by rfl
end
#check lemmahead_n0nce_1
section
/-- Doc. -/
${blank} theorem A.«b n0nce 2»
${blank}            .{u} (α : Type u) : α = α := by skip
${' '.repeat('@[simp, reducible] theorem A.b.{u} (α : Type u) : α = α := by '.length)}rfl
end
#check lemmahead_n0nce_2
`);
  });

  it('maps messages to their positions in the file with only one filling', () => {
    const candidates = ['rfl', 'bad', 'skip\nbad\nskip bad', '𝓝 bad'];
    for (const text of [TEXT, TEXT.replace('A.b.{u}', 'A.«b 𝓝»'), TEXT.replace('theorem A.b.{u}', 'example')]) {
      const { file, alone } = fileOf(text, candidates);
      expect(file.read(messagesOn(file.text))).toEqual(alone.map((filled) => messagesOn(filled)));
    }
  });

  it('assigns a message about the text before the declaration to every filling', () => {
    const { file, alone } = fileOf(TEXT.replace('before :', 'bad :'), ['rfl', 'bad']);
    expect(file.read(messagesOn(file.text))).toEqual(alone.map((filled) => messagesOn(filled)));
  });

  it('replaces the names of the copies by the original name', () => {
    const { file } = fileOf(TEXT, ['rfl']);
    const own = diagnosticOf({ severity: 'error', line: 5, column: 3, text: "'A.«b n0nce 1»' is not so" });
    expect(file.read([own, ...messagesOn(file.text)])[0]?.[0]?.text).toBe("'A.b' is not so");
  });

  it('moves an error about a missing token to the start of the next command', () => {
    const { file } = fileOf(TEXT, ['rfl']);
    const lines = file.text.split('\n');
    const missed = diagnosticOf({
      severity: 'error',
      line: lines.indexOf('end') + 1,
      column: 0,
      text: 'expected term',
    });
    expect(file.read([missed, ...messagesOn(file.text)])[0]).toMatchObject([{ line: 6, column: 0 }]);
  });

  it('gives no messages for the copies before and after a missing marker', () => {
    const { file } = fileOf(TEXT, ['rfl', 'rfl', 'rfl', 'rfl']);
    const isKnown = (missing: string[]): boolean[] =>
      file
        .read(messagesOn(file.text, (marker) => missing.includes(marker.slice(-1))))
        .map((messages) => messages !== null);
    expect(isKnown([])).toEqual([true, true, true, true]);
    expect(isKnown(['2'])).toEqual([true, false, false, true]);
    expect(isKnown(['4'])).toEqual([true, true, true, false]);
    expect(isKnown(['1', '2', '3', '4'])).toEqual([false, false, false, false]);
  });
});
