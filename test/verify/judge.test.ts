/** The judge on the real Lean of 2021. The gate is off unless a test needs it, so that the audit alone must refuse. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { runProcess } from '../../src/lean/process/process.ts';
import { detectSandbox } from '../../src/lean/process/sandbox.ts';
import type { SandboxLevel } from '../../src/lean/process/sandbox-levels.ts';
import { findLean, type LeanInstallation } from '../../src/lean/toolchain/toolchain.ts';
import type { Candidate } from '../../src/verify/hole/candidate.ts';
import { findHoles, type Hole } from '../../src/verify/hole/holes.ts';
import { openJudge, type Judge, type JudgeOptions } from '../../src/verify/audit/judge.ts';
import type { Verdict } from '../../src/verify/verdict.ts';
import { oldLean } from '../lean/old-lean.ts';

// A judgement takes half a second, but several seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const scratch = mkdtempSync(join(tmpdir(), 'lemmahead-judge-'));
const opened: Judge[] = [];
afterAll(async () => {
  for (const judge of opened) await judge.close();
  rmSync(scratch, { recursive: true, force: true });
});

let sandbox: SandboxLevel = 'limits';
let installation: LeanInstallation;
beforeEach(async (context) => {
  const environment = oldLean(context);
  const signal = new AbortController().signal;
  installation = await findLean({
    ...{ lakeCommand: 'lake', elanHome: join(scratch, 'no-elan'), folder: scratch },
    ...{ environment, cacheFolder: null, signal },
  });
  sandbox = (await detectSandbox()).level;
});

async function open(options: Partial<JudgeOptions> = {}): Promise<Judge> {
  const judge = await openJudge({
    installation,
    level: 'audit',
    sandbox,
    allowedAxioms: [],
    allowNew: false,
    gate: false,
    timeoutMs: 60_000,
    memoryBytes: null,
    cacheFolder: inject('sharedAuditor'),
    signal: new AbortController().signal,
    ...options,
  });
  opened.push(judge);
  return judge;
}

function hole(text: string, number = 0): Hole {
  const found = findHoles(text)[number];
  if (found === undefined) throw new Error(`no hole ${number}`);
  return found;
}

const tactic = (text: string): Candidate => ({ kind: 'tactic', text });
const term = (text: string): Candidate => ({ kind: 'term', text });

/** `accepted`, or the refusing stage and the reason: `audit: type t`. */
function words(verdict: Verdict): string {
  if (verdict.kind === 'unchecked') return `unchecked: ${verdict.why}`;
  if (verdict.kind === 'accepted') return ['accepted', ...verdict.conditional.map((name) => `if ${name}`)].join(' ');
  if (verdict.by === 'gate') return 'gate';
  if (verdict.by === 'lean') return `lean: ${verdict.diagnostics.map((each) => each.class).join(' ')}`;
  return `audit: ${verdict.findings.map(({ rule, name }) => `${rule} ${name ?? 'file'}`).join(', ')}`;
}

/** Adds a wrong proof to the environment without the kernel's check. */
const PAST_THE_KERNEL = [
  'import Lean',
  'open Lean Elab Command in',
  'elab "inject" : command => do',
  '  modifyEnv fun env => env.add (ConstantInfo.thmInfo {',
  '    name := `t, levelParams := [], type := mkConst ``False, value := mkConst ``True.intro })',
  '',
  'inject',
].join('\n');

