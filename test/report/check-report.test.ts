import { describe, expect, it } from 'vitest';
import { checkReport, worstExit, type JudgedFile } from '../../src/report/check-report.ts';
import type { CheckReport } from '../../src/report/check-schema.ts';
import { renderCheck } from '../../src/report/check-text.ts';
import type { DeclarationFacts } from '../../src/verify/audit/judge.ts';
import type { Finding, UncheckedReason, Verdict } from '../../src/verify/verdict.ts';

const TEXT = `namespace Pond
theorem still : 1 = 1 := rfl
theorem deep : 2 = 2 := by
  sorry
theorem clear : 2 = 2 := deep
theorem dry : False := drought
axiom drought : False
end Pond
`;

const LEAN: JudgedFile['lean'] = {
  lean: '/opt/lean/bin/lean',
  version: { text: 'Lean (version 4.33.1)', major: 4, minor: 33, patch: 1, generation: 'current' },
  toolchain: 'leanprover/lean4:v4.33.1',
};

function fact(
  name: string,
  kind: DeclarationFacts['kind'],
  line: number,
  axioms: string[] = [],
  sorry: DeclarationFacts['sorry'] = 'none',
): DeclarationFacts {
  return { name, kind, line, axioms, sorry };
}

const FACTS = [
  fact('Pond.still', 'theorem', 2),
  fact('Pond.deep', 'theorem', 3, ['sorryAx'], 'direct'),
  fact('Pond.clear', 'theorem', 5, ['propext', 'sorryAx'], 'elsewhere'),
  fact('Pond.dry', 'theorem', 6, ['Pond.drought']),
  fact('Pond.drought', 'axiom', 7, ['Pond.drought']),
];

const ACCEPTED: Verdict = { kind: 'accepted', level: 'audit', axioms: [], conditional: [], sandbox: 'namespaces' };
const SORRY: Finding = { rule: 'sorry', name: 'Pond.deep', detail: 'it rests on a sorry' };

function refusedFor(...findings: Finding[]): Verdict {
  return { kind: 'rejected', by: 'audit', findings, sandbox: 'namespaces' };
}

function judged(verdict: Verdict, rest: Partial<JudgedFile> = {}): JudgedFile {
  return {
    path: 'Pond.lean',
    against: null,
    text: TEXT,
    lean: LEAN,
    worker: null,
    confirmedBy: null,
    verdict,
    declarations: FACTS,
    only: null,
    ...rest,
  };
}

function report(...files: JudgedFile[]): CheckReport {
  return checkReport(files, { level: 'audit', allowedAxioms: [] });
}

const text = (...files: JudgedFile[]): string => renderCheck(report(...files), { color: false, width: 80 });

describe('the exit code of check', () => {
  const clean = { text: 'theorem a : 1 = 1 := rfl\n' };
  const unchecked = (why: UncheckedReason): Verdict => ({ kind: 'unchecked', why, detail: 'so' });
  it.each<[string, number, JudgedFile]>([
    ['accepted', 0, judged(ACCEPTED, clean)],
    ['compiles only, with a sorry in the text', 1, judged({ ...ACCEPTED, level: 'compile' })],
    ['accepted but conditional', 1, judged({ ...ACCEPTED, conditional: ['Pond.deep'] }, clean)],
    ['rejected by Lean', 1, judged({ kind: 'rejected', by: 'lean', diagnostics: [], sandbox: 'none' })],
    [
      'rejected by the gate',
      1,
      judged({ kind: 'rejected', by: 'gate', reason: "'sorry' leaves a hole", sandbox: null }),
    ],
    ['only a sorry', 1, judged(refusedFor(SORRY))],
    ['a changed type', 5, judged(refusedFor(SORRY, { rule: 'type', name: 'Pond.still', detail: 'other' }))],
    ['no Lean', 3, judged(unchecked('leanMissing'))],
    ['a crash', 3, judged(unchecked('crashed'))],
    ['timeout', 4, judged(unchecked('timedOut'))],
    ['out of memory', 4, judged(unchecked('outOfMemory'))],
    ['Ctrl-C', 130, judged(unchecked('cancelled'))],
  ])('%s: %i', (_what, code, file) => {
    expect(report(file).files[0]?.exit_code).toBe(code);
    expect(report(file).accepted).toBe(code === 0);
  });

  it('for several files is the highest', () => {
    const refused = judged(refusedFor({ rule: 'new', name: 'Pond.x', detail: 'new' }));
    const all = [judged(ACCEPTED, clean), refused, judged(unchecked('timedOut'))];
    expect(worstExit(report(...all))).toBe('refused');
    expect(worstExit(report(all[0]!, all[2]!))).toBe('budget');
  });
});

