/** What an editor shows of a Lean text: messages, goals, hovers, and what a tactic would do. By a running language server. */
import { Failure } from '../../base/errors.ts';
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import { importStamp } from '../../lean/toolchain/import-stamp.ts';
import { explainMissingImport } from '../../lean/toolchain/missing-imports.ts';
import type { ServerQuestion } from '../../lean/server/lsp-worker.ts';
import type { PoolCheck } from '../../lean/server/server-pool.ts';
import { openColdLean } from '../trial/cold.ts';
import { noAnswerOf, openWarmLean, type NoAnswer, type ServerOptions } from '../trial/warm-lean.ts';
import { UNCHECKED_FIXES } from '../unchecked-fixes.ts';
import type { AttemptResult } from './attempt-result.ts';
import { openPlace, textUpTo } from './attempts.ts';
import { expectedIn, type Goals, goalsIn, hoverIn } from './server-answers.ts';
import { type AskServer, tryAttempts } from './try-attempts.ts';
import { lineAt, type Place, resolvePlace } from './text-place.ts';

export interface GoalsAtPlace {
  before: Goals;
  /** At the end of the line. */
  after: Goals;
  /** The type that Lean expects of the term at the place, with its context; null if no term is there. */
  expected: string | null;
  /** Lean's errors on the line. */
  errors: Diagnostic[];
}

export interface Attempts {
  before: Goals;
  expected: string | null;
  results: AttemptResult[];
}

/**
 * How many servers each kind of request leaves to shorter ones: a snippet or a file may take all its time, and so may
 * attempts, but a goal must not wait for them.
 */
const LEAVES_FREE = { run: 2, messages: 1, tryAll: 1, place: 0 };

/** Number of language servers with which no kind of request waits for a longer one. */
export const EDITOR_WORKERS = 1 + LEAVES_FREE.run;

interface AttemptLimits {
  signal: AbortSignal;
  /** For each attempt. */
  timeoutMs: number;
}

export interface Editor {
  /** All messages, in the order of the text. */
  messages: (text: string, signal: AbortSignal) => Promise<Diagnostic[]>;
  /** As `messages`, for a text that may take all its time. */
  run: (text: string, signal: AbortSignal) => Promise<Diagnostic[]>;
  goals: (text: string, place: Place, signal: AbortSignal) => Promise<GoalsAtPlace>;
  /** What the server says of the name at a place, in Markdown; null if nothing. */
  hover: (text: string, place: Place, signal: AbortSignal) => Promise<string | null>;
  /** Tries each attempt alone. One that takes longer than its limit does not affect the others. */
  tryAll: (text: string, place: Place, attempts: readonly string[], limits: AttemptLimits) => Promise<Attempts>;
  close: () => Promise<void>;
}

/**
 * All functions throw a `Failure` if the imports cannot be loaded or Lean does not answer, and those of `resolvePlace`
 * and `openPlace`.
 */
