/**
 * Measures the speed of each check mode, whether the modes agree, and what a pool of servers loses when servers are
 * killed. Usage: OLD_LEAN=BINARY node bench/check-modes.ts [--part speed|agree|kill …] [--random 500] [--seed 1]
 * [--checks 1000] [--json FILE]. The part `kill` needs Linux. Exits 1 if a target is missed.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processTree } from '../src/lean/process/process-family.ts';
import { openBatch } from '../src/verify/trial/batch.ts';
import type { Candidate } from '../src/verify/hole/candidate.ts';
import { fill, type CheckMode, type ModeOptions } from '../src/verify/trial/check-mode.ts';
import { openCold } from '../src/verify/trial/cold.ts';
import { findHoles, type Hole } from '../src/verify/hole/holes.ts';
import { openServer } from '../src/verify/trial/language-servers.ts';
import { oldInstallation } from '../test/lean/old-installation.ts';
import { processesWith } from '../test/lean/processes-with.ts';
import { disagreements } from '../test/verify/agreement.ts';
import { knownCases, randomCases } from '../test/verify/agreement-cases.ts';
import { generator } from '../test/verify/random-candidates.ts';
import { machine, oldLeanBinary, print, readFlags, toJson } from './harness.ts';

const values = readFlags({
  part: { type: 'string', multiple: true, default: ['speed', 'agree', 'kill'] },
  random: { type: 'string', default: '500' },
  seed: { type: 'string', default: '1' },
  checks: { type: 'string', default: '1000' },
  json: { type: 'string' },
});

const real = oldLeanBinary();
const signal = new AbortController().signal;
const nonce = `LEMMAHEAD_BENCH=${randomBytes(8).toString('hex')}`;
const options: ModeOptions = {
  installation: await oldInstallation(real, { LEMMAHEAD_BENCH: nonce.slice('LEMMAHEAD_BENCH='.length) }),
  sandbox: 'none',
  timeoutMs: 60_000,
  memoryBytes: null,
};

interface Bar {
  what: string;
  value: number;
  wanted: string;
  met: boolean;
}

const TEXT = 'import Lean\n\ntheorem t (p q : Prop) (h : p) : p ∧ (q → p) := by\n  sorry\n';

/** Typical candidates of a portfolio: most are wrong, most are fast. */
const SIXTEEN: Candidate[] = [
  ...['rfl', 'trivial', 'assumption', 'decide', 'simp', 'constructor <;> assumption', 'exact ⟨h, fun _ => h⟩'],
  ...[
    'constructor\nexact h\nintro _\nexact h',
    'intros\napply And.intro <;> assumption',
    'exact And.intro h',
    'exact h',
  ],
  ...['apply And.intro\nassumption\nintro x\nassumption', 'rw [h]', 'simp [h]', 'refine ⟨h, ?_⟩\nintro _\nexact h'],
  'exact ⟨h, fun k => (fun _ => h) k⟩',
].map((text) => ({ kind: 'tactic', text }));

function holeOf(text: string): Hole {
  const hole = findHoles(text).find(({ isProof }) => isProof);
  if (hole === undefined) throw new Error('no hole');
  return hole;
}

/** Checks per second of the bare binary: one process per file, without shim, JSON or sandbox. */
function bareSpeed(binary: string, rounds: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-bench-'));
  const start = performance.now();
  for (let at = 0; at < rounds; at++) {
    const file = join(folder, `T${at}.lean`);
    writeFileSync(file, fill(TEXT, holeOf(TEXT), SIXTEEN[at % SIXTEEN.length] as Candidate).text);
    spawnSync(binary, [file], { stdio: 'ignore' });
  }
  const seconds = (performance.now() - start) / 1000;
  rmSync(folder, { recursive: true });
  return rounds / seconds;
}

/** Checks per second, and the result kind of each candidate. */
async function modeSpeed(mode: CheckMode, candidates: readonly Candidate[]): Promise<{ rate: number; kinds: string }> {
  const start = performance.now();
  const hints = await mode.check(TEXT, holeOf(TEXT), candidates, signal);
  const rate = candidates.length / ((performance.now() - start) / 1000);
  return { rate, kinds: hints.map(({ kind }) => kind[0]).join('') };
}

