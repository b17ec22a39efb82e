/** How a declaration can be written at a place of the user's file, and whether that file imports it. */
import { inflateRawSync, constants } from 'node:zlib';
import type { DeclarationRow, LibraryIndex } from '../index/library-index.ts';
import type { NameContext } from '../lean/declaration.ts';
import type { Place } from '../lean/place.ts';
import { meanings } from './resolve.ts';

export interface Writing {
  /** Shortest form that means this declaration there. */
  writeAs: string;
  isImported: boolean;
}

/** As `Writing`; null for what is private to another file, which cannot be written at all. */
export type WritingIfAny = Omit<Writing, 'writeAs'> & { writeAs: string | null };

/** A function that answers for one row, for the place given. The file's own module counts as imported. */
export function makeWriter(index: LibraryIndex, place: Place, module: string | null): (row: DeclarationRow) => Writing {
  const imported = importedModules(index, place.imports);
  if (module !== null) imported.add(module);
  return (row) => ({ writeAs: shortestForm(index, row, place), isImported: imported.has(row.module) });
}

/** The shortest suffix of the full name that means this declaration and nothing else; `_root_.` where none does. */
export function shortestForm(index: LibraryIndex, row: DeclarationRow, context: NameContext): string {
  const components = row.name.split('.');
  for (let kept = 1; kept <= components.length; kept++) {
    const written = components.slice(-kept).join('.');
    const meant = meanings(index, written, context);
    if (meant.length === 1 && meant[0] === row.name) return quoted(written);
  }
  return `_root_.${quoted(row.name)}`;
}

/** Words that cannot stand as a component of a name without «». One too many costs two signs, one too few an error. */
const RESERVED = new Set(
  (
    'abbrev at attribute axiom by calc class coinductive def deriving do else end example exists export ' +
    'extends forall from fun have if import in inductive infix infixl infixr initialize instance let ' +
    'local macro macro_rules match mutual namespace nofun nomatch noncomputable notation opaque open ' +
    'partial postfix prefix private Prop protected scoped section set_option show Sort structure suffices ' +
    'syntax termination_by then theorem Type universe unsafe variable where with'
  ).split(' '),
);

/** A name with guillemets where Lean needs them; the index keeps names without. */
export function quoted(name: string): string {
  return name
    .split('.')
    .map((part) =>
      RESERVED.has(part) || !/^(?![λΠΣ])[\p{L}_][\p{L}\p{M}\p{N}_'!?₀-₉]*$/u.test(part) ? `«${part}»` : part,
    )
    .join('.');
}

/** The modules given and all that they import, as far as the index has them. */
export function importedModules(index: LibraryIndex, start: readonly string[]): Set<string> {
  const importsOf = importGraph(index);
  // Every Lean file imports the prelude unless it says otherwise.
  const reached = new Set<string>(['Init', ...start]);
  for (const module of reached) for (const next of importsOf.get(module) ?? []) reached.add(next);
  return reached;
}

/** Bytes of a deflated outline that hold its first two keys, `module` and `imports`, except in very long lists. */
const HEAD_BYTES = 4096;

const graphs = new WeakMap<LibraryIndex, Map<string, string[]>>();

/** Every module of the index with those that it imports itself. Read once an index, for it takes a while. */
export function importGraph(index: LibraryIndex): ReadonlyMap<string, string[]> {
  let graph = graphs.get(index);
  if (graph === undefined) {
    const files = index.all<{ module: string; outline: Buffer }>('SELECT module, outline FROM files');
    graph = new Map(files.map(({ module, outline }) => [module, importsIn(outline)]));
    graphs.set(index, graph);
  }
  return graph;
}

function importsIn(outline: Buffer): string[] {
  for (const bytes of [outline.subarray(0, HEAD_BYTES), outline]) {
    const json = inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString('utf8');
    const list = /"imports":(\[[^\]]*\])/u.exec(json.slice(0, 1 << 20))?.[1];
    if (list !== undefined) return JSON.parse(list) as string[];
  }
  return [];
}
