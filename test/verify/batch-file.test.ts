import { describe, expect, it } from 'vitest';
import { diagnosticOf, type Diagnostic } from '../../src/lean/message/diagnostics.ts';
import { batchFile, type BatchFile } from '../../src/verify/trial/batch-file.ts';
import { findHoles, type Hole } from '../../src/verify/hole/holes.ts';
import { sealedDeclaration, type SealedDeclaration } from '../../src/verify/trial/self-contained.ts';
import { applyEdits, fillingOf } from '../../src/verify/hole/splice.ts';

const TEXT = `import A
theorem before : True := trivial
/-- Doc. -/
@[simp, reducible] theorem A.b.{u} (α : Type u) : α = α := by sorry

theorem after : True := trivial
`;

function fileOf(text: string, candidates: string[]): { file: BatchFile; alone: string[] } {
  const hole = findHoles(text)[0] as Hole;
  const declaration = sealedDeclaration(text, hole) as SealedDeclaration;
  const fillings = candidates.map((candidate) => fillingOf(text, hole, { kind: 'tactic', text: candidate }));
  const file = batchFile(text, declaration, fillings, 'n0nce');
  return { file, alone: fillings.map((filling) => applyEdits(text, [filling])) };
}

/** What a Lean would say that finds nothing wrong but the word `bad`, wherever it stands. */
function messagesOn(text: string, isMissing: (marker: string) => boolean = () => false): Diagnostic[] {
  return text.split('\n').flatMap((line, row) => {
    const said: Diagnostic[] = [];
    const say = (column: number, words: string): void => {
      said.push(diagnosticOf({ severity: 'error', line: row + 1, column, text: words }));
    };
    for (const found of line.matchAll(/bad/g)) say([...line.slice(0, found.index)].length, 'a bad thing');
    const marker = /#check (lemmahead_\w+)/.exec(line)?.[1];
    if (marker !== undefined && !isMissing(marker)) say(7, `unknown identifier '${marker}'`);
    return said;
  });
}

describe('a batch', () => {
  it('has each candidate in a section, under a name of its own, without attributes', () => {
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

  it('gives messages the places that they have in the file with one filling alone', () => {
    const candidates = ['rfl', 'bad', 'skip\nbad\nskip bad', '𝓝 bad'];
    for (const text of [TEXT, TEXT.replace('A.b.{u}', 'A.«b 𝓝»'), TEXT.replace('theorem A.b.{u}', 'example')]) {
      const { file, alone } = fileOf(text, candidates);
      expect(file.read(messagesOn(file.text))).toEqual(alone.map((filled) => messagesOn(filled)));
    }
  });

  it('gives a message on what stands before to all', () => {
    const { file, alone } = fileOf(TEXT.replace('before :', 'bad :'), ['rfl', 'bad']);
    expect(file.read(messagesOn(file.text))).toEqual(alone.map((filled) => messagesOn(filled)));
  });

  it('knows the copies by their own name again', () => {
    const { file } = fileOf(TEXT, ['rfl']);
    const own = diagnosticOf({ severity: 'error', line: 5, column: 3, text: "'A.«b n0nce 1»' is not so" });
    expect(file.read([own, ...messagesOn(file.text)])[0]?.[0]?.text).toBe("'A.b' is not so");
  });

  it('puts what the parser missed where the next command begins', () => {
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

  it('is sure of nothing that a lost marker borders on', () => {
    const { file } = fileOf(TEXT, ['rfl', 'rfl', 'rfl', 'rfl']);
    const sure = (missing: string[]): boolean[] =>
      file
        .read(messagesOn(file.text, (marker) => missing.includes(marker.slice(-1))))
        .map((messages) => messages !== null);
    expect(sure([])).toEqual([true, true, true, true]);
    expect(sure(['2'])).toEqual([true, false, false, true]);
    expect(sure(['4'])).toEqual([true, true, true, false]);
    expect(sure(['1', '2', '3', '4'])).toEqual([false, false, false, false]);
  });
});
