import { describe, expect, it } from 'vitest';
import type { Declaration, FileOutline, Notation } from '../../../src/lean/declaration.ts';
import { sharedOutline } from '../../../src/lean/generate/declared-structures.ts';
import { expandAgain } from '../../../src/lean/generate/expand-again.ts';
import { expandLibrary, type LibraryExpansion, type LookUp } from '../../../src/lean/generate/expand.ts';
import { readLeanFile } from '../../../src/lean/read-file.ts';
import { seededRandom } from '../../index/random-library.ts';
import { fixtureText } from './expanded-fixture.ts';

type Texts = Record<string, string>;

interface Library {
  outlines: FileOutline[];
  notations: Notation[];
  literal: Map<string, (Declaration & { module: string; isShared?: boolean })[]>;
  lookUp: LookUp;
  expansion: LibraryExpansion;
}

function expanded(texts: Texts): Library {
  const literal: Library['literal'] = new Map();
  const [outlines, notations]: [FileOutline[], Notation[]] = [[], []];
  for (const module of Object.keys(texts).toSorted()) {
    const facts = readLeanFile(texts[module]!, module);
    outlines.push(facts.outline);
    notations.push(...facts.notations);
    for (const declaration of facts.declarations)
      literal.set(declaration.name, [...(literal.get(declaration.name) ?? []), { ...declaration, module }]);
  }
  const lookUp: LookUp = (name, module) => {
    const found = literal.get(name) ?? [];
    const one = found.find((declaration) => declaration.module === module) ?? found[0];
    return one === undefined ? null : { ...one, isShared: found.length > 1 };
  };
  return { outlines, notations, literal, lookUp, expansion: expandLibrary(outlines, lookUp, notations) };
}

/** Names of the declarations that differ between two lists. */
function differing(before: readonly Declaration[], now: readonly Declaration[]): Set<string> {
  const texts = (list: readonly Declaration[]): Map<string, string> => {
    const byName = new Map<string, string>();
    for (const one of list) byName.set(one.name, `${byName.get(one.name) ?? ''}${JSON.stringify(one)}`);
    return byName;
  };
  const [old, last] = [texts(before), texts(now)];
  return new Set([...old.keys(), ...last.keys()].filter((name) => old.get(name) !== last.get(name)));
}

/**
 * Updates the expansion of one library to that of another with the same modules; returns the modules expanded again.
 */
function updated(before: Library, after: Library, changed: ReadonlySet<string>) {
  const order = [...before.expansion.traces.keys()];
  const outlinesIn = (library: Library, module: string): FileOutline[] =>
    library.outlines.filter((outline) => outline.module === module);
  const shared = (library: Library, module: string): FileOutline[] => outlinesIn(library, module).map(sharedOutline);
  const reexpanded = expandAgain({
    modules: order.map((module) => {
      const { queries, effects } = before.expansion.traces.get(module)!;
      return { module, queries, effects: () => effects, shared: shared(after, module), isChanged: changed.has(module) };
    }),
    sharedBefore: order.flatMap((module) => shared(before, module)),
    changedNames: differing([...before.literal.values()].flat(), [...after.literal.values()].flat()),
    outlines: (module) => outlinesIn(after, module),
    lookUp: after.lookUp,
    generated: (name) =>
      order.flatMap((module, place) => {
        const declaration = before.expansion.modules.get(module)?.declarations.find((one) => one.name === name);
        return declaration === undefined ? [] : [{ declaration, place }];
      }),
    changedExpansions: (module, now) =>
      differing(before.expansion.modules.get(module)?.declarations ?? [], now.declarations),
    notations: after.notations,
  });
  const modules = new Map(before.expansion.modules);
  const traces = new Map(before.expansion.traces);
  for (const [module, { declarations, problems, trace }] of reexpanded) {
    modules.set(module, { declarations, problems });
    traces.set(module, trace);
    if (declarations.length + problems.length === 0) modules.delete(module);
  }
  return { modules, traces, again: reexpanded };
}

function expectUpdated(before: Texts, after: Texts): Set<string> {
  const changed = new Set(Object.keys(after).filter((module) => before[module] !== after[module]));
  const [old, now] = [expanded(before), expanded(after)];
  const { modules, traces, again: reexpanded } = updated(old, now, changed);
  const sorted = <V>(map: ReadonlyMap<string, V>): [string, V][] => [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));
  expect(sorted(modules)).toEqual(sorted(now.expansion.modules));
  expect(sorted(traces)).toEqual(sorted(now.expansion.traces));
  return new Set(reexpanded.keys());
}

const BASE: Texts = {
  Words: fixtureText('Words'),
  A: 'import Words\n\n@[to_additive]\ntheorem mul_turn (a b : M) : a * b = b * a := sorry\n\n@[to_additive]\ntheorem mul_other : 1 = 1 := rfl\n',
  B: 'import A\n\nattribute [to_additive] mul_other\n\n@[to_additive]\ntheorem mul_twice (h : mul_turn a b) : a * a = a := sorry\n',
  C: 'import A\n\n@[to_additive]\ntheorem mul_unrelated (a : M) : a * 1 = a := sorry\n',
  S: 'structure Pt where\n  fst : Nat\n  isBig : Big fst\n',
  T: 'import S\n\n@[simps]\ndef origin : Pt := ⟨0, big⟩\n',
};

