/** The import rule between layers, and the packages that `--help` loads. */
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { words } from '../src/base/words.ts';
import { importsOf, RANKS, layerOf, importViolations } from './architecture/layers.ts';
import { unclearLines } from './architecture/language.ts';
import { sourceFiles, type SourceFile } from './architecture/source-files.ts';

const files = sourceFiles();

describe('architecture layers', () => {
  test('all have a rank', () => {
    expect(files.map(({ path }) => layerOf(path)).filter((layer) => RANKS[layer] === undefined)).toEqual([]);
  });

  test('import only from layers of lower rank or from themselves', () => {
    expect(files.flatMap(importViolations)).toEqual([]);
  });

  test.each<[string, SourceFile, string]>([
    [
      'a higher layer',
      { path: 'search/name.ts', text: "import type { Run } from '../prove/run.ts';" },
      'search/name.ts (rank 4) may not import prove/run.ts (rank 6): move what it needs to search/ or lower, or move search/name.ts to prove/ or higher',
    ],
    [
      'a layer of the same rank',
      { path: 'sources/a.ts', text: "export { x } from '../llm/b.ts';" },
      'sources/a.ts (rank 2) may not import llm/b.ts (rank 2): move what it needs to a layer of lower rank, or move sources/a.ts to a layer of higher rank',
    ],
    [
      'a higher layer by a dynamic import',
      { path: 'base/a.ts', text: "const x = await import('../ui/log.ts');" },
      'base/a.ts (rank 0) may not import ui/log.ts (rank 7): move what it needs to base/ or lower, or move base/a.ts to ui/ or higher',
    ],
    [
      'a package of another layer',
      { path: 'search/a.ts', text: "import Database from 'better-sqlite3';" },
      'search/a.ts imports better-sqlite3: move that line to index/ or library/ or concepts/ or prove/',
    ],
    [
      'a file outside src/',
      { path: 'base/a.ts', text: "import '../../test/a.ts';" },
      'base/a.ts imports ../../test/a.ts, outside src/',
    ],
  ])('may not import %s', (_, file, message) => {
    expect(importViolations(file)).toEqual([message]);
  });
});

describe('file names', () => {
  /** The same thing of several layers. */
  const SHARED = new Set(
    words(
      'anthropic config-file dry-run folder health holes open openai page provenance schema scripted search stats style summary',
    ),
  );

  test('have one meaning: a base name is used once, or for a command and its report', () => {
    const known = new Map<string, string>();
    const repeated: string[] = [];
    for (const { path } of files) {
      const name = posix.basename(path, '.ts');
      const other = known.get(name);
      const isReport = [path, other].every((each) => /^(?:commands|report)\//.test(each ?? ''));
      if (other !== undefined && !isReport && !SHARED.has(name)) repeated.push(`${other} and ${path}`);
      known.set(name, path);
    }
    expect(repeated).toEqual([]);
  });
});

describe('lemmahead --help', () => {
  const HEAVY = ['better-sqlite3', 'zod', 'execa', 'ora', 'smol-toml', '@anthropic-ai/sdk', 'openai'];
  const byPath = new Map(files.map((file) => [file.path, file]));

  /** Packages and files in the transitive closure of static value imports. `import type` and `import()` load nothing. */
  function closure(...start: string[]): Set<string> {
    const packages = new Set<string>();
    const seen = new Set(start);
    for (const path of seen) {
      const text = (byPath.get(path)?.text ?? '')
        .replace(/^\s*(?:import|export)\s+type\s[^;]*;/gm, '')
        .replace(/\bimport\(/g, '');
      for (const specifier of importsOf({ path, text })) {
        if (specifier.startsWith('.')) seen.add(posix.normalize(posix.join(posix.dirname(path), specifier)));
        else packages.add(specifier);
      }
    }
    return new Set([...packages, ...seen]);
  }

  test('loads no heavy packages, and no search', () => {
    // The tree imports the flags of each group on demand.
    const flags = files.flatMap(({ path }) => (path.startsWith('cli/') ? [path] : []));
    const loaded = closure('main.ts', ...flags);
    expect(loaded).toContain('@commander-js/extra-typings');
    expect(HEAVY.filter((name) => loaded.has(name))).toEqual([]);
    expect([...loaded].filter((path) => path.startsWith('index/words/'))).toEqual([]);
  });

  test('and the JSON schemas load no heavy package but zod, and no search', () => {
    const loaded = closure('commands/json-schemas.ts');
    expect(HEAVY.filter((name) => loaded.has(name))).toEqual(['zod']);
    expect([...loaded].filter((path) => path.startsWith('index/words/'))).toEqual([]);
  });

  test.each(['search', 'show', 'open', 'graph-search'])('and %s loads no zod and no parser of TOML', (command) => {
    const loaded = closure(`commands/${command}.ts`);
    expect(loaded).toContain('better-sqlite3');
    expect(['zod', 'smol-toml'].filter((name) => loaded.has(name))).toEqual([]);
  });
});

describe('the language of comments', () => {
  test('has no fragments and no words of the old dialect', () => {
    expect(files.flatMap(unclearLines)).toEqual([]);
  });

  test.each([
    ['/** Of a hole, the goal. */', true],
    ['  // Whoever asks waits.', true],
    ['  /** Null where there is none. */', true],
    ['/** The goal of a hole; null if it has none. */', false],
  ])('%s: reported %s', (text, isReported) => {
    expect(unclearLines({ path: 'a.ts', text })).toEqual(isReported ? [`a.ts:1: ${text.trim()}`] : []);
  });
});