describe('the findings of check', () => {
  it('have one line each, in file order, with a clickable position', () => {
    const verdict = refusedFor(
      { rule: 'axiom', name: 'Pond.dry', detail: "it rests on the axiom 'Pond.drought'" },
      SORRY,
      { rule: 'imports', name: null, detail: 'other imports' },
    );
    expect(text(judged(verdict)).split('\n').slice(0, 3)).toEqual([
      'Pond.lean: error: [audit] Other imports',
      'Pond.lean:4:3: warning: theorem Pond.deep contains a sorry',
      "Pond.lean:6:1: error: [audit] Pond.dry: it rests on the axiom 'Pond.drought'",
    ]);
  });

  it('from Lean show several lines of the message, without control characters', () => {
    const diagnostics = [
      {
        severity: 'error' as const,
        class: 'unsolved_goals' as const,
        kind: null,
        captured: {},
        line: 4,
        column: 2,
        text: `unsolved goals\n\u001b[2Jn : Nat\n${'⊢ n = n\n'.repeat(30)}`,
      },
    ];
    const shown = text(judged({ kind: 'rejected', by: 'lean', diagnostics, sandbox: 'limits' }, { declarations: [] }));
    expect(shown).toContain('Pond.lean:4:3: error: unsolved goals\n    [2Jn : Nat\n    ⊢ n = n\n');
    expect(shown).toContain('    … 17 lines more\n');
    expect(shown).toContain('Pond.lean: rejected by Lean: 1 error');
  });

  it('contain a sorry once, even if the audit reports it too', () => {
    const findings = report(judged(refusedFor(SORRY))).files[0]!.findings;
    expect(findings).toEqual([
      {
        line: 4,
        column: 2,
        severity: 'warning',
        by: null,
        what: 'sorry',
        declaration: 'Pond.deep',
        text: 'theorem Pond.deep contains a sorry',
      },
    ]);
  });

  it('for other declarations are omitted with --decl', () => {
    const [file] = report(judged(ACCEPTED, { only: 'Pond.still' })).files;
    expect(file).toMatchObject({ exit_code: 0, findings: [], declarations: [{ name: 'Pond.still' }] });
  });
});