describe('a candidate', () => {
  const two = 'theorem a (p q : Prop) (h : p) (k : q) : p ∧ q := by\n  sorry\n\ntheorem b : 1 + 1 = 2 := sorry\n';

  it('with a correct proof is accepted, and its axioms are reported', async () => {
    const judge = await open();
    expect((await judge.candidate(two, hole(two), tactic('exact ⟨h, k⟩'))).verdict).toEqual({
      kind: 'accepted',
      level: 'audit',
      axioms: [],
      conditional: [],
      sandbox,
    });
    const classical = 'theorem em (p : Prop) : p ∨ ¬p := sorry\n';
    expect((await judge.candidate(classical, hole(classical), term('Classical.em p'))).verdict).toMatchObject({
      kind: 'accepted',
      axioms: ['Classical.choice', 'Quot.sound', 'propext'],
    });
  });

  it('with a sorry is refused by the audit if the gate is off, and by the gate if it is on', async () => {
    const hidden = term('sorryAx _ true');
    expect(words((await (await open()).candidate(two, hole(two), hidden)).verdict)).toBe('audit: sorry a');
    const { verdict, filling } = await (await open({ gate: true })).candidate(two, hole(two), hidden);
    expect([words(verdict), filling]).toEqual(['gate', null]);
  });

  it("that Lean rejects has Lean's messages in the verdict", async () => {
    const { verdict } = await (await open()).candidate(two, hole(two), term('h'));
    expect(words(verdict)).toBe('lean: type_mismatch');
  });

  it('that adds declarations after its proof is refused for them', async () => {
    const judge = await open();
    const more = 'exact ⟨h, k⟩\n\naxiom cheat : False\n\ntheorem c : False := by\n  exact cheat';
    expect(words((await judge.candidate(two, hole(two), tactic(more))).verdict)).toBe(
      'audit: axiom cheat, new c, axiom c',
    );
  });

  it('that hides the rest of the file is refused for the missing declarations', async () => {
    const text = 'theorem a : True := by\n  sorry\n\ntheorem b : 1 = 1 := rfl\n';
    const judge = await open();
    expect(words((await judge.candidate(text, hole(text), tactic('trivial\n#exit'))).verdict)).toBe('audit: missing b');
  });

  it('may depend on another open hole, which the verdict reports as conditional', async () => {
    const text = 'theorem a : 1 + 1 = 2 := by\n  sorry\n\ntheorem b : 2 = 1 + 1 := by\n  sorry\n';
    const judge = await open();
    expect(words((await judge.candidate(text, hole(text, 1), tactic('exact a.symm'))).verdict)).toBe('accepted if a');
  });

  it('may fill one of several holes, but not by moving the sorry', async () => {
    const text = 'theorem a (p q : Prop) (h : p) (k : q) : p ∧ q := by\n  constructor\n  · sorry\n  · sorry\n';
    const judge = await open();
    expect(words((await judge.candidate(text, hole(text), tactic('exact h'))).verdict)).toBe('accepted if a');
    expect(words((await judge.candidate(text, hole(text), term('sorryAx _ true'))).verdict)).toBe('audit: sorry a');
  });

  it('may make Lean generate auxiliary declarations and so renumber later ones', async () => {
    const text = [
      'theorem a (n : Nat) : n = n := by\n  sorry\n',
      'def f : Nat → Nat\n  | 0 => 1\n  | n+1 => f n + 1\n',
      'def g (n : Nat) : Nat := match n with\n  | 0 => 2\n  | n+1 => n\n',
      'notation "two" => 2\n',
      'theorem later : g 0 = two := rfl\n',
    ].join('\n');
    const judge = await open();
    const matching = term('match n with\n| 0 => rfl\n| n+1 => rfl');
    expect(words((await judge.candidate(text, hole(text), matching)).verdict)).toBe('accepted');
  });

  it('is accepted in a private theorem in a namespace with universes', async () => {
    const text = 'namespace N\nprivate theorem t.{u} {α : Type u} (x : α) : x = x := sorry\nend N\n';
    expect(words((await (await open()).candidate(text, hole(text), term('rfl'))).verdict)).toBe('accepted');
  });

  it('is judged in an example, which Lean does not store, at any column', async () => {
    const text = 'theorem z : True := trivial\nexample : 2 = 2 := rfl\nexample (p : Prop) (h : p) : p := by sorry\n';
    const judge = await open();
    const steps = tactic('have k : p := h\nexact k');
    expect(words((await judge.candidate(text, hole(text), steps)).verdict)).toBe('accepted');
    const { verdict } = await judge.candidate(text, hole(text), tactic('have k : p := h\nexact z'));
    expect(verdict).toMatchObject({ by: 'lean', diagnostics: [{ line: 4, class: 'type_mismatch' }] });
    expect(words((await judge.candidate(text, hole(text), term('sorryAx _ true'))).verdict)).toBe(
      'audit: sorry example 2',
    );
    expect(words((await judge.file(text.replace('sorry', 'exact h'), text, null)).verdict)).toBe('accepted');
  });

  it('is unchecked if the original has errors besides its holes or a missing import', async () => {
    const judge = await open();
    const wrong = 'theorem a : True := sorry\ntheorem b : 1 = 2 := rfl\n';
    expect(words((await judge.candidate(wrong, hole(wrong), term('trivial'))).verdict)).toBe(
      'unchecked: originalFails',
    );
    const far = 'import Not.There\ntheorem a : True := sorry\n';
    expect(words((await judge.candidate(far, hole(far), term('trivial'))).verdict)).toBe('unchecked: importsMissing');
  });

  it('is unchecked after a timeout', async () => {
    const judge = await open({ timeoutMs: 4000 });
    const text = 'theorem a : True := sorry\n';
    const endless = tactic('trivial\n\npartial def loop (n : Nat) : Nat := loop (n + 1)\n\n#eval loop 0');
    expect(words((await judge.candidate(text, hole(text), endless)).verdict)).toBe('unchecked: timedOut');
  });
});

