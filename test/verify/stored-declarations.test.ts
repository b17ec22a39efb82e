/** The declarations of a compiled module, read from its bytes: as Lean prints them; damaged modules are refused. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { openAuditor } from '../../src/verify/audit/auditor.ts';
import { NotAnExport, readCompiledModule } from '../../src/verify/audit/compiled-module.ts';
import { storedDeclarations } from '../../src/verify/audit/stored-declarations.ts';
import { oldInstallation } from '../lean/old-installation.ts';
import { oldLean } from '../lean/old-lean.ts';
import { OleanBytes, scalar, type Written } from './olean-bytes.ts';

const EXPORTER = new URL('export-2021.lean', import.meta.url);
const MANY = 1e9;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-stored-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Declarations of every kind, with numbers and strings. */
const EVERYTHING = `
universe u v
axiom anAxiom {α : Sort u} [Inhabited α] (a : α) : a = a
constant anOpaque : Nat
unsafe def anUnsafe : Nat := 18446744073709551616
partial def aPartial (n : Nat) : Nat := aPartial (n + 123456789012345678901234567890)
def text := "a\\nλ𝓝" ++ ""
structure Pair (α : Type u) (β : Type v) where
  one : α
  two : β
mutual
inductive Even : Nat → Prop
  | zero : Even 0
  | succ : Odd n → Even (n + 1)
inductive Odd : Nat → Prop
  | succ : Even n → Odd (n + 1)
end
def «odd name».«1» (p : Pair Nat Nat) : Nat := let x := p.1; x + p.2
theorem deep : ${'¬¬'.repeat(30)}True := by admit
def matching : List Nat → Nat
  | [] => 0
  | [a] => a
  | a :: b :: _ => a + b
`;

