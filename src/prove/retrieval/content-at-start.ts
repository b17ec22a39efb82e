/** What the first prompt at a hole shows. */
import type { PromptContent } from '../../prompt/prompts.ts';
import type { Premise } from '../premise.ts';
import type { Problem, Tools } from '../strategy.ts';
import { startQueries } from './premise-query.ts';
import { retrieveAll } from './retrieve-all.ts';

/** The goal with what the file can use for it; without retrieval, `premises` is null. */
export async function contentAtStart(
  goal: string,
  { project = null, text, hole }: Problem,
  { retrieve }: Pick<Tools, 'retrieve'>,
  { limit, contextChars }: { limit: number; contextChars: number },
): Promise<PromptContent & { premises: Premise[] | null }> {
  const content = { project, text, hole, goal, exemplars: [], contextChars, informal: null };
  if (retrieve === null) return { ...content, premises: null };
  const queries = startQueries(goal, hole.declaration?.statement ?? '');
  return { ...content, premises: (await retrieveAll(retrieve, queries, limit)).slice(0, limit) };
}
