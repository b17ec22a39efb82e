/**
 * Checks whole statements against the proofs of an indexed library: a one-line proof never gives a lemma more explicit
 * arguments than the statement of the lemma has.
 *
 *   node bench/lemma-arguments.ts --index FILE [--misses 20] [--json FILE] [--markdown FILE]
 *
 * Counts proofs `L a b` and `by exact L a b` whose lemma has one meaning and states an equation, an equivalence, an
 * existence or a conjunction: other conclusions may unfold to functions, which take further arguments.
 */
import { lemmaOfProof } from '../src/bench/goals/one-step-proof.ts';
import { openIndex } from '../src/index/open.ts';
import { readSourceText } from '../src/index/source-text.ts';
import { readCommands } from '../src/lean/commands.ts';
import { tokenise } from '../src/lean/lexer.ts';
import { readStatement } from '../src/lean/signature.ts';
import { IDENTIFIER, NUMBER, SPACED, type Span, type Tokens } from '../src/lean/tokens.ts';
import { statementText } from '../src/lean/whole-statement.ts';
import * as Kind from '../src/lean/term/kinds.ts';
import { rowStatement } from '../src/search/row-statement.ts';
import { shapeLibrary } from '../src/search/shape-library.ts';
import { contextWithin, meanings } from '../src/search/resolve-at-place.ts';
import { percent, print, readFlags, REPORT_FLAGS, writeReport } from './harness.ts';

const values = readFlags({ index: { type: 'string' }, misses: { type: 'string', default: '20' }, ...REPORT_FLAGS }, [
  'index',
]);
const index = openIndex(values.index);
const library = shapeLibrary(index);
const PLAIN_CONCLUSIONS = new Set(['Eq', 'Iff', 'Exists', 'And', 'Or', 'Ne']);

/** Number of explicit arguments in the tokens; null if the text is not a list of arguments. */
function countArguments(tokens: Tokens, { from, to }: Span): number | null {
  let count = 0;
  for (let at = from; at < to;) {
    const kind = tokens.kind(at);
    if (tokens.is(at, '<|') || tokens.is(at, 'fun') || tokens.is(at, 'λ') || tokens.is(at, '$') || tokens.is(at, 'by'))
      return count + 1;
    if (tokens.bracket(at) === 1) {
      if (!tokens.is(at + 2, ':=')) count++;
      at = tokens.afterBracket(at, to);
    } else if (kind === NUMBER || kind === IDENTIFIER) {
      count++;
      at++;
      // `congr($h)`
      if (tokens.bracket(at) === 1 && !tokens.flag(at, SPACED) && at < to) at = tokens.afterBracket(at, to);
    } else return null;
    // `(h).1`, `h.2.symm`
    while (tokens.is(at, '.') && !tokens.flag(at, SPACED) && at + 1 < to) at += 2;
  }
  return count;
}

/** Explicit arguments of a row, with the binders and arrows of its type; null if its conclusion may unfold. */
function explicitArguments(id: number): number | null {
  const row = index.row(id);
  if (row === null) return null;
  const { namespace, opens = [], module } = row;
  const type = statementText(rowStatement(index, row));
  const statement = library.reader.read({ type, variables: [], namespace, opens, module });
  if (statement.conclusion === null || !PLAIN_CONCLUSIONS.has(statement.conclusion.head)) return null;
  let count = statement.binders.filter(({ style }) => style === '(' || style === '').length;
  for (let at = statement.type; at?.kind === Kind.PI; at = at.args[1] ?? null) count++;
  return count;
}

let checked = 0;
const misses: string[] = [];
const files = index.all<{ id: number; path: string }>(
  "SELECT f.id, p.root || '/' || f.path AS path FROM files f JOIN packages p ON p.id = f.package_id ORDER BY f.id",
);
for (const file of files) {
  const tokens = tokenise(readSourceText(file.path).text, []);
  for (const command of readCommands(tokens)) {
    if (command.keyword !== 'theorem' && command.keyword !== 'lemma') continue;
    const { span } = readStatement(tokens, command, false);
    if (!tokens.is(span.to, ':=')) continue;
    let from = span.to + 1;
    if (tokens.is(from, 'by') && tokens.is(from + 1, 'exact')) from += 2;
    const lemma = lemmaOfProof(tokens, { from, to: command.to });
    if (lemma === null || tokens.is(from, '@') || tokens.word(from) !== lemma || tokens.is(from + 1, '.')) continue;
    const after = tokens.is(from + 1, '.{') ? tokens.afterBracket(from + 1, command.to) : from + 1;
    const given = countArguments(tokens, { from: after, to: command.to });
    const [place] = index.all<{ name: string; namespace: string; opens: string; variables: string }>(
      `SELECT d.name, d.namespace, s.opens, s.variables FROM decls d JOIN scopes s ON s.id = d.scope_id
       WHERE d.file_id = ? AND d.line_start = ? AND d.origin = 'written'`,
      file.id,
      tokens.line(command.keywordAt),
    );
    if (given === null || place === undefined) continue;
    const context = contextWithin({ ...place, opens: place.opens.split('\n').filter(Boolean) });
    const names = meanings(index, lemma, context);
    const [first = ''] = lemma.split('.', 1);
    const isLocal = `${place.variables} ${tokens.fold(span.from, span.to)}`
      .split(/[^\p{L}\p{N}_'₀-₉]+/u)
      .includes(first);
    const ids = names.flatMap((name) => index.idsByName(name));
    // A proof does not name its own theorem: then the name has another meaning.
    if (ids.length !== 1 || isLocal || names[0] === place.name) continue;
    const has = explicitArguments(ids[0]!);
    if (has === null) continue;
    checked++;
    if (given > has)
      misses.push(
        `${file.path}:${tokens.line(command.keywordAt)} ${names[0]} takes ${has}, gets ${given}: ${tokens.fold(from, command.to, 100)}`,
      );
  }
}
for (const miss of misses.slice(0, Number(values.misses))) print(miss);
const share = 1 - misses.length / Math.max(1, checked);
writeReport(
  values,
  { schema: 'lemmahead/bench-lemma-arguments@1', checked, wrong: misses.length, share },
  `${checked - misses.length} of ${checked} proofs (${percent(share, 2)}) give a lemma at most its explicit arguments`,
);
index.close();