describe('storedDeclarations', () => {
  it('writes what Lean prints of modules of Lean itself and of one with declarations of every kind', async (context) => {
    const { OLD_LEAN } = oldLean(context);
    const { environment } = await oldInstallation(OLD_LEAN);
    const library = join(String(environment['LEAN_SYSROOT']), 'lib', 'lean');
    const folder = temporaryFolder();
    const lean = (...args: string[]): string =>
      execFileSync(OLD_LEAN, args, {
        encoding: 'utf8',
        maxBuffer: 1e9,
        env: { ...environment, LEAN_PATH: `${folder}:${library}` },
      });
    copyFileSync(EXPORTER, join(folder, 'Exporter.lean'));
    lean('-R', folder, '-o', join(folder, 'Exporter.olean'), join(folder, 'Exporter.lean'));
    const main = join(folder, 'main.lean');
    writeFileSync(main, 'import Exporter\n\nunsafe def main : List String → IO UInt32 := LemmaheadExport.exportMain\n');
    const everything = join(folder, 'Everything.olean');
    writeFileSync(join(folder, 'Everything.lean'), EVERYTHING);
    lean('-R', folder, '-o', everything, join(folder, 'Everything.lean'));
    const modules = ['Init/Prelude', 'Lean/Expr', 'Lean/Declaration'];
    for (const olean of [everything, ...modules.map((module) => join(library, `${module}.olean`))]) {
      const printed = lean('--run', main, olean);
      // A difference of a megabyte is not shown.
      expect(storedDeclarations(readFileSync(olean), MANY) === printed, olean).toBe(true);
    }
    const { declarations } = readCompiledModule(storedDeclarations(readFileSync(everything), MANY)!);
    const kinds = new Set(declarations.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(
      ['axiom', 'constructor', 'def', 'inductive', 'opaque', 'recursor', 'theorem'].toSorted(),
    );
  }, 120_000);

  it('writes an axiom with its universe, shared terms once, and metadata not at all', () => {
    const file = moduleWith((bytes, prop) => [
      axiom(bytes, 'one', bytes.object(5, [prop, bytes.object(10, [scalar(0), prop], data)], data)),
    ]);
    expect(storedDeclarations(file, MANY)!.split('\n')).toEqual([
      ...['N s 0 111,110,101', 'L s 0', 'E s 1', 'E a 0 0', 'D axiom s 1 1 0', 'end', ''],
    ]);
  });

  it('writes the kind of a binder, which is in the cached data', () => {
    const binders = [0, 1, 2, 3, 4].map((kind) => {
      const cached = Buffer.from([0, 0, 0, 0, (kind << 5) | 0x1f, 0, 0, 0]);
      const file = moduleWith((bytes, prop) => [axiom(bytes, 'one', bytes.object(7, [scalar(0), prop, prop], cached))]);
      return /^E p (.) 0 0 0$/m.exec(storedDeclarations(file, MANY)!)?.[1];
    });
    expect(binders).toEqual(['d', 'i', 's', 'c', 'd']);
  });

  it('returns null for a text that is too long', () => {
    expect(
      storedDeclarations(
        moduleWith((bytes, prop) => [axiom(bytes, 'one', prop)]),
        20,
      ),
    ).toBeNull();
  });

  it('reads a term that is deeper than the stack, and one that refers to itself many times in linear time', () => {
    const deep = moduleWith((bytes, prop) => {
      let term = prop;
      for (let level = 0; level < 100_000; level++) term = bytes.object(5, [term, term], data);
      return [axiom(bytes, 'one', term)];
    });
    expect(storedDeclarations(deep, MANY)!.split('\n')).toHaveLength(100_000 + 6);
  });

  it('refuses free variables, metavariables, numbers in place of terms, and other kinds of objects', () => {
    for (const type of [
      (bytes: OleanBytes) => bytes.object(1, [bytes.name('free')], data),
      (bytes: OleanBytes) => bytes.object(2, [bytes.name('meta')], data),
      (bytes: OleanBytes) => bytes.object(3, [bytes.object(5, [bytes.name('meta')], data)], data),
      (bytes: OleanBytes) => bytes.object(12, [], data),
      (bytes: OleanBytes) => bytes.string('text'),
      () => scalar(3),
    ]) {
      const file = moduleWith((bytes) => [axiom(bytes, 'one', type(bytes))]);
      expect(() => storedDeclarations(file, MANY)).toThrow(NotAnExport);
    }
  });

  it('throws only NotAnExport for a file with random changes', () => {
    const valid = moduleWith((bytes, prop) => [axiom(bytes, 'one', prop), axiom(bytes, 'two.3', prop)]);
    const changesOf = fc.array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 4 });
    fc.assert(
      fc.property(changesOf, fc.nat(valid.length), (changes, end) => {
        const tampered = Buffer.from(valid);
        for (const [at, value] of changes) tampered[at] = value;
        for (const file of [tampered, valid.subarray(0, end)]) {
          try {
            storedDeclarations(file, MANY);
          } catch (error) {
            expect(error).toBeInstanceOf(NotAnExport);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the auditor of a Lean of 2021', () => {
  it('refuses a compiled module that is missing, a folder, or a link to a device', async (context) => {
    const installation = await oldInstallation(oldLean(context).OLD_LEAN);
    const bounds = {
      sandbox: 'none',
      timeoutMs: 60_000,
      memoryBytes: null,
      signal: new AbortController().signal,
    } as const;
    const auditor = await openAuditor({ installation, cacheFolder: inject('sharedAuditor'), bounds });
    if ('kind' in auditor) throw new Error(auditor.detail);
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'folder.olean'));
    symlinkSync('/dev/zero', join(folder, 'zero.olean'));
    execFileSync('mkfifo', [join(folder, 'pipe.olean')]);
    for (const name of ['missing', 'folder', 'zero', 'pipe']) {
      expect(await auditor.export(join(folder, `${name}.olean`)), name).toMatchObject({ kind: 'refused' });
    }
  });
});

/** The cached data of a level or an expression, which the reader ignores except for the kind of a binder. */
const data = Buffer.alloc(8);

function axiom(bytes: OleanBytes, name: string, type: Written): Written {
  const head = bytes.object(0, [bytes.name(name), scalar(0), type]);
  return bytes.object(0, [bytes.object(0, [head], Buffer.alloc(8))]);
}

/** `build` gets the expression of `Type`. */
function moduleWith(build: (bytes: OleanBytes, type: Written) => Written[]): Buffer {
  const bytes = new OleanBytes();
  const one = bytes.object(1, [bytes.object(0, [], data)], data);
  return bytes.module({}, build(bytes, bytes.object(3, [one], data)));
}
