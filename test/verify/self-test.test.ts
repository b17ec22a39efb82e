/** The self-test: what it makes of a judge that is wrong, and how often it runs. No Lean is needed. */
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import type { LeanGeneration, LeanInstallation } from '../../src/lean/toolchain/toolchain.ts';
import type { Judge, JudgeOptions } from '../../src/verify/audit/judge.ts';
import {
  readAttacks,
  readHonestProofs,
  type Attack,
  type HonestProof,
} from '../../src/verify/self-test/known-cases.ts';
import {
  requireSelfTest,
  runSelfTest,
  type CachedSelfTestOptions,
} from '../../src/verify/self-test/self-test-cache.ts';
import { selfTestChecks } from '../../src/verify/self-test/self-test-checks.ts';
import { failureOf, selfTest } from '../../src/verify/self-test/self-test.ts';
import type { Verdict } from '../../src/verify/verdict.ts';

const NEVER = new AbortController().signal;
const all: (Attack | HonestProof)[] = [...readAttacks(), ...readHonestProofs()].filter((each) => !each.isOnlyForCi);

/** The case that a judge is asked about. */
function caseOf(text: string, original: string | null): Attack | HonestProof {
  const found = all.find(
    (each) =>
      each.original === original &&
      (each.submission.kind === 'file' ? each.submission.text : each.submission.candidate.text) === text,
  );
  if (found === undefined) throw new Error('asked about something else');
  return found;
}

/** What an ideal judge says of a case. */
function rightAnswer(known: Attack | HonestProof): Verdict {
  if (!('row' in known)) {
    return { kind: 'accepted', level: 'audit', axioms: [], conditional: known.conditional, sandbox: 'none' };
  }
  const { withoutGate } = known;
  if (withoutGate?.by === 'unchecked') return { kind: 'unchecked', why: withoutGate.why, detail: 'so it is' };
  if (withoutGate?.by !== 'audit') return { kind: 'rejected', by: 'lean', diagnostics: [], sandbox: 'none' };
  const findings = [{ rule: withoutGate.rule, name: 't', detail: 'so it is' }];
  return { kind: 'rejected', by: 'audit', findings, sandbox: 'none' };
}

/** Never run; but it is a file, whose age and size tell one Lean from another. */
const INSTALLATION: LeanInstallation = {
  lean: process.execPath,
  lake: null,
  version: { text: 'Lean (version 4.0.0)', major: 4, minor: 0, patch: 0, generation: '2021' },
  environment: {},
  options: ['-DautoImplicit=false'],
  projectRoot: '/somewhere',
  toolchain: null,
  searchPath: [],
  readable: [],
};

type Answer = (known: Attack | HonestProof) => Verdict;

/** Counts how often it is opened and asked. */
function fakeJudge(answer: Answer) {
  const counts = { opened: 0, asked: 0, closed: 0, gates: new Set<boolean>() };
  const open = async (options: JudgeOptions): Promise<Judge> => {
    counts.opened++;
    counts.gates.add(options.gate);
    // The cases are no part of the user's project.
    expect(options.installation).toMatchObject({ options: [], projectRoot: null });
    const ask = (text: string, original: string | null): Verdict => {
      counts.asked++;
      return answer(caseOf(text, original));
    };
    return {
      candidate: async (original, _hole, candidate) => ({ verdict: ask(candidate.text, original), filling: null }),
      file: async (text, original) => ({ verdict: ask(text, original), declarations: [] }),
      close: async () => void counts.closed++,
    };
  };
  return { counts, open };
}

function requestFor(answer: Answer, generation: LeanGeneration = '2021') {
  const { counts, open } = fakeJudge(answer);
  const request: CachedSelfTestOptions = {
    installation: { ...INSTALLATION, version: { ...INSTALLATION.version, generation } },
    sandbox: 'none',
    timeoutMs: 1000,
    memoryBytes: null,
    signal: NEVER,
    cacheFolder: mkdtempSync(join(tmpdir(), 'lemmahead-self-test-')),
    open,
  };
  return { counts, request };
}

const except =
  (name: string, verdict: Verdict): Answer =>
  (known) =>
    known.name === name ? verdict : rightAnswer(known);

const ACCEPTED: Verdict = { kind: 'accepted', level: 'audit', axioms: [], conditional: [], sandbox: 'none' };
const BY_LEAN: Verdict = { kind: 'rejected', by: 'lean', diagnostics: [], sandbox: 'none' };
const LOST: Verdict = { kind: 'unchecked', why: 'auditFailed', detail: 'no answer' };
const NOT_COMPILED: Verdict = { kind: 'unchecked', why: 'originalFails', detail: 'unknown tactic' };

