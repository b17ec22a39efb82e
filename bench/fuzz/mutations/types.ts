/** Mutations of fields and constructors. The seeds have one field or constructor per line. */
import type { Draw } from '../draw.ts';
import { changes, respells, type Mutation } from '../mutation.ts';
import { read } from '../reading.ts';
import { renamed } from './names.ts';

/** A line of a type declaration: its offsets, and the name that it declares. */
interface Member {
  start: number;
  /** After the line break. */
  end: number;
  line: string;
  name: string;
}

const FIELD = /^( +)(\w+) : (?!=)(.*)\n/gm;
const CONSTRUCTOR = /^( +\| )(\w+)(.*)\n/gm;

/** The members of each structure or inductive type that has members. */
function types(marked: string, keywords: readonly string[], pattern: RegExp): Member[][] {
  const { tokens, declarations } = read(marked);
  return declarations
    .filter(({ keyword }) => keywords.includes(keyword))
    .map(({ body }) => {
      const from = tokens.start(body.from);
      const text = marked.slice(from, tokens.start(body.to));
      return [...text.matchAll(pattern)].map((match) => ({
        start: from + match.index,
        end: from + match.index + match[0].length,
        line: match[0],
        name: match[2] ?? '',
      }));
    })
    .filter((members) => members.length > 0);
}

const fieldsOf = (marked: string): Member[][] => types(marked, ['structure', 'class'], FIELD);
const constructorsOf = (marked: string): Member[][] => types(marked, ['inductive'], CONSTRUCTOR);

type Find = typeof fieldsOf;

/** Replaces the line of one member by the result of `change`, for which null means not applicable. */
function atMember(find: Find, change: (member: Member) => string | null) {
  return (marked: string, draw: Draw): string | null => {
    const possible = find(marked)
      .flat()
      .filter((member) => change(member) !== null);
    const member = draw.one(possible);
    return member && marked.slice(0, member.start) + change(member) + marked.slice(member.end);
  };
}

function swapped(find: Find) {
  return (marked: string, draw: Draw): string | null => {
    const pairs = find(marked).flatMap((members) =>
      members.slice(1).map((second, at) => ({ first: members[at] ?? second, second })),
    );
    const pair = draw.one(pairs.filter(({ first, second }) => first.end === second.start));
    if (pair === null) return null;
    const { first, second } = pair;
    return marked.slice(0, first.start) + second.line + first.line + marked.slice(second.end);
  };
}

/** Renames an argument that the rest of its line does not use. The judge does not compare names of bound variables. */
function renamedArgument({ line }: Member): string | null {
  const name = /\((\w+) :/.exec(line)?.[1];
  if (name === undefined || line.match(new RegExp(`\\b${name}\\b`, 'g'))?.length !== 1) return null;
  return line.replace(`(${name} :`, `(${name}X :`);
}

/** Renames a member and all its uses. */
function otherName(find: Find) {
  return (marked: string, draw: Draw): string | null => {
    const member = draw.one(find(marked).flat());
    return member && renamed(marked, member.name, `${member.name}X`);
  };
}

function added(find: Find, line: string) {
  return (marked: string, draw: Draw): string | null => {
    const last = draw.one(find(marked))?.at(-1);
    return last === undefined ? null : marked.slice(0, last.end) + line + marked.slice(last.end);
  };
}

const replaced =
  (pattern: RegExp, by: string) =>
  ({ line }: Member): string | null =>
    pattern.test(line) ? line.replace(pattern, by) : null;

const FIELDS = 'fields';
const CONSTRUCTORS = 'constructors';

export const TYPES: readonly Mutation[] = [
  changes(FIELDS, 'two fields swapped', swapped(fieldsOf)),
  changes(FIELDS, 'a field renamed', otherName(fieldsOf)),
  changes(FIELDS, 'a field renamed only in its declaration', atMember(fieldsOf, replaced(/(\w+) :/, '$1X :'))),
  changes(FIELDS, 'another type for a field', atMember(fieldsOf, replaced(/: Nat/, ': Int'))),
  changes(
    FIELDS,
    'a field dropped',
    atMember(fieldsOf, () => ''),
  ),
  changes(FIELDS, 'a field added', added(fieldsOf, '  more : Nat\n')),
  changes(FIELDS, 'a field with a default added', added(fieldsOf, '  more : Nat := 0\n')),
  changes(FIELDS, 'a default for a field', atMember(fieldsOf, replaced(/: Nat\n/, ': Nat := 9\n'))),
  changes(FIELDS, 'a default of a field dropped', atMember(fieldsOf, replaced(/ := .*\n/, '\n'))),
  changes(FIELDS, 'another default for a field', atMember(fieldsOf, replaced(/: Nat := \d+/, ': Nat := 77'))),
  changes(FIELDS, 'a parent dropped', (marked) =>
    marked.includes(' extends Point') ? marked.replace(' extends Point', '') : null,
  ),
  changes(CONSTRUCTORS, 'two constructors swapped', swapped(constructorsOf)),
  changes(CONSTRUCTORS, 'a constructor renamed', otherName(constructorsOf)),
  changes(
    CONSTRUCTORS,
    'a constructor dropped',
    atMember(constructorsOf, () => ''),
  ),
  changes(
    CONSTRUCTORS,
    'a constructor added',
    atMember(constructorsOf, ({ line, name }) => line + line.replace(name, `${name}More`)),
  ),
  changes(CONSTRUCTORS, 'another type for an argument', atMember(constructorsOf, replaced(/: Nat\)/, ': Int)'))),
  respells(CONSTRUCTORS, 'an argument renamed', atMember(constructorsOf, renamedArgument)),
  changes(CONSTRUCTORS, 'a parameter changed to an index', (marked) =>
    /^inductive \w+ \(α : Type\) where$/m.test(marked)
      ? marked.replace(/^(inductive \w+) \(α : Type\) where$/m, '$1 : (α : Type) → Type where')
      : null,
  ),
];
