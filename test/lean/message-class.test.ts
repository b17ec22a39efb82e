import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnosticOf } from '../../src/lean/message/diagnostics.ts';
import type { Captured } from '../../src/lean/message/message-captures.ts';
import { classifyMessage } from '../../src/lean/message/message-class.ts';
import { cpuTime } from '../cpu-time.ts';

/** Old and new wordings of one message, its class, and its captures. */
interface Worded {
  of: string;
  texts: string[];
  names?: Captured;
}

const GOAL = 'b : Basket\nh : b.apples = 2\n⊢ b.fruit = 5';

const ERRORS: Worded[] = [
  {
    of: 'unknown_identifier',
    texts: [
      "unknown identifier 'Basket.fruit_swap'",
      'Unknown identifier `Basket.fruit_swap`',
      "unknown constant 'Basket.fruit_swap'",
      'Unknown constant `Basket.fruit_swap`\n\nNote: Inferred this name from the expected resulting type of `.fruit_swap`:\n  Basket',
      'Barn/Pear.lean:4:2: error(lean.unknownIdentifier): Unknown identifier `Basket.fruit_swap`',
      "Barn/Pear.lean:4:2: error: unknown identifier 'Basket.fruit_swap'",
    ],
    names: { name: 'Basket.fruit_swap' },
  },
  {
    of: 'unknown_identifier',
    texts: ['invalid dotted identifier notation, unknown identifier `Basket.plum` from expected type\n  Basket'],
    names: { name: 'Basket.plum', expected: 'Basket' },
  },
  {
    of: 'unknown_identifier',
    texts: ["unknown identifier 'pear''", "Unknown identifier `pear'`", "unknown constant 'pear''\nsome more words"],
    names: { name: "pear'" },
  },
  {
    of: 'unknown_identifier',
    texts: ["unknown identifier 'Basket.«two words»'", 'Unknown identifier `Basket.«two words»`'],
    names: { name: 'Basket.«two words»' },
  },
  {
    of: 'type_mismatch',
    texts: [
      'type mismatch\n  b.pears\nhas type\n  Nat : Type\nbut is expected to have type\n  b.apples = 2 : Prop',
      'Type mismatch\n  b.pears\nhas type\n  Nat\nbut is expected to have type\n  b.apples = 2',
      'Type mismatch\n  b.pears\nhas type\n  Nat\nof sort `Type` but is expected to have type\n  b.apples = 2\nof sort `Prop`',
      'application type mismatch\n  f b.pears\nargument\n  b.pears\nhas type\n  Nat : Type\nbut is expected to have type\n  b.apples = 2 : Prop',
      'Application type mismatch: In the application\n  f b.pears\nthe argument\n  b.pears\nhas type\n  Nat : Type\nbut is expected to have type\n  b.apples = 2 : Prop',
      'Application type mismatch: The argument\n  b.pears\nhas type\n  Nat\nbut is expected to have type\n  b.apples = 2\nin the application\n  f b.pears',
    ],
    names: { term: 'b.pears', found: 'Nat', expected: 'b.apples = 2' },
  },
  {
    of: 'type_mismatch',
    texts: [
      'Type mismatch: After simplification, term\n  pick b\n has type\n  Row b\nbut is expected to have type\n  Row c',
    ],
    names: { term: 'pick b', found: 'Row b', expected: 'Row c' },
  },
  {
    of: 'invalid_field',
    texts: [
      'Invalid field `mp`: The environment does not contain `Function.mp`, so it is not possible to project the field `mp` from an expression\n  pick b\nof type\n  ∀ (c : Basket),\n    b = c',
    ],
    names: { name: 'Function.mp', term: 'pick b', found: '∀ (c : Basket),\n  b = c' },
  },
  {
    of: 'type_mismatch',
    texts: [
      'type mismatch\n  fun b =>\n    pick b\nhas type\n  (b : Basket) →\n    Row b : Type (max u (v + 1))\nbut is expected to have type\n  Basket : Type',
    ],
    names: { term: 'fun b =>\n  pick b', found: '(b : Basket) →\n  Row b', expected: 'Basket' },
  },
  {
    of: 'failed_to_synthesize',
    texts: [
      'failed to synthesize instance\n  Add Basket',
      'failed to synthesize\n  Add Basket\nAdditional diagnostic information may be available using the `set_option diagnostics true` command.',
      'failed to synthesize\n  Add Basket\n\nHint: Additional diagnostic information may be available using the `set_option diagnostics true` command.',
      'failed to synthesize instance of type class\n  Add Basket\n\nHint: Type class instance resolution failures can be inspected with the `set_option trace.Meta.synthInstance true` command.',
      'typeclass instance problem is stuck, it is often due to metavariables\n  Add Basket',
      'typeclass instance problem is stuck\n  Add Basket\n\nNote: Lean will not try to resolve this',
    ],
    names: { instance: 'Add Basket' },
  },
  { of: 'unsolved_goals', texts: [`unsolved goals\n${GOAL}`], names: { goals: [GOAL] } },
  {
    of: 'unsolved_goals',
    texts: [`unsolved goals\ncase left\n${GOAL}\n\ncase right\nfirst second\n  third : Basket\n⊢ first =\n    third`],
    names: { goals: [`case left\n${GOAL}`, 'case right\nfirst second\n  third : Basket\n⊢ first =\n    third'] },
  },
  {
    of: 'unsolved_goals',
    texts: ['unsolved goals\nb : Basket\n| b.fruit'],
    names: { goals: ['b : Basket\n| b.fruit'] },
  },
  { of: 'no_goals', texts: ['no goals to be solved', 'No goals to be solved'], names: {} },
  {
    of: 'tactic_failed:rewrite',
    texts: [
      `tactic 'rewrite' failed, did not find instance of the pattern in the target expression\n  b.pears\n${GOAL}`,
      `Tactic \`rewrite\` failed: Did not find an occurrence of the pattern\n  b.pears\nin the target expression\n  b.fruit = 5\n\n${GOAL}`,
    ],
    names: { pattern: 'b.pears', goals: [GOAL] },
  },
  {
    of: 'tactic_failed:rewrite',
    texts: [
      `tactic 'rewrite' failed, equality or iff proof expected\n  b.apples < 2\n${GOAL}`,
      `Invalid rewrite argument: Expected an equality or iff proof or definition name, but \`h\` is a proof of\n  b.apples < 2\n\n${GOAL}`,
    ],
    names: { found: 'b.apples < 2', goals: [GOAL] },
  },
  {
    of: 'tactic_failed:apply',
    texts: [
      `tactic 'apply' failed, failed to unify\n  b.pears = 1\nwith\n  b.fruit = 5\n${GOAL}`,
      `tactic 'apply' failed, could not unify the conclusion of \`pearCount\`\n  b.pears = 1\nwith the goal\n  b.fruit = 5\n${GOAL}`,
      `Tactic \`apply\` failed: could not unify the conclusion of \`pearCount\`\n  b.pears = 1\nwith the goal\n  b.fruit = 5\n\nNote: The full type of \`pearCount\` is\n  ∀ (b : Basket), b.pears = 1\n\n${GOAL}`,
    ],
    names: { found: 'b.pears = 1', expected: 'b.fruit = 5', goals: [GOAL] },
  },
  {
    of: 'tactic_failed:apply',
    texts: [
      `Tactic \`apply\` failed: could not unify the conclusion of \`Eq.trans\n  (pearCount b ?m.4)\`\n  b.pears = ?m.5\nwith the goal\n  b.fruit = 5\n\n${GOAL}`,
    ],
    names: { found: 'b.pears = ?m.5', expected: 'b.fruit = 5', goals: [GOAL] },
  },
  {
    of: 'tactic_failed:simp',
    texts: [
      'simp made no progress',
      '`simp` made no progress',
      'dsimp made no progress',
      '`simp` made no progress at `h`',
    ],
    names: {},
  },
  {
    of: 'tactic_failed:no_progress',
    texts: [
      'ring_nf made no progress at h',
      '`abel_nf` made no progress on the goal',
      'no progress made on the basket',
    ],
  },
  { of: 'tactic_failed:norm_num', texts: ['norm_num made no progress', '`norm_num` made no progress anywhere'] },
  {
    of: 'invalid_field',
    texts: [
      "invalid field 'plums', the environment does not contain 'Basket.plums'\n  b\nhas type\n  Basket",
      'Invalid field `plums`: The environment does not contain `Basket.plums`, so it is not possible to project the field `plums` from an expression\n  b\nof type `Basket`',
    ],
    names: { name: 'Basket.plums', term: 'b', found: 'Basket' },
  },
  {
    of: 'function_expected',
    texts: [
      'function expected at\n  b.pears\nterm has type\n  Nat',
      'Function expected at\n  b.pears\nbut this term has type\n  Nat\n\nNote: Expected a function because this term is being applied to the argument\n  b',
    ],
    names: { term: 'b.pears', found: 'Nat' },
  },
  {
    of: 'timeout:heartbeats',
    texts: [
      "(deterministic) timeout at 'whnf', maximum number of heartbeats (200000) has been reached",
      '(deterministic) timeout at `isDefEq`, maximum number of heartbeats (200000) has been reached\nUse `set_option maxHeartbeats <num>` to set the limit.',
      'Tactic `simp` failed with a nested error:\n(deterministic) timeout at `whnf`, maximum number of heartbeats (9) has been reached',
    ],
  },
  {
    of: 'timeout:max_recursion',
    texts: [
      'maximum recursion depth has been reached (use `set_option maxRecDepth <num>` to increase limit)',
      'maximum recursion depth has been reached\nuse `set_option maxRecDepth <num>` to increase limit',
    ],
  },
  { of: 'timeout:kernel', texts: ['(kernel) deterministic timeout', '(kernel) deep recursion detected'] },
  { of: 'timeout:stack_overflow', texts: ['Stack overflow detected. Aborting.'] },
  { of: 'kernel_error', texts: ["(kernel) declaration has metavariables 'pick'"] },
  {
    of: 'import_error',
    texts: ["object file '/trees/Orchard.olean' of module Orchard does not exist", "bad import 'Barn'"],
  },
  { of: 'syntax_error', texts: ["unexpected token ':='; expected term", 'unexpected identifier; expected command'] },
  { of: 'syntax_error:unknown_tactic', texts: ['unknown tactic', '<input>:1:2: unknown tactic'] },
  {
    of: 'tactic_failed:decide',
    texts: [
      "tactic 'decide' proved that the proposition\n  2 = 3\nis false",
      'Tactic `decide` proved that the proposition\n  2 = 3\nis false',
    ],
  },
  {
    of: 'tactic_failed:linarith',
    texts: [`linarith failed to find a contradiction\n${GOAL}\nfailed`],
    names: { goals: [GOAL] },
  },
  { of: 'other', texts: ['', 'the orchard is closed', '\n\n', 'an unknown identifier'] },
];