describe('a file compared with its original', () => {
  const sum = 'theorem t (a b c : Nat) : a + b + c = c + b + a := sorry\n';

  it('that redefines + above an unchanged statement is refused for its changed meaning', async () => {
    const redefined =
      'macro_rules | `($a + $b) => `((0:Nat))\ntheorem t (a b c : Nat) : a + b + c = c + b + a := rfl\n';
    const { verdict } = await (await open()).file(redefined, sum, null);
    expect(words(verdict)).toMatch(/^audit: .*\btype t\b/);
    const finding = { rule: 'type', detail: expect.stringContaining('@HAdd.hAdd.{0,0,0} @Nat') };
    expect(verdict).toMatchObject({ findings: expect.arrayContaining([expect.objectContaining(finding)]) });
  });

  it.each([
    [
      'different universes',
      'theorem t.{u} {α : Type u} (x : α) : x = x := sorry',
      'theorem t.{v} {α : Type v} (x : α) : x = x := rfl',
      'universes t',
    ],
    ['an axiom instead of a theorem', 'theorem t : 1 = 1 := sorry', 'axiom t : 1 = 1', 'kind t'],
    ['another name', 'theorem t : 1 = 1 := sorry', 'theorem s : 1 = 1 := rfl', 'missing t, new s'],
    [
      'a theorem moved into a namespace',
      'theorem t : 1 = 1 := sorry',
      'namespace N\ntheorem t : 1 = 1 := rfl\nend N',
      'missing t, new N.t',
    ],
    ['a theorem made private', 'theorem t : 1 = 1 := sorry', 'private theorem t : 1 = 1 := rfl', 'missing t, new t'],
    ['a changed value', 'def n := 1\ntheorem t : n = n := sorry', 'def n := 2\ntheorem t : n = n := rfl', 'value n'],
    ['an implicit argument', 'theorem t (n : Nat) : n = n := sorry', 'theorem t {n : Nat} : n = n := rfl', 'type t'],
    ['an added import', 'theorem t : 1 = 1 := sorry', 'import Lean\ntheorem t : 1 = 1 := rfl', 'imports file'],
    ['a remaining hole', 'theorem t : 1 = 1 := sorry', 'theorem t : 1 = 1 := sorry', 'sorry t'],
    [
      'an added constructor',
      'inductive T | a\ntheorem t : 1 = 1 := sorry',
      'inductive T | a | b\ntheorem t : 1 = 1 := rfl',
      'type T',
    ],
    [
      'a hole moved into a lemma',
      'theorem s : 2 = 2 := rfl\ntheorem t : 1 = 1 := sorry',
      'theorem s : 2 = 2 := sorry\ntheorem t : 1 = 1 := rfl',
      'sorry s',
    ],
    [
      'a proof of False past the kernel',
      'import Lean\ntheorem t : False := sorry',
      PAST_THE_KERNEL,
      'code file, kernel t',
    ],
  ])('is refused: %s', async (_, original, file, expected) => {
    const { verdict } = await (await open()).file(`${file}\n`, `${original}\n`, null);
    for (const finding of expected.split(', ')) expect(words(verdict)).toContain(finding);
    expect(words(verdict)).toMatch(/^audit: /);
  });

  it('may have new declarations with allowNew, but no axioms', async () => {
    const judge = await open({ allowNew: true });
    const helped = 'theorem h (n : Nat) : n = n := rfl\ntheorem t : 1 = 1 := h 1\n';
    expect(words((await judge.file(helped, 'theorem t : 1 = 1 := sorry\n', null)).verdict)).toBe('accepted');
    const cheated = 'axiom h (n : Nat) : n = n\ntheorem t : 1 = 1 := h 1\n';
    expect(words((await judge.file(cheated, 'theorem t : 1 = 1 := sorry\n', null)).verdict)).toBe(
      'audit: axiom h, axiom t',
    );
  });

  it('may depend on an allowed axiom, but not on a private one with the same displayed name', async () => {
    const judge = await open({ allowedAxioms: ['N.ax'] });
    const withAxiom = (axiom: string): string => `namespace N\n${axiom} ax : 1 = 2\ntheorem t : 1 = 2 := ax\nend N\n`;
    expect(words((await judge.file(withAxiom('axiom'), null, 'N.t')).verdict)).toBe('accepted');
    const lookAlike = withAxiom('private axiom');
    expect(words((await judge.file(lookAlike, null, 'N.t')).verdict)).toContain('axiom N.t');
    expect(words((await judge.file(lookAlike, lookAlike.replace(':= ax', ':= sorry'), 'N.t')).verdict)).toBe(
      'accepted',
    );
  });

  it('can be judged for one declaration, given by its full name', async () => {
    const judge = await open();
    const original = 'namespace N\ntheorem a : 1 = 1 := sorry\ntheorem b : 2 = 2 := sorry\nend N\n';
    const half = original.replace('sorry', 'rfl');
    expect(words((await judge.file(half, original, 'N.a')).verdict)).toBe('accepted');
    expect(words((await judge.file(half, original, 'N.b')).verdict)).toBe('audit: sorry N.b');
    expect(words((await judge.file(half, original, 'a')).verdict)).toBe('unchecked: notAuditable');
  });

  it('is refused by the gate for a forbidden filling', async () => {
    const { verdict } = await (
      await open({ gate: true })
    ).file('theorem t : 1 = 1 := by native_decide\n', 'theorem t : 1 = 1 := sorry\n', null);
    expect(words(verdict)).toBe('gate');
  });
});

