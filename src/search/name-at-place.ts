/** How to write a declaration's name at a position in the user's file, and whether that file imports it. */
import { inflateRawSync, constants } from 'node:zlib';
import { memoize } from '../base/memoize.ts';
import type { DeclarationRow, LibraryIndex } from '../index/library-index.ts';
import type { NameContext } from '../lean/declaration.ts';
import type { Place } from '../lean/place.ts';
import { meanings } from './resolve-at-place.ts';

export interface Writing {
  /** Shortest form that refers to this declaration there. */
  writeAs: string;
  isImported: boolean;
}

/** Like `Writing`. `writeAs` is null for a declaration private to another file: no name can refer to it. */
export type WritingIfAny = Omit<Writing, 'writeAs'> & { writeAs: string | null };

/** Returns a function from row to `Writing` for the given place. The file's own module counts as imported. */
export function makeWriter(index: LibraryIndex, place: Place, module: string | null): (row: DeclarationRow) => Writing {
  const imported = importedModules(index, place.imports);
  if (module !== null) imported.add(module);
  return (row) => ({ writeAs: shortestForm(index, row, place), isImported: imported.has(row.module) });
}

/** Shortest suffix of the full name that refers to this declaration only; otherwise `_root_.` and the full name. */
export function shortestForm(index: LibraryIndex, row: DeclarationRow, context: NameContext): string {
  const components = row.name.split('.');
  for (let count = 1; count <= components.length; count++) {
    const written = components.slice(-count).join('.');
    const resolved = meanings(index, written, context);
    if (resolved.length === 1 && resolved[0] === row.name) return quoted(written);
  }
  return `_root_.${quoted(row.name)}`;
}

/** Words that need «» as a component of a name. A superfluous word costs two characters, a missing one an error. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(
  (
    'abbrev at attribute axiom by calc class coinductive def deriving do else end example exists export ' +
    'extends forall from fun have if import in inductive infix infixl infixr initialize instance let ' +
    'local macro macro_rules match mutual namespace nofun nomatch noncomputable notation opaque open ' +
    'partial postfix prefix private Prop protected scoped section set_option show Sort structure suffices ' +
    'syntax termination_by then theorem Type universe unsafe variable where with'
  ).split(' '),
);

/** Adds guillemets to a name where Lean needs them. The index stores names without them. */
export function quoted(name: string): string {
  return name
    .split('.')
    .map((part) =>
      RESERVED_WORDS.has(part) || !/^(?![λΠΣ])[\p{L}_][\p{L}\p{M}\p{N}_'!?₀-₉]*$/u.test(part) ? `«${part}»` : part,
    )
    .join('.');
}

/** The given modules and all modules they import transitively, as far as they are indexed. */
export function importedModules(index: LibraryIndex, start: readonly string[]): Set<string> {
  const importsOf = importGraph(index);
  // Every Lean file imports `Init` unless it starts with `prelude`.
  const reached = new Set<string>(['Init', ...start]);
  for (const module of reached) for (const next of importsOf.get(module) ?? []) reached.add(next);
  return reached;
}

/** A deflated outline has its keys `module` and `imports` in these first bytes, unless the list is very long. */
const HEAD_BYTES = 4096;

/** Direct imports of each indexed module. Read once per index because it is slow. */
export const importGraph = memoize((index: LibraryIndex): ReadonlyMap<string, string[]> => {
  const files = index.all<{ module: string; outline: Buffer }>('SELECT module, outline FROM files');
  return new Map(files.map(({ module, outline }) => [module, importsIn(outline)]));
});

function importsIn(outline: Buffer): string[] {
  for (const bytes of [outline.subarray(0, HEAD_BYTES), outline]) {
    const json = inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString('utf8');
    const list = /"imports":(\[[^\]]*\])/u.exec(json.slice(0, 1 << 20))?.[1];
    if (list !== undefined) return JSON.parse(list) as string[];
  }
  return [];
}
