import { describe, expect, it } from 'vitest';
import { readPlace } from '../../src/lean/place.ts';
import { shortestForm } from '../../src/search/name-at-place.ts';
import { makeFakeIndex } from './fake-index.ts';

const index = makeFakeIndex({
  declarations: [
    { name: 'add_comm' },
    { name: 'Nat.add_comm', modifiers: ['protected'] },
    { name: 'Nat.succ_le' },
    { name: 'Nat.sub.helper' },
    { name: 'Int.succ_le' },
    { name: 'mul_comm' },
    { name: 'Foo.mul_comm' },
    { name: 'Foo.Bar.baz' },
    { name: 'Foo.end' },
    { name: 'Foo.term_+_' },
    { name: 'Foo.variable' },
    { name: 'Foo.Prop' },
    { name: 'Foo.Σ' },
    { name: 'Foo.ends' },
  ],
  analysers: [],
});

const form = (name: string, namespace: string, ...opens: string[]) =>
  shortestForm(index, index.row(index.idsByName(name)[0]!)!, { namespace, opens });

describe('shortest form of a name at a place', () => {
  it('omits open namespaces', () => {
    expect(form('Nat.succ_le', '')).toBe('Nat.succ_le');
    expect(form('Nat.succ_le', 'Nat')).toBe('succ_le');
    expect(form('Nat.succ_le', 'Nat.sub')).toBe('succ_le');
    expect(form('Nat.succ_le', '', 'Nat')).toBe('succ_le');
    expect(form('Nat.sub.helper', 'Nat')).toBe('sub.helper');
    expect(form('Foo.Bar.baz', 'Foo', 'Bar')).toBe('baz');
  });

  it('keeps the namespace if two open namespaces have the name', () => {
    expect(form('Nat.succ_le', '', 'Nat', 'Int')).toBe('Nat.succ_le');
    expect(form('Int.succ_le', 'Nat')).toBe('Int.succ_le');
  });

  it('writes _root_ if the namespace shadows a root name', () => {
    expect(form('mul_comm', 'Foo')).toBe('_root_.mul_comm');
    expect(form('mul_comm', '')).toBe('mul_comm');
    expect(form('mul_comm', '', 'Foo')).toBe('_root_.mul_comm');
  });

  it('keeps the namespace of a protected name, which does not shadow other names', () => {
    expect(form('Nat.add_comm', 'Nat')).toBe('Nat.add_comm');
    expect(form('Nat.add_comm', '', 'Nat')).toBe('Nat.add_comm');
    expect(form('add_comm', 'Nat')).toBe('add_comm');
    expect(form('add_comm', '', 'Nat')).toBe('add_comm');
  });

  it('writes «» around components that need them', () => {
    expect(form('Foo.end', '')).toBe('Foo.«end»');
    expect(form('Foo.term_+_', '')).toBe('Foo.«term_+_»');
    expect(form('Foo.variable', '')).toBe('Foo.«variable»');
    expect(form('Foo.Prop', '')).toBe('Foo.«Prop»');
    expect(form('Foo.Σ', '')).toBe('Foo.«Σ»');
    expect(form('Foo.ends', '')).toBe('Foo.ends');
  });
});

describe('place in a file', () => {
  const text = [
    'import A.B', //            1
    'import C', //              2
    'open Foo (bar)', //        3
    'open Nat hiding pi', //    4
    'open Real', //             5
    'namespace X.Y', //         6
    'theorem a : True :=', //   7
    '  trivial', //             8
    'end X.Y', //               9
    'open Q', //               10
  ].join('\n');

  it('has the namespace and the fully opened namespaces at the line', () => {
    expect(readPlace(text, 8)).toEqual({ namespace: 'X.Y', opens: ['Real'], imports: ['A.B', 'C'] });
    expect(readPlace(text, 10)).toEqual({ namespace: '', opens: ['Real'], imports: ['A.B', 'C'] });
    expect(readPlace(text, null)).toEqual({ namespace: '', opens: ['Real', 'Q'], imports: ['A.B', 'C'] });
    expect(readPlace(text, 1)).toEqual({ namespace: '', opens: [], imports: ['A.B', 'C'] });
  });
});
