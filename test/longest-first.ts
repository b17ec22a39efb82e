/** Starts the longest test files first: one that starts last would keep a core waiting for it alone. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than about ten seconds of CPU, the first ones with a real Lean; the longest first. */
export const LONGEST: readonly string[] = [
  'verify/attacks',
  'bench/fuzz/judge',
  'verify/judge',
  'verify/check-modes',
  'prove/model-command',
  'bench/prove/command',
  'prove/command',
  'bench/prove/pipelines',
  'concepts-by-model/build',
  'concepts-by-model/rerank',
  'concepts-by-model/vectors',
  'graph-by-model/complete',
  'graph-by-model/augment',
  'graph-by-model/merge',
  'bench/formalize/bench-formalize',
  'package/package',
  'server/mcp-lean',
  'lean/sandbox',
  'check/command',
  'server/page/prove',
  'cli/self-test',
  'prove/old-lean',
  'server/page/search',
  'verify/old-lean',
  'index/safety',
  'lean/process-death',
  'server/page/access',
  'cli/search',
  'index/update',
  'lean/read-file',
  'docs/json',
  'prove/acceptance',
  'verify/filled-definition',
  'index/bad-input',
  'library/export',
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
