/** Fields of structures and classes, constructors of inductive types: one a line, as the seeds have them. */
import type { Draw } from '../draw.ts';
import { changes, type Mutation } from '../mutation.ts';
import { read } from '../reading.ts';
import { renamed } from './names.ts';

/** A line of a type: where it stands, and what it declares. */
interface Member {
  start: number;
  /** Behind its line end. */
  end: number;
  line: string;
  name: string;
}

const FIELD = /^( +)(\w+) : (?!=)(.*)\n/gm;
const CONSTRUCTOR = /^( +\| )(\w+)(.*)\n/gm;

/** The members of each structure or inductive type of the file that has any. */
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

/** One member, with what `change` makes of its line; null where it makes nothing of it. */
function atMember(find: Find, change: (member: Member) => string | null) {
  return (marked: string, draw: Draw): string | null => {
    const possible = find(marked)
      .flat()
      .filter((member) => change(member) !== null);
    const member = draw.one(possible);
    return member && marked.slice(0, member.start) + change(member) + marked.slice(member.end);
  };
}

function turned(find: Find) {
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

/** Renamed wherever it is said. */
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
  changes(FIELDS, 'two fields turned', turned(fieldsOf)),
  changes(FIELDS, 'a field renamed', otherName(fieldsOf)),
  changes(FIELDS, 'a field renamed in its declaration alone', atMember(fieldsOf, replaced(/(\w+) :/, '$1X :'))),
  changes(FIELDS, 'a field of another type', atMember(fieldsOf, replaced(/: Nat/, ': Int'))),
  changes(
    FIELDS,
    'a field dropped',
    atMember(fieldsOf, () => ''),
  ),
  changes(FIELDS, 'a field added', added(fieldsOf, '  more : Nat\n')),
  changes(FIELDS, 'a field with a default added', added(fieldsOf, '  more : Nat := 0\n')),
  changes(FIELDS, 'a default for a field', atMember(fieldsOf, replaced(/: Nat\n/, ': Nat := 9\n'))),
  changes(FIELDS, 'no default for a field', atMember(fieldsOf, replaced(/ := .*\n/, '\n'))),
  changes(FIELDS, 'another default for a field', atMember(fieldsOf, replaced(/: Nat := \d+/, ': Nat := 77'))),
  changes(FIELDS, 'a parent dropped', (marked) =>
    marked.includes(' extends Point') ? marked.replace(' extends Point', '') : null,
  ),
  changes(CONSTRUCTORS, 'two constructors turned', turned(constructorsOf)),
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
  changes(CONSTRUCTORS, 'an argument of another type', atMember(constructorsOf, replaced(/: Nat\)/, ': Int)'))),
  changes(CONSTRUCTORS, 'an argument renamed', atMember(constructorsOf, replaced(/\((\w+) :/, '($1X :'))),
  changes(CONSTRUCTORS, 'a parameter to an index', (marked) =>
    /^inductive \w+ \(α : Type\) where$/m.test(marked)
      ? marked.replace(/^(inductive \w+) \(α : Type\) where$/m, '$1 : (α : Type) → Type where')
      : null,
  ),
];
