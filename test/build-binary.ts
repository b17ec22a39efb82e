/** Runs once before all tests: builds `dist/` if it is older than the sources, because spawned tests run the binary. */
import { execFileSync } from 'node:child_process';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const changedAt = (path: string): number => statSync(join(ROOT, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

export function setup(): void {
  const builtAt = changedAt('dist/main.js');
  const sources = globSync(['src/**', 'page/**/*.js'], { cwd: ROOT });
  const built = new Set(globSync('dist/**/*.js', { cwd: ROOT }));
  const isBuilt = (source: string): boolean =>
    !/(?<!\.d)\.ts$/.test(source) || built.has(source.replace(/^src/, 'dist').replace(/\.ts$/, '.js'));
  if (['tsconfig.json', ...sources].every((path) => changedAt(path) <= builtAt) && sources.every(isBuilt)) return;
  // `npm run check` checks the types.
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'bundle-page.js')], { cwd: ROOT, stdio: 'inherit' });
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
  execFileSync(tsc, ['-p', 'tsconfig.build.json', '--noCheck'], { cwd: ROOT, stdio: 'inherit' });
}
