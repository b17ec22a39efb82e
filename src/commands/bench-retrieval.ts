/** `lemmahead bench retrieval`: how well `search` finds the known answers to a file of queries. */
import { makeSearchRanker, measureRetrieval } from '../bench/retrieval.ts';
import { readQueryFile } from '../bench/query-file.ts';
import { renderRetrieval } from '../bench/retrieval-table.ts';
import type { Command } from './command.ts';
import { withDeclarationVectors } from '../session/open-declaration-vectors.ts';
import { withCommandIndex } from '../session/command-index.ts';

/** In the JSON, `schema` follows the metrics: the order is part of the specification. */
export const benchRetrieval: Command<{ queries: string }> = async ({ queries: path }, context) => {
  const queries = await readQueryFile(path);
  const report = await withCommandIndex(context, (index) =>
    withDeclarationVectors(context, (vectors) => measureRetrieval(index, queries, makeSearchRanker(index, vectors))),
  );
  return {
    exit: 'done',
    data: { ...report, schema: 'lemmahead/bench-retrieval@1' },
    render: () => renderRetrieval(report),
  };
};
