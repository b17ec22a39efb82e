/**
 * Finds the declarations that a benchmark hides from retrieval: the problem's own declaration if it is in the index, and
 * declarations with other names and the same statement. Otherwise a system that looks up the answer would count as one
 * that proves it.
 */
import { PREMISE, edgeToken } from '../../index/shape-tokens.ts';
import { conclusionsOf, edgesOf, headOf } from '../../index/shapes.ts';
import type { LibraryIndex } from '../../index/library-index.ts';
import { readPlace } from '../../lean/place.ts';
import { readLeanFile } from '../../lean/read-file.ts';
import * as Kind from '../../lean/term/kinds.ts';
import type { Term } from '../../lean/term/term.ts';
import type { Statement, StatementSource } from '../../lean/term/statement.ts';
import { intersect } from '../../search/intersect.ts';
import { readRow, shapeLibrary, type ShapeLibrary } from '../../search/shape-library.ts';
import { findHoles, type HoleDeclaration } from '../../verify/hole/holes.ts';
import { NOTHING_HIDDEN, type Hidden } from '../../prove/hidden.ts';
import type { LibrarySearch } from '../../prove/prover.ts';
import { informalStatementOf, type BenchProblem } from './problem.ts';
import { statementKey } from './statement-key.ts';

export interface HiddenNames {
  /** Full names of the problem itself in the index. */
  own: string[];
  /** Full names of other declarations with the same statement. */
  twins: string[];
}

/** The declarations to hide for each problem, by its name. */
export function findAllHidden(
  index: LibraryIndex | null,
  problems: readonly Pick<BenchProblem, 'name' | 'text'>[],
): Map<string, HiddenNames> {
  return new Map(index === null ? [] : problems.map((problem) => [problem.name, findHidden(index, problem)]));
}

/** What a run of each problem must not retrieve: its declarations, the entries about them, and its statement. */
export function hiddenOf(
  problems: readonly BenchProblem[],
  names: ReadonlyMap<string, HiddenNames>,
  library: Pick<LibrarySearch, 'entriesAbout'> | null,
): Map<string, Hidden> {
  const hide = (problem: BenchProblem): Hidden => {
    const { own = [], twins = [] } = names.get(problem.name) ?? {};
    const declarations = new Set([...own, ...twins]);
    const statement = informalStatementOf(problem);
    return {
      declarations,
      entries: library?.entriesAbout(declarations) ?? NOTHING_HIDDEN.entries,
      statements: statement === null ? [] : [statement],
    };
  };
  return new Map(problems.map((problem) => [problem.name, hide(problem)]));
}

/** If more declarations than this share every part of a statement, the statement is too unspecific to compare. */
const MOST_CANDIDATES = 20_000;

export function findHidden(index: LibraryIndex, problem: Pick<BenchProblem, 'text'>): HiddenNames {
  const library = shapeLibrary(index);
  const [own, twins] = [new Set<string>(), new Set<string>()];
  for (const declaration of declarationsToProve(problem.text)) {
    const { fullName } = declaration;
    if (fullName !== null && index.idsByName(fullName).length > 0) own.add(fullName);
    for (const name of sameStatement(library, sourceOf(problem.text, declaration))) twins.add(name);
  }
  // Iterating a set also visits elements added during the iteration, so this finds aliases of aliases.
  for (const name of own) for (const alias of aliasesOf(index, name)) twins.add(alias);
  for (const name of twins) for (const alias of aliasesOf(index, name)) twins.add(alias);
  return { own: [...own].sort(), twins: [...twins].filter((name) => !own.has(name)).sort() };
}

function aliasesOf(index: LibraryIndex, name: string): string[] {
  const rows = index.all<{ name: string }>(
    "SELECT name FROM decls WHERE generated_from = ? AND origin = 'alias'",
    name,
  );
  return rows.map((row) => row.name);
}

function declarationsToProve(text: string): HoleDeclaration[] {
  const found = new Map<number, HoleDeclaration>();
  for (const { declaration, isProof } of findHoles(text)) {
    if (isProof && declaration !== null) found.set(declaration.start, declaration);
  }
  return [...found.values()];
}

/** The namespace, open namespaces and variables come from the file. The reader returns no declaration for an `example`. */
function sourceOf(text: string, { fullName, statement, line }: HoleDeclaration): StatementSource {
  const read = readLeanFile(text, '').declarations.find(({ name }) => name === fullName);
  if (read === undefined) return { type: statement, variables: [], module: null, ...readPlace(text, line) };
  const { signature, typeAt, variables, namespace, opens = [] } = read;
  return { type: signature.slice(typeAt), variables, namespace, opens, module: null };
}

function sameStatement(library: ShapeLibrary, source: StatementSource): string[] {
  const statement = library.reader.read(source);
  const key = statementKey(statement);
  if (key === null) return [];
  const candidates = rowsWithAllParts(library.index, statement);
  if (candidates.length > MOST_CANDIDATES) return [];
  return library.rows
    .rows([...candidates])
    .filter((row) => statementKey(readRow(library, row)) === key)
    .map(({ name }) => name);
}

/** Rows with every edge of the statement and the head of its conclusion: a superset of the rows with the same statement. */
function rowsWithAllParts(index: LibraryIndex, statement: Statement): Uint32Array {
  const tokens = new Set<string>();
  const addTree = (tree: Term): void =>
    edgesOf(tree, (parent, position, child) => void tokens.add(edgeToken(parent, position, child)));
  const addPremise = (tree: Term): void => {
    addTree(tree);
    if (headOf(tree) !== '') tokens.add(edgeToken(PREMISE, 0, headOf(tree)));
  };
  for (const { type, premise } of statement.binders) {
    addPremise(type);
    if (premise !== null) addPremise(premise);
  }
  let at = statement.type;
  for (; at?.kind === Kind.PI; at = at.args[1] ?? null) addPremise(at.args[0]!);
  if (at !== null) addTree(at);
  for (const one of conclusionsOf(statement)) if (headOf(one) !== '') tokens.add(`s:C:${headOf(one)}`);
  return intersect([...tokens].map((token) => index.postings(token)?.ids ?? new Uint32Array(0)));
}
