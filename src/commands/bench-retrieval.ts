/** `lemmahead bench retrieval`: how well `search` finds the known answers of a file of queries. */
import { makeSearchRanker, measureRetrieval } from '../bench/retrieval.ts';
import { readQueryFile } from '../bench/query-file.ts';
import { renderRetrieval } from '../bench/retrieval-table.ts';
import { indexPathFor } from '../config/paths.ts';
import { openIndex } from '../index/open.ts';
import type { Command } from './command.ts';

/** The JSON begins with the measures, as the issue asks; `schema` follows them. */
export const benchRetrieval: Command<{ queries: string }> = async ({ queries: path }, { settings }) => {
  const queries = await readQueryFile(path);
  const index = openIndex(indexPathFor(settings));
  try {
    const report = await measureRetrieval(index, queries, makeSearchRanker(index));
    return {
      exit: 'done',
      data: { ...report, schema: 'lemmahead/bench-retrieval@1' },
      render: () => renderRetrieval(report),
    };
  } finally {
    index.close();
  }
};
