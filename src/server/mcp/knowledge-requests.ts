/** The commands that answer the tools `knowledge` and `depends`. */
import type { z } from 'zod';
import { Failure } from '../../base/errors.ts';
import {
  graphDependsOptions,
  graphPathOptions,
  graphSearchOptions,
  graphShowOptions,
  type GraphThreadRequest,
} from '../graph-requests.ts';
import { DEFAULT_LIMIT, type dependsInput, type knowledgeInput } from './inputs.ts';

/** @throws {Failure} `bad-request` without a query or a name, or with both */
export function knowledgeRequest({ query, name, type, k }: z.infer<typeof knowledgeInput>): GraphThreadRequest {
  if (name !== undefined && query === undefined) return { show: graphShowOptions(name) };
  if (query === undefined || name !== undefined) {
    throw new Failure('usage', 'bad-request', {
      message: 'Give either a query or a name.',
      next: '{"query": "compactness of products"}, or {"name": "thm:zorn"}',
    });
  }
  return { search: graphSearchOptions({ query, ...(type === undefined ? {} : { type: [type] }) }, k ?? DEFAULT_LIMIT) };
}

export function dependsRequest(input: z.infer<typeof dependsInput>): GraphThreadRequest {
  const { name, used_by: usedBy, path, to, hops, k } = input;
  const common = { limit: k ?? 2 * DEFAULT_LIMIT };
  if (path === true || to !== undefined) return { path: graphPathOptions(name, { ...common, to }) };
  return { depends: graphDependsOptions(name, { ...common, used_by: usedBy === true ? 'true' : 'false', hops }) };
}