describe('the text report of check', () => {
  it('lists each declaration with its axioms, then verdict, method and next step', () => {
    const verdict = refusedFor({ rule: 'axiom', name: 'Pond.dry', detail: 'so' }, SORRY);
    expect(text(judged(verdict)).split('\n\n').slice(1).join('\n\n')).toBe(`✓ theorem  Pond.still    proved; no axioms
– theorem  Pond.deep     sorry
? theorem  Pond.clear    proved, but depends on a sorry elsewhere; propext
✗ theorem  Pond.dry      refused; Pond.drought
! axiom    Pond.drought  assumed, not proved

Pond.lean: rejected by the audit: 1 proved, 1 proved except for a sorry elsewhere, 1 sorry, 1 refused.
  by:      audit · Lean 4.33.1 · sandbox: namespaces
  next:    If you intend to assume this: lemmahead check Pond.lean --allow-axioms Pond.drought
`);
  });

  it('suggests only flags that would help', () => {
    const verdict = refusedFor(
      { rule: 'axiom', name: 'Pond.dry', detail: 'so' },
      { rule: 'axiom', name: 'Pond.drought', detail: 'new' },
    );
    expect(report(judged(verdict, { against: 'Original.lean' })).files[0]?.next).toBe(
      'Remove the axiom Pond.drought from Pond.lean and prove without.',
    );
    const next = (allowedAxioms: string[]) =>
      checkReport([judged(verdict)], { level: 'audit', allowedAxioms }).files[0]?.next;
    expect(next(['Pond.drought'])).toBe(null);
    expect(next(['rain'])).toMatch(/--allow-axioms rain,Pond\.drought$/);
  });

  it('does not suggest prove if only definitions have holes', () => {
    const declarations = [fact('Pond.deep', 'def', 3, ['sorryAx'], 'direct')];
    expect(report(judged(refusedFor(SORRY), { declarations })).files[0]?.next).not.toContain('lemmahead prove');
  });

  it('reports that an empty file contains no declarations', () => {
    expect(text(judged(ACCEPTED, { text: '', declarations: [] }))).toContain(
      'accepted, but it contains no declarations.',
    );
  });

  it('reports the position of an error in the original', () => {
    const detail = 'the original has an error besides its holes at 3:7: unknown identifier';
    const verdict: Verdict = { kind: 'unchecked', why: 'originalFails', detail, place: { line: 3, column: 6 } };
    const [file] = report(judged(verdict, { against: 'Original.lean', declarations: [] })).files;
    expect(file?.next).toBe('Fix Original.lean at 3:7, then check again.');
  });

  it('reports a file whose only findings are sorrys as not finished', () => {
    const shown = text(judged(refusedFor(SORRY), { path: 'My Pond.lean', declarations: FACTS.slice(0, 2) }));
    expect(shown).toContain('My Pond.lean: not finished: 1 proved, 1 sorry.\n');
    expect(shown).toContain("next:    lemmahead prove 'My Pond.lean'\n");
  });

  it('distinguishes an unchecked file from a rejected one', () => {
    const verdict: Verdict = { kind: 'unchecked', why: 'outOfMemory', detail: 'more than 12288 MB' };
    expect(text(judged(verdict, { declarations: [] }))).toBe(`Pond.lean: could not be checked.
  why:     more than 12288 MB
  next:    Raise lean.memory in lemmahead.toml (lemmahead config --explain shows it).
`);
  });

  it('counts many declarations without problems instead of listing them', () => {
    const many = Array.from({ length: 50 }, (_, k) => fact(`Pond.d${k}`, 'theorem', k));
    const shown = text(judged(ACCEPTED, { text: '', declarations: [...many, FACTS[4]!] }));
    expect(shown).toContain('! axiom  Pond.drought  assumed, not proved\n✓ 50 declarations without problems');
  });

  it('respects the width except for findings, commands and the verdict, and uses colour only if enabled', () => {
    const long = fact('Pond.'.repeat(20), 'theorem', 2, ['propext', 'Classical.choice', 'Quot.sound']);
    const file = judged(ACCEPTED, { text: '', declarations: [long] });
    for (const width of [40, 60, 120]) {
      const lines = renderCheck(report(file), { color: false, width }).split('\n');
      for (const line of lines.slice(0, 4)) expect([...line].length).toBeLessThanOrEqual(Math.max(width, 60));
    }
    expect(text(file)).not.toContain('\u001b');
    expect(renderCheck(report(file), { color: true, width: 80 })).toContain('\u001b[32m✓');
  });

  it('without an original, lists words that may give an accepted text another meaning', () => {
    const tricky = 'macro_rules | `($a + $b) => `(0)\n\ntheorem Pond.still : 1 + 1 = 0 := rfl\n';
    const alone = judged(ACCEPTED, { text: tricky, declarations: FACTS.slice(0, 1) });
    expect(report(alone).files[0]?.cautions).toEqual([{ line: 1, word: 'macro_rules' }]);
    expect(text(alone)).toContain("'macro_rules' (line 1)");
    for (const other of [
      judged(ACCEPTED, { text: tricky, against: 'Original.lean' }),
      judged(refusedFor(SORRY), { text: tricky }),
      judged(ACCEPTED, { text: 'theorem Pond.still : True := trivial' }),
    ]) {
      expect(report(other).files[0]?.cautions).toEqual([]);
      expect(text(other)).not.toContain('but:');
    }
  });

  it('summarises several files', () => {
    const clean = judged(ACCEPTED, { text: '', declarations: FACTS.slice(0, 1) });
    expect(text(clean, judged(refusedFor(SORRY)))).toMatch(/\n\n1 of 2 files accepted\.\n$/);
  });
});
