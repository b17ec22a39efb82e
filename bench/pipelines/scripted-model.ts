/**
 * A script in the place of a model, for showing that every step of every strategy runs: it knows the proofs of the
 * proving set, and gives one only where the question holds the names of all lemmas that the proof needs, or where it
 * needs none. What it solves says what the steps carried, and nothing of any model.
 */
import { createHash } from 'node:crypto';
import type { Reply, SeenRequest } from '../../test/llm/model-server.ts';

/** A problem of the proving set as it is in `problems.json`. */
export interface KnownProblem {
  id: string;
  /** Its sentence in words. */
  words: string;
  lemmas: string[];
  proofs: string[];
}

/** What is asked for, as the prompt says it last. */
export function answerOf(known: readonly KnownProblem[]): (request: SeenRequest) => Reply {
  return ({ body }) => {
    const messages = body.messages as { role: string; content: string }[];
    const prompt = messages.at(-1)?.content ?? '';
    const text = sayTo(prompt, known);
    return { text, usage: { input: tokensIn(messages), output: Math.ceil(text.length / 4) + 1 }, snapshot: 'script-1' };
  };
}

const tokensIn = (messages: readonly { content: string }[]): number =>
  Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 4);

function sayTo(prompt: string, known: readonly KnownProblem[]): string {
  const asked = prompt.slice(prompt.lastIndexOf('\n\n') + 2);
  if (/Lean proof block/.test(asked)) return block(prompt, known);
  if (/JSON|"concepts"/.test(asked)) return keywords(prompt, known);
  if (/Write the statement/.test(asked)) return 'What the declaration says, in words.';
  return proof(prompt);
}

/** The known proof, if the question names all that it needs; else one that fails. */
function block(prompt: string, known: readonly KnownProblem[]): string {
  const id = /\b(?:theorem|lemma)\s+(\S+)/.exec(section(prompt, 'File'))?.[1];
  const problem = known.find((each) => each.id === id);
  const words = section(prompt, 'Proof in words');
  const isKnown = problem !== undefined && problem.lemmas.every((lemma) => words.includes(lemma));
  const lines = (isKnown ? (problem.proofs[0] ?? 'simp') : 'simp').split('\n');
  return ['```lean', 'by', ...lines.map((line) => `  ${line}`), '```'].join('\n');
}

/**
 * Words of the lemmas' names: of one lemma from the problem alone, of one more for each that the proof so far names. One
 * answer in ten is no JSON, so that the question is put again.
 */
function keywords(prompt: string, known: readonly KnownProblem[]): string {
  const isAgain = prompt.includes('# An earlier answer');
  if (!isAgain && draw(prompt) % 10 === 0) return 'I would look for a lemma.';
  const statement = section(prompt, 'Problem');
  const problem = known.find(({ words }) => statement.includes(words));
  const found = section(prompt, 'Proof so far');
  const names = problem?.lemmas ?? [];
  const next = names.findIndex((name) => !found.includes(name));
  const theorems = names.slice(0, next < 0 ? names.length : next + 1).map((name) => spoken(name));
  const concepts = statement.match(/\p{L}{5,}/gu)?.slice(0, 6) ?? [];
  return `Here they are.\n\`\`\`json\n${JSON.stringify({ concepts, theorems, lemmas: [], propositions: [] })}\n\`\`\``;
}

const spoken = (name: string): string => name.split('.').slice(1).join(' ').replaceAll('_', ' ');

/** Names every lemma of the passages and of the proof so far. */
function proof(prompt: string): string {
  const names = new Set(prompt.match(/\bTally(?:\.[\p{L}_']+)+/gu) ?? []);
  const by = names.size === 0 ? '' : ` by ${[...names].join(', ')}`;
  return `\\begin{proof} We argue${by}. Version ${draw(prompt) % 1000}. \\end{proof}`;
}

/** What stands under a heading. */
function section(prompt: string, heading: string): string {
  const [, rest = ''] = prompt.split(new RegExp(`^# ${heading}\\n`, 'm'));
  return rest.split(/\n# (?:Problem|Passages|Proof|File|Goal|Previous)/)[0] ?? '';
}

const draw = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();
