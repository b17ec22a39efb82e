/** The prompts for a Lean block, of all strategies: which template, and what goes into its sections, each within its room. */
import type { MessageClass } from '../lean/message/message-class.ts';
import type { ChatMessage } from '../llm/chat.ts';
import { candidateLines, type Candidate } from '../verify/hole/candidate.ts';
import type { Hole } from '../verify/hole/holes.ts';
import type { NoCandidate } from './answer.ts';
import { contextBlock, type ContextEntry } from './context-block.ts';
import { fileExcerpt } from './file-excerpt.ts';
import { clip, fenced } from './fitting.ts';
import { fillTemplate, type Template } from './template.ts';
import { BASELINE_PROPOSE } from './templates/baseline-propose.ts';
import { BASELINE_REPAIR } from './templates/baseline-repair.ts';
import { FORMAL_PROPOSE } from './templates/formal-propose.ts';
import { FORMAL_RAG_PROPOSE } from './templates/formal-rag-propose.ts';
import { FORMAL_RAG_REPAIR } from './templates/formal-rag-repair.ts';
import { FORMAL_REPAIR } from './templates/formal-repair.ts';
import { RAG_PROPOSE } from './templates/rag-propose.ts';
import { RAG_REPAIR } from './templates/rag-repair.ts';
import { repairHint } from './templates/repair-hints.ts';

export interface Prompt {
  /** Name and version of its template. */
  template: string;
  messages: ChatMessage[];
}

/** What every prompt shows. */
export interface Shown {
  text: string;
  hole: Hole;
  goal: string;
  /** Null: nothing is retrieved, and the prompt does not speak of it. */
  premises: readonly ContextEntry[] | null;
  /** Room for the block of premises, in characters. */
  contextChars: number;
  /** Null: the prompt does not speak of it. */
  informal: InformalShown | null;
}

/** A problem in words. */
export interface InformalShown {
  statement: string;
  /** Null: there is none. */
  proof: string | null;
}

/** A failed attempt, or an answer without one. */
export interface Failed {
  /** Null where an answer held no candidate. */
  candidate: Candidate | null;
  /** Lean's class of the error. */
  of: MessageClass;
  /** What went wrong, in Lean's words or ours. */
  excerpt: string;
  /** Goals that it leaves. */
  goals: readonly string[];
}

/** Room for each section, in characters. */
export const ROOM = {
  ...{ file: 6000, goal: 3000, attempt: 4000, failure: 1500, goals: 2000 },
  ...{ statement: 6000, proof: 16_000, answer: 2000 },
};

/** The first question and that after a failure, by what is shown besides the file. */
const WITHOUT_WORDS = { alone: [BASELINE_PROPOSE, BASELINE_REPAIR], premises: [RAG_PROPOSE, RAG_REPAIR] } as const;
const IN_WORDS = { alone: [FORMAL_PROPOSE, FORMAL_REPAIR], premises: [FORMAL_RAG_PROPOSE, FORMAL_RAG_REPAIR] } as const;

/** All templates that ask for a block. */
export const TEMPLATES: readonly Template[] = [WITHOUT_WORDS, IN_WORDS].flatMap(({ alone, premises }) => [
  ...alone,
  ...premises,
]);

function templatesFor({ informal, premises }: Shown): readonly [propose: Template, repair: Template] {
  return (informal === null ? WITHOUT_WORDS : IN_WORDS)[premises === null ? 'alone' : 'premises'];
}

export function proposePrompt(shown: Shown): Prompt {
  return promptOf(templatesFor(shown)[0], sectionsOf(shown));
}

export function repairPrompt(shown: Shown, { candidate, of, excerpt, goals }: Failed): Prompt {
  const left = goals.length === 0 ? '' : `Goals left:\n${fenced(clip(goals.join('\n\n'), ROOM.goals))}`;
  return promptOf(templatesFor(shown)[1], {
    ...sectionsOf(shown),
    attempt: candidate === null ? '(none)' : fenced(clip(asWritten(candidate), ROOM.attempt), 'lean'),
    failure: clip(excerpt, ROOM.failure),
    goals: left,
    hint: repairHint(of),
  });
}

export function promptOf(template: Template, sections: Record<string, string>): Prompt {
  return { template: template.id, messages: fillTemplate(template, sections) };
}

function sectionsOf({ text, hole, goal, premises, contextChars, informal }: Shown): Record<string, string> {
  return {
    file: fenced(fileExcerpt(text, hole, ROOM.file), 'lean'),
    goal: fenced(clip(goal, ROOM.goal)),
    ...(premises === null ? {} : { context: contextBlock(premises, contextChars).text }),
    ...(informal === null ? {} : informalSections(informal)),
  };
}

function informalSections({ statement, proof }: InformalShown): Record<string, string> {
  return {
    statement: clip(statement, ROOM.statement),
    proof: proof === null ? '' : `# Proof in words\n\n${clip(proof, ROOM.proof)}`,
  };
}

/** A candidate as a model has to write it. */
function asWritten(candidate: Candidate): string {
  if (candidate.kind === 'term') return `by exact ${candidate.text.trim()}`;
  const lines = candidateLines(candidate).map(({ indent, text }) => {
    return indent === null || text === '' ? text : `  ${' '.repeat(indent)}${text}`;
  });
  return ['by', ...lines].join('\n');
}

const NO_CANDIDATE: Readonly<Record<NoCandidate, string>> = {
  nothing: 'The answer was empty: it held no proof block.',
  prose: 'The answer held no proof block, only prose.',
  'changed statement': 'The answer restated the theorem with another statement. Leave the statement as it is.',
  'changed proof': 'The answer changed the proof around the hole. Only what stands in place of the hole is wanted.',
  'cut off': 'The answer was cut off before its proof block ended. Answer with a shorter one.',
  'too long': 'The proof block was far too long. Answer with a shorter one.',
  refused: 'The question was refused. It asks for nothing but a proof of the goal.',
};

/** A failure that is an answer without a candidate. */
export function withoutCandidate(why: NoCandidate): Failed {
  return { candidate: null, of: 'other', excerpt: NO_CANDIDATE[why], goals: [] };
}