describe('a compiled module that Lean did not write', () => {
  const original = 'import Lean\ntheorem t : False := sorry\n';
  const marked = 'import Lean\ntheorem t : False := sorry -- SWAP ME\n';

  /** A Lean that replaces its output by the file `forged` if the text contains SWAP, like a background process of an attacker. */
  function forger(folder: string): LeanInstallation {
    const lean = join(folder, 'lean');
    const script = [
      '#!/bin/sh',
      'for word; do [ "$before" = -o ] && out=$word; before=$word; done',
      `'${installation.lean}' "$@"; code=$?`,
      'while read -r line; do case $line in *SWAP*) /bin/cp "${0%/*}/forged" "$out";; esac; done < "$before"',
      'exit $code',
    ];
    writeFileSync(lean, script.join('\n'), { mode: 0o755 });
    return { ...installation, lean, readable: [...installation.readable, folder] };
  }

  /** Makes Lean save a module with the single constant `wrong`, which `lines` define. */
  async function forge(folder: string, lines: string[]): Promise<void> {
    const program = [
      'import Lean',
      'open Lean',
      '#eval show IO Unit from do',
      ...lines.map((line) => `  ${line}`),
      '  let imports : Array Import := #[{ module := `Init }, { module := `Lean }]',
      `  saveModuleData "${folder}/forged" { imports := imports, constants := #[wrong], entries := #[] }`,
    ];
    writeFileSync(join(folder, 'Forge.lean'), `${program.join('\n')}\n`);
    const { environment, lean } = installation;
    const args = [join(folder, 'Forge.lean')];
    const signal = new AbortController().signal;
    const outcome = await runProcess({ command: lean, args, cwd: folder, environment, timeoutMs: 60_000, signal });
    expect(outcome).toMatchObject({ exitCode: 0 });
  }

  const folderOfItsOwn = (): string => mkdtempSync(join(scratch, 'forged-'));

  it('is refused if it is garbage', async () => {
    const folder = folderOfItsOwn();
    writeFileSync(join(folder, 'forged'), 'forged');
    const judge = await open({ installation: forger(folder) });
    expect(words((await judge.file(marked, original, null)).verdict)).toBe('audit: output file');
  });

  it('is refused by the kernel if it is well-formed with a wrong proof', async () => {
    const folder = folderOfItsOwn();
    await forge(folder, [
      'let wrong : ConstantInfo := ConstantInfo.thmInfo {',
      '  name := `t, levelParams := [], type := mkConst ``False, value := mkConst ``True.intro }',
    ]);
    const judge = await open({ installation: forger(folder) });
    // Lean warned of a sorry in the text, and the forged module has no declaration there.
    expect(words((await judge.file(marked, original, null)).verdict)).toBe('audit: sorry file, kernel t');
  });

  it('is refused if the cached data of its expressions is wrong', async () => {
    const folder = folderOfItsOwn();
    // A loose variable in a term whose cached data claims that it has none: the kernel trusts the cached data.
    await forge(folder, [
      'let no := mkConst ``False',
      'let loose := Expr.app (Expr.lam `x no (Expr.bvar 0 no.data) no.data) (Expr.bvar 7 no.data) no.data',
      'let wrong : ConstantInfo := ConstantInfo.thmInfo { name := `t, levelParams := [], type := no, value := loose }',
    ]);
    const judge = await open({ installation: forger(folder) });
    // Both the kernel and the term checks refuse it.
    expect(words((await judge.file(marked, original, null)).verdict)).toBe('audit: sorry file, kernel t, kernel t');
  });
});

