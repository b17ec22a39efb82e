/**
 * A fake `lean`, a Node script, for behaviour that a real Lean does not show on demand (hang, crash, flood, lie), and for
 * tests on machines without Lean. It implements both parts of a check: the compiler, whose 'compiled module' is the text
 * itself, and the auditor's programs, whose kernel accepts everything.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LeanInstallation } from '../../src/lean/toolchain/toolchain.ts';

/**
 * A `sorry` outside comments is a warning. `@error`, `@hang`, `@crash`, … trigger that action at their line. A comment
 * `-- when WORD: error` triggers it at every line of code with that word. `-- needs WORD` is an error if no sorry is left
 * and no line of code has that word. The text after `import Mathlib.Unbuilt` is ignored.
 */
const COMPILER = `
const NO_MATHLIB = "unknown module prefix 'Mathlib'\\n\\nNo directory";
function compile(file, olean) {
  const report = (severity, line, data) => console.log(JSON.stringify({ severity, pos: { line, column: 0 }, data }));
  console.log('info: this is not JSON');
  const lines = readFileSync(file, 'utf8').split('\\n');
  const rules = lines.flatMap((line) => /^-- when (.+): (\\w+)$/.exec(line)?.slice(1) ?? []);
  const needed = lines.flatMap((line) => /^-- needs (.+)$/.exec(line)?.[1] ?? []);
  let stop = false;
  const allCode = lines.map((line) => line.replace(/--.*/, '')).join('\\n');
  if (!/\\bsorry\\b/.test(allCode) && !needed.every((word) => allCode.includes(word))) fail(0, 'type mismatch');
  lines.forEach((text, at) => {
    const code = text.replace(/--.*/, '');
    if (/^import Mathlib\\.Unbuilt/.test(code)) { fail(at, NO_MATHLIB); stop = true; }
    if (stop) return;
    if (/\\bsorry\\b/.test(code)) report('warning', at + 1, "declaration uses 'sorry'");
    if (/\\b(?:skip|done)\\b/.test(code)) fail(at, 'unsolved goals\\nn : Nat\\n⊢ n = n\\n\\ncase other\\n⊢ False');
    act(/@(\\w+)/.exec(text)?.[1], at);
    for (let k = 0; k < rules.length; k += 2) if (code.includes(rules[k])) act(rules[k + 1], at);
  });
  if (olean !== undefined && !process.exitCode) writeFileSync(olean, lines.join('\\n'));
  function act(action, at) {
    switch (action) {
      case 'error': fail(at, 'type mismatch'); break;
      case 'sayNoImport': fail(0, NO_MATHLIB); break;
      case 'sayNoMemory': console.error('INTERNAL PANIC: out of memory'); process.exit(1);
      case 'fillDisk': for (let k = 0; ; k++) writeFileSync(process.env.TMPDIR + '/' + k, Buffer.alloc(1e8)); break;
      case 'background': hold(); break;
      case 'silent': process.exitCode = 1; console.error('error: no default toolchain configured'); break;
      case 'lie': process.exitCode = 0; report('information', at + 1, 'no errors'); process.exit(1);
      case 'crash': process.kill(process.pid, 'SIGSEGV'); hang(); break;
      case 'flood': for (;;) try { writeSync(1, 'x'.repeat(100000)); } catch {}
      case 'hang': spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', file], { stdio: 'inherit' }); hang(); break;
    }
  }
  // A background process that keeps our output open after we have ended.
  function hold() {
    spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', file], { stdio: 'inherit', detached: true }).unref();
  }
  function hang() { setInterval(() => {}, 1000); }
  function fail(at, data) { report('error', at + 1, data); process.exitCode = 1; }
}
`;

