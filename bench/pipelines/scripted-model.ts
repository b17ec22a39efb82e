/**
 * A scripted model that shows that every step of every strategy runs. It knows the proofs of the proving set, and returns
 * one only if the prompt contains the names of all lemmas that the proof needs. What it solves shows what the steps
 * passed on, and nothing about any model.
 */
import { createHash } from 'node:crypto';
import type { Reply, SeenRequest } from '../../test/llm/model-server.ts';

/** A problem of the proving set, as in `problems.json`. */
export interface KnownProblem {
  id: string;
  /** Informal statement. */
  words: string;
  lemmas: string[];
  proofs: string[];
}

/** Returns the answer function of the script. The last paragraph of the prompt determines the kind of answer. */
export function answerOf(known: readonly KnownProblem[]): (request: SeenRequest) => Reply {
  return ({ body }) => {
    const messages = body.messages as { role: string; content: string }[];
    const prompt = messages.at(-1)?.content ?? '';
    const text = answerText(prompt, known);
    return { text, usage: { input: tokensIn(messages), output: Math.ceil(text.length / 4) + 1 }, snapshot: 'script-1' };
  };
}

const tokensIn = (messages: readonly { content: string }[]): number =>
  Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 4);

function answerText(prompt: string, known: readonly KnownProblem[]): string {
  const request = prompt.slice(prompt.lastIndexOf('\n\n') + 2);
  if (/Lean proof block/.test(request)) return block(prompt, known);
  if (/JSON|"concepts"/.test(request)) return keywords(prompt, known);
  if (/Write the statement/.test(request)) return 'What the declaration says, in words.';
  return proof(prompt);
}

/** The known proof if the prompt names all lemmas that it needs, otherwise a proof that fails. */
function block(prompt: string, known: readonly KnownProblem[]): string {
  const id = /\b(?:theorem|lemma)\s+(\S+)/.exec(section(prompt, 'File'))?.[1];
  const problem = known.find((each) => each.id === id);
  const words = section(prompt, 'Proof in words');
  const isKnown = problem !== undefined && problem.lemmas.every((lemma) => words.includes(lemma));
  const lines = (isKnown ? (problem.proofs[0] ?? 'simp') : 'simp').split('\n');
  return ['```lean', 'by', ...lines.map((line) => `  ${line}`), '```'].join('\n');
}

/**
 * Words of the names of lemmas: of one lemma for the problem alone, and one more for each lemma that the proof so far
 * names. One answer in ten is not JSON, so the question is repeated.
 */
function keywords(prompt: string, known: readonly KnownProblem[]): string {
  const isRetry = prompt.includes('# An earlier answer');
  if (!isRetry && hashNumber(prompt) % 10 === 0) return 'I would look for a lemma.';
  const statement = section(prompt, 'Problem');
  const problem = known.find(({ words }) => statement.includes(words));
  const proofSoFar = section(prompt, 'Proof so far');
  const names = problem?.lemmas ?? [];
  const next = names.findIndex((name) => !proofSoFar.includes(name));
  const theorems = names.slice(0, next < 0 ? names.length : next + 1).map(wordsOf);
  const concepts = statement.match(/\p{L}{5,}/gu)?.slice(0, 6) ?? [];
  return `Here they are.\n\`\`\`json\n${JSON.stringify({ concepts, theorems, lemmas: [], propositions: [] })}\n\`\`\``;
}

const wordsOf = (name: string): string => name.split('.').slice(1).join(' ').replaceAll('_', ' ');

/** An informal proof that names every lemma in the passages and in the proof so far. */
function proof(prompt: string): string {
  const names = new Set(prompt.match(/\bTally(?:\.[\p{L}_']+)+/gu) ?? []);
  const by = names.size === 0 ? '' : ` by ${[...names].join(', ')}`;
  return `\\begin{proof} We argue${by}. Version ${hashNumber(prompt) % 1000}. \\end{proof}`;
}

/** The text under a heading. */
function section(prompt: string, heading: string): string {
  const [, rest = ''] = prompt.split(new RegExp(`^# ${heading}\\n`, 'm'));
  return rest.split(/\n# (?:Problem|Passages|Proof|File|Goal|Previous)/)[0] ?? '';
}

const hashNumber = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();
