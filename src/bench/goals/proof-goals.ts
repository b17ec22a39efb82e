/**
 * Goals with known answers, from the one-line proofs of an indexed library: the statement of a theorem is the goal, the
 * lemma that its proof applies is the answer.
 */
import { wordSet } from '../../base/words.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { readSourceText } from '../../index/source-text.ts';
import type { StatementRow } from '../../index/statement-rows.ts';
import { readCommands } from '../../lean/commands.ts';
import { tokenise } from '../../lean/lexer.ts';
import { readStatement } from '../../lean/signature.ts';
import { type WholeStatement, wholeStatement } from '../../lean/whole-statement.ts';
import { importGraph } from '../../search/name-at-place.ts';
import type { GoalPlace } from '../../search/premises/place-features.ts';
import { contextWithin, meanings } from '../../search/resolve-at-place.ts';
import { shapeLibrary } from '../../search/shape-library.ts';
import { halfOf, type Half } from './halves.ts';
import { lemmaOfProof, withoutDirection } from './one-step-proof.ts';
import { visibleRows, type LibraryPlace } from './visible-rows.ts';

/** A one-line proof in a source, not resolved yet. */
interface OneStepProof extends LibraryPlace {
  /** As written. */
  lemma: string;
}

export interface ProofGoal {
  theorem: string;
  /** Full name of the lemma that proves it. */
  answer: string;
  /** Hypotheses, one per line, and `⊢` with the target. */
  goal: string;
  place: LibraryPlace;
  /** The namespace inside the theorem. */
  namespace: string;
}

const THEOREMS = wordSet('theorem lemma');

/** All one-line proofs of the files in one half, in order. `onFile` is called after each file. */
export function* oneStepProofs(
  index: LibraryIndex,
  half: Half,
  onFile: (done: number, files: number) => void,
): Generator<OneStepProof> {
  const files = index
    .all<{ fileId: number; module: string; path: string }>(
      "SELECT f.id AS fileId, f.module, p.root || '/' || f.path AS path FROM files f JOIN packages p ON p.id = f.package_id ORDER BY f.id",
    )
    .filter(({ module }) => halfOf(module) === half);
  for (const [done, { fileId, module, path }] of files.entries()) {
    const tokens = tokenise(readSourceText(path).text, []);
    for (const command of readCommands(tokens)) {
      if (!THEOREMS.has(command.keyword)) continue;
      const { span } = readStatement(tokens, command, false);
      if (!tokens.is(span.to, ':=')) continue;
      const lemma = lemmaOfProof(tokens, { from: span.to + 1, to: command.to });
      if (lemma !== null) yield { fileId, module, line: tokens.line(command.keywordAt), lemma };
    }
    onFile(done + 1, files.length);
  }
}

/** Lemmas that prove by computation or search: nothing in their statement depends on the goal. */
const BY_COMPUTATION = wordSet('rfl Iff.rfl HEq.rfl Eq.refl Iff.refl HEq.refl trivial id inferInstance');
const STATEMENTS = wordSet('theorem lemma alias axiom field constructor');

/** Null if the lemma is a hypothesis, is ambiguous or not a statement that the place can use. */
export function goalOfProof(index: LibraryIndex, { lemma, ...place }: OneStepProof): ProofGoal | null {
  if (BY_COMPUTATION.has(lemma)) return null;
  const library = shapeLibrary(index);
  const [id] = index
    .all<{ id: number }>(
      "SELECT id FROM decls WHERE file_id = ? AND line_start = ? AND origin = 'written'",
      place.fileId,
      place.line,
    )
    .map((row) => row.id);
  const [row] = id === undefined ? [] : library.rows.rows([id]);
  if (row === undefined) return null;
  const statement = wholeStatement(row.type, row.variables);
  const [first = ''] = lemma.split('.', 1);
  if (statement.binders.some(({ names }) => names.includes(first))) return null;
  const answer = answerOf(index, lemma, row, visibleRows(index, place));
  if (answer === null) return null;
  const { namespace } = contextWithin(row);
  return { theorem: row.name, answer, goal: goalText(statement), place, namespace };
}

/** The place of the theorem, as `prove` knows it. */
export function goalPlaceOf(index: LibraryIndex, { place: { module, line }, namespace }: ProofGoal): GoalPlace {
  return { module, line, imports: importGraph(index).get(module) ?? [], namespace };
}

/** Does not count the use of the answer in the proof that is looked for. Returns the function that counts it again. */
export function withoutOwnUse(index: LibraryIndex, { answer }: ProofGoal): () => void {
  const { uses } = index.columns;
  const counts = index.idsByName(answer).map((id) => ({ id, count: uses[id]! }));
  for (const { id, count } of counts) uses[id] = Math.max(0, count - 1);
  return () => {
    for (const { id, count } of counts) uses[id] = count;
  };
}

function answerOf(
  index: LibraryIndex,
  lemma: string,
  row: StatementRow,
  isVisible: (id: number) => boolean,
): string | null {
  const context = contextWithin(row);
  const isAbsolute = lemma.startsWith('_root_.');
  const plain = isAbsolute ? lemma.slice('_root_.'.length) : lemma;
  for (const written of [plain, withoutDirection(plain)]) {
    if (written === null) continue;
    const names = isAbsolute ? [written] : meanings(index, written, context);
    const rows = index.rows(names.flatMap((one) => index.idsByName(one))).filter(({ id }) => isVisible(id));
    if (rows.length === 0) continue;
    return rows.every((one) => one.name === rows[0]!.name && STATEMENTS.has(one.kind)) ? rows[0]!.name : null;
  }
  return null;
}

/** The goal as Lean prints it: one line for each binder group, then `⊢` and the conclusion. */
export function goalText({ binders, type: conclusion }: WholeStatement): string {
  const lines = binders.flatMap(({ names, type }) => (type === null ? [] : `${names.join(' ') || 'inst✝'} : ${type}`));
  return `${lines.join('\n')}\n⊢ ${conclusion}`;
}
