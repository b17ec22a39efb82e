/** Lets the workers of a queue judge files, as `judgeFile` does on this machine. */
import { relative, sep } from 'node:path';
import { Failure } from '../base/errors.ts';
import { getOrAdd } from '../base/memoize.ts';
import type { LeanInstallation } from '../lean/toolchain/toolchain.ts';
import type { JudgingOptions } from '../options/judging-options.ts';
import { OTHER_THAN } from '../queue/requirements.ts';
import { type Answer, UnitSender } from '../queue/unit-sender.ts';
import type { Verdict } from '../verify/verdict.ts';
import { CHECK_UNIT, type CheckPayload, type CheckResult } from './check-unit.ts';
import type { CommandContext } from './command-context.ts';
import { openCommandQueue, shownOutages } from './command-queue.ts';
import { BY_THIS_PROCESS, type FileToJudge, type FileVerdict, uncheckedBy } from './judge-file.ts';
import { findLeanFor } from './judging.ts';
import { type EnvironmentFacts, readEnvironmentFacts, requirementsOf } from './lean-facts.ts';
import { noSecondVerdict, withoutAnswer } from './no-worker-answer.ts';

/**
 * The verdicts in the order of the files. `onJudged`: called with the number of files judged so far.
 * @throws {Failure} if the queue cannot be used
 */
export async function judgeByWorkers(
  files: readonly Omit<FileToJudge, 'showProgress'>[],
  options: JudgingOptions & Confirming,
  context: CommandContext,
  onJudged: (done: number) => void,
): Promise<FileVerdict[]> {
  const queue = await openCommandQueue(context, { supervises: true });
  try {
    const sender = new UnitSender(queue, CHECK_UNIT, context.signal, shownOutages(context, queue));
    const projects = new Map<string, EnvironmentFacts>();
    const factsOf = (lean: LeanInstallation): EnvironmentFacts =>
      getOrAdd(projects, `${lean.lean}\n${lean.projectRoot}`, () => readEnvironmentFacts(lean));
    let done = 0;
    const judged = files.map(async (file) => {
      const verdict = await judgeByWorker(file, { sender, factsOf }, options, context);
      onJudged(++done);
      return verdict;
    });
    const settled = await Promise.allSettled(judged);
    context.signal.throwIfAborted();
    const verdicts = settled.map((each) => {
      if (each.status === 'rejected') throw each.reason;
      return each.value;
    });
    await sender.forget();
    return verdicts;
  } finally {
    await queue.close();
  }
}

type Accepted = Extract<Verdict, { kind: 'accepted' }>;

interface Confirming {
  /** Whether a second worker must accept what the first accepts. */
  confirm: boolean;
}

interface Sending {
  sender: UnitSender<CheckPayload, CheckResult>;
  factsOf: (lean: LeanInstallation) => EnvironmentFacts;
}

/** If no worker gives a verdict, it is `unchecked`, as if this machine lacked something. */
async function judgeByWorker(
  { file, original, only, allowNew }: Omit<FileToJudge, 'showProgress'>,
  { sender, factsOf }: Sending,
  options: JudgingOptions & Confirming,
  context: CommandContext,
): Promise<FileVerdict> {
  const { leanTimeoutSeconds, leanMemoryMegabytes } = context.settings;
  let lean: LeanInstallation | null = null;
  try {
    const { path } = original ?? file;
    lean = await findLeanFor(path, context);
    const payload: CheckPayload = {
      path: lean.projectRoot === null ? null : relative(lean.projectRoot, path).split(sep).join('/'),
      ...{ text: file.text, original: original?.text ?? null, only, allow_new: allowNew },
      ...{ level: options.level, allow_axioms: options.allowAxioms },
      ...{ timeout_seconds: leanTimeoutSeconds, memory_megabytes: leanMemoryMegabytes },
    };
    const needs = requirementsOf(factsOf(lean), [file.text, original?.text ?? ''], options.requireSandbox);
    const first = await sender.send(payload, needs);
    if (first.kind !== 'done') return { lean, verdict: withoutAnswer(first), declarations: [], ...BY_THIS_PROCESS };
    const judged = { ...first.result, worker: first.worker, confirmedBy: null };
    if (!options.confirm || judged.verdict.kind !== 'accepted') return judged;
    const second = await sender.send(payload, { ...needs, [OTHER_THAN]: first.worker });
    const objection = objectionOf(judged.verdict, second);
    if (second.kind === 'done' && objection === null) return { ...judged, confirmedBy: second.worker };
    return { ...judged, verdict: { kind: 'unchecked', why: 'notConfirmed', detail: objection! }, declarations: [] };
  } catch (error) {
    if (!(error instanceof Failure) || error.detail.exit !== 'missing') throw error;
    return { lean, verdict: uncheckedBy(error), declarations: [], ...BY_THIS_PROCESS };
  }
}

/** Why the second answer does not confirm the first verdict; null if it does. */
function objectionOf(first: Accepted, second: Answer<CheckResult>): string | null {
  if (second.kind !== 'done') return `One worker accepted it, but ${noSecondVerdict(second)}`;
  const { verdict } = second.result;
  const who = `Worker ${second.worker}`;
  switch (verdict.kind) {
    case 'accepted':
      return dependsOn(verdict) === dependsOn(first) ? null : `${who} accepted it too, but found other axioms.`;
    case 'unchecked':
      return `${who} could not judge it: ${verdict.detail}`;
    case 'rejected':
      return `One worker accepted it, but worker ${second.worker} rejected it (${verdict.by}). One of them is wrong.`;
  }
}

/** What an accepted file depends on, in any order. */
const dependsOn = ({ axioms, conditional }: Accepted): string =>
  JSON.stringify([axioms.toSorted(), conditional.toSorted()]);
