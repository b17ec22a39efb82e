import { describe, expect, it } from 'vitest';
import { readTextMessages } from '../../src/lean/message/text-messages.ts';

describe('readTextMessages', () => {
  it('reads position, severity, kind and all lines of a message', () => {
    const output = [
      "Orchard/Pear.lean:3:8: warning: declaration uses 'sorry'",
      'Orchard/Pear.lean:7:2: error(lean.synthInstanceFailed): failed to synthesize instance of type class',
      '  Add Basket',
      '',
      'Hint: some words',
      'Orchard/Pear.lean:9:2-9:7: error: type mismatch',
      '  b',
      '',
    ].join('\n');
    expect(readTextMessages(output)).toEqual({
      diagnostics: [
        expect.objectContaining({
          severity: 'warning',
          line: 3,
          column: 8,
          class: 'declaration_uses_sorry',
          kind: null,
        }),
        expect.objectContaining({
          severity: 'error',
          line: 7,
          class: 'failed_to_synthesize',
          kind: 'lean.synthInstanceFailed',
          captured: { instance: 'Add Basket' },
          text: 'failed to synthesize instance of type class\n  Add Basket\n\nHint: some words',
        }),
        expect.objectContaining({ line: 9, column: 2, endLine: 9, endColumn: 7, text: 'type mismatch\n  b' }),
      ],
      noise: [],
    });
  });

  it('reads messages forwarded by Lake', () => {
    const { diagnostics, noise } = readTextMessages(
      [
        '⚠ [2/3] Built Orchard.Pear',
        "warning: ././Orchard/Pear.lean:3:8: declaration uses 'sorry'",
        'error: Orchard/Pear.lean:5:1: unknown identifier `plum`',
        'error: Lean exited with code 1',
      ].join('\r\n'),
    );
    expect(diagnostics.map(({ severity, line, class: of }) => [severity, line, of])).toEqual([
      ['warning', 3, 'declaration_uses_sorry'],
      ['error', 5, 'unknown_identifier'],
    ]);
    expect(noise).toEqual(['⚠ [2/3] Built Orchard.Pear', 'error: Lean exited with code 1']);
  });

  it('reads information only after a position in a Lean file', () => {
    const { diagnostics, noise } = readTextMessages('<stdin>:2:0: 5\nPear.lean:3:0: 6\nhost:80:443: 7');
    expect(diagnostics.map(({ severity, text }) => [severity, text])).toEqual([
      ['information', '5'],
      ['information', '6\nhost:80:443: 7'],
    ]);
    expect(noise).toEqual([]);
  });

  it('separates noise after a message that cannot continue', () => {
    const output =
      "P.lean:1:8: warning: declaration uses `sorry`\nprinted\nP.lean:2:0: error: expected command\n'p' depends on axioms: [q,\n r]\nP.lean:3:0: error: x\nTry this:\n  [apply] rfl\n";
    const { diagnostics, noise } = readTextMessages(output);
    expect(diagnostics.map(({ text }) => text)).toEqual(['declaration uses `sorry`', 'expected command', 'x']);
    expect(noise).toEqual(['printed', "'p' depends on axioms: [q,", ' r]', 'Try this:', '  [apply] rfl']);
    expect(readTextMessages('')).toEqual({ diagnostics: [], noise: [] });
  });
});
