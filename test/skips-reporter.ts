/** Reports at the end which tests were skipped and why, and prints the last line of `.ci/run`. */
import type { Reporter, TestCase, TestModule } from 'vitest/node';

export class SkipsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const skipped = tests.filter((test) => test.result().state === 'skipped');
    const failed = tests.filter((test) => test.result().state === 'failed').length;
    const broken = modules.filter((module) => module.errors().length > 0).length;
    if (skipped.length > 0) console.log(`\nSkipped, with reasons:\n${formatSkipped(skipped)}`);
    const passed = tests.length - skipped.length - failed;
    console.log(`\n${passed} passed, ${failed + broken} failed, ${skipped.length} skipped`);
  }
}

function formatSkipped(skipped: TestCase[]): string {
  const counts = new Map<string, number>();
  for (const test of skipped) {
    const line = `${test.module.relativeModuleId}: ${reason(test)}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].map(([line, count]) => `  ${count} × ${line}`).join('\n');
}

/** The note of `skip('needs OLD_LEAN')` inside a test. With `describe.skipIf`, the reason is in the title. */
function reason(test: TestCase): string {
  const result = test.result();
  return (result.state === 'skipped' ? result.note : undefined) ?? test.fullName;
}
// vitest loads a reporter from the default export.
export { SkipsReporter as default };
