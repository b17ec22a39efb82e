/** Checks that each mutation has its declared effect on the seeds. */
import { describe, expect, it } from 'vitest';
import { drawOf } from '../../../bench/fuzz/draw.ts';
import { markedHoles, refilled, withoutMarks } from '../../../bench/fuzz/marked-text.ts';
import type { Mutation } from '../../../bench/fuzz/mutation.ts';
import { words } from '../../../bench/fuzz/mutants.ts';
import { MUTATIONS } from '../../../bench/fuzz/registry.ts';
import { pairOf, readSeeds, type Seed } from '../../../bench/fuzz/seeds.ts';

const seeds = readSeeds();

type Applied = { before: string; after: string }[];

const known = new Map<Mutation, Applied>();

/** Applies a mutation to the candidate of each seed, twice. Leaves out seeds to which it does not apply. */
function applied(mutation: Mutation): Applied {
  let found = known.get(mutation);
  if (found === undefined)
    known.set(mutation, (found = seeds.flatMap((seed) => [...once(mutation, seed, 1), ...once(mutation, seed, 2)])));
  return found;
}

function once(mutation: Mutation, seed: Seed, number: number): Applied {
  const draw = drawOf(number);
  const before = pairOf(seed, draw).candidate;
  const after = mutation.apply(before, draw);
  return after === null || after === before ? [] : [{ before, after }];
}

const ofKinds = (...kinds: string[]): Mutation[] => MUTATIONS.filter(({ kind }) => kinds.includes(kind));
const named = (all: readonly Mutation[]): [string, Mutation][] => all.map((mutation) => [mutation.name, mutation]);

const LAID_OUT = ofKinds('white space', 'comments');
const SPELLED = ofKinds('other spelling');
const DECLARING_NOTHING = ofKinds('commands that declare nothing');
const FILLED = ofKinds('another proof by a term', 'another proof by tactics', 'helpers in a proof');
const RENAMING = MUTATIONS.filter(({ name }) => name === 'an argument renamed');

describe('the mutation registry', () => {
  it('has no duplicate names', () => {
    const names = MUTATIONS.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('has only mutations that apply to some seed', () => {
    expect(MUTATIONS.filter((mutation) => applied(mutation).length === 0).map(({ name }) => name)).toEqual([]);
  }, 240_000);

  it('has no neutral mutation that is not tested here', () => {
    const shown = new Set([...LAID_OUT, ...SPELLED, ...DECLARING_NOTHING, ...FILLED, ...RENAMING]);
    expect(MUTATIONS.filter((each) => each.effect === 'neutral' && !shown.has(each)).map(({ name }) => name)).toEqual(
      [],
    );
  });

  it('applies no neutral mutation to the original', () => {
    expect(MUTATIONS.filter(({ effect, scope }) => effect === 'neutral' && scope === 'either')).toEqual([]);
  });
});

describe('a mutation with the effect `changed`', () => {
  it.each(named(MUTATIONS.filter(({ effect }) => effect === 'changed')))('changes tokens (%s)', (_, mutation) => {
    for (const { before, after } of applied(mutation)) expect(words(after)).not.toBe(words(before));
  });

  const outside = MUTATIONS.filter(({ effect, kind }) => effect === 'changed' && kind !== 'dishonest fillings');
  it.each(named(outside))('changes tokens outside the holes (%s)', (_, mutation) => {
    for (const { before, after } of applied(mutation)) expect(outsideHoles(after)).not.toBe(outsideHoles(before));
  });
});

describe('a neutral mutation', () => {
  it.each(named(LAID_OUT))('keeps every token (%s)', (_, mutation) => {
    for (const { before, after } of applied(mutation)) expect(words(after)).toBe(words(before));
  });

  it.each(named(SPELLED))('keeps every token except for its spelling (%s)', (_, mutation) => {
    for (const { before, after } of applied(mutation)) expect(respelled(after)).toBe(respelled(before));
  });

  it.each(named(DECLARING_NOTHING))('adds no declaration (%s)', (_, mutation) => {
    for (const { before, after } of applied(mutation)) expect(withoutEmptyCommands(after)).toBe(words(before));
  });

  it.each(named(RENAMING))('changes one name (%s)', (_, mutation) => {
    for (const { before, after } of applied(mutation))
      expect(words(after).replace(/(\w)X\b/, '$1')).toBe(words(before));
  });

  it.each(named(FILLED))('changes at most one hole (%s)', (_, mutation) => {
    for (const { before, after } of applied(mutation)) {
      expect(outsideHoles(withoutHelper(after))).toBe(outsideHoles(before));
      const changed = markedHoles(before).filter(({ filling }, at) => filling !== markedHoles(after)[at]?.filling);
      expect(changed.length).toBe(after.includes('\nwhere\n  unusedHelper') ? 0 : 1);
    }
  });

  it.each(named(FILLED))('keeps the original proof inside the new one (%s)', (_, mutation) => {
    for (const { before, after } of applied(mutation)) {
      const fillings = markedHoles(after).map(({ filling }) => words(filling.replaceAll(/(\w)Other\b/g, '$1')));
      for (const [at, { filling }] of markedHoles(before).entries()) expect(fillings[at]).toContain(words(filling));
    }
  });
});

/** The tokens outside the holes. */
const outsideHoles = (marked: string): string => words(withoutMarks(refilled(marked, () => ' ')));

/** Removes the helper that a mutation adds after a theorem. */
const withoutHelper = (marked: string): string => marked.replace(/\nwhere\n {2}unusedHelper(?: \(.*|.*\n.*\n.*)/, '');

/** Normalizes spellings, removes parentheses, and gives each binder its own brackets. */
function respelled(marked: string): string {
  const spellings: [string, string][] = [
    ['->', '→'],
    ['forall', '∀'],
    ['exists', '∃'],
    ['/\\', '∧'],
    ['\\/', '∨'],
    ['<=', '≤'],
    ['λ', 'fun'],
  ];
  let text = withoutMarks(marked);
  for (const [other, sign] of spellings) text = text.replaceAll(other, sign);
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replaceAll(
      /([({])([^\s:∃∀(){}]+) ((?:[^\s:(){}]+ )*[^\s:(){}]+) : ([^(){}]*)([)}])/g,
      '$1$2 : $4$5 $1$3 : $4$5',
    );
  }
  return words(text.replaceAll(/[()]/g, ' '));
}

const withoutEmptyCommands = (marked: string): string =>
  words(
    withoutMarks(marked)
      .replace(
        /universe unused_universe|variable \(unused_variable : Nat\)|set_option (?:pp.all true|maxRecDepth 1000\n)/,
        '',
      )
      .replace(/^section\n\n([^]*)\nend\n$/m, '$1'),
  );