describe('expandAgain', () => {
  it('expands only the changed module if its results are unchanged', () => {
    const after = { ...BASE, A: `${BASE.A}\n-- Nothing.\n` };
    expect(expectUpdated(BASE, after)).toEqual(new Set(['A']));
  });

  it('expands the modules that depend on a changed statement', () => {
    const after = { ...BASE, A: BASE.A!.replace('1 = 1', '2 = 2') };
    expect(expectUpdated(BASE, after)).toEqual(new Set(['A', 'B']));
  });

  it('expands the modules whose statements contain a name that no longer translates', () => {
    const after = { ...BASE, A: BASE.A!.replace('@[to_additive]\n', '') };
    expect(expectUpdated(BASE, after)).toEqual(new Set(['A', 'B']));
  });

  it('expands the lemmas of projections of a changed field', () => {
    expect(expectUpdated(BASE, { ...BASE, S: 'structure Pt where\n  fst : Nat\n  isBig : Nat\n' })).toContain('T');
  });

  it('expands the structures whose fields become propositions by a changed predicate', () => {
    const after = { ...BASE, A: `${BASE.A}\ndef Big (n : Nat) : Prop := 3 < n\n` };
    expect(expectUpdated(BASE, after)).toEqual(new Set(['A', 'T']));
  });

  it('expands all modules after a change of a dictionary', () => {
    const after = { ...BASE, Words: BASE.Words!.replace('"mul"', '"mull"') };
    expect(expectUpdated(BASE, after)).toEqual(new Set(Object.keys(BASE)));
  });

  it.each([1, 2, 3])('gives the same result as a full expansion after random changes (seed %i)', (seed) => {
    const library = new RandomTexts(seed);
    let before = library.texts();
    let fewer = 0;
    for (let round = 0; round < 40; round++) {
      library.change();
      const after = library.texts();
      if (expectUpdated(before, after).size < Object.keys(after).length / 2) fewer++;
      before = after;
    }
    expect(fewer).toBeGreaterThan(5);
  });
});

const NAMES = ['mul_a', 'mul_b', 'Top.mul_c', 'sup_d', 'Top.sup_e', 'instMulTop', 'origin', 'Top.pair'];
const STRUCTURES = ['Pt', 'Top.Pt', 'Wide', 'AddWide'];

/** Modules with fixed imports and randomly changing commands. */
class RandomTexts {
  readonly #random: (below: number) => number;
  readonly #commands: string[][];

  constructor(seed: number) {
    this.#random = seededRandom(seed);
    this.#commands = Array.from({ length: 9 }, () => Array.from({ length: 5 }, () => this.#command()));
  }

  texts(): Texts {
    const texts: Texts = { Words: fixtureText('Words') };
    this.#commands.forEach((commands, i) => {
      const imports = i === 0 ? 'Words' : `M${Math.floor((i * 7) % 5 < i ? (i * 7) % 5 : i - 1)}`;
      texts[`M${i}`] = `import ${imports}\n\n${commands.join('\n\n')}\n`;
    });
    return texts;
  }

  change(): void {
    const commands = this.#commands[this.#random(this.#commands.length)]!;
    const at = this.#random(commands.length);
    const dice = this.#random(3);
    if (dice === 0 && commands.length > 3) commands.splice(at, 1);
    else commands.splice(at, dice === 1 ? 1 : 0, this.#command());
  }

  #one(list: readonly string[]): string {
    return list[this.#random(list.length)]!;
  }

  #command(): string {
    const [name, other] = [this.#one(NAMES), this.#one(NAMES)];
    const structure = this.#one(STRUCTURES);
    switch (this.#random(13)) {
      case 0:
        return `@[to_additive]\ntheorem ${name} (a b : M) : ${other} a * b = a := sorry`;
      case 1:
        return `@[to_dual]\nlemma ${name} (a b : M) : a ⊔ b = ${other} a := sorry`;
      case 2:
        return `attribute [to_additive] ${name}`;
      case 3:
        return `structure ${structure} where\n  fst : Nat\n  snd : ${this.#one(['Big fst', 'Nat', 'IsMul fst'])}`;
      case 4:
        return `structure ${structure} extends ${this.#one(STRUCTURES)} where\n  third : Nat`;
      case 5:
        return `@[simps]\ndef ${name} : ${structure} := ${other}`;
      case 6:
        return `initialize_simps_projections ${structure} (fst → ${this.#one(['first', 'apply'])})`;
      case 7:
        return `@[to_additive]\ndef IsMul${this.#one(['', "'"])} (n : Nat) : Prop := ${name}`;
      case 8:
        return `@[to_additive (attr := simps) ${name}_add]\ndef ${name} : ${structure} := ${other}`;
      case 9:
        return `@[reassoc (attr := simp)]\ntheorem ${name} (f : A ⟶ B) : f ≫ ${other} = f := sorry`;
      case 10:
        return `attribute [to_additive existing] ${structure}\n\n@[to_additive self]\ntheorem ${name} : ${other} = 1 := sorry`;
      case 11:
        return `namespace Top\n\n@[to_additive]\ninstance : Mul ${structure} := sorry\n\n@[to_dual none]\nlemma ${name} : ${other} := sorry\n\nend Top`;
      default:
        return `def Big (n : Nat) : ${this.#one(['Prop', 'Nat'])} := ${other}`;
    }
  }
}