describe('class and captures of an error message', () => {
  const cases = ERRORS.flatMap(({ of, texts, names }) =>
    texts.map((text, at) => ({ of, text, names, at, head: text.split('\n')[0] })),
  );

  it.each(cases)('$of, wording $at: $head', ({ of, text, names }) => {
    const diagnostic = diagnosticOf({ severity: 'error', line: 1, column: 0, text });
    expect(diagnostic.class).toBe(of);
    if (names !== undefined) expect(diagnostic.captured).toEqual(names);
  });
});

describe('the kind given by Lean', () => {
  const byKind = (kind: string, text = 'an unknown wording'): string => classifyMessage('error', kind, text);

  it('takes precedence over the wording', () => {
    expect(byKind('hasSorry')).toBe('declaration_uses_sorry');
    expect(byKind('lean.unknownIdentifier._namedError')).toBe('unknown_identifier');
    expect(byKind('lean.synthInstanceFailed._namedError', 'type mismatch\n  b')).toBe('failed_to_synthesize');
    expect(byKind('lean.invalidField')).toBe('invalid_field');
    expect(byKind('runtime.maxHeartbeats')).toBe('timeout:heartbeats');
    expect(byKind('runtime.maxRecDepth')).toBe('timeout:max_recursion');
    expect(byKind('linter.unusedVariables.internal')).toBe('linter:unused_variable');
    expect(byKind('linter.orchard')).toBe('linter:style');
  });

  it('is ignored if it is unknown, so the wording decides', () => {
    for (const kind of ['[anonymous]', '', 'lean.aNewOne._namedError', 'constructor', '__proto__']) {
      expect(byKind(kind, 'unsolved goals\n⊢ p')).toBe('unsolved_goals');
      expect(byKind(kind)).toBe('other');
    }
  });
});

