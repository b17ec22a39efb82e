/** The rule of flow holds, and `--help` stays light. */
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, RANKS, roomOf, wrongImports } from './architecture/layers.ts';
import { sourceFiles, type SourceFile } from './architecture/source-files.ts';

const files = sourceFiles();

describe('the rule of flow', () => {
  test('every room has a rank', () => {
    expect(files.map(({ path }) => roomOf(path)).filter((room) => RANKS[room] === undefined)).toEqual([]);
  });

  test('a file imports only from rooms of lower rank, or its own', () => {
    expect(files.flatMap(wrongImports)).toEqual([]);
  });

  test.each<[string, SourceFile, string]>([
    [
      'a higher room',
      { path: 'search/name.ts', text: "import type { Run } from '../prove/run.ts';" },
      'search/name.ts (rank 4) may not import prove/run.ts (rank 6): move what it needs to search/ or lower, or move search/name.ts to prove/ or higher',
    ],
    [
      'a room of the same rank',
      { path: 'lean/a.ts', text: "export { x } from '../llm/b.ts';" },
      'lean/a.ts (rank 2) may not import llm/b.ts (rank 2): move what it needs to a room of lower rank, or move lean/a.ts to a room of higher rank',
    ],
    [
      'a lazy import',
      { path: 'base/a.ts', text: "const x = await import('../ui/log.ts');" },
      'base/a.ts (rank 0) may not import ui/log.ts (rank 7): move what it needs to base/ or lower, or move base/a.ts to ui/ or higher',
    ],
    [
      'a package of another room',
      { path: 'search/a.ts', text: "import Database from 'better-sqlite3';" },
      'search/a.ts imports better-sqlite3: move that line to index/ or library/ or prove/',
    ],
    [
      'a file outside src/',
      { path: 'base/a.ts', text: "import '../../test/a.ts';" },
      'base/a.ts imports ../../test/a.ts, outside src/',
    ],
  ])('%s is refused with where to move', (_, file, sentence) => {
    expect(wrongImports(file)).toEqual([sentence]);
  });
});

describe('what --help loads', () => {
  const HEAVY = ['better-sqlite3', 'zod', 'execa', 'ora', 'smol-toml', '@anthropic-ai/sdk', 'openai'];
  const byPath = new Map(files.map((file) => [file.path, file]));

  /** Packages in the closure of static imports of values; `import type` and `import()` load nothing. */
  function closure(start: string): Set<string> {
    const packages = new Set<string>();
    const seen = new Set([start]);
    for (const path of seen) {
      const text = (byPath.get(path)?.text ?? '')
        .replace(/^\s*(?:import|export)\s+type\s[^;]*;/gm, '')
        .replace(/\bimport\(/g, '');
      for (const specifier of importsOf({ path, text })) {
        if (specifier.startsWith('.')) seen.add(posix.normalize(posix.join(posix.dirname(path), specifier)));
        else packages.add(specifier);
      }
    }
    return packages;
  }

  test('none of the heavy packages', () => {
    const packages = closure('main.ts');
    expect(packages).toContain('@commander-js/extra-typings');
    expect(HEAVY.filter((name) => packages.has(name))).toEqual([]);
  });
});
