/** Builds the prompts that complete proofs and solutions. Everything from a document or a model is between marks. */
import { clip, marked } from './fitting.ts';
import { promptOf, type Prompt } from './prompts.ts';
import {
  type Adapter,
  attemptTemplate,
  calibrateTemplate,
  CLASSIFY_TEMPLATE,
  correctTemplate,
  POINTS_TEMPLATE,
  SELECT_TEMPLATE,
} from './templates/complete-entity.ts';

/** Maximum size of the parts in characters. */
const CHARS = { statement: 6000, gap: 8000, knowledge: 1500, attempt: 12_000, output: 2000, errors: 4000 };

export interface CompletionGoal {
  /** 'theorem' or 'problem'. */
  type: string;
  title: string;
  statement: string;
  /** A proof or solution with a gap; null if there is none. */
  draft: string | null;
}

export interface ShownKnowledge {
  type: string;
  title: string;
  contents: string;
}

export interface ShownAttempt {
  text: string;
  /** Python; null without one. */
  program: string | null;
  unverified: readonly string[];
}

function goalSections({ type, title, statement, draft }: CompletionGoal): { kind: string; goal: string } {
  const text = [title.trim(), clip(statement.trim(), CHARS.statement)].filter((each) => each !== '').join('\n');
  const gap = draft === null ? '' : `\nIts text so far, with a gap to fill:\n${clip(draft.trim(), CHARS.gap)}`;
  return { kind: type === 'problem' ? '# The problem' : '# The theorem', goal: marked(text + gap) };
}

function knowledgeSection(knowledge: readonly ShownKnowledge[]): { knowledge: string } {
  const list = knowledge.map(({ type, title, contents }, at) => {
    return [`${at + 1}. ${type} ${title}`.trimEnd(), clip(contents.trim(), CHARS.knowledge)].join('\n');
  });
  return { knowledge: list.length === 0 ? 'None was found.' : marked(list.join('\n\n')) };
}

function attemptSection({ text, program, unverified }: ShownAttempt): { attempt: string } {
  const parts = [
    clip(text, CHARS.attempt),
    ...(program === null ? [] : [`Program:\n${clip(program, CHARS.attempt)}`]),
    `Unverified results: ${unverified.length === 0 ? 'none' : unverified.join('; ')}`,
  ];
  return { attempt: marked(parts.join('\n\n')) };
}

/** `output`: of the program; null without one. */
const outputSection = (output: string | null): { output: string } => ({
  output: output === null ? '' : `Output of the program:\n${marked(clip(output, CHARS.output))}`,
});

const listed = (lines: readonly string[]): string => clip(lines.map((line) => `- ${line}`).join('\n'), CHARS.errors);

export const classifyPrompt = (goal: CompletionGoal): Prompt => promptOf(CLASSIFY_TEMPLATE, goalSections(goal));

export const pointsPrompt = (goal: CompletionGoal): Prompt => promptOf(POINTS_TEMPLATE, goalSections(goal));

export function selectPrompt(goal: CompletionGoal, knowledge: readonly ShownKnowledge[]): Prompt {
  return promptOf(SELECT_TEMPLATE, { ...goalSections(goal), ...knowledgeSection(knowledge) });
}

/** `errors`: of earlier attempts, one a line. */
export function attemptPrompt(
  adapter: Adapter,
  goal: CompletionGoal,
  knowledge: readonly ShownKnowledge[],
  errors: readonly string[],
): Prompt {
  return promptOf(attemptTemplate(adapter), {
    ...goalSections(goal),
    ...knowledgeSection(knowledge),
    errors: errors.length === 0 ? '' : `Earlier answers had these errors; avoid them:\n${marked(listed(errors))}`,
  });
}

export interface CheckedAttempt {
  goal: CompletionGoal;
  knowledge: readonly ShownKnowledge[];
  attempt: ShownAttempt;
  output: string | null;
}

export function calibratePrompt(adapter: Adapter, { goal, knowledge, attempt, output }: CheckedAttempt): Prompt {
  return promptOf(calibrateTemplate(adapter), {
    ...{ ...goalSections(goal), ...knowledgeSection(knowledge) },
    ...{ ...attemptSection(attempt), ...outputSection(output) },
  });
}

export function correctPrompt(
  adapter: Adapter,
  { goal, knowledge, attempt, output }: CheckedAttempt,
  violated: readonly string[],
): Prompt {
  return promptOf(correctTemplate(adapter), {
    ...{ ...goalSections(goal), ...knowledgeSection(knowledge) },
    ...{ ...attemptSection(attempt), ...outputSection(output) },
    violated: marked(listed(violated)),
  });
}
