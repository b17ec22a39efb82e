/** Builds the prompt that decides which declarations formalize a statement, and reads its answer. */
import { z } from 'zod';
import { offeredPlaces, readShape } from './answer-shapes.ts';
import { definitionBlock, type ShownDefinition } from './definition-block.ts';
import { clip, marked } from './fitting.ts';
import { promptOf, type Prompt } from './prompts.ts';
import { LINK_TEMPLATE } from './templates/link-declarations.ts';

/** Maximum number of characters of a statement. */
const CHARS = 4000;
const MAX_LIST = 50;

export interface StatementToLink {
  isDefinition: boolean;
  title: string;
  text: string;
}

export type DeclarationToLink = Pick<ShownDefinition, 'kind' | 'name' | 'signature' | 'meaning'>;

/** The declarations have the numbers from 1 on. */
export function linkPrompt(
  { isDefinition, title, text }: StatementToLink,
  declarations: readonly DeclarationToLink[],
): Prompt {
  const head = `${isDefinition ? 'Definition' : 'Theorem'} ${title.trim()}`.trimEnd();
  return promptOf(LINK_TEMPLATE, {
    statement: marked(`${head}\n${clip(text.trim(), CHARS)}`),
    declarations: marked(definitionBlock(declarations.map((each) => ({ ...each, write: '', notations: [] })))),
  });
}

const answerSchema = z.object({ formalizes: z.array(z.int()).max(MAX_LIST) });

/** The places of the declarations that formalize the statement, among `count`. @throws {BadAnswer} */
export function readLinked(answer: string, count: number): { at: number[] } {
  return { at: offeredPlaces(readShape(answerSchema, answer).formalizes, count) };
}