async function speed(binary: string): Promise<Bar[]> {
  bareSpeed(binary, 2);
  const bareBefore = bareSpeed(binary, 8);
  const cold = await openCold(options);
  const coldResult = await modeSpeed(cold, SIXTEEN);
  await cold.close();
  const batch = await openBatch(options);
  const batches = [];
  for (let round = 0; round < 3; round++) batches.push(await modeSpeed(batch, SIXTEEN));
  await batch.close();
  const server = await openServer({ ...options, workers: 1 });
  const firstServed = await modeSpeed(server, SIXTEEN);
  // Never the same text twice in a row, because a repeat would cost nothing.
  const served = await modeSpeed(server, Array.from({ length: 20 }, () => SIXTEEN).flat());
  await server.close();
  const bareAfter = bareSpeed(binary, 8);
  const bare = (bareBefore + bareAfter) / 2;
  const batched = batches.toSorted((a, b) => a.rate - b.rate)[1] ?? batches[0];
  const kinds = [coldResult.kinds, ...batches.map((each) => each.kinds), firstServed.kinds, served.kinds.slice(-16)];
  print(`checks per second: bare binary ${f(bareBefore)} before, ${f(bareAfter)} after; cold ${f(coldResult.rate)};`);
  print(
    `  batch of 16 ${batches.map(({ rate }) => f(rate)).join(' ')}; server ${f(served.rate)}, its first 16 ${f(firstServed.rate)}`,
  );
  return [
    atLeast('batch of 16, speed relative to the bare binary', (batched?.rate ?? 0) / bare, 8),
    atLeast('one server, speed relative to the bare binary', served.rate / bare, 20),
    zero('runs with other answers than cold', kinds.filter((each) => each !== coldResult.kinds).length),
  ];
}

async function agree(): Promise<Bar[]> {
  const limited = { ...options, timeoutMs: 20_000 };
  const cold = await openCold(limited);
  const server = await openServer({ ...limited, workers: 2 });
  const modes = [cold, await openBatch(limited), server];
  const { fillings, files } = knownCases();
  const results: Bar[] = [];
  const cases = [...fillings, ...randomCases(Number(values.seed), Number(values.random))];
  for (const [theme, group] of Map.groupBy(cases, (each) => each.theme)) {
    const found = await disagreements(modes, group, signal);
    for (const each of found.disagreements) print(JSON.stringify(each, null, 1));
    print(`${theme}: ${found.count} cases, ${JSON.stringify(found.kinds)}, seconds ${JSON.stringify(found.seconds)}`);
    results.push(zero(`${theme} (${found.count}), disagreements of the three modes`, found.disagreements.length));
  }
  let differ = 0;
  for (const { name, text } of files) {
    const hints = [await cold.checkText(text, signal), await server.checkText(text, signal)];
    if (hints[0]?.kind === hints[1]?.kind) continue;
    print(JSON.stringify({ name, hints }, null, 1));
    differ++;
  }
  results.push(zero(`full files (${files.length}), disagreements of cold and server`, differ));
  for (const mode of modes) await mode.close();
  return results;
}

async function kill(): Promise<Bar[]> {
  const text = TEXT.replace('import Lean\n', '');
  const hole = holeOf(text);
  const random = generator(Number(values.seed));
  const server = await openServer({ ...options, workers: 4 });
  const count = Number(values.checks);
  let killed = 0;
  let lost = 0;
  const start = performance.now();
  for (let at = 0; at < count; at += 20) {
    const cases = Array.from({ length: 20 }, (_, k) => ({ right: random() < 0.5, k: at + k }));
    const candidates = cases.map(({ right, k }): Candidate => {
      return { kind: 'term', text: right ? `⟨h, fun (x${k} : q) => h⟩` : `⟨h, fun (x${k} : q) => x${k}⟩` };
    });
    const answers = server.check(text, hole, candidates, signal);
    // Two kills per twenty checks, at random times: a server process or one of its descendants.
    for (let k = 0; k < 2; k++) {
      await new Promise((resolve) => setTimeout(resolve, 5 + random() * 60));
      const tree = server.pool.pids.flatMap((pid) => processTree(pid));
      const victim = tree[Math.floor(random() * tree.length)];
      if (victim === undefined) continue;
      try {
        process.kill(victim, 'SIGKILL');
        killed++;
      } catch {
        // The process has already ended.
      }
    }
    const hints = await answers;
    lost += cases.filter(({ right }, k) => hints[k]?.kind !== (right ? 'compiles' : 'fails')).length;
  }
  const seconds = (performance.now() - start) / 1000;
  await server.close();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const left = processesWith(nonce);
  print(`${count} checks, ${killed} processes killed, ${f(seconds)} s; servers ${JSON.stringify(server.pool.counts)}`);
  return [zero(`lost or wrong checks of ${count}, ${killed} kills`, lost), zero('processes left over', left.length)];
}

function atLeast(what: string, value: number, minimum: number): Bar {
  return { what, value: Number(value.toFixed(2)), wanted: `≥ ${minimum}`, met: value >= minimum };
}

function zero(what: string, value: number): Bar {
  return { what, value, wanted: '0', met: value === 0 };
}

function f(value: number): string {
  return value.toFixed(2);
}

const bars: Bar[] = [];
if (values.part.includes('speed')) bars.push(...(await speed(real)));
if (values.part.includes('agree')) bars.push(...(await agree()));
if (values.part.includes('kill')) bars.push(...(await kill()));
print(`\n${machine().cpus} cores, node ${machine().node}`);
for (const { what, value, wanted, met } of bars) print(`${met ? 'met   ' : 'MISSED'} ${what}: ${value} (${wanted})`);
if (values.json !== undefined) writeFileSync(values.json, toJson(bars));
if (bars.some(({ met }) => !met)) process.exitCode = 1;