/** Uses the formats of src/verify/audit/compiled-module.ts and replay-job.ts. A statement is a constant named by its text. */
const AUDITOR = `
function exportModule(text) {
  const names = new Map([['', 0]]);
  let expressions = 0;
  const codes = (s) => (s === '' ? '-' : [...s].map((c) => c.codePointAt(0)).join(','));
  const name = (dotted, isOneComponent = false) => {
    if (!names.has(dotted)) {
      const at = isOneComponent ? -1 : dotted.lastIndexOf('.');
      const parent = at < 0 ? 0 : name(dotted.slice(0, at));
      console.log('N s ' + parent + ' ' + codes(dotted.slice(at + 1)));
      names.set(dotted, names.size);
    }
    return names.get(dotted);
  };
  const constant = (of, isOneComponent) => { const n = name(of, isOneComponent); console.log('E c ' + n); return expressions++; };
  const code = text.replace(/--.*/g, (comment) => ' '.repeat(comment.length));
  const found = [...code.matchAll(/^(theorem|lemma|def|axiom) (\\S+)([^]*?)(?::=([^]*?))?(?=^\\S|(?![^]))/gm)];
  const own = found.map(([, , name]) => name);
  const ranges = [];
  for (const [declaration, keyword, named, statement, value = ''] of found) {
    const line = text.slice(0, code.indexOf(keyword + ' ' + named)).split('\\n').length;
    const words = new Set(value.match(/[\\w.']+/g));
    const used = own.filter((other) => other !== named && words.has(other));
    if (words.has('sorry') || words.has('admit')) used.push('sorryAx');
    if (words.has('propext')) used.push('propext');
    const type = constant('Type: ' + statement.trim(), true);
    let e = constant('Value: ' + value.trim().replace(/\\bsorry\\b/g, ''), true);
    for (const other of used) { const x = constant(other); console.log('E a ' + e + ' ' + x); e = expressions++; }
    const head = name(named) + ' ' + type + ' 0';
    if (keyword === 'axiom') console.log('D axiom s ' + head);
    else console.log(keyword === 'def' ? 'D def s a ' + e + ' ' + head : 'D theorem s ' + e + ' ' + head);
    ranges.push('R ' + name(named) + ' ' + line + ' ' + (line + declaration.trim().split('\\n').length - 1));
  }
  for (const range of ranges) console.log(range);
  console.log('end');
}
function replay(job) {
  const names = [''];
  let [nonce, count] = ['', 0];
  for (const line of job.split('\\n')) {
    const [what, a, b, c] = line.split(' ');
    if (what === 'nonce') nonce = a;
    if (what === 'N') names.push((names[b] === '' ? '' : names[b] + '.') + 's' + c);
    if (what === 'D') console.log(nonce + ' ok ' + count++);
    if (what === 'C') console.log(nonce + ' core ' + names[a]);
    if (what === 'Q' && AXIOMS.includes(names[a])) console.log(nonce + ' rests ' + names[a] + ' ' + names[a]);
    if (what === 'end') console.log(nonce + ' end');
  }
}
const AXIOMS = ['sorryAx', 'propext'].map((axiom) => 's' + [...axiom].map((c) => c.codePointAt(0)).join(','));
`;

const SCRIPT = `#!${process.execPath}
const { spawn } = require('node:child_process');
const { readFileSync, writeFileSync, writeSync } = require('node:fs');
${COMPILER}
${AUDITOR}
const args = process.argv.slice(2);
const olean = args.includes('-o') ? args[args.indexOf('-o') + 1] : undefined;
if (args[0] === '--version') console.log('Lean (version 4.33.1, x86_64-unknown-linux-gnu, commit 0123456789ab, Release)');
else if (args[0] === '--run' && args[1].includes('export')) exportModule(readFileSync(args[2], 'utf8'));
else if (args[0] === '--run' && args[1].includes('replay')) replay(readFileSync(0, 'utf8'));
else if (args.includes('--json')) compile(args.at(-1), olean);
else if (olean !== undefined) writeFileSync(olean, 'a program of the auditor');
else throw new Error('called as ' + args.join(' '));
`;

export interface FakeLean {
  /** Folder with `lean` in it, for PATH; there is no `lake`. */
  bin: string;
  /** The result of `findLean` for it. */
  installation: LeanInstallation;
}

export function fakeLean(folder: string): FakeLean {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const lean = join(bin, 'lean');
  writeFileSync(lean, SCRIPT);
  chmodSync(lean, 0o755);
  return {
    bin,
    installation: {
      lean,
      lake: null,
      version: { text: 'Lean (version 4.33.1)', major: 4, minor: 33, patch: 1, generation: 'current' },
      environment: { PATH: bin },
      options: [],
      projectRoot: null,
      toolchain: null,
      searchPath: [],
      readable: [bin, process.execPath],
    },
  };
}
