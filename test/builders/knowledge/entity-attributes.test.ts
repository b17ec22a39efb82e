/** The rules that fill the attributes of an entity, on the samples of AutoMathKG (Bian et al. 2025, Table 2). */
import { describe, expect, test } from 'vitest';
import {
  entityAttributes,
  type EntityInput,
  type RuleFact,
} from '../../../src/builders/knowledge/rules/entity-attributes.ts';
import { trainFields } from '../../../src/builders/knowledge/rules/entity-field.ts';
import { locateReferences } from '../../../src/builders/knowledge/rules/locate-references.ts';
import { actionOf } from '../../../src/builders/knowledge/rules/segments.ts';
import { proofsOf } from '../../../src/library/split-proofs.ts';

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

describe('texts of strangers', () => {
  const HOSTILE = [
    ...[
      '$',
      '$$',
      '{',
      '\\emph{',
      '{\\em ',
      "''",
      '``',
      '**a',
      '_a ',
      '[[',
      '](',
      '\\ref[',
      '\\ref{',
      '\\item[',
      '\\begin{align}',
    ],
    ...[
      '\\begin{enumerate}[',
      '\\(',
      '\\[',
      '(',
      'by ',
      'let ',
      'if ',
      'Step 1.',
      '\n',
      '\n:',
      ' ',
      'é',
      '\u0000',
      '\ud800',
    ],
  ];
  test.each(HOSTILE)('%j, many times, ends in time', (piece) => {
    const text = piece.repeat(Math.ceil(10_000 / piece.length));
    for (const kind of ['definition', 'theorem', 'passage'] as const) {
      const facts = entityAttributes(entity({ kind, statement: text, proofs: [text] }, ['x']), NO_MODELS);
      expect(facts.map(({ name }) => name)).toContain('references_tactics');
    }
  });

  test('every reference gets a label', () => {
    const labels = ['a', 'b', 'constructor', '__proto__ x'];
    const input = entity(
      { kind: 'theorem', statement: String.raw`Let \ref{a}.`, proofs: [String.raw`By \ref{b} \ref{a}.`, ''] },
      labels,
    );
    const found = entityAttributes(input, NO_MODELS)
      .filter(({ name }) => name === 'references_tactics')
      .flatMap(({ part, value }) => Object.keys(value as object).map((label) => `${part} ${label}`));
    expect(found.toSorted()).toEqual(['0 __proto__ x', '0 a', '0 constructor', '1 a', '1 b']);
  });
});

describe('other rules', () => {
  test('the term that a definition emphasises is its title, and the first clause that of a theorem', () => {
    const title = (kind: 'definition' | 'theorem', statement: string) =>
      valueOf(entityAttributes(entity({ kind, statement }), NO_MODELS), 'title');
    expect(title('definition', String.raw`\textbf{Definition.} A ship is called \emph{sea worthy} if it floats.`)).toBe(
      'sea worthy',
    );
    expect(title('theorem', 'Every ship $s$ floats, and it rests in a harbour. More.')).toBe('Every ship floats');
    expect(title('theorem', `Every ${'long '.repeat(40)}`)).toBe(`Every${' long'.repeat(15)}`);
  });

  test('classes of the source give field and subfield; a chapter gives the field with less confidence', () => {
    const facts = (input: Partial<EntityInput>) =>
      entityAttributes(entity({ kind: 'theorem', statement: 'x', ...input }), NO_MODELS).filter(({ name }) =>
        name.endsWith('field'),
      );
    const given = facts({ facts: { subjects: ['msc:03E25'] }, headings: ['Topology'] });
    expect(given.map(({ value, confidence }) => [value, confidence])).toEqual([
      ['foundations of mathematics', null],
      ['Mathematical logic and foundations', null],
    ]);
    const chapter = facts({ headings: ['Commutative Algebra', 'Introduction'] });
    expect(chapter.map(({ value, rule }) => [value, rule])).toEqual([['algebra', 'rule:field@1']]);
    expect(chapter[0]!.confidence).toBeLessThan(1);
  });

  test('each proof is a part of its own', () => {
    const proof = 'Clear.\n\nAnother way. Also clear.';
    expect(proofsOf(proof, { proofStarts: [8] })).toEqual(['Clear.', 'Another way. Also clear.']);
    expect(proofsOf(null, null)).toEqual([]);
    const facts = entityAttributes(
      entity({ kind: 'theorem', statement: 'A.', proofs: proofsOf(proof, { proofStarts: [8] }) }),
      NO_MODELS,
    );
    expect(facts.filter(({ name }) => name === 'bodylist').map(({ part }) => part)).toEqual([0, 1, 2]);
  });

  test('words give the field where sources gave it to other entities, and nothing when they are unsure', () => {
    const of = (words: string, subject: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        title: '',
        headings: [],
        statement: `${words} ${at % 7}`,
        subjects: [subject],
      }));
    const models = trainFields([
      ...of('the group acts on a ring ideal', 'msc:20A05', 60),
      ...of('the integral of a measurable function', 'msc:28A20', 60),
    ]);
    const field = (statement: string) =>
      entityAttributes(entity({ kind: 'theorem', statement }), models).find(({ name }) => name === 'field');
    expect(field('An ideal of the ring.')).toMatchObject({ value: 'algebra', confidence: 1 });
    expect(field('A measurable function has an integral.')).toMatchObject({ value: 'analysis' });
    expect(trainFields([])).toEqual({ field: null, subfield: null });
  });
});