describe('the self-test', () => {
  it('passes an ideal judge, which it asks without a gate and closes', async () => {
    const { counts, request } = requestFor(rightAnswer);
    const steps: number[] = [];
    const result = await selfTest({ ...request, onProgress: (done) => steps.push(done) });
    expect(failureOf(result)).toBeNull();
    expect([counts.opened, counts.closed, [...counts.gates]]).toEqual([1, 1, [false]]);
    expect(counts.asked).toBeGreaterThan(120);
    expect(steps).toEqual(all.map((_, at) => at + 1));
    expect(selfTestChecks(result, request.installation.version, 'none')).toMatchObject([
      {
        what: 'self-test',
        state: 'ok',
        found: expect.stringMatching(/^(\d+) of \1 attacks stopped, (\d+) of \2 honest/),
      },
    ]);
  });

  it.each([
    ['accepts an attack', 'attacks/macro-rules-sum', ACCEPTED, 'an attack was accepted'],
    ['refuses it for another reason', 'attacks/macro-rules-sum', BY_LEAN, 'refused by lean (no message)'],
    ['refuses an honest proof', 'honest/nested-have', BY_LEAN, 'an honest proof was refused by lean'],
    ['forgets what a proof rests on', 'honest/rests-on-an-open-lemma', ACCEPTED, 'rests on the holes of [] instead'],
    ['gives no answer', 'attacks/axiom', LOST, 'auditFailed: no answer'],
    ['cannot read an original', 'attacks/axiom', NOT_COMPILED, 'originalFails: unknown tactic'],
  ])('names the case where a judge %s', async (_words, name, verdict, detail) => {
    const { request } = requestFor(except(name, verdict));
    const result = await selfTest(request);
    expect(failureOf(result)).toMatchObject({ name, detail: expect.stringContaining(detail) });
    expect(selfTestChecks(result, request.installation.version, 'none')).toMatchObject([
      { what: 'self-test', state: 'fault' },
      { what: name, state: 'fault', found: expect.stringContaining(detail) },
    ]);
  });

  it('on a Lean that was never seen, leaves out what that cannot read, but never a yes to an attack', async () => {
    const unreadable: Answer = (known) => (known.name.endsWith('calculation') ? BY_LEAN : rightAnswer(known));
    const result = await selfTest(requestFor(unreadable, 'current').request);
    expect(failureOf(result)).toBeNull();
    expect(result.honest.find(({ name }) => name === 'honest/calculation')?.state).toBe('notApplicable');
    const accepted = await selfTest(requestFor(except('attacks/csimp', ACCEPTED), 'current').request);
    expect(failureOf(accepted)).toMatchObject({ name: 'attacks/csimp', state: 'wrong' });
    const nothing: Answer = (known) => ('row' in known ? rightAnswer(known) : BY_LEAN);
    expect(failureOf(await selfTest(requestFor(nothing, 'current').request))).toMatchObject({ state: 'unclear' });
  });

  it('goes on behind a case that comes out wrong, unless that is enough', async () => {
    const { counts, request } = requestFor(() => ACCEPTED);
    const { attacks } = await selfTest(request);
    expect(attacks.filter(({ state }) => state === 'wrong').length).toBeGreaterThan(80);
    const asked = counts.asked;
    const short = await selfTest({ ...request, untilFailure: true });
    expect(failureOf(short)?.state).toBe('wrong');
    expect(counts.asked - asked).toBeLessThan(10);
  });

  it('ends when it is cancelled, and closes its judge', async () => {
    const { counts, request } = requestFor(rightAnswer);
    const abort = new AbortController();
    const stopped = selfTest({ ...request, signal: abort.signal, onProgress: () => abort.abort() });
    await expect(stopped).rejects.toThrow(/abort/i);
    expect(counts.closed).toBe(1);
  });
});

