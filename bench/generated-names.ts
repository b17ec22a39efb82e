/**
 * Measures how many names in a library's own `rw […]` and `simp only […]` lists resolve from its sources, by origin.
 * Only names that belong to the library count.
 *
 *     node bench/generated-names.ts --root Mathlib=PATH [--other Batteries=PATH …] [--json-only] [--unknown FILE]
 *
 * PATH is a package's root; its files are those in PATH/NAME, or in PATH if there is no such folder. `--other` names
 * packages that the library depends on, so their names can be recognised. Prints JSON, then Markdown, on stdout.
 *
 * A name is classified in this order: bound in its scope (argument, `intro`, `obtain`, `variable`) → local; a simp set →
 * not a declaration; declared or derived in the library; declared by another package; used but not declared by another
 * package, so it comes from a dependency of that package. All remaining names count as unresolved.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Declaration, FileOutline, Notation } from '../src/lean/declaration.ts';
import { attributeNames } from '../src/lean/generate/attribute-syntax.ts';
import { expandLibrary } from '../src/lean/generate/expand.ts';
import type { KnownDeclaration } from '../src/lean/generate/reverse.ts';
import { readLeanFile } from '../src/lean/read-file.ts';
import { percent, print, readFlags, table, toJson } from './harness.ts';
import { type ListedName, listedNames } from './name-lists.ts';
import { type Library, resolve } from './name-resolution.ts';

interface Package {
  files: { module: string; path: string }[];
}

function* leanFiles(folder: string, module: string): Generator<{ module: string; path: string }> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    const dotted = module === '' ? entry.name : `${module}.${entry.name}`;
    if (entry.isDirectory() && !entry.name.startsWith('.')) yield* leanFiles(path, dotted);
    else if (entry.isFile() && entry.name.endsWith('.lean')) yield { module: dotted.slice(0, -5), path };
  }
}

function openPackage(argument: string): Package {
  const [name = '', path = ''] = argument.split(/=(.*)/s);
  const own = join(path, name);
  if (!existsSync(path)) throw new Error(`${argument}: no such folder`);
  return { files: [...(existsSync(own) ? leanFiles(own, name) : leanFiles(path, ''))] };
}

interface ReadLibrary {
  library: Library;
  listed: { name: ListedName; module: string }[];
  counts: Map<string, number>;
  expandMs: number;
}

function readLibrary(root: Package, others: readonly Package[]): ReadLibrary {
  const outlines: FileOutline[] = [];
  const notations: Notation[] = [];
  const literal = new Map<string, Declaration>();
  const listed: ReadLibrary['listed'] = [];
  const exported = new Map<string, string[]>();
  const simpSets = new Set<string>();
  for (const { module, path } of root.files) {
    const text = readFileSync(path, 'utf8');
    const facts = readLeanFile(text, module);
    outlines.push(facts.outline);
    notations.push(...facts.notations);
    for (const declaration of facts.declarations) literal.set(keyOf(declaration, module), declaration);
    for (const name of listedNames(text, facts.declarations)) listed.push({ name, module });
    for (const [, set] of text.matchAll(/^register_simp_attr\s+(\S+)/gm)) simpSets.add(set!);
    for (const [, space, names] of text.matchAll(/^export\s+(\S+)\s*\(([^)]*)\)/gm)) {
      for (const name of names!.trim().split(/\s+/))
        exported.set(name, [...(exported.get(name) ?? []), `${space}.${name}`]);
    }
  }
  const start = performance.now();
  const lookUp = (name: string, module: string): Declaration | null =>
    literal.get(name) ?? literal.get(`${module}:${name}`) ?? null;
  const expansion = expandLibrary(outlines, lookUp, notations);
  const expandMs = Math.round(performance.now() - start);
  const known = new Map<string, KnownDeclaration>();
  const origins = new Map<string, string>();
  const counts = new Map<string, number>();
  const protectedNames = new Set<string>();
  const simpsInstances = new Map<string, KnownDeclaration>();
  const add = (declaration: Declaration, module: string): void => {
    const { name, kind, signature, line, origin, isApproximate } = declaration;
    const label = isApproximate ? `${origin}, approximate` : origin;
    counts.set(label, (counts.get(label) ?? 0) + 1);
    const key = keyOf(declaration, module);
    if (!origins.has(key)) origins.set(key, label);
    const attributes = attributeNames(declaration.attributes);
    const row = { name, kind, attributes, signature, file: module, line };
    if (!known.has(name)) known.set(name, row);
    if (declaration.modifiers.includes('protected')) protectedNames.add(name);
    const dot = name.lastIndexOf('.');
    if (kind === 'instance' && attributes.includes('simps') && name.startsWith('inst', dot + 1)) {
      simpsInstances.set(name.slice(0, Math.max(dot, 0)), row);
    }
  };
  for (const [key, declaration] of literal) add(declaration, key.includes(':') ? key.slice(0, key.indexOf(':')) : '');
  for (const [module, { declarations }] of expansion.modules)
    for (const declaration of declarations) add(declaration, module);
  const projections = new Set(expansion.projectionNames());
  const elsewhere = new Set<string>();
  const usedElsewhere = new Set<string>();
  for (const { files } of others) {
    const used = new Set<string>();
    for (const { module, path } of files) {
      const text = readFileSync(path, 'utf8');
      const { declarations, identifiers } = readLeanFile(text, module);
      for (const { name } of declarations) elsewhere.add(name);
      for (let at = 0; at < identifiers.length; at += 2) used.add(text.slice(identifiers[at], identifiers[at + 1]));
    }
    for (const name of used) if (name.includes('_') || name.includes('.')) usedElsewhere.add(name);
  }
  const library: Library = {
    origin: (name, module) => origins.get(name) ?? origins.get(`${module}:${name}`) ?? null,
    isProtected: (name) => protectedNames.has(name),
    known: {
      find: (name) => known.get(name) ?? null,
      isProjection: (word) => projections.has(word),
      simpsInstanceIn: (namespace) => simpsInstances.get(namespace) ?? null,
    },
    exported,
    elsewhere,
    usedElsewhere,
    simpSets,
  };
  return { library, listed, counts, expandMs };
}

/** The name; for a private declaration with its module. */
const keyOf = (declaration: Declaration, module: string): string =>
  declaration.isPrivate ? `${module}:${declaration.name}` : declaration.name;

