/** `npm run demo`: indexes the bundled library and searches it in four ways. Needs no Lean and no network. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = join(root, 'bin', 'lemmahead.js');
const home = mkdtempSync(join(tmpdir(), 'lemmahead-demo-'));
const env = { ...process.env, LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: join(home, 'index.sqlite') };

const STEPS = [
  ['Index the bundled library', ['index', 'build', '--root', 'Abacus=fixtures/library']],
  ['Search by name', ['search', 'Nat.add_comm', '-k', '3']],
  ['Search by pattern: what is a product with a sum equal to?', ['search', '_ * (_ + _) = _', '-k', '3']],
  ['Search by words', ['search', 'the sum of two odd numbers is even', '-k', '3']],
  ['Search by goal: lemmas that apply here', ['search', 'h : a ∣ b\n⊢ a ∣ b * c', '-k', '3']],
  ['Show one declaration in full', ['show', 'mul_left_cancel']],
];

const quote = (word) => (/^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll('\n', ' ')}'`);

function step([title, args]) {
  console.log(`\n# ${title}\n$ lemmahead ${args.map(quote).join(' ')}`);
  const { status } = spawnSync(process.execPath, [program, ...args], { cwd: root, env, stdio: 'inherit' });
  return status ?? 1;
}

if (!existsSync(join(root, 'dist', 'main.js'))) {
  console.error('dist/ is missing: run `npm ci` or `npm run build` first.');
  process.exitCode = 3;
} else {
  const failed = STEPS.find((each) => step(each) !== 0);
  rmSync(home, { recursive: true, force: true });
  if (failed) {
    console.error(`\nThe step '${failed[0]}' failed.`);
    process.exitCode = 1;
  } else {
    console.log('\nEnd of the demo. In your own project, run `lemmahead index build`, then `lemmahead search`.');
  }
}
