/** Mutations that rename declarations or change their privacy. */
import { IDENTIFIER } from '../../../src/lean/tokens.ts';
import type { Draw } from '../draw.ts';
import { changes, type Mutation } from '../mutation.ts';
import { type Declaration, insertAt, range, read, type Reading } from '../reading.ts';

/** Replaces a part of names everywhere in the text, also in holes. */
export function renamed(marked: string, part: string, by: string): string {
  const { tokens } = read(marked);
  let out = '';
  let from = 0;
  for (const at of range(0, tokens.count)) {
    if (tokens.kind(at) !== IDENTIFIER) continue;
    const word = tokens.word(at);
    const other = word
      .split('.')
      .map((each) => (each === part ? by : each))
      .join('.');
    if (other === word) continue;
    out += marked.slice(from, tokens.start(at)) + other;
    from = tokens.end(at);
  }
  return out + marked.slice(from);
}

const named = (marked: string): Declaration[] => read(marked).declarations.filter(({ name }) => name !== '');

const lastPart = (name: string): string => name.split('.').at(-1) ?? name;

/** Renames one declaration and all its uses with `change`. */
function rename(change: (last: string) => string) {
  return (marked: string, draw: Draw): string | null => {
    const declaration = draw.one(named(marked));
    if (declaration === null) return null;
    const last = lastPart(declaration.name);
    return renamed(marked, last, change(last));
  };
}

/** Renames only the declaration; its uses then mean another name. */
function renameDeclaration(change: (name: string) => string) {
  return (marked: string, draw: Draw): string | null => {
    const reading = read(marked);
    const declaration = draw.one(reading.declarations.filter(({ name }) => name !== ''));
    if (declaration === null) return null;
    const at = nameToken(reading, declaration);
    const { tokens } = reading;
    return marked.slice(0, tokens.start(at)) + change(declaration.name) + marked.slice(tokens.end(at));
  };
}

function nameToken({ tokens }: Reading, { command, name }: Declaration): number {
  return range(command.body, command.to).find((at) => tokens.word(at) === name) ?? command.body;
}

function withModifier(modifier: string) {
  return (marked: string, draw: Draw): string | null => {
    const { tokens, declarations } = read(marked);
    // Only a declaration in a namespace can be protected.
    const isPossible = (start: number, name: string): boolean =>
      modifier !== 'protected' || name.includes('.') || /^namespace /m.test(marked.slice(0, start));
    const bare = declarations.filter(({ keyword, name, command: { modifiers, from } }) => {
      if (!isPossible(tokens.start(from), name)) return false;
      return keyword !== 'example' && !modifiers.includes('private') && !modifiers.includes('protected');
    });
    const declaration = draw.one(bare);
    if (declaration === null) return null;
    // After the attributes and before the other modifiers.
    const at = declaration.command.keywordAt - declaration.command.modifiers.length;
    return insertAt(marked, tokens.start(at), `${modifier} `);
  };
}

function withoutModifier(modifier: string) {
  return (marked: string, draw: Draw): string | null => {
    const { tokens, declarations } = read(marked);
    const modified = declarations.filter(({ command }) => command.modifiers.includes(modifier));
    const declaration = draw.one(modified);
    if (declaration === null) return null;
    const { from, keywordAt } = declaration.command;
    const at = range(from, keywordAt).find((index) => tokens.is(index, modifier));
    return at === undefined ? null : marked.slice(0, tokens.start(at)) + marked.slice(tokens.start(at + 1));
  };
}

/** Last name parts that Lean and its code generator create. */
export const ARTEFACTS: readonly string[] = [
  '_neg',
  '_at',
  '_spec_1',
  '_closed_1',
  '_lambda_1',
  '_rarg',
  '_boxed',
  '_cstage1',
  '_cstage2',
  '_unsafe_rec',
  'match_1',
  '_proof_1',
  '_eqn_1',
  'eq_1',
  '_sunfold',
  '_default',
  'proof_1',
  '_hyg',
  '«_@»',
];

const NAMES = 'names of declarations';
const ARTEFACT = 'names that look compiler-generated';
const PRIVACY = 'privacy';

export const RENAMINGS: readonly Mutation[] = [
  changes(
    NAMES,
    'renamed everywhere',
    rename((last) => `${last}X`),
  ),
  changes(
    NAMES,
    'renamed only in its declaration',
    renameDeclaration((name) => `${name}'`),
  ),
  changes(
    NAMES,
    'a part added before the name',
    renameDeclaration((name) => `Zed.${name}`),
  ),
  changes(
    NAMES,
    'a part added after the name',
    renameDeclaration((name) => `${name}.zed`),
  ),
  changes(
    NAMES,
    'Root added before the name',
    renameDeclaration((name) => `Zed.Root.${name}`),
  ),
  changes(
    NAMES,
    'capitalized',
    rename((last) => last.slice(0, 1).toUpperCase() + last.slice(1) + '_'),
  ),
  changes(
    NAMES,
    'in guillemets with a dot',
    renameDeclaration((name) => `«${name.replaceAll(/[«»]/g, '')}.»`),
  ),
  ...ARTEFACTS.map((artefact) =>
    changes(
      ARTEFACT,
      `renamed to …${artefact}`,
      renameDeclaration((name) => `${name}.${artefact}`),
    ),
  ),
  changes(PRIVACY, 'made private', withModifier('private')),
  changes(PRIVACY, 'made protected', withModifier('protected')),
  changes(PRIVACY, 'no longer private', withoutModifier('private')),
  changes(PRIVACY, 'no longer protected', withoutModifier('protected')),
];