describe('output that a file prints while it is compiled', () => {
  const PROVED = 'theorem t : 1 = 1 := rfl\n';
  const PRINTS = [
    `#eval (throw (IO.userError "unknown package 'Mathlib'") : IO Unit)`,
    `#eval IO.println "LemmaheadSubject.lean:1:0: error: unknown package 'Mathlib'"`,
    `#eval IO.println "object file 'Mathlib.olean' of module Mathlib does not exist"`,
  ];

  it('is not trusted about missing imports, without an original and with one', async () => {
    const judge = await open({ level: 'compile' });
    for (const head of ['', 'import Init\n']) {
      const text = `${head}${PRINTS[0]}\n${PROVED}`;
      expect(words((await judge.file(text, null, null)).verdict)).toMatch(/^lean: /);
      expect(words((await judge.file(text, `${head}theorem t : 1 = 1 := sorry\n`, null)).verdict)).toMatch(/^lean: /);
    }
    for (const prints of PRINTS.slice(1)) {
      const { verdict } = await judge.file(`${prints}\n${PROVED}`, null, null);
      expect(words(verdict), prints).toMatch(/^(?:lean: |accepted)/);
    }
    expect(words((await judge.file(`import Mathlib\n${PROVED}`, null, null)).verdict)).toBe(
      'unchecked: importsMissing',
    );
  });

  it('is not trusted about running out of memory', async () => {
    const judge = await open({ level: 'compile', memoryBytes: 4_000_000_000 });
    const panic =
      '#eval (do (← IO.getStderr).putStrLn "INTERNAL PANIC: out of memory"; throw (IO.userError "no") : IO Unit)\n';
    expect(words((await judge.file(panic + PROVED, null, null)).verdict)).toMatch(/^lean: /);
  });
});

describe('levels above the audit', () => {
  const original = 'theorem t : 1 = 1 := sorry\n';
  const filled = 'theorem t : 1 = 1 := rfl\n';

  /** An installation with stub programs on its PATH that end with the given exit codes. */
  function withPrograms(codes: Record<string, number>): LeanInstallation {
    const bin = mkdtempSync(join(scratch, 'bin-'));
    for (const [name, code] of Object.entries(codes)) {
      writeFileSync(join(bin, name), `#!/bin/sh\necho "$0 saw $*"\nexit ${code}\n`, { mode: 0o755 });
    }
    const { PATH = '' } = installation.environment;
    const environment = { ...installation.environment, PATH: `${bin}:${PATH}` };
    return { ...installation, environment, readable: [...installation.readable, bin] };
  }

  it('give unchecked with the missing tool if the checker is not installed', async () => {
    const kernel = await (await open({ level: 'kernel' })).file(filled, original, null);
    expect(kernel.verdict).toMatchObject({ why: 'levelOutOfReach', detail: expect.stringContaining('leanchecker') });
    const installed = withPrograms({ leanchecker: 0 });
    const challenge = await (await open({ level: 'challenge', installation: installed })).file(filled, original, null);
    expect(challenge.verdict).toMatchObject({ why: 'levelOutOfReach', detail: expect.stringContaining('safe_verify') });
  });

  it('are reached if the checkers accept, and refused if one rejects', async () => {
    const agree = withPrograms({ leanchecker: 0, safe_verify: 0 });
    expect(
      (await (await open({ level: 'kernel', installation: agree })).file(filled, null, null)).verdict,
    ).toMatchObject({
      kind: 'accepted',
      level: 'kernel',
    });
    const judge = await open({ level: 'challenge', installation: agree });
    expect((await judge.file(filled, original, null)).verdict).toMatchObject({ kind: 'accepted', level: 'challenge' });
    expect(words((await judge.file(filled, null, null)).verdict)).toBe('unchecked: levelOutOfReach');
    const refuse = withPrograms({ leanchecker: 0, safe_verify: 1 });
    const { verdict } = await (await open({ level: 'challenge', installation: refuse })).file(filled, original, null);
    expect(verdict).toMatchObject({
      by: 'audit',
      findings: [{ rule: 'challenge', detail: expect.stringContaining('Original.olean') }],
    });
  });

  it('treat exit code 1 of comparator as a rejection, and exit code 2 as no result', async () => {
    const installed = withPrograms({ leanchecker: 0, comparator: 2 });
    const judge = await open({ level: 'challenge', installation: installed });
    expect(words((await judge.file(filled, original, null)).verdict)).toBe('unchecked: levelOutOfReach');
    const refusing = await open({ level: 'challenge', installation: withPrograms({ leanchecker: 0, comparator: 1 }) });
    expect(words((await refusing.file(filled, original, null)).verdict)).toBe('audit: challenge file');
  });
});

