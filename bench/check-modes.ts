/**
 * How fast each way of checking candidates is, whether all agree, and what a pool of servers loses where servers are
 * killed. Usage: OLD_LEAN=BINARY node bench/check-modes.ts [--part speed|agree|kill …] [--random 500] [--seed 1]
 * [--checks 1000] [--json FILE]. Linux, for the part `kill`. Ends with 1 where a bar is missed.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { processTree } from '../src/lean/process/process-family.ts';
import { openBatch } from '../src/verify/trial/batch.ts';
import type { Candidate } from '../src/verify/hole/candidate.ts';
import { fill, type CheckMode, type ModeOptions } from '../src/verify/trial/check-mode.ts';
import { openCold } from '../src/verify/trial/cold.ts';
import { findHoles, type Hole } from '../src/verify/hole/holes.ts';
import { openServer } from '../src/verify/trial/server.ts';
import { oldInstallation } from '../test/lean/old-installation.ts';
import { processesWith } from '../test/lean/processes-with.ts';
import { disagreements } from '../test/verify/agreement.ts';
import { knownCases, randomCases } from '../test/verify/agreement-cases.ts';
import { generator } from '../test/verify/random-candidates.ts';

const { values } = parseArgs({
  options: {
    part: { type: 'string', multiple: true, default: ['speed', 'agree', 'kill'] },
    random: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    checks: { type: 'string', default: '1000' },
    json: { type: 'string' },
  },
});

const real = process.env['OLD_LEAN'];
if (!real) throw new Error('set OLD_LEAN to the binary of the old Lean');
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

/** What a portfolio would try: most of it wrong, most of it fast. */
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

/** Checks a second of the bare binary: one file a process, without shim, JSON, sandbox or anything else of ours. */
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

/** Checks a second, and of each candidate what came out. */
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
  const coldly = await modeSpeed(cold, SIXTEEN);
  await cold.close();
  const batch = await openBatch(options);
  const batches = [];
  for (let round = 0; round < 3; round++) batches.push(await modeSpeed(batch, SIXTEEN));
  await batch.close();
  const server = await openServer({ ...options, workers: 1 });
  const starting = await modeSpeed(server, SIXTEEN);
  // Never the same text twice in a row: that would cost nothing.
  const served = await modeSpeed(server, Array.from({ length: 20 }, () => SIXTEEN).flat());
  await server.close();
  const bareAfter = bareSpeed(binary, 8);
  const bare = (bareBefore + bareAfter) / 2;
  const batched = batches.toSorted((a, b) => a.rate - b.rate)[1] ?? batches[0];
  const kinds = [coldly.kinds, ...batches.map((each) => each.kinds), starting.kinds, served.kinds.slice(-16)];
  say(`checks a second: bare binary ${f(bareBefore)} before, ${f(bareAfter)} after; cold ${f(coldly.rate)};`);
  say(
    `  batch of 16 ${batches.map(({ rate }) => f(rate)).join(' ')}; server ${f(served.rate)}, its first 16 ${f(starting.rate)}`,
  );
  return [
    bar('batch of 16, times the bare binary', (batched?.rate ?? 0) / bare, 8),
    bar('one server, times the bare binary', served.rate / bare, 20),
    none('runs with other answers than cold', kinds.filter((each) => each !== coldly.kinds).length),
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
    for (const each of found.disagreements) say(JSON.stringify(each, null, 1));
    say(`${theme}: ${found.count} cases, ${JSON.stringify(found.kinds)}, seconds ${JSON.stringify(found.seconds)}`);
    results.push(none(`${theme} (${found.count}), disagreements of the three`, found.disagreements.length));
  }
  let differ = 0;
  for (const { name, text } of files) {
    const hints = [await cold.checkText(text, signal), await server.checkText(text, signal)];
    if (hints[0]?.kind === hints[1]?.kind) continue;
    say(JSON.stringify({ name, hints }, null, 1));
    differ++;
  }
  results.push(none(`whole files of both (${files.length}), disagreements of cold and server`, differ));
  for (const mode of modes) await mode.close();
  return results;
}

async function kill(): Promise<Bar[]> {
  const text = TEXT.replace('import Lean\n', '');
  const hole = holeOf(text);
  const chance = generator(Number(values.seed));
  const server = await openServer({ ...options, workers: 4 });
  const count = Number(values.checks);
  let killed = 0;
  let lost = 0;
  const start = performance.now();
  for (let at = 0; at < count; at += 20) {
    const asked = Array.from({ length: 20 }, (_, k) => ({ right: chance() < 0.5, k: at + k }));
    const candidates = asked.map(({ right, k }): Candidate => {
      return { kind: 'term', text: right ? `⟨h, fun (x${k} : q) => h⟩` : `⟨h, fun (x${k} : q) => x${k}⟩` };
    });
    const answers = server.check(text, hole, candidates, signal);
    // Two of twenty, each at a moment of its own: the server itself, or one below it.
    for (let k = 0; k < 2; k++) {
      await new Promise((resolve) => setTimeout(resolve, 5 + chance() * 60));
      const tree = server.pool.pids.flatMap((pid) => processTree(pid));
      const victim = tree[Math.floor(chance() * tree.length)];
      if (victim === undefined) continue;
      try {
        process.kill(victim, 'SIGKILL');
        killed++;
      } catch {
        // It ended meanwhile.
      }
    }
    const hints = await answers;
    lost += asked.filter(({ right }, k) => hints[k]?.kind !== (right ? 'compiles' : 'fails')).length;
  }
  const seconds = (performance.now() - start) / 1000;
  await server.close();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const left = processesWith(nonce);
  say(`${count} checks, ${killed} processes killed, ${f(seconds)} s; servers ${JSON.stringify(server.pool.counts)}`);
  return [
    none(`checks lost or answered wrongly of ${count}, ${killed} kills`, lost),
    none('processes left behind', left.length),
  ];
}

function bar(what: string, value: number, least: number): Bar {
  return { what, value: Number(value.toFixed(2)), wanted: `≥ ${least}`, met: value >= least };
}

function none(what: string, value: number): Bar {
  return { what, value, wanted: '0', met: value === 0 };
}

function f(value: number): string {
  return value.toFixed(2);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const bars: Bar[] = [];
if (values.part.includes('speed')) bars.push(...(await speed(real)));
if (values.part.includes('agree')) bars.push(...(await agree()));
if (values.part.includes('kill')) bars.push(...(await kill()));
say(`\n${cpus().length} cores, node ${process.version}`);
for (const { what, value, wanted, met } of bars) say(`${met ? 'met   ' : 'MISSED'} ${what}: ${value} (${wanted})`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(bars, null, 2)}\n`);
if (bars.some(({ met }) => !met)) process.exitCode = 1;
