/** A fake elan home with toolchains whose `lake` and `lean` are a few lines of Node: answer, count calls, replay. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** `lake env` in Lake's format, including a key of the user; `translate-config` copies a file next to the lakefile. */
const LAKE = `
const { appendFileSync, copyFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const [verb, ...rest] = process.argv.slice(2);
const toolchain = dirname(dirname(__filename));
appendFileSync(join(toolchain, 'lake-calls'), [verb, ...rest].join(' ') + '\\n');
if (process.env.FAKE_LAKE_FAILS || require('node:fs').existsSync('lake-fails')) { console.error('error: no such package'); process.exit(1); }
if (verb === '--version') console.log('Lake version 5.0.0 (Lean version 4.33.0)');
else if (verb === 'env') {
  const all = {
    LAKE: __filename, LAKE_HOME: toolchain, LAKE_CACHE_KEY: 'a-secret', LEAN_SYSROOT: toolchain,
    LEAN_PATH: [join(process.cwd(), '.lake/packages/mathlib/.lake/build/lib/lean'), join(process.cwd(), '.lake/build/lib/lean')].join(':'),
    LEAN_SRC_PATH: process.cwd(), PATH: join(toolchain, 'bin') + ':' + process.env.PATH,
  };
  for (const [name, value] of Object.entries(all)) console.log(name + '=' + value);
} else if (verb === 'translate-config') copyFileSync('lakefile.translated', rest[1]);
else process.exit(1);
`;

/** `--version`; otherwise prints the file `transcript` of its toolchain: stdout, then a line with the exit code. */
const LEAN = `
const { appendFileSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const toolchain = dirname(dirname(__filename));
appendFileSync(join(toolchain, 'lean-calls'), JSON.stringify(process.argv.slice(2)) + '\\n');
if (process.argv[2] === '--version') console.log(readFileSync(join(toolchain, 'version'), 'utf8'));
else {
  const lines = readFileSync(join(toolchain, 'transcript'), 'utf8').split('\\n');
  process.exitCode = Number(lines.pop());
  process.stdout.write(lines.join('\\n'));
}
`;

export interface FakeToolchain {
  folder: string;
  bin: string;
  /** Arguments of the calls of `lake`, one line each. */
  lakeCalls(): string[];
  /** Sets the output of `lean`, line by line, and its exit code. */
  transcript(lines: readonly string[], exitCode?: number): void;
}

export function fakeToolchain(elanHome: string, folderName: string, version: string): FakeToolchain {
  const folder = join(elanHome, 'toolchains', folderName);
  const bin = join(folder, 'bin');
  program(join(bin, 'lake'), LAKE);
  program(join(bin, 'lean'), LEAN);
  writeFileSync(join(folder, 'version'), version);
  const calls = join(folder, 'lake-calls');
  return {
    folder,
    bin,
    lakeCalls: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []),
    transcript: (lines, exitCode = 0) => writeFileSync(join(folder, 'transcript'), [...lines, exitCode].join('\n')),
  };
}

/** The names that elan puts on the PATH, all elan. They must never be called, because elan would use the network. */
export function fakeElanProxies(elanHome: string): string {
  const bin = join(elanHome, 'bin');
  for (const name of ['elan', 'lake', 'lean'])
    program(join(bin, name), `console.error('elan was called'); process.exit(1);`);
  return bin;
}

export function program(path: string, code: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!${process.execPath}\n${code}`);
  chmodSync(path, 0o755);
}
