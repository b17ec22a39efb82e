/** A scripted model and a simulated Lean for tests of `decompose`. */
import { GOAL_PROBE } from '../../../src/verify/hole/goal.ts';
import type { ChatModel } from '../../../src/llm/chat.ts';
import type { DecomposeOptions } from '../../../src/prove/decompose/decompose.ts';
import type { Trial, Tried } from '../../../src/prove/attempt/trial.ts';
import { applyEdits, fillingOf } from '../../../src/verify/hole/splice.ts';
import { NO, YES } from '../made-run.ts';

export const OPTIONS: DecomposeOptions = {
  ...{ samples: 1, rounds: 0, limit: 5, contextChars: 500, temperature: null, maxOutputTokens: 300 },
  ...{ turns: 3, resultChars: 2000, tactics: () => Promise.resolve(new Set<string>()) },
  ...{ depth: 3, sketches: 3, stepsBy: 'rag' },
};

/** What a prompt asks for. */
export type Asked = 'words' | 'sketch' | 'sketch-again' | 'proof';

export interface AskedFor {
  kind: Asked;
  /** The target of the goal. */
  target: string;
  prompt: string;
}

/** Answers by what is asked for, and at which goal. */
export function scriptedModel(answer: (asked: AskedFor) => string): ChatModel & { asked: AskedFor[] } {
  const asked: AskedFor[] = [];
  return {
    ...{ name: 'local/scripted', endpoint: 'none', price: null, asked },
    ask({ messages }) {
      const prompt = messages.map(({ text }) => text).join('\n');
      const target = /# Goal\n\n`{3,}\n[^`]*⊢ ([^\n`]*)/u.exec(prompt)?.[1] ?? '';
      const kind = prompt.startsWith('You plan')
        ? 'words'
        : !prompt.startsWith('You sketch')
          ? 'proof'
          : prompt.includes('# Earlier sketch')
            ? 'sketch-again'
            : 'sketch';
      const made = { kind, target, prompt } as const;
      asked.push(made);
      return Promise.resolve({
        ...{ text: answer(made), finish: 'end' as const, usage: { inputTokens: 100, outputTokens: 10 } },
        ...{ snapshot: 'scripted', retries: 0, unaccounted: 0, seconds: 0 },
      });
    },
  };
}

/** The target of a hole is the text between `:` and `:=` before it. Sketches compile; `isProof` decides on others. */
export function sketchTrial(isProof: (candidate: string, target: string) => boolean): Trial {
  return {
    check(text, hole, tryables) {
      const before = text.slice(0, hole.start).replace(/:=\s*(?:by\s*)?$/u, '');
      const target = before.slice(before.lastIndexOf(' : ') + 3).trim();
      const answers: (Tried | null)[] = tryables.map(() => null);
      for (const [at, { candidate, isProbe }] of tryables.entries()) {
        if (candidate.text === GOAL_PROBE.text)
          return Promise.resolve([{ verdict: unsolved(`⊢ ${target}`), from: 'lean' }]);
        const isComplete = !applyEdits('', [{ ...fillingOf(text, hole, candidate), start: 0, end: 0 }]).includes(
          'sorry',
        );
        const isAccepted = isProbe !== true && isComplete && isProof(candidate.text, target);
        answers[at] = { verdict: isAccepted ? YES : isProbe === true ? NO : unsolved('⊢ False'), from: 'lean' };
        if (isAccepted) break;
      }
      return Promise.resolve(answers);
    },
  };
}

function unsolved(goal: string): Tried['verdict'] {
  return {
    ...NO,
    diagnostics: [
      {
        ...{ severity: 'error', kind: '', class: 'unsolved_goals', text: 'unsolved goals', line: 1, column: 0 },
        captured: { goals: [goal] },
      },
    ],
  };
}