export async function openEditor(options: ServerOptions): Promise<Editor> {
  const warm = await openWarmLean(options);
  const cold = await openColdLean(options, { keepsFailures: false });
  const { searchPath, projectRoot } = options.installation;

  const ask = async (
    text: string,
    signal: AbortSignal,
    asked: Pick<PoolCheck, 'questions' | 'keepIf' | 'leavesFree'>,
  ): Promise<{ diagnostics: Diagnostic[]; answers: unknown[] }> => {
    const answer = await warm.check(text, signal, { ...asked, stamp: importStamp(text, searchPath) });
    signal.throwIfAborted();
    if (answer.kind !== 'answered') throw unanswered(noAnswerOf(answer));
    const failure = await cold.headerFailure(text, answer.diagnostics, signal);
    if (failure !== null) throw unanswered({ ...failure, ...explained(failure, projectRoot) });
    return answer;
  };

  /** About one place: what follows its declaration need not be processed. */
  const askAt = (
    text: string,
    offset: number,
    questions: readonly ServerQuestion[],
    signal: AbortSignal,
  ): ReturnType<typeof ask> => {
    const { text: short, decisive } = textUpTo(text, offset);
    return ask(short, signal, { questions, keepIf: decisive, leavesFree: LEAVES_FREE.place });
  };

  const askAboutAttempt =
    ({ signal, timeoutMs: maxMs }: AttemptLimits): AskServer =>
    async (text, questions) => {
      const stamp = importStamp(text, searchPath);
      const answer = await warm.check(text, signal, { maxMs, questions, stamp, leavesFree: LEAVES_FREE.tryAll });
      signal.throwIfAborted();
      return answer;
    };

  return {
    messages: async (text, signal) => (await ask(text, signal, { leavesFree: LEAVES_FREE.messages })).diagnostics,
    run: async (text, signal) => (await ask(text, signal, { leavesFree: LEAVES_FREE.run })).diagnostics,
    async goals(text, place, signal) {
      const { offset, hole } = resolvePlace(text, place);
      const { first, end } = lineAt(text, place.line);
      const isTerm = hole?.position === 'term';
      // Inside of a tactic, Lean shows the goals after it.
      const start = isTerm && place.column === null ? first : offset;
      const term: ServerQuestion = { method: '$/lean/plainTermGoal', offset };
      const { diagnostics, answers } = await askAt(
        text,
        offset,
        [
          { method: '$/lean/plainGoal', offset: start },
          { method: '$/lean/plainGoal', offset: Math.max(offset, end) },
          ...(isTerm ? [term] : []),
        ],
        signal,
      );
      const [before, after] = [goalsIn(answers[0]), goalsIn(answers[1])];
      // Most places are in tactics, where this question would only take time.
      const asked = isTerm || before !== null ? answers[2] : (await askAt(text, offset, [term], signal)).answers[0];
      return {
        before,
        after,
        expected: expectedIn(asked),
        errors: diagnostics.filter(({ severity, line }) => severity === 'error' && line === place.line),
      };
    },
    async hover(text, place, signal) {
      const { offset } = resolvePlace(text, place);
      const { answers } = await askAt(text, offset, [{ method: 'textDocument/hover', offset }], signal);
      return hoverIn(answers[0]);
    },
    async tryAll(text, place, attempts, limits) {
      const opened = openPlace(text, place);
      const { start: offset } = opened.hole;
      const { diagnostics, answers } = await ask(opened.text, limits.signal, {
        questions: [
          { method: '$/lean/plainGoal', offset },
          { method: '$/lean/plainTermGoal', offset },
        ],
        leavesFree: LEAVES_FREE.tryAll,
      });
      const before = goalsIn(answers[0]);
      const known = { diagnostics, goals: before };
      const results = await tryAttempts(askAboutAttempt(limits), opened, attempts, known);
      return { before, expected: expectedIn(answers[1]), results };
    },
    async close() {
      await warm.close();
      await cold.close();
    },
  };
}

/** What is missing, and how to build it. */
function explained({ why, detail }: NoAnswer, projectRoot: string | null): Partial<NoAnswer & { next: string }> {
  if (why !== 'importsMissing') return {};
  const explanation = explainMissingImport(detail, projectRoot);
  return { detail: explanation.why, next: explanation.next };
}

function unanswered({ why, detail, next = nextAfter(why) }: NoAnswer & { next?: string }): Failure {
  return new Failure(why === 'timedOut' ? 'budget' : 'missing', `lean-${kebab(why)}`, {
    message: MESSAGES[why] ?? 'Lean gave no answer.',
    reason: detail,
    ...(next === undefined ? {} : { next }),
  });
}

const nextAfter = (why: NoAnswer['why']): string | undefined =>
  why === 'busy' ? 'Try again later.' : UNCHECKED_FIXES[why];

const MESSAGES: Partial<Record<NoAnswer['why'], string>> = {
  importsMissing: 'An import of the text cannot be loaded.',
  timedOut: 'Lean took too long.',
  outOfMemory: 'Lean needs more memory than it may use.',
  leanMissing: 'Lean cannot be started.',
};

const kebab = (word: string): string => word.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
