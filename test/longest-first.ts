/** Starts the longest test files first: one that starts last would keep a core waiting for it alone. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take more than about ten seconds, the first ones with a real Lean; the longest first. */
const LONGEST = [
  'verify/attacks',
  'bench/fuzz/judge',
  'verify/judge',
  'cli/self-test',
  'index/safety',
  'verify/old-lean',
  'prove/command',
  'bench/prove/command',
  'prove/model-command',
  'bench/prove/pipelines',
  'lean/sandbox',
  'check/command',
  'server/mcp-lean',
  'index/update',
  'cli/search',
  'lean/read-file',
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
