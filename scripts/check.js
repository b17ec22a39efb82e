/** `npm run check`: every check to its end, whatever an earlier one said, and then which ones failed. */
import { spawnSync } from 'node:child_process';

const CHECKS = ['types', 'lint', 'format', 'unused', 'workflows', 'architecture'];

const failed = CHECKS.filter((name) => {
  console.log(`\n# ${name}`);
  return spawnSync('npm', ['run', '--silent', `check:${name}`], { stdio: 'inherit' }).status !== 0;
});
console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
