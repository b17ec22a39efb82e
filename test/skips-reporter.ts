/** Says at the end which tests were skipped and why, and gives the one line that `.ci/run` ends with. */
import type { Reporter, TestCase, TestModule } from 'vitest/node';

export class SkipsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const skipped = tests.filter((test) => test.result().state === 'skipped');
    const failed = tests.filter((test) => test.result().state === 'failed').length;
    const broken = modules.filter((module) => module.errors().length > 0).length;
    if (skipped.length > 0) console.log(`\nSkipped, and why:\n${list(skipped)}`);
    const passed = tests.length - skipped.length - failed;
    console.log(`\n${passed} passed, ${failed + broken} failed, ${skipped.length} skipped`);
  }
}

function list(skipped: TestCase[]): string {
  const counts = new Map<string, number>();
  for (const test of skipped) {
    const why = `${test.module.relativeModuleId}: ${reason(test)}`;
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  return [...counts].map(([why, count]) => `  ${count} × ${why}`).join('\n');
}

/** `skip('needs OLD_LEAN')` inside a test gives a note; `describe.skipIf` says it in the title. */
function reason(test: TestCase): string {
  const result = test.result();
  return (result.state === 'skipped' ? result.note : undefined) ?? test.fullName;
}
// vitest loads a reporter from its file's default export.
export { SkipsReporter as default };
