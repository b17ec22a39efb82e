/** Builds the prompts for a Lean block, for all strategies: selects the template and fills its sections within limits. */
import { ellipsis } from '../base/columns.ts';
import { collapseWhitespace } from '../base/one-line.ts';
import { pluralize } from '../base/pluralize.ts';
import type { MessageClass } from '../lean/message/message-class.ts';
import type { ChatMessage } from '../llm/chat.ts';
import type { ChatTool } from '../llm/chat-tools.ts';
import { candidateLines, type Candidate } from '../verify/hole/candidate.ts';
import type { Hole } from '../verify/hole/holes.ts';
import type { NoCandidate } from './answer.ts';
import { contextBlock, type ContextEntry } from './context-block.ts';
import { exemplarBlock, type PromptExemplar } from './exemplar-block.ts';
import { fileExcerpt } from './file-excerpt.ts';
import { clip, fenced } from './fitting.ts';
import { fillTemplate, type Template } from './template.ts';
import { agentTemplate } from './templates/agent-template.ts';
import { proofInWordsTemplate, sketchTemplate } from './templates/decompose-template.ts';
import { leanBlockTemplate } from './templates/lean-block.ts';
import { repairHint, repairRequest } from './templates/repair-hints.ts';

export interface Prompt {
  /** Name and version of its template. */
  template: string;
  messages: ChatMessage[];
  /** Tools that the model may call; absent for none. */
  tools?: readonly ChatTool[];
}

/** What the file is compiled with. */
export interface ProjectFacts {
  /** `Lean 4.33.0`. */
  lean: string;
  /** Names of the packages that the project uses; null if they are unknown. */
  libraries: readonly string[] | null;
}

/** The content of every prompt. */
export interface PromptContent {
  /** If null, the prompt does not say what the file is compiled with. */
  project: ProjectFacts | null;
  text: string;
  hole: Hole;
  goal: string;
  /** If null, the prompt does not mention retrieval. */
  premises: readonly ContextEntry[] | null;
  /** Maximum size of the premise block in characters. */
  contextChars: number;
  /** Theorems similar to the goal, with their proofs; shown only with premises. */
  exemplars: readonly PromptExemplar[];
  /** If null, the prompt does not mention an informal problem. */
  informal: InformalProblem | null;
}

/** An informal problem. */
export interface InformalProblem {
  statement: string;
  /** Null if not available. */
  proof: string | null;
}

/** A failed attempt, or an answer without one. */
export interface PromptFailure {
  /** Null if the answer contained no candidate. */
  candidate: Candidate | null;
  /** Lean's class of the error. */
  of: MessageClass;
  /** Error text of Lean or of this program. */
  excerpt: string;
  /** Remaining goals. */
  goals: readonly string[];
  /** The goal before the line with the first error. Absent if it is unknown, or the goal of the hole. */
  goalThere?: string;
}

/** What was tried before the attempt that a prompt repairs. */
export interface EarlierAttempts {
  /** All of them, the last one at the end. */
  failed: readonly FailedBefore[];
  /** Number of answers that had been tried before; 0 if the last answer had not. */
  repeats: number;
}

export interface FailedBefore {
  candidate: Candidate;
  /** The first error. */
  error: string;
}

const NOTHING_EARLIER: EarlierAttempts = { failed: [], repeats: 0 };

/** Maximum number of earlier attempts in a prompt, and maximum size of each half of their lines in characters. */
const MAX_EARLIER = 8;
const EARLIER_CHARS = 100;

/** Maximum size of the list of libraries in characters. */
const LIBRARIES_CHARS = 300;

/** Maximum size of each section in characters. */
export const SECTION_CHARS = {
  ...{ file: 6000, goal: 3000, attempt: 4000, failure: 1500, goals: 2000 },
  ...{ statement: 6000, proof: 16_000, answer: 2000 },
};

function templateFor({ informal, premises }: PromptContent, repair: boolean): Template {
  return leanBlockTemplate({ informal: informal !== null, retrieval: premises !== null, repair });
}

export function proposePrompt(shown: PromptContent): Prompt {
  return promptOf(templateFor(shown, false), sectionsOf(shown));
}

/** The first messages to an agent; its tools are not part of it. */
export function agentPrompt(shown: PromptContent): Prompt {
  return promptOf(agentTemplate(shown.premises !== null), sectionsOf(shown));
}

export function repairPrompt(
  shown: PromptContent,
  failed: PromptFailure,
  earlier: EarlierAttempts = NOTHING_EARLIER,
): Prompt {
  return promptOf(templateFor(shown, true), {
    ...sectionsOf(shown),
    ...failureSections(failed),
    earlier: earlierSection(earlier),
    hint: repairHint(failed.of),
    request: repairRequest(failed.candidate === null ? null : failed.of, shown.premises !== null),
  });
}

