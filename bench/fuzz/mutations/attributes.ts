/** Attributes: added, dropped, altered, with another priority. */
import type { Draw } from '../draw.ts';
import { changes, type Mutation } from '../mutation.ts';
import { type Declaration, insertAt, range, read, type Reading, textOf, withCommand } from '../reading.ts';

/** Attributes of Lean of 2021, by the keywords that they can stand before. */
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

const bearers = (reading: Reading, attribute: string): Declaration[] =>
  reading.declarations.filter((each) => {
    const head = textOf(reading, { from: each.command.from, to: each.command.keywordAt });
    const isThere = new RegExp(`\\b${attribute.split(' ')[0]}\\b`).test(head);
    return each.name !== '' && ATTRIBUTES[attribute]?.includes(each.keyword) === true && !isThere;
  });

/** What a command of the file gives already would be no change. */
const isGiven = ({ text }: Reading, attribute: string): boolean => text.includes(`attribute [${attribute}`);

const before =
  (attribute: string) =>
  (marked: string, draw: Draw): string | null => {
    const reading = read(marked);
    if (isGiven(reading, attribute)) return null;
    const declaration = draw.one(bearers(reading, attribute));
    return declaration && insertAt(marked, reading.tokens.start(declaration.command.from), `@[${attribute}] `);
  };

const behind =
  (attribute: string) =>
  (marked: string, draw: Draw): string | null => {
    const reading = read(marked);
    if (isGiven(reading, attribute)) return null;
    const declaration = draw.one(bearers(reading, attribute));
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

/** `attribute [simp] t` or `deriving instance BEq for T`, gone. */
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

const altered =
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

/** Another than Lean's own precedence of what `infixl:65` declares. */
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
const GONE = 'attributes dropped';
const ALTERED = 'attributes altered';

export const ATTRIBUTE_CHANGES: readonly Mutation[] = [
  ...Object.keys(ATTRIBUTES).map((attribute) => changes(ADDED, `@[${attribute}] added`, before(attribute))),
  ...Object.keys(ATTRIBUTES).map((attribute) => changes(ADDED, `attribute [${attribute}] added`, behind(attribute))),
  changes(
    ADDED,
    'a handler derived',
    deriving((handlers) => [...handlers, handlers.includes('Hashable') ? 'Ord' : 'Hashable']),
  ),
  changes(GONE, 'an attribute dropped', dropped),
  changes(GONE, 'a command of attributes dropped', withoutCommand('attribute')),
  changes(GONE, 'a command of deriving dropped', withoutCommand('deriving')),
  changes(
    GONE,
    'a handler dropped',
    deriving((handlers) => handlers.slice(1)),
  ),
  changes(
    GONE,
    'no handler left',
    deriving(() => []),
  ),
  ...OTHERS.map(([from, to]) => changes(ALTERED, `@[${from}] to @[${to}]`, altered(from, to))),
  changes(ALTERED, 'other priority of an instance', otherPriority),
  changes(ALTERED, 'a priority for an instance', withPriority),
  changes(ALTERED, 'other precedence of a notation', otherPrecedence),
];
