/**
 * Compares whole statements with what Lean prints for `#check NAME`, as the library's own tests state it:
 *
 *     /-- info: NAME.{u} (a : α) : P a -/
 *     #guard_msgs in
 *     #check NAME
 *
 *   node bench/check-outputs.ts --index FILE [--misses 20] [--json FILE] [--markdown FILE]
 *
 * The index must have the files with such tests. A name is compared if exactly one declaration has it.
 */
import { openIndex } from '../src/index/open.ts';
import { readSourceText } from '../src/index/source-text.ts';
import { bare, print as printTerm, type Term } from '../src/lean/term/term.ts';
import * as Kind from '../src/lean/term/kinds.ts';
import type { Statement } from '../src/lean/term/statement.ts';
import { statementText } from '../src/lean/whole-statement.ts';
import { rowStatement } from '../src/search/row-statement.ts';
import { shapeLibrary } from '../src/search/shape-library.ts';
import { agrees, bindersOf, isComplete } from './binder-agreement.ts';
import { percent, print, readFlags, REPORT_FLAGS, table, writeReport } from './harness.ts';

const values = readFlags({ index: { type: 'string' }, misses: { type: 'string', default: '20' }, ...REPORT_FLAGS }, [
  'index',
]);
const index = openIndex(values.index);
const { reader } = shapeLibrary(index);

const NAME = String.raw`[^\s:(){}\[\]]+?`;
const OUTPUT = new RegExp(
  String.raw`/--\s*info:\s*@?(?<name>${NAME})(?:\.\{[^}]*\})?(?<statement>(?:\s[^]*?)?\s:\s(?:(?!-/)[^])*?)\s*-/\s*` +
    String.raw`#guard_msgs[^\n]*\bin\s*#check\s+@?(?<asked>${NAME})[ \t]*(?:\n|$)`,
  'gu',
);

interface Output {
  path: string;
  name: string;
  statement: string;
}

/** Outputs about a declaration of the index: Lean prints its full name. */
function outputsOf(path: string): Output[] {
  return [...readSourceText(path).text.matchAll(OUTPUT)].flatMap(({ groups }) => {
    const { name = '', statement = '', asked = '' } = groups ?? {};
    return name === asked || name.endsWith(`.${asked}`)
      ? [{ path, name: name.replaceAll(/[«»]/gu, ''), statement }]
      : [];
  });
}

/** The conclusion as text, without ascriptions and coercions; null if none is written. */
function conclusionOf({ conclusion }: Statement): string | null {
  const plain = (tree: Term): Term => ({ ...bare(tree), args: bare(tree).args.map(plain) });
  return conclusion === null || conclusion.kind === Kind.HOLE ? null : printTerm(plain(conclusion));
}

function compare({ name, statement, path }: Output) {
  const [id, ...others] = index.idsByName(name);
  const row = id === undefined || others.length > 0 ? null : index.row(id);
  // The statement may be unknown: the row then has none.
  if (row === null || (row.origin !== 'written' && row.type === '')) return [];
  const { namespace, opens = [], module } = row;
  const read = (type: string): Statement => reader.read({ type, variables: [], namespace, opens, module });
  const text = statementText(rowStatement(index, row));
  // Lean marks a name that cannot be written; the reader gives such a binder the name with a prime.
  const [ours, theirs] = [read(text), read(statement.trim().replaceAll('✝', "'"))];
  const [mine, lean] = [bindersOf(ours), bindersOf(theirs)];
  const explicit = agrees(mine, lean, (bracket) => bracket === '(') && isComplete(mine, lean);
  return [
    {
      name,
      path,
      origin: row.origin,
      isApproximate: row.isApproximate,
      text,
      statement: statement.trim(),
      explicit,
      all: explicit && agrees(mine, lean, () => true),
      // Lean infers the type of a definition that has no written type.
      conclusion: ours.conclusion === null || conclusionOf(ours) === conclusionOf(theirs),
    },
  ];
}

const files = index.all<{ path: string }>(
  "SELECT p.root || '/' || f.path AS path FROM files f JOIN packages p ON p.id = f.package_id",
);
const outputs = files.flatMap(({ path }) => outputsOf(path));
const compared = outputs.flatMap(compare);
for (const { path, name, text, statement, origin, explicit, all } of compared
  .filter((one) => !one.all || !one.conclusion)
  .slice(0, Number(values.misses)))
  print(
    `${path}: ${name} (${origin}), ${explicit ? (all ? 'conclusion' : 'binders') : 'explicit binders'}\n  ours ${text}\n  Lean ${statement.replaceAll(/\s+/gu, ' ')}`,
  );
const rows = [...Map.groupBy(compared, ({ origin }) => origin)].map(([origin, list]) => {
  const count = (of: 'explicit' | 'all' | 'conclusion'): number => list.filter((one) => one[of]).length;
  return {
    origin,
    declarations: list.length,
    explicit: count('explicit'),
    all: count('all'),
    conclusion: count('conclusion'),
  };
});
writeReport(
  values,
  { schema: 'lemmahead/bench-check-outputs@1', outputs: outputs.length, rows },
  [
    `## ${outputs.length} outputs of #check, ${compared.length} about declarations of the index`,
    '',
    ...table(
      ['origin', 'explicit', 'all binders', 'conclusion'],
      rows.map(({ origin, declarations, ...counts }) => [
        origin,
        ...Object.values(counts).map((count) => `${count} of ${declarations} (${percent(count / declarations)})`),
      ]),
    ),
  ].join('\n'),
);
