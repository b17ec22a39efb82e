/** Builds the prompts of the informal steps: selects the template and fills its sections within their limits. */
import type { Hole } from '../verify/hole/holes.ts';
import { fileExcerpt } from './file-excerpt.ts';
import { clip, fenced } from './fitting.ts';
import { passageBlock, type PassageContent } from './passage-block.ts';
import { promptOf, SECTION_CHARS, type Prompt } from './prompts.ts';
import { INFORMAL_IMPROVE } from './templates/informal-improve.ts';
import { INFORMAL_IMPROVE_OR_KEEP } from './templates/informal-improve-or-keep.ts';
import { INFORMAL_KEYWORDS } from './templates/informal-keywords.ts';
import { INFORMAL_KEYWORDS_AGAIN } from './templates/informal-keywords-again.ts';
import { INFORMAL_KEYWORDS_PROOF } from './templates/informal-keywords-proof.ts';
import { INFORMAL_PROOF } from './templates/informal-proof.ts';
import { INFORMAL_PROOF_CONTEXT } from './templates/informal-proof-context.ts';
import { INFORMAL_STATEMENT } from './templates/informal-statement.ts';

/** Passages with their token limit. */
export interface PassageContext {
  passages: readonly PassageContent[];
  tokens: number;
}

/** All templates of this file. */
export const INFORMAL_TEMPLATES = [
  INFORMAL_STATEMENT,
  INFORMAL_PROOF,
  INFORMAL_PROOF_CONTEXT,
  INFORMAL_KEYWORDS,
  INFORMAL_KEYWORDS_PROOF,
  INFORMAL_KEYWORDS_AGAIN,
  INFORMAL_IMPROVE,
  INFORMAL_IMPROVE_OR_KEEP,
];

export function statementPrompt(place: { text: string; hole: Hole; goal: string }): Prompt {
  return promptOf(INFORMAL_STATEMENT, {
    file: fenced(fileExcerpt(place.text, place.hole, SECTION_CHARS.file), 'lean'),
    goal: fenced(clip(place.goal, SECTION_CHARS.goal)),
  });
}

/** If `context` is null, the prompt does not mention retrieval. */
export function proofPrompt(statement: string, context: PassageContext | null): Prompt {
  const sections = { statement: clip(statement, SECTION_CHARS.statement) };
  if (context === null) return promptOf(INFORMAL_PROOF, sections);
  return promptOf(INFORMAL_PROOF_CONTEXT, { ...sections, context: contextText(context) });
}

/** If `proof` is null, the keywords come from the problem only. */
export function keywordsPrompt(statement: string, proof: string | null): Prompt {
  const sections = { statement: clip(statement, SECTION_CHARS.statement) };
  if (proof === null) return promptOf(INFORMAL_KEYWORDS, sections);
  return promptOf(INFORMAL_KEYWORDS_PROOF, { ...sections, proof: clip(proof, SECTION_CHARS.proof) });
}

/** `answer`: the answer without keywords. */
export function keywordsAgainPrompt(statement: string, answer: string): Prompt {
  return promptOf(INFORMAL_KEYWORDS_AGAIN, {
    statement: clip(statement, SECTION_CHARS.statement),
    answer: fenced(clip(answer.trim() === '' ? '(empty)' : answer, SECTION_CHARS.answer)),
  });
}

/** `mayKeep`: the model may answer that the proof needs no change. */
export function improvePrompt(statement: string, proof: string, context: PassageContext, mayKeep: boolean): Prompt {
  return promptOf(mayKeep ? INFORMAL_IMPROVE_OR_KEEP : INFORMAL_IMPROVE, {
    statement: clip(statement, SECTION_CHARS.statement),
    context: contextText(context),
    proof: clip(proof, SECTION_CHARS.proof),
  });
}

function contextText({ passages, tokens }: PassageContext): string {
  const block = passageBlock(passages, tokens);
  return block === '' ? '(none)' : fenced(block, 'latex');
}
