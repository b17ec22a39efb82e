/** The rules that fill the attributes of an entity, on the samples of AutoMathKG (Bian et al. 2025, Table 2). */
import { describe, expect, test } from 'vitest';
import {
  entityAttributes,
  type EntityInput,
  type RuleFact,
} from '../../../src/builders/knowledge/rules/entity-attributes.ts';
import { locateReferences } from '../../../src/builders/knowledge/rules/entity-texts.ts';
import { actionOf } from '../../../src/builders/knowledge/rules/segments.ts';

const NO_MODELS = { field: null, subfield: null };

function entity(
  input: Partial<EntityInput> & Pick<EntityInput, 'kind' | 'statement'>,
  labels: string[] = [],
): EntityInput {
  const { statement, proofs = [], facts = null } = input;
  const targets = labels.map((label) => ({ label, title: label.replace(/^\w+:/, ''), calledAs: '' }));
  const references = locateReferences([statement, ...proofs], targets, facts);
  return { called: '', title: '', headings: [], proofs: [], facts: null, references, ...input };
}

const valueOf = (facts: RuleFact[], name: RuleFact['name'], part = 0): unknown =>
  facts.find((fact) => fact.name === name && fact.part === part)?.value;

const SYMMETRIC_GROUP = [
  'Let $S$ be a set.',
  String.raw`Let $\Gamma(S)$ denote the set of permutations on $S$.`,
  String.raw`Let $(\Gamma, \circ)$ be the algebraic structure such that $\circ$ denotes the composition of mappings.`,
  String.raw`Then $(\Gamma, \circ)$ is called the symmetric group on $S$.`,
];
const CENTER = [
  String.raw`Let $n \in \mathbb{N}$ be a natural number.`,
  String.raw`Let $S_n$ denote the symmetric group of order $n$.`,
  String.raw`Let $n \geq 3$.`,
  'Then the center $Z(S_n)$ of $S_n$ is trivial.',
];

describe('samples of Table 2', () => {
  test('the references of a definition', () => {
    const labels = [
      'Definition:Composition of Mappings',
      'Definition:Algebraic Structure',
      'Definition:Element',
      'Definition:Permutation',
      'Definition:Set',
    ];
    const facts = entityAttributes(
      entity({ kind: 'definition', statement: SYMMETRIC_GROUP.join(' ') }, labels),
      NO_MODELS,
    );
    expect(valueOf(facts, 'references_tactics')).toEqual({
      'Definition:Composition of Mappings': 'definition',
      'Definition:Algebraic Structure': 'definition',
      'Definition:Element': 'definition',
      'Definition:Permutation': 'definition',
      'Definition:Set': 'premise',
    });
  });

  test('the references of a theorem', () => {
    const labels = [
      'Order of Structure',
      'Definition:Center (Abstract Algebra)/Group',
      'Definition:Natural Numbers',
      'Definition:Trivial Group',
      'Definition:Symmetric Group',
    ];
    const facts = entityAttributes(entity({ kind: 'theorem', statement: CENTER.join(' ') }, labels), NO_MODELS);
    expect(valueOf(facts, 'references_tactics')).toEqual(Object.fromEntries(labels.map((label) => [label, 'premise'])));
  });

  test('the reference of a problem', () => {
    const statement = 'Consider the matrix of $A = [[1, 2], [2, 1]]$, is this a positive definite matrix?';
    const facts = entityAttributes(
      entity({ kind: 'problem', statement }, ['definition:positive definite matrix']),
      NO_MODELS,
    );
    expect(valueOf(facts, 'references_tactics')).toEqual({ 'definition:positive definite matrix': 'deduction' });
    expect(valueOf(facts, 'bodylist')).toBeUndefined();
  });

  test('the actions of all five segments', () => {
    const of = (type: 'definition' | 'theorem', segment: string, isLast = false) =>
      actionOf(segment, { type, part: 0, form: 'sentence', isLast });
    expect([
      of('definition', SYMMETRIC_GROUP[0]!),
      of('definition', SYMMETRIC_GROUP[1]!),
      of('theorem', CENTER[0]!),
      of('theorem', `${CENTER[1]} ${CENTER[2]}`),
      of('theorem', `${CENTER[2]} ${CENTER[3]}`, true),
    ]).toEqual(['premise', 'definition', 'premise', 'assumption', 'conclusion']);
  });

  test('the same actions from the whole texts', () => {
    const actions = (kind: 'definition' | 'theorem', statement: string) =>
      (valueOf(entityAttributes(entity({ kind, statement }), NO_MODELS), 'bodylist') as { action: string }[]).map(
        ({ action }) => action,
      );
    expect(actions('definition', SYMMETRIC_GROUP.join(' '))).toEqual([
      'premise',
      'definition',
      'definition',
      'definition',
    ]);
    expect(actions('theorem', CENTER.join(' '))).toEqual(['premise', 'assumption', 'assumption', 'conclusion']);
  });
});