describe('messages below error severity', () => {
  it('are never classified as errors by their wording', () => {
    for (const { texts } of ERRORS) {
      for (const text of texts) {
        for (const severity of ['warning', 'information'] as const) {
          expect(classifyMessage(severity, null, text)).toMatch(/^(?:other|try_this)$/);
        }
      }
    }
  });

  it('have their own classes, also if an option turns them into errors', () => {
    const remarks: [string, string][] = [
      ["declaration uses 'sorry'", 'declaration_uses_sorry'],
      ['declaration uses `sorry`', 'declaration_uses_sorry'],
      ["'pick' depends on axioms: [propext]", 'axiom_report'],
      ["'pick' does not depend on any axioms", 'axiom_report'],
      ['Try this: exact pick b', 'try_this'],
      ['Try this:\n  [apply] exact pick b', 'try_this'],
      ['`pick` has been deprecated: Use `choose` instead', 'deprecated'],
      ['unused variable `b` [linter.unusedVariables]', 'linter:unused_variable'],
      ['Variable name `b` is not explicitly referenced.', 'linter:unused_variable'],
    ];
    for (const [text, of] of remarks) {
      expect(classifyMessage('warning', null, text)).toBe(of);
      expect(classifyMessage('error', null, text)).toBe(of);
    }
  });
});

