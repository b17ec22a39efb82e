import { describe, expect, it } from 'vitest';
import { readCompiledModule } from '../../src/verify/audit/compiled-module.ts';
import { shownName } from '../../src/verify/audit/lean-name.ts';
import { termFaults } from '../../src/verify/audit/term-checks.ts';
import { ExportText } from './export-text.ts';

/** The faults, each with the name of its declaration. */
function faults(text: ExportText, isLax = false): string[] {
  return termFaults(readCompiledModule(String(text)), isLax).map(({ name, fault }) => `${shownName(name)} ${fault}`);
}

/** `inductive T (p : P) : Type` with one constructor `T.c (p : P) : field → T p`. */
function inductive(field: (text: ExportText, type: (arg: number) => number) => number): ExportText {
  const text = new ExportText();
  const [prop, t, c] = [text.constant('P'), text.name('T'), text.name('T.c')];
  const former = text.pi('d', 'p', prop, text.prop());
  const type = (arg: number): number => text.app(text.constant('T'), arg);
  const constructor = text.pi('d', 'p', prop, text.pi('d', 'x', field(text, type), type(text.bound(1))));
  text.line(`D constructor ${t} ${c} ${constructor} 0`);
  return text.line(`D inductive s 1 1 ${t} 1 ${c} ${t} ${former} 0`);
}

describe('termFaults', () => {
  it('accepts closed terms with nested binders', () => {
    const text = new ExportText();
    const p = text.constant('P');
    text.theorem('t', text.pi('d', 'x', p, text.pi('d', 'y', p, text.bound(1))), p);
    expect(faults(text)).toEqual([]);
  });

  it('finds a variable without a binder, in a type or in a value', () => {
    const text = new ExportText();
    const p = text.constant('P');
    text.theorem('inType', text.pi('d', 'x', p, text.bound(1)), p).theorem('inValue', p, text.bound(0));
    text.theorem('far', text.pi('d', 'x', p, text.bound(70_000)), p);
    expect(faults(text)).toEqual([
      'inType has a bound variable without its binder',
      'inValue has a bound variable without its binder',
      'far has more binders around a variable than Lean can count',
    ]);
  });

  it('finds undeclared and duplicate universe parameters, and constants with a wrong number of universes', () => {
    const text = new ExportText();
    const [u, sort] = [text.name('u'), 0];
    text.line(`L p ${u}`).line('E s 1');
    text.line(`D def s a ${sort} ${text.name('stray')} ${sort} 0`);
    text.line(`D def s a ${sort} ${text.name('twice')} ${sort} 2 ${u} ${u}`);
    text.line(`D def s a ${sort} ${text.name('one')} ${sort} 1 ${u}`);
    text.line(`E c ${text.name('one')}`).line(`D def s a 1 ${text.name('few')} ${sort} 1 ${u}`);
    expect(faults(text)).toEqual([
      "stray uses the universe parameter 'u' without declaring it",
      'twice declares a universe parameter twice',
      "few gives 0 universes to 'one', which has 1",
    ]);
  });

  it("refuses an 'imax' only if the kernel mishandles it, did not check its cases, and it cannot be simplified", () => {
    const text = new ExportText();
    const more = ['a', 'b', 'c', 'd', 'e'].map((name) => text.name(name));
    const [u, v] = [text.name('u'), text.name('v')];
    text.line(`L p ${u}`).line(`L p ${v}`).line('L i 1 2').line('L s 2').line('L i 1 4');
    text.line('E s 3').line('E s 5');
    const params = [u, v, ...more].join(' ');
    text.line(`D def s a 0 ${text.name('open')} 0 7 ${params}`).line(`D def s a 1 ${text.name('plain')} 1 7 ${params}`);
    text.line(`D def s a 0 ${text.name('split')} 0 2 ${u} ${v}`);
    expect(faults(text)).toEqual([]);
    expect(faults(text, true)).toEqual(["open has a universe 'imax', which this Lean's kernel handles incorrectly"]);
  });

  it('refuses names that are built into the kernel or reserved by it', () => {
    const text = new ExportText();
    const p = text.constant('P');
    for (const name of ['Nat.add', '_nested.List_1', 'My.Nat.add']) text.def(name, p, p);
    expect(faults(text)).toEqual([
      'Nat.add is built into the kernel, but declared by this file instead of Lean',
      '_nested.List_1 has a name that the kernel reserves',
    ]);
  });
});

describe('an inductive type', () => {
  it('may occur in its constructors with its own parameters, also nested or as the result of a function', () => {
    expect(faults(inductive((text, type) => type(text.bound(0))))).toEqual([]);
    expect(faults(inductive((text, type) => text.app(text.constant('List'), type(text.bound(0)))))).toEqual([]);
    const afterArrow = inductive((text, type) => text.pi('d', 'n', text.constant('Nat'), type(text.bound(1))));
    expect(faults(afterArrow)).toEqual([]);
  });

  it('may not occur with another parameter, without its parameter, or in its own index', () => {
    const other = inductive((text, type) => type(text.constant('q')));
    const shifted = inductive((text, type) => text.pi('d', 'n', text.constant('P'), type(text.bound(0))));
    const bare = inductive((text) => text.constant('T'));
    const within = inductive((text, type) => text.app(type(text.bound(0)), type(text.bound(0))));
    for (const text of [other, shifted, bare, within]) {
      expect(faults(text)).toEqual(["T is not applied to its own parameters everywhere in 'T.c'"]);
    }
  });
});
