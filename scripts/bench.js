/**
 * Measures full processes and retrieval on the bundled library, and writes `bench/out/report.json` and `report.md`.
 * Small on purpose: it runs on every push, and its numbers are compared with those of the previous push.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RUNS = 9;
const root = fileURLToPath(new URL('..', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'lemmahead-bench-'));
const index = join(home, 'index.sqlite');
const out = join(root, 'bench', 'out');

function lemmahead(...args) {
  const env = { ...process.env, LEMMAHEAD_HOME: home, LEMMAHEAD_INDEX: index, NO_COLOR: '1' };
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin', 'lemmahead.js'), ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const ms = performance.now() - start;
  if (status !== 0) throw new Error(`lemmahead ${args.join(' ')} exited ${status}: ${stderr}${stdout}`);
  return { ms, stdout };
}

/** Median and range of several runs after one warm-up run. */
function time(before, ...args) {
  lemmahead(...args);
  const times = Array.from({ length: RUNS }, () => {
    before();
    return lemmahead(...args).ms;
  }).sort((a, b) => a - b);
  const round = (ms) => Math.round(ms);
  return { median: round(times[Math.floor(RUNS / 2)]), least: round(times[0]), most: round(times[RUNS - 1]) };
}

const nothing = () => {};
const build = ['index', 'build', '--root', 'Abacus=fixtures/library'];
const milliseconds = {
  'lemmahead --help': time(nothing, '--help'),
  'index build, from nothing': time(() => rmSync(index, { force: true }), ...build),
  'index build, nothing changed': time(nothing, ...build),
  'search Nat.add_comm': time(nothing, 'search', 'Nat.add_comm'),
  'search, plain words': time(nothing, 'search', 'the sum of two odd numbers is even'),
};
const retrieval = JSON.parse(lemmahead('bench', 'retrieval', '--queries', 'bench/sets/abacus.jsonl', '--json').stdout);
const machine = { node: process.versions.node, platform: `${process.platform}-${process.arch}`, cpus: cpus().length };

const percent = (share) => (typeof share === 'number' ? share.toFixed(3) : '–');
const figures = ['ndcg@10', 'recall@1', 'recall@10', 'mrr'];
const markdown = `# lemmahead on its bundled library

Node ${machine.node}, ${machine.platform}, ${machine.cpus} CPUs, ${RUNS} runs each.

| full process | median ms | min | max |
| --- | ---: | ---: | ---: |
${Object.entries(milliseconds)
  .map(([label, { median, least, most }]) => `| ${label} | ${median} | ${least} | ${most} |`)
  .join('\n')}

| retrieval, bench/sets/abacus.jsonl | lemmahead | plain FTS5 |
| --- | ---: | ---: |
${figures.map((figure) => `| ${figure} | ${percent(retrieval[figure])} | ${percent(retrieval.baseline?.[figure])} |`).join('\n')}
`;

mkdirSync(out, { recursive: true });
writeFileSync(
  join(out, 'report.json'),
  `${JSON.stringify({ schema: 'lemmahead/bench@1', machine, milliseconds, retrieval }, null, 2)}\n`,
);
writeFileSync(join(out, 'report.md'), markdown);
rmSync(home, { recursive: true, force: true });
console.log(markdown);
