/** Finds the declarations that use a given one most, by reading and resolving the files that name it most often. */
import { readTextOrNull } from '../base/read-or-null.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import { tokenise } from '../lean/lexer.ts';
import { IDENTIFIER } from '../lean/tokens.ts';
import { meanings } from './resolve-at-place.ts';

export interface User {
  name: string;
  /** Occurrences of the name in its statement and proof. */
  count: number;
  file_path: string;
  line_start: number;
}

export interface Users {
  /** Files that write the name or a suffix of it. Only `read` of them were resolved. */
  files: number;
  read: number;
  /** Most uses first. Uses through dot notation on a term (`h.symm`) are not counted. */
  top: User[];
}

/** Divisor of a spelling's weight per omitted component: it may refer to another declaration. */
const PENALTY = 20;

const MAX_FILES = 24;
const MAX_USERS = 10;

interface FileOfUses {
  id: number;
  path: string;
  root: string;
}

interface Enclosing {
  name: string;
  namespace: string;
  opens: string;
  file_path: string;
  line_start: number;
  line_end: number;
}

/** Files that can no longer be read are skipped. */
export function findUsers(index: LibraryIndex, name: string): Users {
  const spellings = suffixesOf(name);
  const files = filesByUse(index, spellings);
  const counts = new Map<string, User>();
  let read = 0;
  for (const file of filesOf(index, files.slice(0, MAX_FILES))) {
    const text = readTextOrNull(`${file.root}/${file.path}`);
    if (text === null) continue;
    read++;
    countUses(index, name, spellings, text, enclosingIn(index, file.id), counts);
  }
  const top = [...counts.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  return { files: files.length, read, top: top.slice(0, MAX_USERS) };
}

/** `A.b.c` → `A.b.c`, `b.c`, `c`: all spellings of the name. */
function suffixesOf(name: string): string[] {
  const components = name.split('.');
  return components.map((_, i) => components.slice(i).join('.'));
}

/** File ids, ordered by how often and how fully they write the name. */
function filesByUse(index: LibraryIndex, spellings: string[]): number[] {
  const weights = new Map<number, number>();
  spellings.forEach((spelling, omitted) => {
    const list = index.postings(`u:${spelling}`);
    list?.ids.forEach((id, i) => weights.set(id, (weights.get(id) ?? 0) + list.weights[i]! / PENALTY ** omitted));
  });
  return [...weights].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([id]) => id);
}

function filesOf(index: LibraryIndex, ids: number[]): FileOfUses[] {
  const sql =
    'SELECT files.id, files.path, packages.root FROM files JOIN packages ON packages.id = files.package_id WHERE files.id = ?';
  return ids.flatMap((id) => index.all<FileOfUses>(sql, id));
}

/** Source declarations of a file with their scope, by line. */
function enclosingIn(index: LibraryIndex, fileId: number): Enclosing[] {
  return index.all<Enclosing>(
    `SELECT d.name, d.namespace, d.file_path, d.line_start, d.line_end, s.opens FROM decls d JOIN scopes s ON s.id = d.scope_id
     WHERE d.file_id = ? AND d.origin IN ('written', 'anonymous_instance') ORDER BY d.line_start`,
    fileId,
  );
}

function countUses(
  index: LibraryIndex,
  name: string,
  spellings: string[],
  text: string,
  enclosing: Enclosing[],
  counts: Map<string, User>,
): void {
  const tokens = tokenise(text, []);
  const resolved = new Map<string, boolean>();
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind(at) !== IDENTIFIER) continue;
    const word = tokens.word(at);
    const written = spellings.find(
      (spelling) => word === spelling || word.startsWith(`${spelling}.`) || word === `_root_.${spelling}`,
    );
    if (written === undefined) continue;
    const inside = enclosingAt(enclosing, tokens.line(at));
    if (inside === null || inside.name === name) continue;
    const key = `${written} ${inside.name}`;
    const refersToIt = resolved.get(key) ?? meanings(index, written, scopeOf(inside)).includes(name);
    resolved.set(key, refersToIt);
    if (!refersToIt) continue;
    const user = counts.get(inside.name) ?? {
      name: inside.name,
      count: 0,
      file_path: inside.file_path,
      line_start: inside.line_start,
    };
    user.count++;
    counts.set(inside.name, user);
  }
}

/** The last declaration that starts at or before the line and ends at or after it. */
function enclosingAt(enclosing: Enclosing[], line: number): Enclosing | null {
  const found = enclosing.findLast(({ line_start }) => line_start <= line);
  return found !== undefined && line <= found.line_end ? found : null;
}

/** Within `theorem A.b`, the namespace `A` is open as well. */
function scopeOf({ name, namespace, opens }: Enclosing): { namespace: string; opens: string[] } {
  const own = name.slice(0, Math.max(name.lastIndexOf('.'), 0));
  return {
    namespace: own.startsWith(namespace) ? own : namespace,
    opens: opens.split('\n').filter((opened) => opened !== ''),
  };
}
