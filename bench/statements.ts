/**
 * Compares the binders and constants that the source reader gives each declaration with the types that the old Lean
 * elaborated, for the theorems and definitions of its `Init`, `Std` and `Lean`. Constants are compared where our names
 * resolve: what implicit arguments contain is not visible to the reader.
 *
 *   OLD_LEAN=BINARY node bench/statements.ts [--sources FOLDER] [--misses 20] [--origin written] [--json FILE] [--markdown FILE]
 *
 * `--sources`: the folder with `Init`, `Std` and `Lean`; by default the one next to the build of the old Lean.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { constantsOf } from '../src/index/shapes.ts';
import type { Declaration } from '../src/lean/declaration.ts';
import { resolveName } from '../src/lean/generate/resolve-name.ts';
import { sortByImports } from '../src/lean/generate/import-order.ts';
import { readLeanFile } from '../src/lean/read-file.ts';
import { makeNotationTable } from '../src/lean/term/notation-table.ts';
import * as Kind from '../src/lean/term/kinds.ts';
import { StatementReader, type Statement } from '../src/lean/term/statement.ts';
import { HOLE_TERM, term, type Term } from '../src/lean/term/term.ts';
import { agrees, type Binder, bindersOf, isComplete } from './binder-agreement.ts';
import { type Elaborated, elaboratedTypes } from './elaborated-types.ts';
import { oldLeanBinary, percent, print, readFlags, REPORT_FLAGS, table, writeReport } from './harness.ts';

const values = readFlags({
  sources: { type: 'string' },
  misses: { type: 'string', default: '20' },
  origin: { type: 'string', default: 'written' },
  ...REPORT_FLAGS,
});

/** `2021` binds free names; its proofs take variables. */
const RULES = { proofsTakeVariables: true, bindsFreeNames: true };

