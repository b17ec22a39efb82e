/** Builds the prompts with which a model adds to a concept base. Everything from a library is fenced. */
import { collapseWhitespace } from '../base/one-line.ts';
import { clip, fenced } from './fitting.ts';
import { promptOf, type Prompt } from './prompts.ts';
import { CONCEPT_TEMPLATES } from './templates/concept-base.ts';

/** Maximum size of the parts in characters. */
const CHARS = { definition: 3000, signature: 400, meaning: 700, title: 200, concept: 200, explanation: 2000 };

/** A definition in a list. */
export interface ListedDefinition {
  /** Full name. */
  name: string;
  kind: string;
  signature: string;
  /** Its documentation. */
  meaning: string;
}

/** `text`: the definition in Lean, without its docstring. `title`: of its module; may be ''. */
export function backTranslatePrompt({ text, title }: { text: string; title: string }): Prompt {
  const module = collapseWhitespace(title).trim();
  return promptOf(CONCEPT_TEMPLATES.backTranslate, {
    definition: fenced(clip(text, CHARS.definition), 'lean'),
    title: module === '' ? '' : `It stands in a module with this title:\n\n${fenced(clip(module, CHARS.title))}`,
  });
}

export function extractConceptsPrompt(definitions: readonly ListedDefinition[]): Prompt {
  return promptOf(CONCEPT_TEMPLATES.extractConcepts, { definitions: fenced(listOf(definitions)) });
}

export function explainConceptPrompt(concept: string, definitions: readonly ListedDefinition[]): Prompt {
  return promptOf(CONCEPT_TEMPLATES.explainConcept, {
    concept: fenced(oneLine(concept, CHARS.concept)),
    definitions: fenced(listOf(definitions)),
  });
}

/** Explanations of two concepts, with their names. */
export function mergeConceptsPrompt(first: string, second: string): Prompt {
  return promptOf(CONCEPT_TEMPLATES.mergeConcepts, {
    first: fenced(clip(first, CHARS.explanation)),
    second: fenced(clip(second, CHARS.explanation)),
  });
}

function listOf(definitions: readonly ListedDefinition[]): string {
  return definitions
    .map(({ name, kind, signature, meaning }) =>
      [
        `- ${kind} ${name} ${oneLine(signature, CHARS.signature)}`.trimEnd(),
        ...(meaning.trim() === '' ? [] : [`  meaning: ${oneLine(meaning, CHARS.meaning)}`]),
      ].join('\n'),
    )
    .join('\n');
}

function oneLine(text: string, most: number): string {
  return clip(collapseWhitespace(text).trim(), most);
}
