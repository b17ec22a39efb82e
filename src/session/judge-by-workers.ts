/** Lets the workers of a queue judge files, as `judgeFile` does on this machine. */
import { relative, sep } from 'node:path';
import { Failure } from '../base/errors.ts';
import { getOrAdd } from '../base/memoize.ts';
import type { LeanInstallation } from '../lean/toolchain/toolchain.ts';
import type { JudgingOptions } from '../options/judging-options.ts';
import { type Answer, UnitSender } from '../queue/unit-sender.ts';
import type { Verdict } from '../verify/verdict.ts';
import { CHECK_UNIT, type CheckPayload, type CheckResult } from './check-unit.ts';
import type { CommandContext } from './command-context.ts';
import { openCommandQueue, shownOutages } from './command-queue.ts';
import { type FileToJudge, type FileVerdict, uncheckedBy } from './judge-file.ts';
import { findLeanFor } from './judging.ts';
import { type EnvironmentFacts, readEnvironmentFacts, requirementsOf } from './lean-facts.ts';

/**
 * The verdicts in the order of the files. `onJudged`: called with the number of files judged so far.
 * @throws {Failure} if the queue cannot be used
 */
export async function judgeByWorkers(
  files: readonly Omit<FileToJudge, 'showProgress'>[],
  options: JudgingOptions,
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

interface Sending {
  sender: UnitSender<CheckPayload, CheckResult>;
  factsOf: (lean: LeanInstallation) => EnvironmentFacts;
}

/** If no worker gives a verdict, it is `unchecked`, as if this machine lacked something. */
async function judgeByWorker(
  { file, original, only, allowNew }: Omit<FileToJudge, 'showProgress'>,
  { sender, factsOf }: Sending,
  options: JudgingOptions,
  context: CommandContext,
): Promise<FileVerdict> {
  const { leanTimeoutSeconds, leanMemoryMegabytes } = context.settings;
  let lean: LeanInstallation | null = null;
  try {
    const { path } = original ?? file;
    lean = await findLeanFor(path, context);
    const answer = await sender.send(
      {
        path: lean.projectRoot === null ? null : relative(lean.projectRoot, path).split(sep).join('/'),
        ...{ text: file.text, original: original?.text ?? null, only, allow_new: allowNew },
        ...{ level: options.level, allow_axioms: options.allowAxioms },
        ...{ timeout_seconds: leanTimeoutSeconds, memory_megabytes: leanMemoryMegabytes },
      },
      requirementsOf(factsOf(lean), [file.text, original?.text ?? ''], options.requireSandbox),
    );
    if (answer.kind === 'done') return { ...answer.result, worker: answer.worker };
    return { lean, verdict: withoutAnswer(answer), declarations: [], worker: null };
  } catch (error) {
    if (!(error instanceof Failure) || error.detail.exit !== 'missing') throw error;
    return { lean, verdict: uncheckedBy(error), declarations: [], worker: null };
  }
}

/** The file may be fine: it was not judged. */
function withoutAnswer(answer: Exclude<Answer<CheckResult>, { kind: 'done' }>): Verdict {
  switch (answer.kind) {
    case 'cancelled':
      return { kind: 'unchecked', why: 'cancelled', detail: 'The unit was cancelled: lemmahead queue cancel.' };
    case 'dead':
      return {
        ...{ kind: 'unchecked', why: 'crashed' },
        detail: `No worker could judge it. ${answer.log.join('; ')}`,
        next: 'lemmahead queue retry',
      };
    case 'unserved':
      return {
        ...{ kind: 'unchecked', why: 'leanMissing' },
        detail: `No worker of the queue has ${answer.missing.join(', ')}.`,
        next: 'Start a worker with the same Lean and project: lemmahead worker; see lemmahead queue workers',
      };
  }
}
