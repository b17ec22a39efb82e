/**
 * A scripted model that solves problems of our own. It gives the right answer only if the prompt names the theorem that the
 * problem needs, so what it solves shows what the steps pass on, and nothing about any model. By the hash of the prompt, one
 * answer in ten is malformed the first time that it is asked for.
 */
import { createHash } from 'node:crypto';
import type { Reply, SeenRequest } from '../../test/llm/model-server.ts';

/** A question, its answer, and a part of the name of the theorem that it needs. */
export interface KnownQuestion {
  problem: string;
  answer: string;
  needs: string;
}

/** Returns the answer function of the script. */
export function solverOf(known: readonly KnownQuestion[]): (request: SeenRequest) => Reply {
  const asked = new Set<string>();
  return ({ body }) => {
    const messages = body.messages as { role: string; content: string }[];
    const prompt = messages.map(({ content }) => content).join('\n\n');
    const isFirst = asked.size < asked.add(prompt).size;
    const isMalformed = isFirst && hashNumber(prompt) % 10 === 0;
    const text = isMalformed && /JSON object/u.test(prompt) ? 'I am not sure.' : answerText(prompt, known);
    const input = Math.ceil(prompt.length / 4);
    return { text, usage: { input, output: Math.ceil(text.length / 4) + 1 }, snapshot: 'scripted:solver-1' };
  };
}

function answerText(prompt: string, known: readonly KnownQuestion[]): string {
  const question = known.find(({ problem }) => prompt.includes(problem));
  if (/State the class of problems/u.test(prompt)) {
    const plain = (question?.problem ?? 'a problem').replaceAll(/\d+/gu, '⟨number⟩');
    return JSON.stringify({ templates: [plain, `A problem such as: ${plain}`, `Something about ${plain}`] });
  }
  if (/make a table/u.test(prompt)) {
    const rows = [...section(prompt, 'Theorems').matchAll(/^- \(\d+\) ([^:\n]+)/gmu)].map(([, name]) => ({
      ...{ name: name!, statement: 'As usual.', when: 'Now.' },
    }));
    return JSON.stringify({ rows: rows.slice(0, 12) });
  }
  if (/Which one of the templates/u.test(prompt)) return '{"template": 1}';
  if (/whether a submitted answer/u.test(prompt)) return '{"equivalent": false}';
  const material = `${section(prompt, 'Theorems')}\n${section(prompt, 'Template')}`;
  const isKnown = question !== undefined && material.toLowerCase().includes(question.needs.toLowerCase());
  return `We reason. The answer is \\boxed{${isKnown ? question.answer : '0'}}.`;
}

/** The text under a heading. */
function section(prompt: string, heading: string): string {
  const [, rest = ''] = prompt.split(new RegExp(`^# ${heading}$`, 'mu'));
  return rest.split(/^# /mu)[0] ?? '';
}

const hashNumber = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0);