const binary = oldLeanBinary();
const sources = values.sources ?? resolve(binary, '../../../../src/src');
const elaborated = elaboratedTypes(binary);
const facts = ['Init', 'Std', 'Lean'].flatMap((library) =>
  readdirSync(join(sources, library), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.lean'))
    .sort()
    .map((path) => {
      const module = `${library}.${path.slice(0, -5).replaceAll('/', '.')}`;
      return readLeanFile(readFileSync(join(sources, library, path), 'utf8'), module, RULES);
    }),
);
const reader = new StatementReader(
  makeNotationTable(facts.flatMap(({ notations, module }) => notations.map((one) => ({ ...one, module })))),
);

interface Comparison {
  declaration: Declaration;
  module: string;
  kind: string;
  ours: Binder[];
  theirs: Binder[];
  /** Whether explicit binders agree, and whether all do. */
  explicit: boolean;
  all: boolean;
  /** Constants of ours that Lean's type does not have, and constants that Lean shows and ours lacks; null if not known. */
  foreign: (string | null)[];
  absent: string[] | null;
}

function statementOf(declaration: Declaration, module: string): Statement {
  const { signature, typeAt, variables, namespace, opens } = declaration;
  return reader.read({ type: signature.slice(typeAt), variables, namespace, opens: opens ?? [], module });
}

/** What elaboration adds: numerals, coercions, `b = true` for a Boolean, and marks of parameters. */
const ADDED = /^(?:OfNat\.ofNat|Eq|Bool\.true|outParam|coe\w*|Coe\w*\.coe)$/u;

/** The reader turns `a > b` into `b < a`. */
const TURNED = new Map([
  ['GT.gt', 'LT.lt'],
  ['GE.ge', 'LE.le'],
]);

/** By name: its declaration in the sources, and its module. */
const sourceOf = new Map(
  facts.flatMap(({ declarations, module }) => declarations.map((one) => [one.name, { ...one, module }] as const)),
);
/** By module: itself and what it imports, also indirectly. `Init` is imported by all other libraries. */
const imported = new Map<string, Set<string>>();
for (const { module, imports } of sortByImports(facts.map(({ outline }) => outline))) {
  const seen = new Set([module]);
  for (const one of imports) for (const each of imported.get(one) ?? []) seen.add(each);
  imported.set(module, seen);
}

/** The constant that a name refers to; null if Lean has none. A protected name is written with its namespace. */
function constantOf(written: string, module: string, { namespace, opens = [] }: Declaration): string | null {
  const isInScope = (name: string): boolean => {
    if (!elaborated.has(name)) return false;
    const source = sourceOf.get(name);
    if (source === undefined || name === written) return true;
    if (source.modifiers.includes('protected') && !written.includes('.')) return false;
    return imported.get(module)!.has(source.module) || isInit(source.module) > isInit(module);
  };
  return resolveName(written, { namespace, opens }, isInScope);
}

const isInit = (module: string): boolean => module.startsWith('Init');

/** Without the types of ascriptions, which elaboration removes. */
function withoutAscriptions(tree: Term): Term {
  if (tree.kind === Kind.ASCRIPTION) return withoutAscriptions(tree.args[0]!);
  return term(tree.kind, tree.head, tree.args.map(withoutAscriptions));
}

/** The constants of a statement compared with Lean's, as far as the names of the statement resolve. */
function compareConstants(
  statement: Statement,
  declaration: Declaration,
  module: string,
  { constants, visible }: Elaborated,
): Pick<Comparison, 'foreign' | 'absent'> {
  const turned = (names: readonly string[]): string[] => names.map((name) => TURNED.get(name) ?? name);
  const known = new Set(turned(constants));
  const types = [...statement.binders.map(({ type }) => type), statement.type ?? HOLE_TERM];
  const resolved = (trees: readonly Term[]): Set<string | null> => {
    const written = new Set<string>();
    for (const tree of trees) constantsOf(tree, (name) => /^(?:\d|[↑:]$)/u.test(name) || written.add(name));
    return new Set([...written].map((name) => constantOf(name, module, declaration)));
  };
  const ours = resolved(types);
  // Lean's further constants are known only if all types are written and no field is of an unknown type.
  const isWhole = types.every(({ kind }) => kind !== Kind.HOLE) && !ours.has(null);
  return {
    foreign: [...resolved(types.map(withoutAscriptions))].filter(
      (name) => name !== null && !known.has(TURNED.get(name) ?? name),
    ),
    absent: isWhole ? turned(visible).filter((name) => !ours.has(name) && !ADDED.test(name)) : null,
  };
}

const comparisons: Comparison[] = facts.flatMap(({ declarations, module }) =>
  declarations.flatMap((declaration) => {
    const lean = elaborated.get(declaration.name);
    if (lean === undefined || declaration.isPrivate) return [];
    const statement = statementOf(declaration, module);
    const ours = bindersOf(statement);
    const { kind, binders: theirs } = lean;
    const explicit = agrees(ours, theirs, (bracket) => bracket === '(') && isComplete(ours, theirs);
    const all = explicit && agrees(ours, theirs, () => true);
    const constants = compareConstants(statement, declaration, module, lean);
    return [{ declaration, module, kind, ours, theirs, explicit, all, ...constants }];
  }),
);

const format = (binders: readonly Binder[]): string => binders.map(([bracket, name]) => bracket + name).join(' ');
function printMisses(isMiss: (one: Comparison) => boolean, about: (one: Comparison) => string): void {
  const missed = comparisons.filter((one) => isMiss(one) && one.declaration.origin === values.origin);
  for (const one of missed.slice(0, Number(values.misses))) {
    const { line, signature } = one.declaration;
    print(`${one.module}:${line} ${signature.slice(0, 120)}\n${about(one)}`);
  }
}
printMisses(
  ({ all }) => !all,
  ({ ours, theirs }) => `  ours ${format(ours)}\n  Lean ${format(theirs)}`,
);
printMisses(
  ({ foreign, absent }) => foreign.length > 0 || (absent?.length ?? 0) > 0,
  ({ foreign, absent }) => `  only ours: ${foreign.join(' ')}\n  only Lean's: ${absent?.join(' ')}`,
);

const groups = Map.groupBy(comparisons, ({ kind, declaration }) => `${kind}, ${declaration.origin}`);
const rows = [...groups]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([kind, list]) => ({
    kind,
    declarations: list.length,
    explicit: list.filter(({ explicit }) => explicit).length,
    all: list.filter(({ all }) => all).length,
    foreign: list.filter(({ foreign }) => foreign.length === 0).length,
    whole: list.filter(({ absent }) => absent !== null).length,
    absent: list.filter(({ absent }) => absent?.length === 0).length,
  }));
const share = (count: number, of: number): string => (of === 0 ? '' : `${count} of ${of} (${percent(count / of, 2)})`);
const cells = rows.map(({ kind, declarations, explicit, all, foreign, whole, absent }) => [
  kind,
  ...[explicit, all, foreign].map((count) => share(count, declarations)),
  share(absent, whole),
]);
writeReport(
  values,
  { schema: 'lemmahead/bench-statements@1', rows },
  [
    '## Binders and constants compared with elaborated types',
    '',
    ...table(['kind, origin', 'explicit', 'all', 'constants that Lean has', 'all that Lean shows'], cells),
  ].join('\n'),
);
