/** The self-test: its result for a wrong judge, and when it runs again. Needs no Lean. */
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

/** The case with this submission and original. */
function caseOf(text: string, original: string | null): Attack | HonestProof {
  const found = all.find(
    (each) =>
      each.original === original &&
      (each.submission.kind === 'file' ? each.submission.text : each.submission.candidate.text) === text,
  );
  if (found === undefined) throw new Error('not a known case');
  return found;
}

/** The verdict of an ideal judge on a case. */
function rightAnswer(known: Attack | HonestProof): Verdict {
  if (!('row' in known)) {
    return { kind: 'accepted', level: 'audit', axioms: [], conditional: known.conditional, sandbox: 'none' };
  }
  const { withoutGate } = known;
  if (withoutGate?.by === 'unchecked') return { kind: 'unchecked', why: withoutGate.why, detail: 'as expected' };
  if (withoutGate?.by !== 'audit') return { kind: 'rejected', by: 'lean', diagnostics: [], sandbox: 'none' };
  const findings = [{ rule: withoutGate.rule, name: 't', detail: 'as expected' }];
  return { kind: 'rejected', by: 'audit', findings, sandbox: 'none' };
}

/** Never run, but the file must exist: its size and modification time identify a Lean. */
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

/** Counts how often it is opened and called. */
function fakeJudge(answer: Answer) {
  const counts = { opened: 0, calls: 0, closed: 0, gates: new Set<boolean>() };
  const open = async (options: JudgeOptions): Promise<Judge> => {
    counts.opened++;
    counts.gates.add(options.gate);
    // The cases do not belong to the user's project.
    expect(options.installation).toMatchObject({ options: [], projectRoot: null });
    const judge = (text: string, original: string | null): Verdict => {
      counts.calls++;
      return answer(caseOf(text, original));
    };
    return {
      candidate: async (original, _hole, candidate) => ({ verdict: judge(candidate.text, original), filling: null }),
      file: async (text, original) => ({ verdict: judge(text, original), declarations: [] }),
      elaborate: async () => ({ kind: 'unchecked', why: 'notAsked', detail: '' }),
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
const NO_VERDICT: Verdict = { kind: 'unchecked', why: 'auditFailed', detail: 'no answer' };
const NOT_COMPILED: Verdict = { kind: 'unchecked', why: 'originalFails', detail: 'unknown tactic' };

describe('the self-test', () => {
  it('passes an ideal judge, calls it without the gate, and closes it', async () => {
    const { counts, request } = requestFor(rightAnswer);
    const steps: number[] = [];
    const result = await selfTest({ ...request, onProgress: (done) => steps.push(done) });
    expect(failureOf(result)).toBeNull();
    expect([counts.opened, counts.closed, [...counts.gates]]).toEqual([1, 1, [false]]);
    expect(counts.calls).toBeGreaterThan(120);
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
    ['refuses an attack for a different reason', 'attacks/macro-rules-sum', BY_LEAN, 'refused by lean (no message)'],
    ['refuses an honest proof', 'honest/nested-have', BY_LEAN, 'an honest proof was refused by lean'],
    ['omits the holes of a proof', 'honest/rests-on-an-open-lemma', ACCEPTED, 'depends on the holes of [] instead'],
    ['gives no verdict', 'attacks/axiom', NO_VERDICT, 'auditFailed: no answer'],
    ['cannot read an original', 'attacks/axiom', NOT_COMPILED, 'originalFails: unknown tactic'],
  ])('names the case if a judge %s', async (_words, name, verdict, detail) => {
    const { request } = requestFor(except(name, verdict));
    const result = await selfTest(request);
    expect(failureOf(result)).toMatchObject({ name, detail: expect.stringContaining(detail) });
    expect(selfTestChecks(result, request.installation.version, 'none')).toMatchObject([
      { what: 'self-test', state: 'fault' },
      { what: name, state: 'fault', found: expect.stringContaining(detail) },
    ]);
  });

  it('on an untested Lean, skips cases that it cannot read, but never an accepted attack', async () => {
    const unreadable: Answer = (known) => (known.name.endsWith('calculation') ? BY_LEAN : rightAnswer(known));
    const result = await selfTest(requestFor(unreadable, 'current').request);
    expect(failureOf(result)).toBeNull();
    expect(result.honest.find(({ name }) => name === 'honest/calculation')?.state).toBe('notApplicable');
    const accepted = await selfTest(requestFor(except('attacks/csimp', ACCEPTED), 'current').request);
    expect(failureOf(accepted)).toMatchObject({ name: 'attacks/csimp', state: 'wrong' });
    const nothing: Answer = (known) => ('row' in known ? rightAnswer(known) : BY_LEAN);
    expect(failureOf(await selfTest(requestFor(nothing, 'current').request))).toMatchObject({ state: 'unclear' });
  });

  it('continues after a wrong verdict, unless untilFailure is set', async () => {
    const { counts, request } = requestFor(() => ACCEPTED);
    const { attacks } = await selfTest(request);
    expect(attacks.filter(({ state }) => state === 'wrong').length).toBeGreaterThan(80);
    const calls = counts.calls;
    const short = await selfTest({ ...request, untilFailure: true });
    expect(failureOf(short)?.state).toBe('wrong');
    expect(counts.calls - calls).toBeLessThan(10);
  });

  it('stops when cancelled, and closes the judge', async () => {
    const { counts, request } = requestFor(rightAnswer);
    const abort = new AbortController();
    const stopped = selfTest({ ...request, signal: abort.signal, onProgress: () => abort.abort() });
    await expect(stopped).rejects.toThrow(/abort/i);
    expect(counts.closed).toBe(1);
  });
});

describe('the self-test cache', () => {
  it('stores the result per Lean and sandbox', async () => {
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

  /** Options that abort the test after `limit` cases. */
  const until = (limit: number) => {
    const abort = new AbortController();
    return { signal: abort.signal, onProgress: (done: number) => (done >= limit ? abort.abort() : undefined) };
  };
  const storedFiles = ({ cacheFolder }: CachedSelfTestOptions): string[] =>
    existsSync(join(cacheFolder, 'self-test')) ? readdirSync(join(cacheFolder, 'self-test')) : [];

  it('resumes an interrupted test', async () => {
    const uninterrupted = requestFor(rightAnswer);
    await requireSelfTest(uninterrupted.request);
    const { counts, request } = requestFor(rightAnswer);
    await expect(requireSelfTest({ ...request, ...until(100) })).rejects.toThrow(/abort/i);
    let first = 0;
    await requireSelfTest({ ...request, onProgress: (done) => (first ||= done) });
    expect(first).toBeGreaterThan(80);
    // The cases that were running at the interruption are judged again.
    expect(counts.calls).toBeLessThanOrEqual(uninterrupted.counts.calls + 4);
    expect(storedFiles(request).length).toBe(1);
    await requireSelfTest(request);
    expect(counts.opened).toBe(2);
  });

  it('starts from the beginning after a session that refused everything or ended early', async () => {
    const refuses = requestFor(() => BY_LEAN, 'current');
    await expect(requireSelfTest({ ...refuses.request, ...until(150) })).rejects.toThrow(/abort/i);
    expect(storedFiles(refuses.request)).toEqual([]);
    const soon = requestFor(rightAnswer);
    await expect(requireSelfTest({ ...soon.request, ...until(20) })).rejects.toThrow(/abort/i);
    expect(storedFiles(soon.request)).toEqual([]);
  });

  it('stores the right cases if another case got no verdict, and judges only that one again', async () => {
    const last = all.findLast((known) => 'row' in known && !known.isEndless && known.gate === null)!;
    let isFailing = true;
    const { counts, request } = requestFor((known) => (known === last && isFailing ? NO_VERDICT : rightAnswer(known)));
    await expect(requireSelfTest(request)).rejects.toThrow(/gets no verdict/);
    const calls = counts.calls;
    isFailing = false;
    await requireSelfTest(request);
    expect(counts.calls - calls).toBeLessThan(20);
  });

  it.each(['[null]', '[{"name":"attacks/axiom","state":"wrong"}]', '{}', '[', '"x"'])(
    'starts from the beginning if the stored partial result is damaged: %s',
    async (text) => {
      const { counts, request } = requestFor(rightAnswer);
      await expect(requireSelfTest({ ...request, ...until(100) })).rejects.toThrow(/abort/i);
      const [name] = storedFiles(request);
      writeFileSync(join(request.cacheFolder, 'self-test', name!), text);
      const calls = counts.calls;
      await requireSelfTest(request);
      expect(counts.calls).toBeGreaterThan(2 * calls - 20);
    },
  );

  it('reports a failure with its case, also from the cached result', async () => {
    const { counts, request } = requestFor(except('attacks/axiom', ACCEPTED));
    for (let round = 0; round < 2; round++) {
      const failure: unknown = await requireSelfTest(request).catch((error: unknown) => error);
      if (!(failure instanceof Failure)) throw new Error('no failure');
      expect(failure.detail).toMatchObject({
        exit: 'missing',
        code: 'self-test-failed',
        message: expect.stringContaining('attacks/axiom (states what it needs as an axiom) gets a wrong verdict'),
        next: 'lemmahead doctor --self-test',
      });
    }
    expect(counts.opened).toBe(1);
  });

  it('does not store a result without a verdict on a case, and ignores a damaged file', async () => {
    const { counts, request } = requestFor(except('attacks/axiom', NO_VERDICT));
    await expect(requireSelfTest(request)).rejects.toThrow(/attacks\/axiom .* gets no verdict/);
    await expect(requireSelfTest(request)).rejects.toThrow(/gets no verdict/);
    expect(counts.opened).toBe(2);
    const good = requestFor(rightAnswer);
    await requireSelfTest(good.request);
    const folder = join(good.request.cacheFolder, 'self-test');
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '{"attacks":[');
    await requireSelfTest(good.request);
    expect(good.counts.opened).toBe(2);
  });
});
