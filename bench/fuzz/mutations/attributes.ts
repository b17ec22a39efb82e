/** Mutations that add, drop or change attributes, derived instances and priorities. */
import type { Draw } from '../draw.ts';
import { changes, type Mutation } from '../mutation.ts';
import { type Declaration, insertAt, range, read, type Reading, textOf, withCommand } from '../reading.ts';

/** Attributes of the Lean of 2021, each with the keywords of the declarations that can have it. */
const ATTRIBUTES: Record<string, readonly string[]> = {
  simp: ['theorem'],
  instance: ['def'],
  defaultInstance: ['instance'],
  inferTCGoalsRL: ['instance'],
  inline: ['def'],
  inlineIfReduce: ['def'],
  noinline: ['def'],
  macroInline: ['def'],
  specialize: ['def'],
  nospecialize: ['def'],
  reducible: ['def', 'theorem'],
  irreducible: ['def', 'theorem'],
  semireducible: ['instance'],
  matchPattern: ['def'],
  neverExtract: ['def'],
  elabWithoutExpectedType: ['def'],
  unbox: ['structure', 'inductive'],
  class: ['structure'],
  congr: ['theorem'],
  'extern "c_fuzzed"': ['def', 'constant'],
  'export fuzzed': ['def'],
};

const withoutAttribute = (reading: Reading, attribute: string): Declaration[] =>
  reading.declarations.filter((each) => {
    const head = textOf(reading, { from: each.command.from, to: each.command.keywordAt });
    const isThere = new RegExp(`\\b${attribute.split(' ')[0]}\\b`).test(head);
    return each.name !== '' && ATTRIBUTES[attribute]?.includes(each.keyword) === true && !isThere;
  });

/** Whether a command of the file already sets the attribute; adding it would then change nothing. */
const isSetByCommand = ({ text }: Reading, attribute: string): boolean => text.includes(`attribute [${attribute}`);

const asPrefix =
  (attribute: string) =>
  (marked: string, draw: Draw): string | null => {
    const reading = read(marked);
    if (isSetByCommand(reading, attribute)) return null;
    const declaration = draw.one(withoutAttribute(reading, attribute));
    return declaration && insertAt(marked, reading.tokens.start(declaration.command.from), `@[${attribute}] `);
  };

const asCommand =
  (attribute: string) =>
  (marked: string, draw: Draw): string | null => {
    const reading = read(marked);
    if (isSetByCommand(reading, attribute)) return null;
    const declaration = draw.one(withoutAttribute(reading, attribute));
    if (declaration === null) return null;
    const gap = reading.gaps.find((offset) => offset > reading.tokens.start(declaration.command.keywordAt));
    return withCommand(marked, gap ?? marked.length, `attribute [${attribute}] ${declaration.name}`);
  };

function dropped(marked: string, draw: Draw): string | null {
  const { tokens, declarations } = read(marked);
  const block = draw.one(declarations.flatMap(({ command }) => command.attributeBlocks));
  if (block === null) return null;
  return marked.slice(0, tokens.start(block.from - 1)) + marked.slice(tokens.end(block.to));
}

/** Drops a command such as `attribute [simp] t` or `deriving instance BEq for T`. */
const withoutCommand =
  (keyword: string) =>
  (marked: string, draw: Draw): string | null => {
    const { tokens, commands } = read(marked);
    const command = draw.one(commands.filter((each) => each.keyword === keyword));
    if (command === null) return null;
    return marked.slice(0, tokens.start(command.from)) + marked.slice(tokens.end(command.to - 1));
  };

const OTHERS: readonly (readonly [string, string])[] = [
  ['inline', 'noinline'],
  ['noinline', 'inline'],
  ['specialize', 'nospecialize'],
  ['reducible', 'irreducible'],
  ['irreducible', 'reducible'],
  ['implementedBy fastDouble', 'implementedBy slowDouble'],
  ['export lemma_square', 'export lemma_cube'],
  ['extern "c_foreign"', 'extern "c_other"'],
  ['matchPattern', 'reducible'],
  ['simp', 'simp 500'],
];

const replaced =
  (from: string, to: string) =>
  (marked: string): string | null =>
    marked.includes(`@[${from}]`) ? marked.replace(`@[${from}]`, `@[${to}]`) : null;

function otherPriority(marked: string, draw: Draw): string | null {
  const found = [...marked.matchAll(/\(priority := (\d+)\)/g)];
  const match = draw.one(found);
  if (match === null) return null;
  return `${marked.slice(0, match.index)}(priority := ${Number(match[1]) + 1000})${marked.slice(match.index + match[0].length)}`;
}

function withPriority(marked: string, draw: Draw): string | null {
  const { tokens, declarations } = read(marked);
  const bare = declarations.filter(({ keyword, command }) => keyword === 'instance' && !tokens.is(command.body, '('));
  const declaration = draw.one(bare);
  return declaration && insertAt(marked, tokens.end(declaration.command.keywordAt), ' (priority := 2000)');
}

/** Changes the precedence that a command such as `infixl:65` declares. */
function otherPrecedence(marked: string, draw: Draw): string | null {
  const match = draw.one([...marked.matchAll(/^(infixl|infixr|notation):(\w+)/gm)]);
  if (match === null) return null;
  return `${marked.slice(0, match.index)}${match[1]}:61${marked.slice(match.index + match[0].length)}`;
}

function deriving(change: (handlers: string[]) => string[]) {
  return (marked: string, draw: Draw): string | null => {
    const reading = read(marked);
    const { tokens } = reading;
    const places = reading.declarations.flatMap(({ body }) =>
      range(body.from, body.to)
        .filter((at) => tokens.is(at, 'deriving'))
        .map((at) => ({ at, to: body.to })),
    );
    const place = draw.one(places);
    if (place === null) return null;
    const handlers = textOf(reading, { from: place.at + 1, to: place.to }).split(/\s*,\s*/);
    const left = change(handlers);
    const written = left.length === 0 ? '' : `deriving ${left.join(', ')}`;
    return marked.slice(0, tokens.start(place.at)) + written + marked.slice(tokens.end(place.to - 1));
  };
}

const ADDED = 'attributes added';
const DROPPED = 'attributes dropped';
const CHANGED = 'attributes changed';

export const ATTRIBUTE_CHANGES: readonly Mutation[] = [
  ...Object.keys(ATTRIBUTES).map((attribute) => changes(ADDED, `@[${attribute}] added`, asPrefix(attribute))),
  ...Object.keys(ATTRIBUTES).map((attribute) => changes(ADDED, `attribute [${attribute}] added`, asCommand(attribute))),
  changes(
    ADDED,
    'a handler derived',
    deriving((handlers) => [...handlers, handlers.includes('Hashable') ? 'Ord' : 'Hashable']),
  ),
  changes(DROPPED, 'an attribute dropped', dropped),
  changes(DROPPED, 'an attribute command dropped', withoutCommand('attribute')),
  changes(DROPPED, 'a deriving command dropped', withoutCommand('deriving')),
  changes(
    DROPPED,
    'a handler dropped',
    deriving((handlers) => handlers.slice(1)),
  ),
  changes(
    DROPPED,
    'no handler left',
    deriving(() => []),
  ),
  ...OTHERS.map(([from, to]) => changes(CHANGED, `@[${from}] to @[${to}]`, replaced(from, to))),
  changes(CHANGED, 'another priority for an instance', otherPriority),
  changes(CHANGED, 'a priority for an instance', withPriority),
  changes(CHANGED, 'another precedence for a notation', otherPrecedence),
];
