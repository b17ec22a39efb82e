/** The judge on the real Lean of 2021, with the gate switched off where the audit has to stop something by itself. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runProcess } from '../../src/lean/process/process.ts';
import { detectSandbox, type SandboxLevel } from '../../src/lean/process/sandbox.ts';
import { findLean, type LeanInstallation } from '../../src/lean/toolchain/toolchain.ts';
import type { Candidate } from '../../src/verify/hole/candidate.ts';
import { findHoles, type Hole } from '../../src/verify/hole/holes.ts';
import { openJudge, type Judge, type JudgeOptions } from '../../src/verify/audit/judge.ts';
import type { Verdict } from '../../src/verify/verdict.ts';
import { oldLean } from '../lean/old-lean.ts';

// A busy machine needs seconds for what takes half a one.
vi.setConfig({ testTimeout: 120_000 });

const cacheFolder = mkdtempSync(join(tmpdir(), 'lemmahead-auditor-'));
const opened: Judge[] = [];
afterAll(async () => {
  for (const judge of opened) await judge.close();
  rmSync(cacheFolder, { recursive: true, force: true });
});

let sandbox: SandboxLevel = 'limits';
let installation: LeanInstallation;
beforeEach(async (context) => {
  const environment = oldLean(context);
  const signal = new AbortController().signal;
  installation = await findLean({
    ...{ lakeCommand: 'lake', elanHome: join(cacheFolder, 'no-elan'), folder: cacheFolder },
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
    cacheFolder,
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

/** `accepted`, or who refused it and why: `audit: type t`. */
function words(verdict: Verdict): string {
  if (verdict.kind === 'unchecked') return `unchecked: ${verdict.why}`;
  if (verdict.kind === 'accepted') return ['accepted', ...verdict.conditional.map((name) => `if ${name}`)].join(' ');
  if (verdict.by === 'gate') return 'gate';
  if (verdict.by === 'lean') return `lean: ${verdict.diagnostics.map((each) => each.class).join(' ')}`;
  return `audit: ${verdict.findings.map(({ rule, name }) => `${rule} ${name ?? 'file'}`).join(', ')}`;
}

