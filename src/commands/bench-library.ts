/** `lemmahead bench retrieval --in-library`: how well library search finds the expected passages. */
import { measureLibrary } from '../bench/library-retrieval.ts';
import type { AnswerScores, LibraryRetrievalReport } from '../bench/retrieval-schema.ts';
import { readQueryFile } from '../bench/query-file.ts';
import { libraryPathFor } from '../config/paths.ts';
import { requireSources } from '../library/filter-entries.ts';
import { withLibrary } from '../library/library.ts';
import type { Command } from './command.ts';
import { withVectorSearch } from '../session/embedder.ts';

export const benchLibrary: Command<{ queries: string; sources: string[] }> = async (
  { queries: path, sources },
  context,
) => {
  const queries = await readQueryFile(path);
  const filter = { sources, kinds: [], headings: [] };
  const report = await withLibrary(libraryPathFor(context.settings), {}, (library) => {
    requireSources(library.database, sources);
    return withVectorSearch(library, context, (vectors) => measureLibrary(library, queries, { filter, vectors }));
  });
  return {
    exit: 'done',
    data: { ...report, schema: 'lemmahead/bench-library@1' },
    render: () => renderLibraryRetrieval(report),
  };
};

const MEASURES = ['answered@1', 'answered@5', 'answered@20', 'mrr'] as const;
const COLUMN = 13;

function renderLibraryRetrieval(report: LibraryRetrievalReport): string {
  const row = (name: string, cells: readonly string[]): string =>
    name.padEnd(COLUMN + 1) + cells.map((cell) => cell.padStart(COLUMN)).join('');
  const line = (name: string, scores: AnswerScores): string =>
    row(name, [String(scores.n), ...MEASURES.map((measure) => scores[measure].toFixed(3))]);
  const { by_style: byStyle, missing_gold: missing, latency_ms: latency, channels, notices } = report;
  const lines = [
    row('', ['questions', ...MEASURES]),
    line('all', report),
    ...Object.entries(byStyle).map(([style, scores]) => line(`  ${style}`, scores)),
    `channels: ${channels.join(' and ')}; median ${latency.median.toFixed(1)} ms, 95th percentile ${latency.p95.toFixed(1)} ms`,
    ...notices,
  ];
  if (missing.length > 0) lines.push(`${missing.length} expected labels are not in the library: ${missing.join(', ')}`);
  return `${lines.join('\n')}\n`;
}
