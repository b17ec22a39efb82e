/** The parts of the audit that need no Lean: reading exports, comparing, ordering, axioms, the replayer's answer. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { audit, type AuditRequest } from '../../src/verify/audit/audit.ts';
import { canonical, Interner } from '../../src/verify/audit/canonical.ts';
import { compareModules } from '../../src/verify/audit/compare-modules.ts';
import { type Declared, NotAnExport, readCompiledModule } from '../../src/verify/audit/compiled-module.ts';
import { declarationGraph, collectTransitively, kernelOrder } from '../../src/verify/audit/declaration-graph.ts';
import { explicitText } from '../../src/verify/audit/explicit-text.ts';
import { alignHygienicNames } from '../../src/verify/audit/hygienic-names.ts';
import {
  hasInternalName,
  type LeanName,
  nameOf,
  ownerOf,
  plainName,
  shownName,
} from '../../src/verify/audit/lean-name.ts';
import type { ProjectedField } from '../../src/verify/audit/kernel-probes.ts';
import { CORE_AXIOMS, readReplayAnswer, replayJob } from '../../src/verify/audit/replay-job.ts';
import { type Subject, subjectOf } from '../../src/verify/audit/subject.ts';
import { ExportText } from './export-text.ts';

/** `theorem t : P := VALUE`, where `P : Prop` is defined as `True`. */
function moduleWith(value: string, more: (text: ExportText) => void = () => undefined): string {
  const text = new ExportText().imports('Init');
  const [prop, truth, p, proof] = [text.prop(), text.constant('True'), text.constant('P'), text.constant(value)];
  text.def('P', prop, truth).theorem('t', p, proof).at('P', 1).at('t', 2);
  more(text);
  return String(text);
}

const read = (text: string): Subject => subjectOf(readCompiledModule(text));