interface Tally {
  occurrences: number;
  names: Set<string>;
}

function tallyNames({ library, listed }: ReadLibrary): { tallies: Map<string, Tally>; unknown: Map<string, number> } {
  const tallies = new Map<string, Tally>();
  const unknown = new Map<string, number>();
  for (const { name, module } of listed) {
    const resolution = name.isLocal ? ({ kind: 'local' } as const) : resolve(name.name, name.context, module, library);
    let key: string = resolution.kind;
    if (resolution.kind === 'declared') key = `declared: ${resolution.origin}`;
    if (resolution.kind === 'derived') key = `derived: ${resolution.by}`;
    if (resolution.kind === 'elsewhere') key = `elsewhere: ${resolution.how}`;
    const tally = tallies.get(key) ?? { occurrences: 0, names: new Set() };
    tally.occurrences++;
    tally.names.add('name' in resolution ? resolution.name : name.name);
    tallies.set(key, tally);
    if (resolution.kind === 'unknown') {
      const entry = `${name.name}\t${module}:${name.line}`;
      unknown.set(entry, (unknown.get(entry) ?? 0) + 1);
    }
  }
  return { tallies, unknown };
}

function main(): void {
  const values = readFlags(
    {
      root: { type: 'string' },
      other: { type: 'string', multiple: true, default: [] },
      unknown: { type: 'string' },
      'json-only': { type: 'boolean', default: false },
    },
    ['root'],
  );
  const read = readLibrary(openPackage(values.root), values.other.map(openPackage));
  const { tallies, unknown } = tallyNames(read);
  const sum = (prefix: string, count: (tally: Tally) => number): number =>
    [...tallies].reduce((total, [key, tally]) => total + (key.startsWith(prefix) ? count(tally) : 0), 0);
  const share = (count: (tally: Tally) => number): number => {
    const resolved = sum('declared', count) + sum('derived', count);
    return Number((resolved / (resolved + sum('unknown', count))).toFixed(4));
  };
  const report = {
    schema: 'lemmahead/bench-generated-names@1',
    resolved_of_occurrences: share((tally) => tally.occurrences),
    resolved_of_names: share((tally) => tally.names.size),
    listed: read.listed.length,
    expand_ms: read.expandMs,
    kinds: Object.fromEntries(
      [...tallies]
        .sort((a, b) => b[1].occurrences - a[1].occurrences)
        .map(([key, { occurrences, names }]) => [key, { occurrences, names: names.size }]),
    ),
    produced: Object.fromEntries(read.counts),
  };
  process.stdout.write(toJson(report));
  if (values.unknown !== undefined) {
    writeFileSync(values.unknown, [...unknown.keys()].sort().join('\n'));
  }
  if (values['json-only']) return;
  const rows = Object.entries(report.kinds).map(([kind, { occurrences, names }]) => [kind, occurrences, names]);
  const [occurrences, names] = [report.resolved_of_occurrences, report.resolved_of_names];
  print(
    [
      '',
      `## Names in rw and simp only lists: ${values.root.split('=')[0]}`,
      '',
      `Resolved: **${percent(occurrences, 2)}** of occurrences, **${percent(names, 2)}** of distinct names.`,
      '',
      ...table(['kind', 'occurrences', 'distinct'], rows),
    ].join('\n'),
  );
}

main();