describe('its result', () => {
  it('is kept, for this Lean and this sandbox', async () => {
    const { counts, request } = requestFor(rightAnswer);
    await requireSelfTest(request);
    await requireSelfTest(request);
    expect(counts.opened).toBe(1);
    await requireSelfTest({ ...request, sandbox: 'limits' });
    expect(counts.opened).toBe(2);
    const other = {
      ...request.installation,
      version: { ...request.installation.version, text: 'Lean (version 4.0.1)' },
    };
    await requireSelfTest({ ...request, installation: other });
    expect(counts.opened).toBe(3);
    await runSelfTest(request);
    expect(counts.opened).toBe(4);
  });

  /** Until so many cases are done. */
  const until = (most: number) => {
    const abort = new AbortController();
    return { signal: abort.signal, onProgress: (done: number) => (done >= most ? abort.abort() : undefined) };
  };
  const keptIn = ({ cacheFolder }: CachedSelfTestOptions): string[] =>
    existsSync(join(cacheFolder, 'self-test')) ? readdirSync(join(cacheFolder, 'self-test')) : [];

  it('is gone on with where it was broken off', async () => {
    const whole = requestFor(rightAnswer);
    await requireSelfTest(whole.request);
    const { counts, request } = requestFor(rightAnswer);
    await expect(requireSelfTest({ ...request, ...until(100) })).rejects.toThrow(/abort/i);
    let first = 0;
    await requireSelfTest({ ...request, onProgress: (done) => (first ||= done) });
    expect(first).toBeGreaterThan(80);
    // What was under way when it ended is asked again.
    expect(counts.asked).toBeLessThanOrEqual(whole.counts.asked + 4);
    expect(keptIn(request).length).toBe(1);
    await requireSelfTest(request);
    expect(counts.opened).toBe(2);
  });

  it('is begun anew behind a sitting that refused everything, or was over soon', async () => {
    const refuses = requestFor(() => BY_LEAN, 'current');
    await expect(requireSelfTest({ ...refuses.request, ...until(150) })).rejects.toThrow(/abort/i);
    expect(keptIn(refuses.request)).toEqual([]);
    const soon = requestFor(rightAnswer);
    await expect(requireSelfTest({ ...soon.request, ...until(20) })).rejects.toThrow(/abort/i);
    expect(keptIn(soon.request)).toEqual([]);
  });

  it('keeps what was right beside a case without an answer, which is asked again', async () => {
    const last = all.findLast((known) => 'row' in known && !known.isEndless && known.gate === null)!;
    let isLost = true;
    const { counts, request } = requestFor((known) => (known === last && isLost ? LOST : rightAnswer(known)));
    await expect(requireSelfTest(request)).rejects.toThrow(/gets no answer/);
    const asked = counts.asked;
    isLost = false;
    await requireSelfTest(request);
    expect(counts.asked - asked).toBeLessThan(20);
  });

  it.each(['[null]', '[{"name":"attacks/axiom","state":"wrong"}]', '{}', '[', '"x"'])(
    'is begun anew where what was kept of it is damaged: %s',
    async (text) => {
      const { counts, request } = requestFor(rightAnswer);
      await expect(requireSelfTest({ ...request, ...until(100) })).rejects.toThrow(/abort/i);
      const [name] = keptIn(request);
      writeFileSync(join(request.cacheFolder, 'self-test', name!), text);
      const asked = counts.asked;
      await requireSelfTest(request);
      expect(counts.asked).toBeGreaterThan(2 * asked - 20);
    },
  );

  it('is a failure with the case, the kept one too', async () => {
    const { counts, request } = requestFor(except('attacks/axiom', ACCEPTED));
    for (let round = 0; round < 2; round++) {
      const failure: unknown = await requireSelfTest(request).catch((error: unknown) => error);
      if (!(failure instanceof Failure)) throw new Error('no failure');
      expect(failure.detail).toMatchObject({
        exit: 'missing',
        code: 'self-test-failed',
        message: expect.stringContaining('attacks/axiom (states what it needs as an axiom) comes out wrong'),
        next: 'lemmahead doctor --self-test',
      });
    }
    expect(counts.opened).toBe(1);
  });

  it('is not kept where a case got no answer, nor taken from a damaged file', async () => {
    const { counts, request } = requestFor(except('attacks/axiom', LOST));
    await expect(requireSelfTest(request)).rejects.toThrow(/attacks\/axiom .* gets no answer/);
    await expect(requireSelfTest(request)).rejects.toThrow(/gets no answer/);
    expect(counts.opened).toBe(2);
    const good = requestFor(rightAnswer);
    await requireSelfTest(good.request);
    const folder = join(good.request.cacheFolder, 'self-test');
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '{"attacks":[');
    await requireSelfTest(good.request);
    expect(good.counts.opened).toBe(2);
  });
});