describe('a file without an original', () => {
  const quiet = (parts: string): string =>
    [
      ...['import Lean', 'open Lean Elab Command', `elab "quiet " ${parts} : command => do`, '  elabCommand c'],
      ...['  modify fun s => { s with messages := {} }', '', ''],
    ].join('\n');

  it.each([
    ['an example in brackets', `${quiet('"(" c:command ")"')}quiet (example : (1 : Nat) = 2 := by rfl)`],
    ['an example', `${quiet('c:command')}quiet example : (1 : Nat) = 2 := by rfl`],
    [
      'an example by a macro',
      `${quiet('c:command')}macro "claim" : command => \`(example : (1 : Nat) = 2 := sorry)\n\nquiet claim`,
    ],
    [
      'a theorem with an error in its statement',
      `${quiet('c:command')}quiet theorem t : (1 : Nat) = unknown := by rfl`,
    ],
    ['a theorem below #exit', 'theorem t : True := trivial\n#exit\ntheorem u : (1 : Nat) = 2 := rfl'],
  ])('is not judged by messages alone if code of the file can remove them: %s', async (_, text) => {
    const { verdict } = await (await open()).file(text, null, null);
    expect(words(verdict)).toBe('unchecked: notAuditable');
  });

  it('may run code of its own if its statements are stored', async () => {
    const macros = 'macro "mk" n:ident : command => `(theorem $n : 1 = 1 := rfl)\nmk a\n#eval 1 + 1\n';
    const text = `${macros}namespace A\nexample : 1 = 1 := rfl\nprivate theorem b : 2 = 2 := rfl\nend A`;
    expect(words((await (await open()).file(text, null, null)).verdict)).toBe('accepted');
  });

  it('gets a report of the axioms and sorries of each declaration', async () => {
    const text = 'axiom p : 1 = 2\ntheorem a : 1 = 2 := p\ntheorem b : 2 = 1 := a.symm\ntheorem c : 1 = 1 := sorry\n';
    const { verdict, declarations } = await (await open({ allowedAxioms: ['p'] })).file(text, null, null);
    expect(words(verdict)).toBe('audit: sorry c');
    expect(declarations).toEqual([
      { name: 'p', kind: 'axiom', line: 1, axioms: ['p'], sorry: 'none' },
      { name: 'a', kind: 'theorem', line: 2, axioms: ['p'], sorry: 'none' },
      { name: 'b', kind: 'theorem', line: 3, axioms: ['p'], sorry: 'none' },
      { name: 'c', kind: 'theorem', line: 4, axioms: ['sorryAx'], sorry: 'direct' },
    ]);
    const strict = await (await open()).file(text, null, null);
    expect(words(strict.verdict)).toBe('audit: axiom p, axiom a, axiom b, sorry c');
  });

  it('may not use an axiom that only looks like one of Lean', async () => {
    const text = 'namespace Quot\naxiom «sound ok» : False\nend Quot\ntheorem t : False := Quot.«sound ok»\n';
    expect(words((await (await open()).file(text, null, null)).verdict)).toBe('audit: axiom Quot.«sound ok», axiom t');
  });

  it('is only compiled at level compile', async () => {
    const judge = await open({ level: 'compile' });
    const { verdict, declarations } = await judge.file('theorem t : 1 = 1 := sorry\n', null, null);
    expect([verdict, declarations]).toMatchObject([{ kind: 'accepted', level: 'compile' }, []]);
  });

  it('is unchecked if Lean cannot compile the auditor', async () => {
    const version = { ...installation.version, generation: 'current' as const };
    const judge = await open({ installation: { ...installation, version } });
    expect(words((await judge.file('theorem t : 1 = 1 := rfl\n', null, null)).verdict)).toBe('unchecked: auditFailed');
  });
});
