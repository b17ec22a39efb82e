/** The script that answers with the sketches of the set with several steps. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answerWithSketches } from '../../../bench/pipelines/scripted-sketches.ts';
import { proofInWordsPrompt, proposePrompt, type Prompt, sketchPrompt } from '../../../src/prompt/prompts.ts';
import { putSketch } from '../../../src/prove/decompose/sketch.ts';
import { findHoles } from '../../../src/verify/hole/holes.ts';

const SET = join(import.meta.dirname, '../../../bench/prove/multi-step');
const { problems } = JSON.parse(readFileSync(join(SET, 'problems.json'), 'utf8')) as {
  problems: { id: string; file: string; informalProof: string; sketches: { goal?: string; sketch: string }[] }[];
};

it('answers with each sketch at its goal, and with nothing elsewhere', () => {
  const answer = answerWithSketches(SET);
  const textOf = ({ messages }: Prompt): string => {
    const sent = messages.map(({ role, text }) => ({ role, content: text }));
    return (answer({ path: '/v1/chat/completions', headers: {}, body: { messages: sent } }) as { text: string }).text;
  };
  const block = (sketch: string): string => ['by', ...sketch.split('\n').map((line) => `  ${line}`)].join('\n');
  for (const { file, informalProof, sketches } of problems) {
    const text = readFileSync(join(SET, file), 'utf8');
    const hole = findHoles(text)[0]!;
    const more = { project: null, premises: null, exemplars: [], contextChars: 0, informal: null };
    const whole = { ...more, text, hole, goal: '⊢ the goal of the theorem' };
    expect(textOf(proofInWordsPrompt(whole))).toBe(informalProof);
    expect(textOf(sketchPrompt(whole, informalProof, null))).toContain(block(sketches[0]!.sketch));
    expect(textOf(proposePrompt(whole))).toContain('by\n  sorry');
    const { text: sketched, holes, steps } = putSketch(text, hole, { kind: 'tactic', text: sketches[0]!.sketch });
    const step = { ...more, text: sketched, hole: holes[steps[0]!]! };
    for (const { goal, sketch } of sketches.slice(1)) {
      const prompt = sketchPrompt({ ...step, goal: `n : Nat\n⊢ ${goal}` }, informalProof, null);
      expect(textOf(prompt)).toContain(block(sketch));
    }
    expect(textOf(sketchPrompt({ ...step, goal: '⊢ 1 = 2' }, informalProof, null))).toContain('by\n  sorry');
  }
});
