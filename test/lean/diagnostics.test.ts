import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMessages } from '../../src/lean/message/diagnostics.ts';

function message(severity: string, data: string, more: Record<string, unknown> = {}): string {
  return JSON.stringify({ severity, data, pos: { line: 3, column: 8 }, ...more });
}

function classOf(severity: string, data: string, more: Record<string, unknown> = {}): string | undefined {
  return readMessages(message(severity, data, more)).diagnostics[0]?.class;
}

describe('readMessages', () => {
  it('reads a message of a current Lean with all its fields', () => {
    const line =
      '{"caption":"","data":"declaration uses `sorry`","endPos":{"column":21,"line":3},"fileName":"T.lean","isSilent":false,' +
      '"keepFullRange":false,"kind":"hasSorry","pos":{"column":8,"line":3},"severity":"warning"}';
    expect(readMessages(`${line}\n`)).toEqual({
      diagnostics: [
        {
          severity: 'warning',
          class: 'declaration_uses_sorry',
          line: 3,
          column: 8,
          endLine: 3,
          endColumn: 21,
          kind: 'hasSorry',
          captured: {},
          text: 'declaration uses `sorry`',
        },
      ],
      noise: [],
    });
  });

  it('recognises a sorry in old and new wording, by its kind, and as an error', () => {
    expect(classOf('warning', "declaration uses 'sorry'")).toBe('declaration_uses_sorry');
    expect(classOf('warning', 'declaration uses `sorry`')).toBe('declaration_uses_sorry');
    expect(classOf('warning', 'a new wording', { kind: 'hasSorry' })).toBe('declaration_uses_sorry');
    expect(classOf('error', 'declaration uses `sorry`', { kind: 'hasSorry' })).toBe('declaration_uses_sorry');
    expect(classOf('warning', 'unused variable `sorry`')).toBe('linter:unused_variable');
  });

  it('distinguishes a header that cannot be loaded from a wrong proof', () => {
    expect(classOf('error', "unknown package 'Mathlib'")).toBe('import_error');
    expect(classOf('error', "unknown module prefix 'Mathlib'\n\nNo directory 'Mathlib'")).toBe('import_error');
    expect(
      classOf('error', "object file '/p/.lake/build/lib/lean/Mathlib.olean' of module Mathlib does not exist"),
    ).toBe('import_error');
    expect(classOf('error', "failed to read file '/x/C.olean', incompatible header")).toBe('import_error');
    expect(classOf('error', 'type mismatch')).toBe('type_mismatch');
  });

  it('returns lines that are not messages as noise', () => {
    const noise = [
      'info: mathlib: cloning',
      '{"severity":"error"}',
      '[1]',
      'null',
      '{"severity":"error","data":"x","pos":7}',
      '{',
    ];
    const stdout = [noise[0], message('error', 'type mismatch'), ...noise.slice(1), ''].join('\r\n');
    const messages = readMessages(stdout);
    expect(messages.diagnostics.map((diagnostic) => diagnostic.text)).toEqual(['type mismatch']);
    expect(messages.noise.map((line) => line.trimEnd())).toEqual(noise);
  });

  it('returns every line and never throws', () => {
    const someLine = fc.oneof(
      fc.string(),
      fc.json(),
      fc.string().map((text) => message('error', text)),
    );
    fc.assert(
      fc.property(fc.array(someLine), (lines) => {
        const written = lines.flatMap((line) => line.split('\n')).filter((line) => line.trim() !== '');
        const { diagnostics, noise } = readMessages(lines.join('\n'));
        expect(diagnostics.length + noise.length).toBe(written.length);
      }),
    );
  });
});
