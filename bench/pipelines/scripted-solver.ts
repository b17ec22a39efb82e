/**
 * A scripted model that solves problems of our own. It gives the right answer only if the prompt names the theorem that the
 * problem needs, so what it solves shows what the steps pass on, and nothing about any model. By the hash of the prompt, one
 * answer in ten is malformed the first time that it is asked for.
 */
import { createHash } from 'node:crypto';
import type { Reply, SeenRequest } from '../../test/llm/model-server.ts';

/** A question, its answer, and the theorem that it needs, or a part of its name. */
export interface KnownQuestion {
  problem: string;
  answer: string;
  needs: string;
  /** Reference solution, from which the script makes a template. */
  solution?: string;
}

/** Returns the answer function of the script. `hasFaults`: some first answers are malformed. */
export function solverOf(known: readonly KnownQuestion[], { hasFaults = true } = {}): (request: SeenRequest) => Reply {
  const asked = new Set<string>();
  for (const { problem, needs } of known) classes.set(classOf(problem), needs);
  return ({ body }) => {
    const messages = body.messages as { role: string; content: string }[];
    const prompt = messages.map(({ content }) => content).join('\n\n');
    const isFirst = asked.size < asked.add(prompt).size;
    const isMalformed = hasFaults && isFirst && hashNumber(prompt) % 10 === 0;
    const text = isMalformed && /JSON object/u.test(prompt) ? 'I am not sure.' : answerText(prompt, known);
    const input = Math.ceil(prompt.length / 4);
    return { text, usage: { input, output: Math.ceil(text.length / 4) + 1 }, snapshot: 'scripted:solver-1' };
  };
}

function answerText(prompt: string, known: readonly KnownQuestion[]): string {
  // Worked examples come first, and may be known problems too.
  const asked = section(prompt, 'Problem') || prompt;
  const question = known.find(({ problem }) => asked.includes(problem));
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
  const built = graphText(prompt, question);
  if (built !== null) return built;
  if (/whether a submitted answer/u.test(prompt)) return '{"equivalent": false}';
  const material = `${section(prompt, 'Theorems')}\n${section(prompt, 'Template')}`;
  const isKnown = question !== undefined && material.toLowerCase().includes(question.needs.toLowerCase());
  return `We reason. The answer is \\boxed{${isKnown ? question.answer : '0'}}.`;
}

/**
 * What builds a graph: by the hash of the problem, one seed in ten is answered wrongly, and for one in seven the step names
 * another theorem than the problem, so that each rule rejects something. Null for another prompt.
 */
function graphText(prompt: string, question: KnownQuestion | undefined): string | null {
  const number = hashNumber(question?.problem ?? prompt);
  const needed = { name: question?.needs ?? 'a theorem', statement: 'What it says.' };
  if (/# Problem\n[\s\S]*Reason step by step\. End with the answer/u.test(prompt)) {
    if (number % 10 === 0) return 'It is \\boxed{wrong}.';
    return `${question?.solution ?? ''} So the answer is \\boxed{${question?.answer ?? '0'}}.`;
  }
  if (/List every theorem/u.test(prompt)) return JSON.stringify({ theorems: [needed] });
  if (/Abstract a problem to the class/u.test(prompt)) {
    const problem = (question?.problem ?? 'a problem').replaceAll(/\d+/gu, '⟨number⟩');
    const steps = Array.from({ length: number % 9 === 0 ? 9 : 3 }, (_, at) => `Step ${at + 1} of the solution.`);
    return JSON.stringify({ title: `About ${needed.name}`, problem, steps });
  }
  if (/For each step of a solution/u.test(prompt)) {
    const count = Number(/There are (\d+) steps\./u.exec(prompt)?.[1] ?? 1);
    const place = section(prompt, 'Class of problems');
    const known = hashNumber(place) % 7 === 0 ? { name: 'another method', statement: '' } : null;
    const named = known ?? { name: namedIn(place), statement: 'What it says.' };
    return JSON.stringify({ theorems: Array.from({ length: count }, () => named) });
  }
  if (/write one new template|Vary a template/u.test(prompt)) {
    const theorem = { name: `Theorem ${number % 1000}`, statement: 'It holds.' };
    const steps = Array.from({ length: 3 }, (_, at) => ({ text: `Use it, ${at + 1}.`, theorem }));
    return JSON.stringify({ title: `New ${number % 1000}`, problem: `Another question ${wordOf(number)}.`, steps });
  }
  return null;
}

/** The script does not see the problem of a template: it knows the theorem by the words of the class. */
const classes = new Map<string, string>();
const classOf = (problem: string): string => problem.replaceAll(/\d+/gu, '⟨number⟩').trim();
const namedIn = (text: string): string => [...classes].find(([known]) => text.includes(known))?.[1] ?? 'a method';

/** A word of letters, so that problems differ in their words. */
const wordOf = (number: number): string => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

/** The text under a heading. */
function section(prompt: string, heading: string): string {
  const [, rest = ''] = prompt.split(new RegExp(`^# ${heading}$`, 'mu'));
  return rest.split(/^# /mu)[0] ?? '';
}

const hashNumber = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0);
