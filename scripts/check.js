/** `npm run check`: runs all checks, even if an earlier one fails, then lists the failed ones. */
import { spawnSync } from 'node:child_process';

const CHECKS = ['types', 'lint', 'format', 'unused', 'workflows', 'architecture'];

const failed = CHECKS.filter((name) => {
  console.log(`\n# ${name}`);
  return spawnSync('npm', ['run', '--silent', `check:${name}`], { stdio: 'inherit' }).status !== 0;
});
console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