/** Puts a wrong proof into the environment behind the kernel's back. */
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

  it('that proves is accepted, with the axioms it rests on', async () => {
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

  it('is held by no gate where there is none, and by the gate where there is', async () => {
    const sly = term('sorryAx _ true');
    expect(words((await (await open()).candidate(two, hole(two), sly)).verdict)).toBe('audit: sorry a');
    const { verdict, filling } = await (await open({ gate: true })).candidate(two, hole(two), sly);
    expect([words(verdict), filling]).toEqual(['gate', null]);
  });

  it("that Lean refuses comes back with Lean's words", async () => {
    const { verdict } = await (await open()).candidate(two, hole(two), term('h'));
    expect(words(verdict)).toBe('lean: type_mismatch');
  });

  it('that goes on behind its proof is refused for what it adds', async () => {
    const judge = await open();
    const more = 'exact ⟨h, k⟩\n\naxiom cheat : False\n\ntheorem c : False := by\n  exact cheat';
    expect(words((await judge.candidate(two, hole(two), tactic(more))).verdict)).toBe(
      'audit: axiom cheat, new c, axiom c',
    );
  });

  it('that swallows what follows is refused for what is missing', async () => {
    const text = 'theorem a : True := by\n  sorry\n\ntheorem b : 1 = 1 := rfl\n';
    const judge = await open();
    expect(words((await judge.candidate(text, hole(text), tactic('trivial\n#exit'))).verdict)).toBe('audit: missing b');
  });

  it('may rest on a hole elsewhere for now, and is told so', async () => {
    const text = 'theorem a : 1 + 1 = 2 := by\n  sorry\n\ntheorem b : 2 = 1 + 1 := by\n  sorry\n';
    const judge = await open();
    expect(words((await judge.candidate(text, hole(text, 1), tactic('exact a.symm'))).verdict)).toBe('accepted if a');
  });

  it('that fills one of several holes leaves the others, and one that moves its own does not', async () => {
    const text = 'theorem a (p q : Prop) (h : p) (k : q) : p ∧ q := by\n  constructor\n  · sorry\n  · sorry\n';
    const judge = await open();
    expect(words((await judge.candidate(text, hole(text), tactic('exact h'))).verdict)).toBe('accepted if a');
    expect(words((await judge.candidate(text, hole(text), term('sorryAx _ true'))).verdict)).toBe('audit: sorry a');
  });

  it('may make Lean name parts of the proof, and shift the names of later ones', async () => {
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

  it('stands in a private theorem, in a namespace, with universes', async () => {
    const text = 'namespace N\nprivate theorem t.{u} {α : Type u} (x : α) : x = x := sorry\nend N\n';
    expect(words((await (await open()).candidate(text, hole(text), term('rfl'))).verdict)).toBe('accepted');
  });

  it('stands in an example, which Lean does not keep, at any column', async () => {
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

  it('is unchecked where the original has errors of its own, or imports what is not there', async () => {
    const judge = await open();
    const wrong = 'theorem a : True := sorry\ntheorem b : 1 = 2 := rfl\n';
    expect(words((await judge.candidate(wrong, hole(wrong), term('trivial'))).verdict)).toBe(
      'unchecked: originalFails',
    );
    const far = 'import Not.There\ntheorem a : True := sorry\n';
    expect(words((await judge.candidate(far, hole(far), term('trivial'))).verdict)).toBe('unchecked: importsMissing');
  });

  it('is unchecked where it takes too long', async () => {
    const judge = await open({ timeoutMs: 4000 });
    const text = 'theorem a : True := sorry\n';
    const endless = tactic('trivial\n\npartial def loop (n : Nat) : Nat := loop (n + 1)\n\n#eval loop 0');
    expect(words((await judge.candidate(text, hole(text), endless)).verdict)).toBe('unchecked: timedOut');
  });
});

describe('a file against its original', () => {
  const sum = 'theorem t (a b c : Nat) : a + b + c = c + b + a := sorry\n';

  it('that redefines + above an unchanged statement is refused for what it states', async () => {
    const lie = 'macro_rules | `($a + $b) => `((0:Nat))\ntheorem t (a b c : Nat) : a + b + c = c + b + a := rfl\n';
    const { verdict } = await (await open()).file(lie, sum, null);
    expect(words(verdict)).toMatch(/^audit: .*\btype t\b/);
    const told = { rule: 'type', detail: expect.stringContaining('@HAdd.hAdd.{0,0,0} @Nat') };
    expect(verdict).toMatchObject({ findings: expect.arrayContaining([expect.objectContaining(told)]) });
  });

  it.each([
    [
      'other universes',
      'theorem t.{u} {α : Type u} (x : α) : x = x := sorry',
      'theorem t.{v} {α : Type v} (x : α) : x = x := rfl',
      'universes t',
    ],
    ['an axiom instead', 'theorem t : 1 = 1 := sorry', 'axiom t : 1 = 1', 'kind t'],
    ['another name', 'theorem t : 1 = 1 := sorry', 'theorem s : 1 = 1 := rfl', 'missing t, new s'],
    [
      'in a namespace',
      'theorem t : 1 = 1 := sorry',
      'namespace N\ntheorem t : 1 = 1 := rfl\nend N',
      'missing t, new N.t',
    ],
    ['private', 'theorem t : 1 = 1 := sorry', 'private theorem t : 1 = 1 := rfl', 'missing t, new t'],
    ['another definition', 'def n := 1\ntheorem t : n = n := sorry', 'def n := 2\ntheorem t : n = n := rfl', 'value n'],
    ['an implicit argument', 'theorem t (n : Nat) : n = n := sorry', 'theorem t {n : Nat} : n = n := rfl', 'type t'],
    ['another import', 'theorem t : 1 = 1 := sorry', 'import Lean\ntheorem t : 1 = 1 := rfl', 'imports file'],
    ['a hole that is left', 'theorem t : 1 = 1 := sorry', 'theorem t : 1 = 1 := sorry', 'sorry t'],
    [
      'an inductive type',
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
  ])('refused: %s', async (_, original, file, expected) => {
    const { verdict } = await (await open()).file(`${file}\n`, `${original}\n`, null);
    for (const finding of expected.split(', ')) expect(words(verdict)).toContain(finding);
    expect(words(verdict)).toMatch(/^audit: /);
  });

  it('may declare more where that is allowed, but no axiom', async () => {
    const judge = await open({ allowNew: true });
    const helped = 'theorem h (n : Nat) : n = n := rfl\ntheorem t : 1 = 1 := h 1\n';
    expect(words((await judge.file(helped, 'theorem t : 1 = 1 := sorry\n', null)).verdict)).toBe('accepted');
    const cheated = 'axiom h (n : Nat) : n = n\ntheorem t : 1 = 1 := h 1\n';
    expect(words((await judge.file(cheated, 'theorem t : 1 = 1 := sorry\n', null)).verdict)).toBe(
      'audit: axiom h, axiom t',
    );
  });

  it('may rest on an axiom that is allowed, but not on a private one that looks like it', async () => {
    const judge = await open({ allowedAxioms: ['N.ax'] });
    const resting = (axiom: string): string => `namespace N\n${axiom} ax : 1 = 2\ntheorem t : 1 = 2 := ax\nend N\n`;
    expect(words((await judge.file(resting('axiom'), null, 'N.t')).verdict)).toBe('accepted');
    const look = resting('private axiom');
    expect(words((await judge.file(look, null, 'N.t')).verdict)).toContain('axiom N.t');
    expect(words((await judge.file(look, look.replace(':= ax', ':= sorry'), 'N.t')).verdict)).toBe('accepted');
  });

  it('is asked for one declaration by its full name', async () => {
    const judge = await open();
    const original = 'namespace N\ntheorem a : 1 = 1 := sorry\ntheorem b : 2 = 2 := sorry\nend N\n';
    const half = original.replace('sorry', 'rfl');
    expect(words((await judge.file(half, original, 'N.a')).verdict)).toBe('accepted');
    expect(words((await judge.file(half, original, 'N.b')).verdict)).toBe('audit: sorry N.b');
    expect(words((await judge.file(half, original, 'a')).verdict)).toBe('unchecked: notAuditable');
  });

  it('is told by the gate what stands in a hole that must not', async () => {
    const { verdict } = await (
      await open({ gate: true })
    ).file('theorem t : 1 = 1 := by native_decide\n', 'theorem t : 1 = 1 := sorry\n', null);
    expect(words(verdict)).toBe('gate');
  });
});

describe('a compiled file that Lean did not write', () => {
  const original = 'import Lean\ntheorem t : False := sorry\n';
  const marked = 'import Lean\ntheorem t : False := sorry -- SWAP ME\n';

  /** A Lean that puts the file `forged` in the place of what it compiles where the text says so, as a daemon would. */
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

  /** The module that a Lean with these lines in an `#eval` saves, with `wrong` as its one constant. */
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

  const folderOfItsOwn = (): string => mkdtempSync(join(cacheFolder, 'forged-'));

  it('is refused where it is garbage', async () => {
    const folder = folderOfItsOwn();
    writeFileSync(join(folder, 'forged'), 'forged');
    const judge = await open({ installation: forger(folder) });
    expect(words((await judge.file(marked, original, null)).verdict)).toBe('audit: output file');
  });

  it('is refused by the kernel where it is a good file of a wrong proof', async () => {
    const folder = folderOfItsOwn();
    await forge(folder, [
      'let wrong : ConstantInfo := ConstantInfo.thmInfo {',
      '  name := `t, levelParams := [], type := mkConst ``False, value := mkConst ``True.intro }',
    ]);
    const judge = await open({ installation: forger(folder) });
    // Lean warned of a sorry in the text, and the forged module has no declaration there.
    expect(words((await judge.file(marked, original, null)).verdict)).toBe('audit: sorry file, kernel t');
  });

  it('is refused where its expressions lie about themselves', async () => {
    const folder = folderOfItsOwn();
    // A variable bound by nothing, in a term that says it has none: the kernel goes by what a term says of itself.
    await forge(folder, [
      'let no := mkConst ``False',
      'let lie := Expr.app (Expr.lam `x no (Expr.bvar 0 no.data) no.data) (Expr.bvar 7 no.data) no.data',
      'let wrong : ConstantInfo := ConstantInfo.thmInfo { name := `t, levelParams := [], type := no, value := lie }',
    ]);
    const judge = await open({ installation: forger(folder) });
    // The kernel refuses it, and so does the look at its terms.
    expect(words((await judge.file(marked, original, null)).verdict)).toBe('audit: sorry file, kernel t, kernel t');
  });
});

describe('what a file says of itself while it is compiled', () => {
  const PROVED = 'theorem t : 1 = 1 := rfl\n';
  const SAYS = [
    `#eval (throw (IO.userError "unknown package 'Mathlib'") : IO Unit)`,
    `#eval IO.println "LemmaheadSubject.lean:1:0: error: unknown package 'Mathlib'"`,
    `#eval IO.println "object file 'Mathlib.olean' of module Mathlib does not exist"`,
  ];

  it('is not believed of its imports, by itself and against an original with the same ones', async () => {
    const judge = await open({ level: 'compile' });
    for (const head of ['', 'import Init\n']) {
      const text = `${head}${SAYS[0]}\n${PROVED}`;
      expect(words((await judge.file(text, null, null)).verdict)).toMatch(/^lean: /);
      expect(words((await judge.file(text, `${head}theorem t : 1 = 1 := sorry\n`, null)).verdict)).toMatch(/^lean: /);
    }
    for (const says of SAYS.slice(1)) {
      const { verdict } = await judge.file(`${says}\n${PROVED}`, null, null);
      expect(words(verdict), says).toMatch(/^(?:lean: |accepted)/);
    }
    expect(words((await judge.file(`import Mathlib\n${PROVED}`, null, null)).verdict)).toBe(
      'unchecked: importsMissing',
    );
  });

  it('is not believed of memory', async () => {
    const judge = await open({ level: 'compile', memoryBytes: 4_000_000_000 });
    const panic =
      '#eval (do (← IO.getStderr).putStrLn "INTERNAL PANIC: out of memory"; throw (IO.userError "no") : IO Unit)\n';
    expect(words((await judge.file(panic + PROVED, null, null)).verdict)).toMatch(/^lean: /);
  });
});

describe('levels above the audit', () => {
  const original = 'theorem t : 1 = 1 := sorry\n';
  const filled = 'theorem t : 1 = 1 := rfl\n';

  /** An installation on whose PATH programs of these names end with these exit codes. */
  function withPrograms(codes: Record<string, number>): LeanInstallation {
    const bin = mkdtempSync(join(cacheFolder, 'bin-'));
    for (const [name, code] of Object.entries(codes)) {
      writeFileSync(join(bin, name), `#!/bin/sh\necho "$0 saw $*"\nexit ${code}\n`, { mode: 0o755 });
    }
    const { PATH = '' } = installation.environment;
    const environment = { ...installation.environment, PATH: `${bin}:${PATH}` };
    return { ...installation, environment, readable: [...installation.readable, bin] };
  }

  it('are unchecked, with what would be needed, where it is not there', async () => {
    const kernel = await (await open({ level: 'kernel' })).file(filled, original, null);
    expect(kernel.verdict).toMatchObject({ why: 'levelOutOfReach', detail: expect.stringContaining('leanchecker') });
    const installed = withPrograms({ leanchecker: 0 });
    const challenge = await (await open({ level: 'challenge', installation: installed })).file(filled, original, null);
    expect(challenge.verdict).toMatchObject({ why: 'levelOutOfReach', detail: expect.stringContaining('safe_verify') });
  });

  it('are reached where the checkers agree, and refused where one does not', async () => {
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

  it('are asked of comparator by a project of two modules; that it could not look is no refusal', async () => {
    const installed = withPrograms({ leanchecker: 0, comparator: 2 });
    const judge = await open({ level: 'challenge', installation: installed });
    expect(words((await judge.file(filled, original, null)).verdict)).toBe('unchecked: levelOutOfReach');
    const refusing = await open({ level: 'challenge', installation: withPrograms({ leanchecker: 0, comparator: 1 }) });
    expect(words((await refusing.file(filled, original, null)).verdict)).toBe('audit: challenge file');
  });
});

describe('a file by itself', () => {
  it('is told what each declaration rests on', async () => {
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

  it('does not take a look-alike for an axiom of Lean', async () => {
    const text = 'namespace Quot\naxiom «sound ok» : False\nend Quot\ntheorem t : False := Quot.«sound ok»\n';
    expect(words((await (await open()).file(text, null, null)).verdict)).toBe('audit: axiom Quot.«sound ok», axiom t');
  });

  it('at level compile is only compiled', async () => {
    const judge = await open({ level: 'compile' });
    const { verdict, declarations } = await judge.file('theorem t : 1 = 1 := sorry\n', null, null);
    expect([verdict, declarations]).toMatchObject([{ kind: 'accepted', level: 'compile' }, []]);
  });

  it('is not judged by an auditor that Lean cannot compile', async () => {
    const version = { ...installation.version, generation: 'current' as const };
    const judge = await open({ installation: { ...installation, version } });
    expect(words((await judge.file('theorem t : 1 = 1 := rfl\n', null, null)).verdict)).toBe('unchecked: auditFailed');
  });
});
