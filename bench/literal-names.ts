/**
 * Counts what the reader finds literally in a library: declarations by keyword, duplicate names, problems, time.
 *
 *     node bench/literal-names.ts --root PATH [--json-only]
 *
 * PATH is the folder that contains `Mathlib/`. The expected counts are those of the Mathlib of
 * 2026-08-03 (commit 93594942ef). They do not apply to another tree. Prints JSON, then Markdown, on stdout.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommands } from '../src/lean/commands.ts';
import { tokenise } from '../src/lean/lexer.ts';
import { readLeanFile } from '../src/lean/read-file.ts';
import { print, readFlags, table, toJson } from './harness.ts';

const EXPECTED: Record<string, number> = {
  theorem: 127_814,
  lemma: 58_968,
  def: 32_897,
  instance: 27_166,
  'anonymous instance': 14_962,
  alias: 5549,
  abbrev: 3570,
  class: 1965,
  structure: 1654,
  inductive: 337,
  irreducible_def: 122,
  proof_wanted: 33,
  simproc: 32,
  'class inductive': 7,
  opaque: 4,
  'class abbrev': 3,
  coinductive: 1,
  axiom: 0,
  example: 533,
  namespace: 14_226,
  section: 25_894,
  mutual: 32,
};

/** One in a thousand, so none for small counts. */
const TOLERANCE = 0.001;

interface Counts {
  keywords: Map<string, number>;
  files: number;
  declarations: number;
  duplicates: string[];
  problems: string[];
  readSeconds: number;
}

function count(root: string): Counts {
  const keywords = new Map<string, number>();
  const increment = (keyword: string): void => void keywords.set(keyword, (keywords.get(keyword) ?? 0) + 1);
  const counts: Counts = { keywords, files: 0, declarations: 0, duplicates: [], problems: [], readSeconds: 0 };
  const seen = new Set<string>();
  const paths = readdirSync(join(root, 'Mathlib'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.lean'),
  );
  for (const path of paths.sort()) {
    const text = readFileSync(join(root, 'Mathlib', path), 'utf8');
    const before = process.cpuUsage();
    const facts = readLeanFile(text, `Mathlib.${path.slice(0, -5).replaceAll('/', '.')}`);
    counts.readSeconds += process.cpuUsage(before).user / 1e6;
    counts.files++;
    counts.declarations += facts.declarations.length;
    for (const { line, message } of facts.problems) counts.problems.push(`${path}:${line}: ${message}`);
    for (const { name, isPrivate, isApproximate, origin } of facts.declarations) {
      if (origin === 'anonymous_instance') increment('anonymous instance');
      if (isPrivate || isApproximate) continue;
      if (seen.has(name)) counts.duplicates.push(name);
      seen.add(name);
    }
    for (const { keyword } of readCommands(tokenise(text, [])))
      increment(/simproc/.test(keyword) ? 'simproc' : keyword);
  }
  return counts;
}

const values = readFlags({ root: { type: 'string' }, 'json-only': { type: 'boolean', default: false } }, ['root']);
const counts = count(values.root);
const rows = Object.entries(EXPECTED).map(([keyword, expected]) => {
  const found = counts.keywords.get(keyword) ?? 0;
  return { keyword, expected, found, passes: Math.abs(found - expected) <= expected * TOLERANCE };
});
const report = {
  schema: 'lemmahead/bench-literal-names@1',
  files: counts.files,
  declarations: counts.declarations,
  read_cpu_seconds: Number(counts.readSeconds.toFixed(2)),
  keywords: rows,
  names_twice: counts.duplicates,
  problems: counts.problems,
};
process.stdout.write(toJson(report));
if (!values['json-only']) {
  const lines = rows.map(({ keyword, expected, found, passes }) => [keyword, expected, found, passes ? 'yes' : 'no']);
  print(
    [
      '',
      `## Literal declarations: ${counts.files} files, ${counts.declarations} declarations`,
      '',
      `${counts.duplicates.length} duplicate names, ${counts.problems.length} problems, ${report.read_cpu_seconds} s of user time on one thread.`,
      '',
      ...table(['keyword', 'expected', 'found', 'within 0.1 %'], lines),
    ].join('\n'),
  );
}
