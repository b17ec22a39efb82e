/** Explains the syntax of queries, with an example of each form that runs on a click. */
import { writeAddress } from './address.js';
import { element } from './elements.js';

const FORMS = [
  ['comm add Nat', 'the parts of a name, in any order'],
  ['Nat.*_comm', 'a name with a gap: * stands for any letters'],
  ['_ + _', 'a pattern: _ stands for any term'],
  ['?a * (?b + ?c) = _', 'the same term in each place of ?a'],
  ['|- _ = _ + _', 'a pattern of the conclusion'],
  ['"add", _ = _', 'several parts: a part of the name in quotes, a pattern'],
  ['h : m = n ⊢ n = m', 'a goal with a hypothesis'],
  ['\\sum', 'LaTeX in a query with words'],
];

export function queryHelp() {
  const rows = FORMS.map(([q = '', words = '']) => [
    element('dt', {}, element('a', { href: writeAddress({ q }) }, q)),
    element('dd', {}, words),
  ]);
  return element(
    'details',
    { class: 'help' },
    element('summary', {}, 'Syntax of queries'),
    element('dl', {}, ...rows.flat()),
    element(
      'p',
      { class: 'hint' },
      'Type \\forall, \\to or \\a for ∀, → or α, as in VS Code. Put - before a part of a pattern to exclude it.',
    ),
  );
}