describe('readCompiledModule', () => {
  it('reads the imports, declarations and positions of an export', () => {
    const module = readCompiledModule(moduleWith('trivial'));
    expect(module.imports.map(shownName)).toEqual(['Init']);
    expect(module.declarations.map(({ kind, name }) => `${kind} ${shownName(name)}`)).toEqual(['def P', 'theorem t']);
    expect(module.ranges.get(plainName('t').key)).toEqual({ line: 2, endLine: 2 });
  });

  it.each([
    ['a missing end', 'N s 0 97\n'],
    ['text after its end', 'end\nend\n'],
    ['a reference to a later line', 'E a 0 1\nend\n'],
    ['an undefined name', 'N s 7 97\nend\n'],
    ['an invalid code point', 'N s 0 55296\nend\n'],
    ['an invalid number', 'E n 1e3\nend\n'],
    ['an extra word', 'E b 0 0\nend\n'],
    ['an unknown expression', 'E ?\nend\n'],
    ['a wrong count', 'N s 0 97\nE s 0\nD axiom s 1 0 4 1\nend\n'],
    [
      'a name with too many components',
      `N s 0 97\n${Array.from({ length: 300 }, (_, at) => `N s ${at + 1} 97\n`).join('')}end\n`,
    ],
  ])('refuses an export with %s', (_, text) => {
    expect(() => readCompiledModule(text)).toThrow(NotAnExport);
  });

  it('throws only NotAnExport for an export with random changes', () => {
    const valid = moduleWith('trivial');
    fc.assert(
      fc.property(fc.nat(valid.length - 1), fc.string({ maxLength: 3 }), fc.nat(4), (at, text, cut) => {
        const tampered = valid.slice(0, at) + text + valid.slice(at + cut);
        try {
          const subject = read(tampered);
          replayJob(subject.module, subject.graph, [], [], 'nonce');
        } catch (error) {
          expect(error).toBeInstanceOf(NotAnExport);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('Lean names', () => {
  it('are distinguished by their key even if they look alike', () => {
    expect(shownName(plainName('Quot.sound'))).toBe('Quot.sound');
    expect(shownName(nameOf(['Quot.sound']))).toBe('«Quot.sound»');
    expect(shownName(nameOf(['a» .«b']))).toBe('«a\\u{bb} .\\u{ab}b»');
    expect(CORE_AXIOMS.has(nameOf(['Quot.sound']).key)).toBe(false);
    expect(shownName(nameOf(['_private', 'File', 0, 't']))).toBe('t');
  });

  const spelled = (name: string): LeanName =>
    nameOf(name.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)));

  it('of generated declarations have the name before the internal component as their owner', () => {
    for (const [name, owner] of [
      ['t.match_1', 't'],
      ['t._proof_2', 't'],
      ['f.eq_def', 'f'],
      ['_private.M.0.t.match_1', '_private.M.0.t'],
      ['f._at.g._spec_1', 'f'],
    ] as const) {
      expect([name, hasInternalName(spelled(name))]).toEqual([name, true]);
      expect(ownerOf(spelled(name))?.key).toBe(spelled(owner).key);
    }
    for (const name of ['t', 'S.rec', 'S.mk.inj', 'matching', 'proof', '_private.M.0.t'])
      expect([name, hasInternalName(spelled(name))]).toEqual([name, false]);
    expect(ownerOf(spelled('_auto.x'))).toBeNull();
  });
});

describe('the comparison of modules', () => {
  const numbers = (...texts: ExportText[]): number[] => {
    const interner = new Interner();
    return texts.map((text) => {
      const module = readCompiledModule(String(text));
      return canonical(subjectOf(module), interner).expr(module.exprs.length - 1);
    });
  };
  const all = (binder: string, variable: string): ExportText => {
    const text = new ExportText();
    text.pi(binder, variable, text.prop(), text.bound(0));
    return text;
  };

  it('ignores the names of variables, but not whether they are implicit', () => {
    const [one, other, implicit] = numbers(all('d', 'p'), all('d', 'q'), all('i', 'p'));
    expect(one).toBe(other);
    expect(one).not.toBe(implicit);
  });

  it('compares an auxiliary constant by content, and one with a source position by name', () => {
    const using = (name: string, content: string, at?: number): ExportText => {
      const text = new ExportText();
      text.def(name, text.prop(), text.constant(content));
      text.theorem('t', text.prop(), text.constant(name)).at('t', 1);
      if (at !== undefined) text.at(name, at);
      text.constant(name);
      return text;
    };
    const [one, renamed, changed] = numbers(
      using('t.match_1', 'True'),
      using('g.match_2', 'True'),
      using('t.match_1', 'False'),
    );
    expect(one).toBe(renamed);
    expect(one).not.toBe(changed);
    const [named, other] = numbers(using('f', 'True'), using('g', 'True'));
    expect(named).not.toBe(other);
    const [written, otherName] = numbers(using('t.match_1', 'True', 3), using('g.match_2', 'True', 3));
    expect(written).not.toBe(otherName);
  });

  const compare = (candidate: string, allowNew = false): string[] => {
    const original = read(moduleWith('sorry'));
    const changed = subjectOf(readCompiledModule(candidate), original);
    const holed = new Set([plainName('t').key]);
    const mayBeNew = (): boolean => allowNew;
    const findings = compareModules({ original, candidate: changed, holed, mayBeNew });
    return findings.map(({ rule, name }) => `${rule} ${name}`);
  };

  it('uses the source position of a declaration, not a name that looks like output of the code generator', () => {
    const addHoled = (text: ExportText): unknown => text.theorem('t._spec_1', text.prop(), text.constant('sorryAx'));
    const original = read(moduleWith('sorry', (text) => void addHoled(text)));
    const holed = new Set([plainName('t').key, plainName('t._spec_1').key]);
    const against = (candidate: string): string[] =>
      compareModules({
        original,
        candidate: subjectOf(readCompiledModule(candidate), original),
        holed,
        mayBeNew: () => false,
      }).map(({ rule, name }) => `${rule} ${name}`);
    expect(against(moduleWith('trivial'))).toEqual(['missing t._spec_1']);
    expect(against(moduleWith('trivial', (text) => text.axiom('t._spec_1', text.prop())))).toEqual(['kind t._spec_1']);
    expect(against(moduleWith('trivial', (text) => void addHoled(text)))).toEqual([]);
    const unsafeAxiom = moduleWith('sorry', (text) => text.line(`D axiom u ${text.name('t._spec_1')} 0 0`));
    expect(compare(unsafeAxiom)).toEqual([]);
  });

  it('matches declarations of macros by their order, not by the numbers in their names', () => {
    const claims = (scopes: readonly number[], contents: readonly string[]): string =>
      moduleWith('trivial', (text) => {
        for (const [at, number] of scopes.entries()) {
          const name = `claim._@.M._hyg.${number}`;
          text.theorem(name, text.constant(contents[at] ?? ''), text.constant('proof')).at(name, 3 + at);
        }
      });
    const original = read(claims([7, 9], ['A', 'B']));
    const against = (candidate: string): string[] => {
      const renamed = alignHygienicNames(original.module, readCompiledModule(candidate));
      const holed = new Set([plainName('t').key]);
      const changed = subjectOf(renamed, original);
      return compareModules({ original, candidate: changed, holed, mayBeNew: () => false }).map(({ rule }) => rule);
    };
    expect(against(claims([17, 21], ['A', 'B']))).toEqual([]);
    expect(against(claims([21, 17], ['B', 'A']))).toEqual([]);
    expect(against(claims([17, 21], ['B', 'A']))).toEqual(['type', 'type']);
    expect(against(claims([17], ['A']))).toEqual(['missing']);
    expect(against(claims([17, 21, 30], ['A', 'B', 'C']))).toEqual(['new']);
  });

  it('ignores a changed proof and reports every other change', () => {
    expect(compare(moduleWith('trivial'))).toEqual([]);
    expect(compare(moduleWith('trivial', (text) => text.axiom('x', text.prop())))).toEqual(['axiom x']);
    const helped = moduleWith('trivial', (text) => text.theorem('u', text.constant('True'), text.constant('trivial')));
    expect([compare(helped), compare(helped, true)]).toEqual([['new u'], []]);
    expect(compare(moduleWith('trivial', (text) => text.theorem('t', text.prop(), text.prop())))).toEqual(['twice t']);
    expect(compare(moduleWith('trivial', (text) => text.imports('Other')))).toEqual(['imports null']);
    expect(compare(moduleWith('trivial').replace('D theorem s', 'D opaque s'))).toEqual(['kind t']);
    const unsafe = moduleWith('trivial', (text) => text.line(`D def u o 0 ${text.name('t._x')} 0 0`));
    expect(compare(unsafe)).toEqual(['unsafe t._x']);
  });

  it('prints types in full, up to a maximum length', () => {
    const text = new ExportText();
    const p = text.constant('P');
    text.pi('i', 'n', p, text.pi('d', 'n', p, text.app(text.app(text.constant('Eq'), text.bound(1)), text.bound(0))));
    const module = readCompiledModule(String(text));
    expect(explicitText(module, module.exprs.length - 1)).toBe('∀ {n : @P}, ∀ (n_1 : @P), @Eq n n_1');
    expect(explicitText(readCompiledModule('E t 97,34,955\nend\n'), 0)).toBe('"a\\"λ"');
    const long = new ExportText();
    let at = long.constant('P');
    for (let times = 0; times < 60; times++) at = long.app(at, at);
    const shared = readCompiledModule(String(long));
    expect(explicitText(shared, at)).toMatch(/^@P @P.*…$/);
  });

  it('prints terms of any depth', () => {
    const [wide, deep] = [new ExportText(), new ExportText()];
    let [many, inner] = [wide.constant('P'), deep.constant('P')];
    const [p, f] = [wide.constant('P'), deep.constant('f')];
    for (let times = 0; times < 100_000; times++) [many, inner] = [wide.app(many, p), deep.app(f, inner)];
    expect(explicitText(readCompiledModule(String(wide)), many)).toMatch(/^@P @P.*…$/);
    expect(explicitText(readCompiledModule(String(deep)), inner)).toMatch(/^@f \(@f .*…\)+$/);
  });
});

describe('collectTransitively', () => {
  /** Declarations `d.0`, `d.1`, … with the given dependencies. */
  const graph = (
    edges: readonly (readonly [number, number])[],
    count: number,
  ): [Declared[], (declared: Declared) => Declared[]] => {
    const text = new ExportText();
    const prop = text.prop();
    for (let at = 0; at < count; at++) text.axiom(`d.${at}`, prop);
    const { declarations } = readCompiledModule(String(text));
    const needs = new Map<Declared, Declared[]>(declarations.map((declared) => [declared, []]));
    for (const [from, to] of edges) needs.get(declarations[from]!)!.push(declarations[to]!);
    return [declarations, (declared) => needs.get(declared)!];
  };

  it('collects everything reachable, also in cyclic graphs', () => {
    const node = fc.nat(11);
    fc.assert(
      fc.property(fc.array(fc.tuple(node, node), { maxLength: 40 }), (edges) => {
        const [declarations, needs] = graph(edges, 12);
        const all = collectTransitively(needs, (declared) => [declared]);
        for (const start of declarations) {
          const reached = new Set([start]);
          for (const each of reached) for (const need of needs(each)) reached.add(need);
          expect(new Set(all(start))).toEqual(reached);
        }
      }),
    );
  });

  it('handles a long chain, and throws a RangeError if the sets become too large', () => {
    const count = 50_000;
    const [declarations, needs] = graph(
      Array.from({ length: count - 1 }, (_, at) => [at, at + 1] as const),
      count,
    );
    const last = collectTransitively(needs, (declared) => (declared === declarations.at(-1) ? ['last'] : []));
    expect([...last(declarations[0]!)]).toEqual(['last']);
    const everything = collectTransitively(needs, (declared) => [declared]);
    expect(() => everything(declarations[0]!)).toThrow(RangeError);
  });
});

describe('kernelOrder', () => {
  it('puts every declaration after its dependencies, and types together with their constructors', () => {
    const text = new ExportText();
    const [later, prop] = [text.constant('later'), text.prop()];
    text.theorem('first', prop, later).theorem('later', prop, text.constant('T.c'));
    const t = text.name('T');
    text.line(`D constructor ${t} ${text.name('T.c')} ${text.constant('T')} 0`);
    text.line(`D inductive s 0 1 ${t} 1 ${text.name('T.c')} ${t} ${prop} 0`);
    const { module, graph } = read(String(text));
    const order = kernelOrder(module, graph).map((unit) =>
      unit.kind === 'single' ? shownName(unit.declared.name) : unit.kind,
    );
    expect(order).toEqual(['inductive', 'later', 'first']);
  });

  it('refuses cyclic dependencies', () => {
    const text = new ExportText();
    const prop = text.prop();
    text.theorem('a', prop, text.constant('b')).theorem('b', prop, text.constant('a'));
    const module = readCompiledModule(String(text));
    expect(() => kernelOrder(module, declarationGraph(module))).toThrow(NotAnExport);
  });

  it('refuses inductive types that disagree on their block', () => {
    const block = (parameters: number): string => {
      const text = new ExportText();
      const [prop, t, s] = [text.prop(), text.name('T'), text.name('S')];
      text.line(`D inductive s 0 2 ${t} ${s} 0 ${t} ${prop} 0`);
      return String(text.line(`D inductive s ${parameters} 2 ${t} ${s} 0 ${s} ${prop} 0`));
    };
    const order = (text: string): unknown => {
      const module = readCompiledModule(text);
      return kernelOrder(module, declarationGraph(module));
    };
    expect(order(block(0))).toHaveLength(1);
    expect(() => order(block(1))).toThrow(NotAnExport);
  });
});

describe('readReplayAnswer', () => {
  it('accepts only a complete answer in the right order with the nonce', () => {
    const lines = [
      'noise of an import',
      'xyz core s112',
      'xyz ok 0',
      'xyz no 1 unknown-constant s97.i2',
      'xyz end',
      '',
    ];
    const expected = (units: number, ...fields: ProjectedField[]): Parameters<typeof readReplayAnswer>[2] => ({
      units: Array.from({ length: units }, () => ({ kind: 'quot' })),
      fields,
    });
    const answer = readReplayAnswer(lines.join('\n'), 'xyz', expected(2));
    expect(answer && [...answer.refused]).toEqual([[1, 'unknown constant a.2']]);
    expect(answer && [...answer.core]).toEqual(['["p"]']);
    expect(readReplayAnswer(lines.join('\n'), 'abc', expected(2))).toBeNull();
    expect(readReplayAnswer(lines.join('\n'), 'xyz', expected(3))).toBeNull();
    expect(readReplayAnswer(lines.slice(0, 4).join('\n'), 'xyz', expected(2))).toBeNull();
    expect(readReplayAnswer(lines.toSpliced(2, 1).join('\n'), 'xyz', expected(2))).toBeNull();
    expect(readReplayAnswer([...lines.slice(0, 5), 'xyz ok 2', ''].join('\n'), 'xyz', expected(2))).toBeNull();
    const field = { structure: plainName('S'), index: 1 };
    expect(readReplayAnswer(lines.join('\n'), 'xyz', expected(2, field))).toBeNull();
    const more = lines.toSpliced(1, 0, 'xyz trapped', 'xyz no-field 0 110,111');
    const complete = readReplayAnswer(more.join('\n'), 'xyz', expected(2, field));
    expect(complete && [...complete.fields.values(), complete.isLaxOnUniverses]).toEqual(['no', true]);
    expect(readReplayAnswer(more.join('\n'), 'xyz', expected(2))).toBeNull();
  });
});

describe('the audit', () => {
  const accepting: AuditRequest['answer'] = {
    refused: new Map(),
    data: new Set(),
    imported: new Map(),
    core: CORE_AXIOMS as Set<string>,
    fields: new Map(),
    isLaxOnUniverses: false,
  };
  const decide = (candidate: string, changes: Partial<AuditRequest> = {}): string[] => {
    const request: AuditRequest = {
      original: read(moduleWith('sorryAx')),
      candidate: read(candidate),
      targets: new Set([plainName('t').key]),
      otherHolesMayRemain: false,
      units: [],
      answer: { ...accepting, imported: new Map([[plainName('sorryAx').key, [plainName('sorryAx')]]]) },
      allowedAxioms: [],
      allowNew: false,
      oleans: null,
      generation: '2021',
      faults: [],
      ...changes,
    };
    const { findings, conditional } = audit(request);
    return [...findings.map(({ rule, name }) => `${rule} ${name}`), ...conditional.map((name) => `if ${name}`)];
  };

  it('accepts an honest proof, but not a sorry', () => {
    expect(decide(moduleWith('trivial'))).toEqual([]);
    expect(decide(moduleWith('sorryAx'))).toEqual(['sorry t']);
  });

  it('checks the axioms of imported constants, by key and not by displayed name', () => {
    const dependingOn = (axiom: ReturnType<typeof nameOf>): Partial<AuditRequest> => ({
      answer: { ...accepting, imported: new Map([[plainName('lemma').key, [axiom]]]) },
    });
    expect(decide(moduleWith('lemma'), dependingOn(plainName('propext')))).toEqual([]);
    expect(decide(moduleWith('lemma'), dependingOn(nameOf(['Quot.sound'])))).toEqual(['axiom t']);
    expect(decide(moduleWith('lemma'), dependingOn(plainName('sorryAx')))).toEqual(['sorry t']);
    const own = { ...dependingOn(plainName('own')), allowedAxioms: ['own'] };
    expect(decide(moduleWith('lemma'), own)).toEqual([]);
  });

  it('refuses a core axiom that does not come from Lean', () => {
    const answer = {
      ...accepting,
      core: new Set<string>(),
      imported: new Map([[plainName('l').key, [plainName('propext')]]]),
    };
    expect(decide(moduleWith('l'), { answer })).toEqual(['core t']);
    const declared = moduleWith('propext', (text) => text.axiom('propext', text.constant('False')));
    expect(decide(declared)).toEqual(['core t', 'axiom propext']);
  });

  it('finds a sorry in an auxiliary declaration that Lean extracted from the proof', () => {
    const taken = moduleWith('t._proof_1', (text) => text.theorem('t._proof_1', text.prop(), text.constant('sorryAx')));
    expect(decide(taken)).toEqual(['sorry t']);
  });
});
