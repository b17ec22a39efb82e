/** Finds which definitions each statement of an index names, from the constants of statements. */
import { memoizeByValue } from '../../base/memoize.ts';
import { enclosing } from '../../search/resolve-at-place.ts';
import type { SourceDefinition } from './definitions.ts';
import type { FileReading, ReadScope } from './file-reading.ts';

/** By statement of a file: numbers of definitions, rising. */
export type NamedInFile = readonly (readonly number[])[];

/** The definitions that a written name may mean, by their namespace. */
type Spaces = ReadonlyMap<string, number>;

const UNKNOWN = -2;
const NONE: readonly number[] = [];

/**
 * By file, then by statement: numbers of the definitions that it names, in rising order. A name is resolved where it
 * is: the innermost namespace first, then the root, then what is open. Counts the statements of each definition.
 */
export function namedDefinitions(files: readonly FileReading[], definitions: SourceDefinition[]): NamedInFile[] {
  const byLastPart = Map.groupBy(definitions.keys(), (number) => lastPart(definitions[number]!.name));
  const spacesOf = memoizeByValue((written: string) => {
    const spaces = new Map<string, number>();
    for (const number of byLastPart.get(lastPart(written)) ?? []) {
      const { name } = definitions[number]!;
      if (name === written) spaces.set('', number);
      else if (name.endsWith(`.${written}`)) spaces.set(name.slice(0, -written.length - 1), number);
    }
    return spaces.size === 0 ? null : spaces;
  });
  return files.map((file) => {
    const named = namedInFile(file, spacesOf);
    for (const numbers of named) for (const number of numbers) definitions[number]!.statements++;
    return named;
  });
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

function namedInFile({ scopes, constants, statements }: FileReading, spacesOf: (name: string) => Spaces | null) {
  const spaces = constants.map(spacesOf);
  const around = scopes.map(([namespace]) => enclosing(namespace));
  const resolved = new Int32Array(scopes.length * constants.length).fill(UNKNOWN);
  const named: (readonly number[])[] = [];
  let scope = 0;
  for (const number of statements) {
    if (number < 0) {
      scope = -1 - number;
      named.push(NONE);
      continue;
    }
    const meant = spaces[number]!;
    if (meant === null) continue;
    const place = scope * constants.length + number;
    if (resolved[place] === UNKNOWN) resolved[place] = resolve(scopes[scope]!, around[scope]!, meant);
    const definition = resolved[place]!;
    if (definition < 0) continue;
    const found = named.at(-1)!;
    if (found === NONE) named[named.length - 1] = [definition];
    else if (!found.includes(definition)) (found as number[]).push(definition);
  }
  for (const found of named) if (found.length > 1) (found as number[]).sort((a, b) => a - b);
  return named;
}

/** `outer`: the namespace and those around it, innermost first. -1 if the name means no definition here. */
function resolve([, opens]: ReadScope, outer: readonly string[], spaces: Spaces): number {
  const root = spaces.get('') ?? -1;
  if (root >= 0 && spaces.size === 1) return root;
  for (const space of outer) {
    const number = spaces.get(space);
    if (number !== undefined) return number;
  }
  if (root >= 0) return root;
  for (const open of opens) {
    for (const space of [open, ...outer.map((each) => `${each}.${open}`)]) {
      const number = spaces.get(space);
      if (number !== undefined) return number;
    }
  }
  return -1;
}
