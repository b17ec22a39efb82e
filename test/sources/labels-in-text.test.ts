/** Which labels a text uses, and which it names only to compare. */
import { expect, it } from 'vitest';
import { comparedLabels, labelsInText } from '../../src/sources/latex/labels-in-text.ts';

const used = (text: string): [used: string[], compared: string[]] => [labelsInText(text), comparedLabels(text)];

it('finds what a text refers to, each once', () => {
  expect(used(String.raw`By \ref{a}, \Cref{b, c} and \eqref{a}; \uses{d}.`)).toEqual([['a', 'b', 'c'], []]);
});

it.each([
  String.raw`As in the proof of Lemma~\ref{a}, we are done.`,
  String.raw`Repeat the argument in \Cref{a} with $3$ in place of $2$.`,
  String.raw`The proof is the same as that of \Cref{a}.`,
  String.raw`This is similar to the proof of Theorem \ref{a}.`,
  String.raw`The case is analogous to \cref{a}.`,
  String.raw`Now use the bound in place of \ref{a}.`,
])('does not take a model for a use: %s', (text) => {
  expect(used(text)).toEqual([[], ['a']]);
});

it.each([
  String.raw`By Lemma~\ref{a}, this is similar.`,
  String.raw`The proof uses \ref{a}.`,
  String.raw`Similar sets exist by \ref{a}.`,
  // Used somewhere else.
  String.raw`As in the proof of \ref{a}, $x = y$. By \ref{a}, $y = z$.`,
])('takes a use for a use: %s', (text) => {
  expect(used(text)).toEqual([['a'], []]);
});

it('takes linear time', () => {
  const text = `the same as ${' '.repeat(100_000)}${'the proof of '.repeat(20_000)}\\ref{a}`;
  const start = performance.now();
  expect(used(text.repeat(3))[1]).toEqual(['a']);
  expect(performance.now() - start).toBeLessThan(2000);
});
