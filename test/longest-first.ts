/** Starts the longest test files first: one that starts last would keep a core waiting for it alone. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than about ten seconds of CPU, the first ones with a real Lean; the longest first. */
export const LONGEST: readonly string[] = [
  // They wait for leases to end.
  'queue/worker',
  'queue/units',
  'verify/attacks',
  'bench/fuzz/judge',
  'verify/judge',
  'prove/statement/old-lean',
  'formalize/command',
  'verify/check-modes',
  'bench/prove/command',
  'prove/command',
  'prove/model-command',
  'formalize/batch',
  'bench/prove/pipelines',
  'index/safety',
  'formalize/formal-checks',
  'check/command',
  'verify/old-lean',
  'prove/old-lean',
  'docs/json',
  'graph-by-model/complete',
  'cli/statement',
  'server/mcp-lean',
  'server/page/access',
  'cli/concepts',
  'concepts-by-model/build',
  'server/page/search',
  'bench/formalize/bench-formalize',
  'cli/search',
  'server/page/prove',
  'cli/self-test',
  'lean/process-death',
  'concepts-by-model/rerank',
  'server/page/graph',
  'concepts-by-model/vectors',
  'graph-by-model/augment',
  'graph-by-model/pipeline',
  'cli/usage',
  'lean/sandbox',
  'verify/holes-and-lean',
  'cli/concept-decisions',
  'graph-by-model/killed',
  'server/searchers',
  'server/serve-old-lean',
  'bench/prove-set',
  'bench/multi-step-set',
  'lean/read-file',
  'cli/library',
  'server/serve-ending',
  'prove/killed-early',
  'cli/process-behaviour',
  'cli/errors',
  'cli/weights',
  'server/serve-index',
  'prove/acceptance',
].map((file) => `/test/${file}.test.ts`);

const rank = (path: string): number => {
  const at = LONGEST.findIndex((file) => path.endsWith(file));
  return at < 0 ? LONGEST.length : at;
};

/** Whether the test file at `path` is one of the longest. */
export const isLong = (path: string): boolean => rank(path) < LONGEST.length;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a.moduleId) - rank(b.moduleId));
  }
}
