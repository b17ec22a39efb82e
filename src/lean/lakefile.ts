/** What a `lakefile` declares, its package's name and its libraries, as far as its text shows them without running it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';

export interface LeanLibrary {
  name: string;
  /** Folder of its modules below the package's root, '' for the root itself. */
  sourceDir: string;
  /** Module roots: `Mathlib` stands for `Mathlib` and everything below it. */
  roots: string[];
  isDefault: boolean;
}

/** Null if the folder has no lakefile, or none of its libraries can be made out. */
export function leanLibraries(packageRoot: string): LeanLibrary[] | null {
  const found = readLakefile(packageRoot, fromLean, fromToml) ?? [];
  return found.length > 0 ? found : null;
}

/** The name that the lakefile gives its package; null without one, or where it is computed. */
export function lakePackageName(packageRoot: string): string | null {
  const name = readLakefile(packageRoot, nameFromLean, nameFromToml) ?? '';
  return name === '' ? null : name;
}

/** Of both, `lakefile.lean` is the one that Lake reads. Null if there is none that can be read. */
function readLakefile<T>(packageRoot: string, lean: (text: string) => T, toml: (text: string) => T): T | null {
  const paths = { lean: join(packageRoot, 'lakefile.lean'), toml: join(packageRoot, 'lakefile.toml') };
  try {
    if (existsSync(paths.lean)) return lean(readFileSync(paths.lean, 'utf8'));
    return existsSync(paths.toml) ? toml(readFileSync(paths.toml, 'utf8')) : null;
  } catch {
    return null;
  }
}

function nameFromToml(text: string): string {
  const { name } = parseToml(text);
  return typeof name === 'string' ? plainName(name) : '';
}

function nameFromLean(text: string): string {
  const name = /^(?:@\[[^\]]*\]\s*)?package\s+(«[^»\n]+»|"[^"\n]+"|[^\s{«"]+)/m.exec(withoutComments(text))?.[1];
  return name === undefined || name === 'where' ? '' : plainName(name);
}

function fromToml(text: string): LeanLibrary[] {
  const file = parseToml(text);
  const defaults = strings(file.defaultTargets);
  const packageDir = typeof file.srcDir === 'string' ? file.srcDir : '';
  return tables(file.lean_lib).map((library) => {
    const name = String(library.name);
    const given = [...strings(library.roots), ...strings(library.globs).map(globRoot)];
    return {
      name,
      sourceDir: folderBelow(packageDir, typeof library.srcDir === 'string' ? library.srcDir : ''),
      roots: given.length > 0 ? given : [plainName(name)],
      isDefault: defaults.includes(name),
    };
  });
}

/** The DSL's usual forms. What is computed in Lean code stays unknown. */
function fromLean(text: string): LeanLibrary[] {
  const source = withoutComments(text);
  const packageDir = /^package\b(?:.*\n)(?:[ \t].*\n)*?[ \t]+srcDir\s*:=\s*"([^"]*)"/m.exec(source)?.[1] ?? '';
  const header = /^(@\[[^\]]*\]\s*)?lean_lib\s+(«[^»\n]+»|"[^"\n]+"|[^\s{]+)(.*(?:\n(?:[ \t].*|[})\]].*|))*)/gm;
  return [...source.matchAll(header)].map((match) => {
    const name = plainName(match[2]!);
    const body = match[3]!;
    const given = [...names(/\broots\s*:=\s*#\[([^\]]*)\]/.exec(body)?.[1] ?? ''), ...globRoots(body)];
    return {
      name,
      sourceDir: folderBelow(packageDir, /\bsrcDir\s*:=\s*"([^"]*)"/.exec(body)?.[1] ?? ''),
      roots: given.length > 0 ? given : [name],
      isDefault: /default_target/.test(match[1] ?? ''),
    };
  });
}

const withoutComments = (text: string): string => text.replace(/\/-[\s\S]*?-\//g, ' ').replace(/--.*$/gm, '');

const globRoots = (body: string): string[] => names(/\bglobs\s*:=\s*#\[([^\]]*)\]/.exec(body)?.[1] ?? '').map(globRoot);

/** `` `A, .submodules `B `` → A, B. */
const names = (list: string): string[] =>
  [...list.matchAll(/`((?:«[^»]+»|[^\s`,)\]«])+)/g)].map((match) => plainName(match[1]!));

const globRoot = (glob: string): string => plainName(glob.replace(/\.[+*]$/, ''));
const plainName = (name: string): string => name.replace(/[«»"]/g, '');

function folderBelow(...parts: string[]): string {
  const folder = join(...parts);
  return folder === '.' ? '' : folder.replace(/\/$/, '');
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

const tables = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];
