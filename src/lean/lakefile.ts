/** The package name and the libraries of a `lakefile`, as far as its text gives them without running it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { isRecord, valueOr } from '../base/read-or-null.ts';

export interface LeanLibrary {
  name: string;
  /** Folder of its modules, relative to the package's root; '' for the root itself. */
  sourceDir: string;
  /** Module roots: `Mathlib` includes `Mathlib` and everything below it. */
  roots: string[];
  isDefault: boolean;
}

/** Returns null if the folder has no lakefile, or no library can be determined from it. */
export function leanLibraries(packageRoot: string): LeanLibrary[] | null {
  const found = readLakefile(packageRoot, fromLean, fromToml) ?? [];
  return found.length > 0 ? found : null;
}

/** The package name in the lakefile; null if there is no lakefile or the name is computed. */
export function lakePackageName(packageRoot: string): string | null {
  const name = readLakefile(packageRoot, nameFromLean, nameFromToml) ?? '';
  return name === '' ? null : name;
}

/** The text of the lakefile, for options that are found by their names; null if there is none. */
export function lakefileText(packageRoot: string): string | null {
  const asIs = (text: string): string => text;
  return readLakefile(packageRoot, asIs, asIs);
}

/** If both exist, reads `lakefile.lean`, as Lake does. Returns null if neither is readable. */
function readLakefile<T>(packageRoot: string, lean: (text: string) => T, toml: (text: string) => T): T | null {
  const paths = { lean: join(packageRoot, 'lakefile.lean'), toml: join(packageRoot, 'lakefile.toml') };
  return valueOr(null, () => {
    if (existsSync(paths.lean)) return lean(readFileSync(paths.lean, 'utf8'));
    return existsSync(paths.toml) ? toml(readFileSync(paths.toml, 'utf8')) : null;
  });
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

/** The common forms of the DSL. Values computed in Lean code are not recognised. */
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

const tables = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isRecord) : []);
