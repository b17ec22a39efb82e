/** Training examples: statements with the declarations that their proofs name, read from the sources of an index. */
import { readSourceText } from '../../../src/index/source-text.ts';
import { StatementRows, type StatementRow } from '../../../src/index/statement-rows.ts';
import type { Problem } from '../../../src/lean/declaration.ts';
import { readCommands, type Command } from '../../../src/lean/commands.ts';
import { tokenise } from '../../../src/lean/lexer.ts';
import { readStatement } from '../../../src/lean/signature.ts';
import { typeHead } from '../../../src/lean/term/term.ts';
import type { Tokens } from '../../../src/lean/tokens.ts';
import { shapeLibrary, type ShapeLibrary } from '../../../src/search/shape-library.ts';
import type { Library } from './library.ts';
import { premisesNamed, type ProofSite } from './premise-names.ts';
import { namespaceWithin } from './place.ts';
import { namesInProof } from './proof-names.ts';

export interface Example {
  /** Row of the proved declaration. */
  id: number;
  fileId: number;
  line: number;
  kind: string;
  /** Distinct rows that the proof names, ascending. Of several rows with the same name only the first counts. */
  premises: number[];
}

interface SourceFile {
  id: number;
  path: string;
  module: string;
  root: string;
}

const PROVED = new Set(['theorem', 'lemma', 'instance', 'def', 'abbrev', 'irreducible_def']);

/** Reads the examples of a package's files, in order, if `accepts` accepts their module. Throws if a file is missing. */
export function* readExamples(
  library: Library,
  packageName: string,
  accepts: (module: string) => boolean,
): Generator<Example> {
  const { index } = library;
  const shapes = shapeLibrary(index);
  const statements = new StatementRows(index);
  const files = index.all<SourceFile>(
    'SELECT f.id, f.path, f.module, p.root FROM files f JOIN packages p ON p.id = f.package_id WHERE p.name = ? ORDER BY f.id',
    packageName,
  );
  for (const file of files) if (accepts(file.module)) yield* examplesOfFile(library, shapes, statements, file);
}

function* examplesOfFile(
  library: Library,
  shapes: ShapeLibrary,
  statements: StatementRows,
  file: SourceFile,
): Generator<Example> {
  const sourceRows = library.index.all<{ id: number; line_start: number; kind: string }>(
    `SELECT id, line_start, kind FROM decls WHERE file_id = ? AND origin IN ('written', 'anonymous_instance')`,
    file.id,
  );
  const byLine = new Map(sourceRows.map((row) => [row.line_start, row]));
  const rows = new Map(statements.rows(sourceRows.map(({ id }) => id)).map((row) => [row.id, row]));
  const problems: Problem[] = [];
  const tokens = tokenise(readSourceText(`${file.root}/${file.path}`).text, problems);
  for (const command of readCommands(tokens)) {
    if (!PROVED.has(command.keyword)) continue;
    const line = tokens.line(command.keywordAt);
    const found = byLine.get(line);
    const row = found && rows.get(found.id);
    if (found === undefined || row === undefined) continue;
    const premises = premisesOf(library, shapes, { tokens, command, row, fileId: file.id, line });
    yield { id: row.id, fileId: file.id, line, kind: found.kind, premises };
  }
}

interface Proved {
  tokens: Tokens;
  command: Command;
  row: StatementRow;
  fileId: number;
  line: number;
}

function premisesOf(library: Library, shapes: ShapeLibrary, { tokens, command, row, fileId, line }: Proved): number[] {
  const { span } = readStatement(tokens, command, false);
  const types = new Map<string, string>();
  for (const { name, type } of shapes.reader.read(row).binders) if (name !== '') types.set(name, typeHead(type));
  // A variable that the statement does not use is still a variable.
  for (const group of row.variables) {
    for (const name of group
      .slice(1)
      .split(/\s*(?::|\])/u, 1)[0]!
      .split(/\s+/u))
      if (!group.startsWith('[') && !types.has(name)) types.set(name, '');
  }
  const place: ProofSite = {
    fileId,
    line,
    namespace: namespaceWithin(row),
    opens: row.opens,
    types,
  };
  const premises = new Set<number>();
  for (const name of namesInProof(tokens, { from: span.to, to: command.to }, new Set(types.keys()))) {
    const [id] = premisesNamed(library, name, place);
    if (id !== undefined) premises.add(id);
  }
  return [...premises].sort((a, b) => a - b);
}
