/**
 * Compares the binders that the source reader gives each declaration with the types that the old Lean elaborated, for
 * the theorems and definitions of its `Init`, `Std` and `Lean`.
 *
 *   OLD_LEAN=BINARY node bench/statements.ts [--sources FOLDER] [--misses 20] [--origin written] [--json FILE] [--markdown FILE]
 *
 * `--sources`: the folder with `Init`, `Std` and `Lean`; by default the one next to the build of the old Lean.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Declaration } from '../src/lean/declaration.ts';
import { readLeanFile } from '../src/lean/read-file.ts';
import { makeNotationTable } from '../src/lean/term/notation-table.ts';
import * as Kind from '../src/lean/term/kinds.ts';
import { StatementReader } from '../src/lean/term/statement.ts';
import type { Term } from '../src/lean/term/term.ts';
import { oldLeanBinary, percent, print, readFlags, REPORT_FLAGS, table, writeReport } from './harness.ts';

const values = readFlags({
  sources: { type: 'string' },
  misses: { type: 'string', default: '20' },
  origin: { type: 'string', default: 'written' },
  ...REPORT_FLAGS,
});

/** One binder: bracket and name. */
type Binder = [bracket: string, name: string];

interface Elaborated {
  name: string;
  kind: string;
  binders: Binder[];
}

/** Prints one line of JSON per constant: the leading binders of its type. */
const DUMP = `
import Lean
open Lean

def bracketOf : BinderInfo → String
  | BinderInfo.default => "("
  | BinderInfo.implicit => "{"
  | BinderInfo.strictImplicit => "⦃"
  | BinderInfo.instImplicit => "["
  | _ => "?"

partial def binders (e : Expr) (out : Array Json) : Array Json :=
  match e with
  | Expr.forallE n _ b d =>
    binders b (out.push (Json.arr #[Json.str (bracketOf d.binderInfo), Json.str (toString n.eraseMacroScopes)]))
  | Expr.mdata _ b _ => binders b out
  | _ => out

def kindOf : ConstantInfo → String
  | ConstantInfo.thmInfo _ => "theorem"
  | ConstantInfo.defnInfo _ => "definition"
  | ConstantInfo.axiomInfo _ => "axiom"
  | ConstantInfo.opaqueInfo _ => "opaque"
  | ConstantInfo.inductInfo _ => "inductive"
  | ConstantInfo.ctorInfo _ => "constructor"
  | _ => ""

def main : IO Unit := do
  initSearchPath
  let env ← importModules [{ module := \`Lean }] {} 0
  env.constants.forM fun name info => do
    let kind := kindOf info
    if kind != "" && !isPrivateName name && !name.isInternal then
      IO.println (Json.compress (Json.mkObj [("name", toString name), ("kind", kind),
        ("binders", Json.arr (binders info.type #[]))]))
`;

function elaboratedTypes(binary: string): Map<string, Elaborated> {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-statements-'));
  try {
    const script = join(folder, 'dump.lean');
    writeFileSync(script, DUMP);
    const output = execFileSync(binary, ['--run', script], { maxBuffer: 1 << 28, encoding: 'utf8' });
    const all = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Elaborated);
    return new Map(all.map((one): [string, Elaborated] => [one.name.replaceAll(/[«»]/g, ''), one]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

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
}

/** Bracket of a binder after the colon: a term does not have it, and no name either if the binder is an arrow. */
const AFTER_COLON = '?';

/** Our binders: those before the colon, and the leading binders and arrows of the type. */
function bindersOf(declaration: Declaration, module: string): Binder[] {
  const { signature, typeAt, variables, namespace, opens } = declaration;
  const statement = reader.read({ type: signature.slice(typeAt), variables, namespace, opens: opens ?? [], module });
  const found: Binder[] = statement.binders.map(({ style, name }): Binder => [style === '' ? '(' : style, name]);
  for (let at: Term | null = statement.type; at?.kind === Kind.PI; at = at.args[1] ?? null)
    found.push([AFTER_COLON, at.head]);
  return found;
}

/** Whether the binders before our colon, of those compared, are the first of Lean's, with the same names. */
function agrees(ours: readonly Binder[], theirs: readonly Binder[], isCompared: (bracket: string) => boolean): boolean {
  const written = ours.filter(([bracket]) => bracket !== AFTER_COLON && isCompared(bracket));
  const lean = theirs.filter(([bracket]) => isCompared(bracket));
  return written.every(([bracket, name], at) => {
    const [otherBracket, otherName] = lean[at] ?? [];
    return bracket === otherBracket && (bracket === '[' || name === otherName || name === '_' || name === '');
  });
}

/** Whether Lean has no more explicit binders than ours; those after our colon may be of any bracket. */
function isComplete(ours: readonly Binder[], theirs: readonly Binder[]): boolean {
  const count = (binders: readonly Binder[], bracket: string): number =>
    binders.filter(([one]) => one === bracket).length;
  return count(theirs, '(') <= count(ours, '(') + count(ours, AFTER_COLON);
}

const comparisons: Comparison[] = facts.flatMap(({ declarations, module }) =>
  declarations.flatMap((declaration) => {
    const lean = elaborated.get(declaration.name);
    if (lean === undefined || declaration.isPrivate) return [];
    const ours = bindersOf(declaration, module);
    const { kind, binders: theirs } = lean;
    const explicit = agrees(ours, theirs, (bracket) => bracket === '(') && isComplete(ours, theirs);
    return [{ declaration, module, kind, ours, theirs, explicit, all: explicit && agrees(ours, theirs, () => true) }];
  }),
);

const format = (binders: readonly Binder[]): string => binders.map(([bracket, name]) => bracket + name).join(' ');
const missed = comparisons.filter(({ all, declaration }) => !all && declaration.origin === values.origin);
for (const { module, declaration, ours, theirs } of missed.slice(0, Number(values.misses))) {
  print(`${module}:${declaration.line} ${declaration.signature.slice(0, 120)}`);
  print(`  ours ${format(ours)}\n  Lean ${format(theirs)}`);
}

const groups = Map.groupBy(comparisons, ({ kind, declaration }) => `${kind}, ${declaration.origin}`);
const rows = [...groups]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([kind, list]) => ({
    kind,
    declarations: list.length,
    explicit: list.filter(({ explicit }) => explicit).length,
    all: list.filter(({ all }) => all).length,
  }));
const cells = rows.map(({ kind, declarations, explicit, all }) => [
  kind,
  ...[explicit, all].map((count) => `${count} of ${declarations} (${percent(count / declarations, 2)})`),
]);
writeReport(
  values,
  { schema: 'lemmahead/bench-statements@1', rows },
  ['## Binders compared with elaborated types', '', ...table(['kind, origin', 'explicit', 'all'], cells)].join('\n'),
);
