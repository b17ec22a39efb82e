/** Builds the prompts of the stages before a statement is formalized. */
import { definitionBlock, type ShownDefinition } from './definition-block.ts';
import { clip, fenced } from './fitting.ts';
import { promptOf, SECTION_CHARS, type Prompt } from './prompts.ts';
import { STAGE_TEMPLATES } from './templates/statement-stages.ts';

const statementSection = (text: string): string => fenced(clip(text, SECTION_CHARS.statement));

export function extractPrompt(text: string): Prompt {
  return promptOf(STAGE_TEMPLATES.mce, { statement: statementSection(text) });
}

export function rewritePrompt(text: string): Prompt {
  return promptOf(STAGE_TEMPLATES.rewrite, { statement: statementSection(text) });
}

export function augmentPrompt(text: string, concepts: readonly string[]): Prompt {
  const list = fenced(concepts.map((name) => `- ${name}`).join('\n'));
  return promptOf(STAGE_TEMPLATES.augment, { statement: statementSection(text), concepts: list });
}

/** `explanations`: of the concepts; empty if there are none. */
export function rerankPrompt(
  text: string,
  explanations: readonly { concept: string; explanation: string }[],
  definitions: readonly ShownDefinition[],
): Prompt {
  const lines = explanations.map(({ concept, explanation }) => `- ${concept}: ${explanation}`);
  return promptOf(STAGE_TEMPLATES.rerank, {
    statement: statementSection(text),
    explanations: lines.length === 0 ? '' : `# What the concepts mean\n\n${fenced(lines.join('\n'))}`,
    definitions: fenced(definitionBlock(definitions)),
  });
}
