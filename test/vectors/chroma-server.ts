/** Runs the real Chroma server of the `chromadb` package on loopback. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestContext } from 'vitest';

const RUN =
  "require(process.argv[1]).cli(['chroma', 'run', '--host', '127.0.0.1', '--path', process.argv[2], '--port', process.argv[3]])";
const START_TIMEOUT_MS = 60_000;

export interface ChromaServer {
  /** `chroma:http://127.0.0.1:PORT`, for `--store`. */
  store: string;
  /** Kills the server immediately; its data is kept. */
  kill(): Promise<void>;
  /** Starts it again with the same data and port. */
  start(): Promise<void>;
}

/** Starts a server for one test and removes it afterwards. Skips the test with a reason if the server cannot run. */
export async function chromaServer(context: TestContext): Promise<ChromaServer> {
  const binding = runnableBinding();
  if (typeof binding !== 'string') return context.skip(`needs Chroma's server: ${binding.why}`);
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-chroma-'));
  const port = await freePort();
  let process: ChildProcess | null = null;
  const server: ChromaServer = {
    store: `chroma:http://127.0.0.1:${port}`,
    async kill() {
      if (process === null) return;
      const ended = once(process, 'exit');
      process.kill('SIGKILL');
      await ended;
      process = null;
    },
    async start() {
      process = spawn(globalThis.process.execPath, ['-e', RUN, binding, folder, String(port)], { stdio: 'ignore' });
      await waitUntilReady(`http://127.0.0.1:${port}/api/v2/heartbeat`);
    },
  };
  context.onTestFinished(async () => {
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  await server.start();
  return server;
}

async function waitUntilReady(url: string): Promise<void> {
  const until = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    if (Date.now() > until) throw new Error(`Chroma does not answer at ${url}`);
    await pause(100);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

let known: string | { why: string } | null = null;

/** Path of the package's native module, or of a copy patched for an older C library. */
function runnableBinding(): string | { why: string } {
  return (known ??= findBinding());
}

function findBinding(): string | { why: string } {
  const { platform, arch } = process;
  const suffix = platform === 'linux' ? '-gnu' : platform === 'win32' ? '-msvc' : '';
  let path: string;
  try {
    const own = createRequire(import.meta.url);
    path = createRequire(own.resolve('chromadb')).resolve(`chromadb-js-bindings-${platform}-${arch}${suffix}`);
  } catch (error) {
    return { why: (error as Error).message.split('\n')[0]! };
  }
  const failure = loadFailure(path);
  if (failure === null) return path;
  if (platform !== 'linux' || !failure.includes('GLIBC_')) return { why: failure };
  const copy = join(mkdtempSync(join(tmpdir(), 'lemmahead-chroma-module-')), 'chroma.node');
  writeFileSync(copy, withoutNewVersions(readFileSync(path)));
  const stillFailing = loadFailure(copy);
  return stillFailing === null ? copy : { why: stillFailing };
}

function loadFailure(path: string): string | null {
  const { status, stderr } = spawnSync(process.execPath, ['-e', 'require(process.argv[1])', path], {
    encoding: 'utf8',
  });
  return status === 0 ? null : (/Error: (.*)/u.exec(stderr)?.[1] ?? 'it does not load');
}

/** glibc minor version of Debian 12. */
const OLDEST_GLIBC = 36;
const C23 = '__isoc23_';
const DYNAMIC_SYMBOLS = 11;
const SYMBOL_VERSIONS = 0x6fffffff;
const NEEDED_VERSIONS = 0x6ffffffe;
const WEAK = 2;
const ANY_VERSION = 1;

/**
 * Patches the module to load with an older glibc. It needs two functions in their C23 form, and two optional ones.
 * Makes their version requirements weak, and links the older form of the two, which is equivalent here.
 */
function withoutNewVersions(file: Buffer): Buffer {
  const sections = sectionsOf(file);
  const section = (type: number) => sections.find((each) => each.type === type)!;
  const symbols = section(DYNAMIC_SYMBOLS);
  const strings = sections[symbols.link]!.offset;
  const text = (at: number): string => file.toString('latin1', strings + at, file.indexOf(0, strings + at));
  const weakened = new Set<number>();
  for (let at = section(NEEDED_VERSIONS).offset, next = -1; next !== 0; at += next) {
    next = file.readUInt32LE(at + 12);
    let version = at + file.readUInt32LE(at + 8);
    for (let left = file.readUInt16LE(at + 2); left > 0; left--) {
      const minor = /^GLIBC_2\.(\d+)$/u.exec(text(file.readUInt32LE(version + 8)))?.[1];
      if (Number(minor) > OLDEST_GLIBC) {
        file.writeUInt16LE(WEAK, version + 4);
        weakened.add(file.readUInt16LE(version + 6));
      }
      version += file.readUInt32LE(version + 12);
    }
  }
  for (let at = 0; at < symbols.size / 24; at++) {
    const version = section(SYMBOL_VERSIONS).offset + 2 * at;
    if (!weakened.has(file.readUInt16LE(version))) continue;
    file.writeUInt16LE(ANY_VERSION, version);
    const name = symbols.offset + 24 * at;
    if (text(file.readUInt32LE(name)).startsWith(C23)) file.writeUInt32LE(file.readUInt32LE(name) + C23.length, name);
  }
  return file;
}

function sectionsOf(file: Buffer) {
  const start = Number(file.readBigUInt64LE(0x28));
  const size = file.readUInt16LE(0x3a);
  return Array.from({ length: file.readUInt16LE(0x3c) }, (_, i) => {
    const at = start + i * size;
    return {
      type: file.readUInt32LE(at + 4),
      offset: Number(file.readBigUInt64LE(at + 24)),
      size: Number(file.readBigUInt64LE(at + 32)),
      link: file.readUInt32LE(at + 40),
    };
  });
}
