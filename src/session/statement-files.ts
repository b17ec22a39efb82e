/** Reads the LaTeX files that contain the statements of a blueprint, or of a source of the library. */
import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { Failure } from '../base/errors.ts';
import { valueOr } from '../base/read-or-null.ts';
import { libraryPathFor } from '../config/paths.ts';
import type { StatementFile } from '../graph/export/blueprint-patch.ts';
import { listSources } from '../library/listing.ts';
import { withLibrary } from '../library/library.ts';
import type { BlueprintNode } from '../sources/blueprint.ts';
import { readStatements } from './blueprint-file.ts';
import type { CommandContext } from './command-context.ts';

/** Below the folder of the command, so that `git apply` and `patch` find them there. Statements in other files are left out. */
export async function readStatementFiles(
  { blueprint, source }: { blueprint: string | null; source: string | null },
  nodes: readonly BlueprintNode[],
  context: Pick<CommandContext, 'cwd' | 'settings'>,
): Promise<StatementFile[]> {
  const firstFiles =
    source === null
      ? new Map([['', (await readStatements(blueprint ?? '', context.cwd)).path]])
      : await firstFilesOf(source, context);
  const documentOf = ({ piece }: BlueprintNode): string =>
    source === null ? '' : documentNameOf(piece.key, firstFiles);
  const files: StatementFile[] = [];
  for (const [name, document] of Map.groupBy(nodes, documentOf)) {
    const first = firstFiles.get(name);
    if (first === undefined) continue;
    for (const [file, statements] of Map.groupBy(document, ({ piece }) => piece.place.file)) {
      const path = resolve(dirname(first), file);
      const text = file.endsWith('.tex') ? textOf(path) : null;
      if (text === null) continue;
      files.push({ path: pathBelow(context.cwd, path), text, statements, document });
    }
  }
  if (files.length > 0) return files;
  throw new Failure('usage', 'export-no-latex', {
    message: 'No statement is in a LaTeX file that can be read.',
    next: 'lemmahead library sources lists the files of a source',
  });
}

/** Paths by the name of the document. */
function firstFilesOf(source: string, { settings }: Pick<CommandContext, 'settings'>): Promise<Map<string, string>> {
  return withLibrary(libraryPathFor(settings), {}, ({ database }) => {
    const documents = listSources(database, [source]).flatMap((each) => each.documents);
    return new Map(documents.map(({ name, path }) => [name, path]));
  });
}

/** A key is the name of the document, `#`, and a key of the piece; both can contain `#`. */
function documentNameOf(key: string, documents: ReadonlyMap<string, string>): string {
  for (let end = key.indexOf('#'); end >= 0; end = key.indexOf('#', end + 1)) {
    if (documents.has(key.slice(0, end))) return key.slice(0, end);
  }
  return '';
}

/** Null if it cannot be read as UTF-8: a patch of other bytes would not apply. */
function textOf(path: string): string | null {
  return valueOr(null, () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path)));
}

/** @throws {Failure} `export-outside` */
function pathBelow(folder: string, path: string): string {
  const below = relative(folder, path);
  if (below !== '' && !below.startsWith(`..${sep}`) && !isAbsolute(below) && !/\p{Cc}/u.test(below)) {
    return below.split(sep).join('/');
  }
  throw new Failure('usage', 'export-outside', {
    message: `${path} is not in this folder: a patch could not name it.`,
    next: `cd ${join(dirname(path))}`,
  });
}
