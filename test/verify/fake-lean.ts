/** A `lake` made of a few lines of Node, for what no honest Lean can be asked to do on demand: hang, crash, flood, lie. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lake's part is to see `env lean --json FILE`; Lean's is to go through the lines of FILE. A `sorry` outside comments is
 * a warning there. Behind `@` stands what happens at a line: `@error`, `@hang`, `@crash`, `@flood`, …; a comment
 * `-- when WORD: error` makes it happen at every line of code with that word, and `-- needs WORD` is an error where no
 * sorry is left and no line of code has that word.
 */
const SCRIPT = `#!${process.execPath}
const { spawn } = require('node:child_process');
const { appendFileSync, readFileSync, writeSync } = require('node:fs');
const [env, lean, json, file] = process.argv.slice(2);
if ([env, lean, json].join(' ') !== 'env lean --json') throw new Error('called as ' + process.argv.slice(2).join(' '));
appendFileSync(__dirname + '/calls', file + '\\n');
const say = (severity, line, data) => console.log(JSON.stringify({ severity, pos: { line, column: 0 }, data }));
console.log('info: this is not JSON');
const lines = readFileSync(file, 'utf8').split('\\n');
const rules = lines.flatMap((line) => /^-- when (.+): (\\w+)$/.exec(line)?.slice(1) ?? []);
const needed = lines.flatMap((line) => /^-- needs (.+)$/.exec(line)?.[1] ?? []);
const allCode = lines.map((line) => line.replace(/--.*/, '')).join('\\n');
if (!/\\bsorry\\b/.test(allCode) && !needed.every((word) => allCode.includes(word))) fail(0, 'type mismatch');
lines.forEach((text, at) => {
  const code = text.replace(/--.*/, '');
  if (/\\bsorry\\b/.test(code)) say('warning', at + 1, "declaration uses 'sorry'");
  if (/\\bskip\\b/.test(code)) fail(at, 'unsolved goals\\nn : Nat\\n⊢ n = n\\n\\ncase other\\n⊢ False');
  act(/@(\\w+)/.exec(text)?.[1], at);
  for (let k = 0; k < rules.length; k += 2) if (code.includes(rules[k])) act(rules[k + 1], at);
});
function act(action, at) {
  switch (action) {
    case 'error': fail(at, 'type mismatch'); break;
    case 'import': fail(at, "unknown module prefix 'Mathlib'\\n\\nNo directory"); break;
    case 'silent': process.exitCode = 1; console.error('error: no default toolchain configured'); break;
    case 'lie': process.exitCode = 0; say('information', at + 1, 'no errors'); process.exit(1);
    case 'crash': process.kill(process.pid, 'SIGSEGV'); hang(); break;
    case 'flood': for (;;) try { writeSync(1, 'x'.repeat(100000)); } catch {}
    case 'hang': hang(); break;
  }
}
function fail(at, data) { say('error', at + 1, data); process.exitCode = 1; }
function hang() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
  appendFileSync(__dirname + '/pids', process.pid + '\\n' + child.pid + '\\n');
  setInterval(() => {}, 1000);
}
`;

export interface FakeLean {
  /** Folder with `lake` in it, for PATH. */
  bin: string;
  /** Grows by a line a call: the file that was checked. */
  calls: string;
  /** Grows by a line a process that hangs. */
  pids: string;
}

export function fakeLean(folder: string): FakeLean {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const lake = join(bin, 'lake');
  writeFileSync(lake, SCRIPT);
  chmodSync(lake, 0o755);
  return { bin, calls: join(bin, 'calls'), pids: join(bin, 'pids') };
}
