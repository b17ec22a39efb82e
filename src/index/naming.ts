/** Finds the declarations that a written name can mean, and how often sources write each: for `uses` and mentions. */
import { CodeUnits } from '../lean/code-units.ts';
import type { Mention } from '../lean/declaration.ts';
import { NumberList } from './number-list.ts';
import type { SubstringNumbers } from './substring-numbers.ts';

/** Names of all rows, in the order of their ids. */
export interface NamedRows {
  names: readonly string[];
  /** Id of the row at an index. */
  idAt: (index: number) => number;
  idLimit: number;
}

/** A passage may refer to a name by at most this many of its last components. */
const MAX_MENTION_COMPONENTS = 4;

/** Every suffix of a name that starts at a component: `A.b.c` → `c`, `b.c`, `A.b.c`. */
export function suffixesOf(name: string): string[] {
  const suffixes: string[] = [];
  eachSuffixStart(name, (start) => suffixes.push(name.slice(start)));
  return suffixes;
}

/** Calls `visit` with the start of every such suffix, the shortest first. */
function eachSuffixStart(name: string, visit: (start: number) => void): void {
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) visit(dot + 1);
  visit(0);
}

export const lastComponent = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

export interface Uses {
  /** By row id: the largest quotient (count in the sources / declarations that share it) of its name's suffixes. */
  uses: Float32Array;
  /** By spelling: how many declarations it can name; 0 if it names none. */
  declared: Uint32Array;
}

/** Divides the counts of identifiers, by number of the spelling, among the declarations that they can name. */
export function shareUses(rows: NamedRows, spellings: SubstringNumbers, totals: ArrayLike<number>): Uses {
  const declared = new Uint32Array(spellings.size);
  const uses = new Float32Array(rows.idLimit);
  const found = new NumberList();
  const ends = new Uint32Array(rows.names.length);
  const name = new CodeUnits();
  rows.names.forEach((text, index) => {
    name.read(text);
    const { units, length } = name;
    eachSuffixStart(text, (start) => {
      const number = spellings.find(units, start, length);
      if (number < 0) return;
      declared[number]!++;
      found.push(number);
    });
    ends[index] = found.length;
  });
  const { items } = found;
  for (let index = 0, at = 0; index < rows.names.length; index++) {
    let most = 0;
    for (; at < ends[index]!; at++) most = Math.max(most, totals[items[at]!]! / declared[items[at]!]!);
    uses[rows.idAt(index)] = most;
  }
  return { uses, declared };
}

export type PlacedMention = Mention & { fileId: number };

export type Unresolved = Pick<PlacedMention, 'target' | 'namespace' | 'fileId'>;

export interface NameLookUp {
  exists: (name: string) => boolean;
  /** Whether the file has a row of that name. */
  isIn: (name: string, fileId: number) => boolean;
}

/**
 * Resolves each mention to a full name or null. Tries the namespaces around it from the inside out, then the name as
 * written, then the only declaration with this ending, then the first such (of at most two) in the same file.
 */
export function resolveMentions(
  mentions: readonly Unresolved[],
  names: Iterable<string>,
  lookUp: NameLookUp,
): (string | null)[] {
  const endings = new Map<string, Set<string>>();
  for (const { target } of mentions) if (!endings.has(target)) endings.set(target, new Set());
  const ends = new Set(Array.from(endings.keys(), lastComponent));
  for (const name of names) {
    if (!ends.has(lastComponent(name))) continue;
    for (const suffix of suffixesOf(name).slice(0, MAX_MENTION_COMPONENTS)) endings.get(suffix)?.add(name);
  }
  return mentions.map((mention) => resolveMention(mention, endings.get(mention.target)!, lookUp));
}

function resolveMention(
  { target, namespace, fileId }: Unresolved,
  ending: ReadonlySet<string>,
  lookUp: NameLookUp,
): string | null {
  for (let outer = namespace; outer !== ''; outer = outer.slice(0, Math.max(0, outer.lastIndexOf('.')))) {
    const full = `${outer}.${target}`;
    if (lookUp.exists(full)) return full;
  }
  if (lookUp.exists(target)) return target;
  if (ending.size === 1) return ending.values().next().value ?? null;
  const here = [...ending].filter((name) => lookUp.isIn(name, fileId));
  return here.length === 1 || here.length === 2 ? here.toSorted()[0]! : null;
}
