/**
 * A scripted model that answers with the proofs in words and the sketches of a set, written by a human. What it solves
 * shows what the division into steps adds, and nothing about any model.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reply, SeenRequest } from '../../test/llm/model-server.ts';

/** A problem of `bench/prove/multi-step/problems.json`. */
interface SketchedProblem {
  id: string;
  informalProof: string;
  /** The first is for the theorem; another one for the step with this `goal`, as Lean prints it. */
  sketches: { goal?: string; sketch: string }[];
}

/** Returns the answer function of the script. It answers with a sketch once for each goal; then with `sorry`. */
export function answerWithSketches(set: string): (request: SeenRequest) => Reply {
  const { problems } = JSON.parse(readFileSync(join(set, 'problems.json'), 'utf8')) as { problems: SketchedProblem[] };
  return ({ body }) => {
    const messages = body.messages as { role: string; content: string }[];
    const text = answerText(messages[0]!.content, messages.at(-1)!.content, problems);
    const input = Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 4);
    return { text, usage: { input, output: Math.ceil(text.length / 4) + 1 }, snapshot: 'scripted-sketches-1' };
  };
}

function answerText(system: string, prompt: string, problems: readonly SketchedProblem[]): string {
  const problem = problems.find(({ id }) => new RegExp(`\\btheorem ${id}\\b`, 'u').test(prompt));
  if (problem === undefined) return 'by sorry';
  if (system.startsWith('You plan')) return problem.informalProof;
  const sketch = system.startsWith('You sketch') ? sketchFor(prompt, problem) : null;
  const lines = (sketch ?? 'sorry').split('\n').map((line) => `  ${line}`);
  return ['```lean', 'by', ...lines, '```'].join('\n');
}

function sketchFor(prompt: string, { sketches }: SketchedProblem): string | null {
  const [whole, ...ofSteps] = sketches;
  const target = /^# Goal\n\n`{3,}\n[^`]*⊢ ([^`]*?)\n`{3,}$/mu.exec(prompt)?.[1];
  const ofStep = ofSteps.find(({ goal }) => goal === target);
  if (ofStep !== undefined) return ofStep.sketch;
  // Within a step, the file has the sketch of the theorem.
  const isWhole = !prompt.includes(whole!.sketch.split('\n')[0]!);
  return isWhole ? whole!.sketch : null;
}
