/** Mutations of a declaration's kind (theorem, definition, axiom, structure …) and of `partial`, `unsafe` and so on. */
import type { Draw } from '../draw.ts';
import { changes, type Mutation } from '../mutation.ts';
import { type Declaration, insertAt, range, read, type Reading } from '../reading.ts';

type Condition = (declaration: Declaration, reading: Reading) => boolean;

const is =
  (...keywords: string[]): Condition =>
  ({ keyword }) =>
    keywords.includes(keyword);

const plain: Condition = ({ command: { modifiers } }) =>
  !modifiers.some((each) => ['partial', 'unsafe', 'noncomputable'].includes(each));

const isAssigned: Condition = ({ body }, { tokens }) => tokens.is(body.from, ':=');

const all =
  (...conditions: Condition[]): Condition =>
  (declaration, reading) =>
    conditions.every((each) => each(declaration, reading));

/** Changes the keyword of a declaration that meets the condition. */
function withKeyword(condition: Condition, by: string) {
  return (marked: string, draw: Draw): string | null => {
    const reading = read(marked);
    const declaration = draw.one(reading.declarations.filter((each) => condition(each, reading)));
    if (declaration === null) return null;
    const { tokens } = reading;
    const { keywordAt } = declaration.command;
    return marked.slice(0, tokens.start(keywordAt)) + by + marked.slice(tokens.end(keywordAt));
  };
}

/** Like `withKeyword`, but also drops the body. */
function bodiless(condition: Condition, by: string) {
  return (marked: string, draw: Draw): string | null => {
    const reading = read(marked);
    const { tokens } = reading;
    const declaration = draw.one(
      reading.declarations.filter((each) => condition(each, reading) && each.body.to > each.body.from),
    );
    if (declaration === null) return null;
    const { command, body } = declaration;
    return (
      marked.slice(0, tokens.start(command.keywordAt)) +
      by +
      marked.slice(tokens.end(command.keywordAt), tokens.end(body.from - 1)) +
      marked.slice(tokens.end(body.to - 1))
    );
  };
}

function modified(condition: Condition, modifier: string) {
  return (marked: string, draw: Draw): string | null => {
    const reading = read(marked);
    const declaration = draw.one(reading.declarations.filter((each) => condition(each, reading)));
    return declaration && insertAt(marked, reading.tokens.start(declaration.command.keywordAt), `${modifier} `);
  };
}

function unmodified(modifier: string, by = '') {
  return (marked: string, draw: Draw): string | null => {
    const reading = read(marked);
    const { tokens } = reading;
    const declaration = draw.one(reading.declarations.filter(({ command }) => command.modifiers.includes(modifier)));
    if (declaration === null) return null;
    const { keywordAt } = declaration.command;
    const head = marked.slice(tokens.start(declaration.command.from), tokens.start(keywordAt));
    return (
      marked.slice(0, tokens.start(declaration.command.from)) +
      head.replace(`${modifier} `, by) +
      marked.slice(tokens.start(keywordAt))
    );
  };
}

const KIND = 'kind of declaration';
const theorem = is('theorem');
const definition = all(is('def'), plain);
/** On a definition that is not recursive, `partial` has no effect. */
const isRecursive: Condition = ({ name, body }, { tokens }) => {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return range(body.from, body.to).some((at) => tokens.is(at, name) || tokens.is(at, last));
};
const partial: Condition = ({ command }) => command.modifiers.includes('partial');

export const KINDS: readonly Mutation[] = [
  changes(KIND, 'theorem to def', withKeyword(theorem, 'def')),
  changes(KIND, 'theorem to abbrev', withKeyword(theorem, 'abbrev')),
  changes(KIND, 'theorem to constant', withKeyword(all(theorem, isAssigned), 'constant')),
  changes(KIND, 'theorem to axiom', bodiless(theorem, 'axiom')),
  changes(KIND, 'theorem to instance', withKeyword(theorem, 'instance')),
  changes(KIND, 'theorem made unsafe', modified(theorem, 'unsafe')),
  changes(KIND, 'theorem made noncomputable', modified(theorem, 'noncomputable')),
  changes(KIND, 'def to abbrev', withKeyword(definition, 'abbrev')),
  changes(KIND, 'def to instance', withKeyword(definition, 'instance')),
  changes(KIND, 'def to constant', withKeyword(all(definition, isAssigned), 'constant')),
  changes(KIND, 'def to constant without a value', bodiless(definition, 'constant')),
  changes(KIND, 'def to axiom', bodiless(definition, 'axiom')),
  changes(KIND, 'def to theorem', withKeyword(definition, 'theorem')),
  changes(KIND, 'def made partial', modified(all(definition, isRecursive), 'partial')),
  changes(KIND, 'def made unsafe', modified(definition, 'unsafe')),
  changes(KIND, 'def made noncomputable', modified(definition, 'noncomputable')),
  changes(KIND, 'abbrev to def', withKeyword(is('abbrev'), 'def')),
  changes(
    KIND,
    'instance to def',
    withKeyword(
      all(is('instance'), ({ name }) => name !== '', isAssigned),
      'def',
    ),
  ),
  changes(KIND, 'constant to def', withKeyword(all(is('constant'), isAssigned), 'def')),
  changes(KIND, 'constant to axiom', bodiless(is('constant'), 'axiom')),
  changes(KIND, 'structure to class', withKeyword(is('structure'), 'class')),
  changes(KIND, 'class to structure', withKeyword(is('class'), 'structure')),
  changes(KIND, 'inductive to class', withKeyword(is('inductive'), 'class inductive')),
  changes(KIND, 'inductive made unsafe', modified(is('inductive'), 'unsafe')),
  changes(KIND, 'partial made unsafe', unmodified('partial', 'unsafe ')),
  changes(KIND, 'partial to constant', bodiless(partial, 'constant')),
  changes(KIND, 'no longer partial', unmodified('partial')),
  changes(KIND, 'no longer unsafe', unmodified('unsafe')),
  changes(KIND, 'no longer noncomputable', unmodified('noncomputable')),
];