describe('hostile message texts', () => {
  it('are classified in linear time', () => {
    const long = 300_000;
    const texts = [
      "Invalid field the environment does not contain '".repeat(long / 48),
      'x:1:1'.repeat(long / 5),
      `type mismatch\n${'  a\nhas type\n'.repeat(long / 12)}`,
      `unsolved goals\n${'⊢ p\n'.repeat(long / 4)}`,
      `unsolved goals\n${'a : p\n'.repeat(long / 6)}`,
      `tactic 'x' failed\n${'a a a : '.repeat(long / 8)}\n⊢ p`,
      `type mismatch\n  b\nhas type\n  ${' : Type ('.repeat(long / 9)}`,
      `'${' depends on axioms'.repeat(long / 18)}`,
      ' '.repeat(long),
    ];
    const start = cpuTime();
    for (const text of texts) diagnosticOf({ severity: 'error', line: 1, column: 0, text });
    expect(cpuTime() - start).toBeLessThan(2000);
  });

  it('never cause an exception', () => {
    const words = fc.constantFrom(
      "'",
      '`',
      '\n',
      '  ',
      '⊢ ',
      ' : ',
      'type mismatch',
      'has type',
      'unknown identifier ',
      'goal',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(words).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (some) => {
        const { captured, text: copied } = diagnosticOf({ severity: 'error', line: 1, column: 0, text: some });
        expect(copied).toBe(some);
        for (const goal of captured.goals ?? []) expect(some).toContain(goal);
        if (captured.name !== undefined) expect(some).toContain(captured.name);
      }),
    );
  });
});