/** Asks for a proof in words. */
export function proofInWordsPrompt(shown: PromptContent): Prompt {
  return promptOf(proofInWordsTemplate(shown.premises !== null), sectionsOf(shown));
}

/** A sketch that did not lead to a proof. */
export interface FailedSketch {
  failure: PromptFailure;
  /** Goals of its steps that were proved. */
  proved: readonly string[];
}

/** Asks for a sketch. `words`: the proof in words. `failed`: null for the first sketch. */
export function sketchPrompt(shown: PromptContent, words: string, failed: FailedSketch | null): Prompt {
  const template = sketchTemplate(shown.premises !== null, failed !== null);
  return promptOf(template, {
    ...sectionsOf(shown),
    words: clip(words, SECTION_CHARS.proof),
    ...(failed === null ? {} : { ...failureSections(failed.failure), proved: provedSection(failed.proved) }),
  });
}

function provedSection(goals: readonly string[]): string {
  if (goals.length === 0) return '';
  const shown = fenced(clip(goals.join('\n\n'), SECTION_CHARS.goals));
  return `These steps were proved. State them in the same way if you need them, again with \`sorry\`:\n${shown}`;
}

function failureSections({ candidate, excerpt, goals, goalThere }: PromptFailure): Record<string, string> {
  const [title, shown] = goalThere === undefined ? ['Goals left', goals] : ['Goal before that line', [goalThere]];
  const remainingGoals =
    shown.length === 0 ? '' : `${title}:\n${fenced(clip(shown.join('\n\n'), SECTION_CHARS.goals))}`;
  return {
    attempt: candidate === null ? '(none)' : fenced(clip(leanBlock(candidate), SECTION_CHARS.attempt), 'lean'),
    failure: clip(excerpt, SECTION_CHARS.failure),
    goals: remainingGoals,
  };
}

function earlierSection({ failed, repeats }: EarlierAttempts): string {
  const told =
    repeats === 0 ? [] : [`The last answer was tried before (${pluralize(repeats, 'repeated answer')} so far).`];
  const lines = failed.slice(-MAX_EARLIER).map(({ candidate, error }) => {
    const tactics = candidate.text.trim().replaceAll(/\s*\n\s*/g, '; ');
    return `- \`${onOneLine(tactics)}\`: ${onOneLine(error)}`;
  });
  return [...told, ...(lines.length === 0 ? [] : ['These attempts failed, too:', ...lines])].join('\n');
}

const onOneLine = (text: string): string => ellipsis(collapseWhitespace(text).trim(), EARLIER_CHARS);

export function promptOf(template: Template, sections: Record<string, string>): Prompt {
  return { template: template.id, messages: fillTemplate(template, sections) };
}

function sectionsOf({
  project,
  text,
  hole,
  goal,
  premises,
  exemplars,
  contextChars,
  informal,
}: PromptContent): Record<string, string> {
  return {
    project: project === null ? '' : `# Project\n\n${projectSentence(project)}`,
    file: fenced(fileExcerpt(text, hole, SECTION_CHARS.file), 'lean'),
    goal: fenced(clip(goal, SECTION_CHARS.goal)),
    ...(premises === null ? {} : { context: contextSection(premises, exemplars, contextChars) }),
    ...(informal === null ? {} : informalSections(informal)),
  };
}

/** `Lean 4.33.0, with mathlib, batteries.` */
function projectSentence({ lean, libraries }: ProjectFacts): string {
  if (libraries === null) return `${lean}.`;
  if (libraries.length === 0) return `${lean}, without libraries.`;
  return `${lean}, with ${clip(libraries.join(', '), LIBRARIES_CHARS)}.`;
}

function contextSection(
  premises: readonly ContextEntry[],
  exemplars: readonly PromptExemplar[],
  contextChars: number,
): string {
  const proofs = exemplarBlock(exemplars);
  const { text } = contextBlock(premises, contextChars);
  return proofs === '' ? text : `${text}\n\n${proofs}`;
}

function informalSections({ statement, proof }: InformalProblem): Record<string, string> {
  return {
    statement: clip(statement, SECTION_CHARS.statement),
    proof: proof === null ? '' : `# Proof in words\n\n${clip(proof, SECTION_CHARS.proof)}`,
  };
}

/** A candidate in the form that a model must answer. */
function leanBlock(candidate: Candidate): string {
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
export function withoutCandidate(why: NoCandidate): PromptFailure {
  return { candidate: null, of: 'other', excerpt: NO_CANDIDATE[why], goals: [] };
}
