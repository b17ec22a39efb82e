/** Builds the prompts of the informal steps: selects the template and fills its sections within their limits. */
import type { Hole } from '../verify/hole/holes.ts';
import { fileExcerpt } from './file-excerpt.ts';
import { clip, fenced } from './fitting.ts';
import { passageBlock, type PassageContent } from './passage-block.ts';
import { promptOf, SECTION_CHARS, type Prompt } from './prompts.ts';
import { materialSections, type SolveMaterial } from './solve-prompts.ts';
import { INFORMAL_TEMPLATES } from './templates/informal.ts';

/** Passages with their token limit. */
export interface PassageContext {
  passages: readonly PassageContent[];
  tokens: number;
}

export function statementPrompt(place: { text: string; hole: Hole; goal: string }): Prompt {
  return promptOf(INFORMAL_TEMPLATES.statement, {
    file: fenced(fileExcerpt(place.text, place.hole, SECTION_CHARS.file), 'lean'),
    goal: fenced(clip(place.goal, SECTION_CHARS.goal)),
  });
}

/** If `context` is null, the prompt does not mention retrieval. */
export function proofPrompt(statement: string, context: PassageContext | null): Prompt {
  const sections = { statement: clip(statement, SECTION_CHARS.statement) };
  if (context === null) return promptOf(INFORMAL_TEMPLATES.proof, sections);
  return promptOf(INFORMAL_TEMPLATES.proofWithContext, { ...sections, context: contextText(context) });
}

/** With theorems and a template of similar problems, which are between marks. */
export function proofByTemplatePrompt(statement: string, material: Pick<SolveMaterial, 'table' | 'template'>): Prompt {
  const sections = { statement: clip(statement, SECTION_CHARS.statement), ...materialSections(material) };
  return promptOf(INFORMAL_TEMPLATES.proofByTemplate, sections);
}

/** If `proof` is null, the keywords come from the problem only. */
export function keywordsPrompt(statement: string, proof: string | null): Prompt {
  const sections = { statement: clip(statement, SECTION_CHARS.statement) };
  if (proof === null) return promptOf(INFORMAL_TEMPLATES.keywords, sections);
  return promptOf(INFORMAL_TEMPLATES.keywordsFromProof, { ...sections, proof: clip(proof, SECTION_CHARS.proof) });
}

/** `answer`: the answer without keywords. */
export function keywordsAgainPrompt(statement: string, answer: string): Prompt {
  return promptOf(INFORMAL_TEMPLATES.keywordsAgain, {
    statement: clip(statement, SECTION_CHARS.statement),
    answer: fenced(clip(answer.trim() === '' ? '(empty)' : answer, SECTION_CHARS.answer)),
  });
}

/** `mayKeep`: the model may answer that the proof needs no change. */
export function improvePrompt(statement: string, proof: string, context: PassageContext, mayKeep: boolean): Prompt {
  return promptOf(mayKeep ? INFORMAL_TEMPLATES.improveOrKeep : INFORMAL_TEMPLATES.improve, {
    statement: clip(statement, SECTION_CHARS.statement),
    context: contextText(context),
    proof: clip(proof, SECTION_CHARS.proof),
  });
}

function contextText({ passages, tokens }: PassageContext): string {
  const block = passageBlock(passages, tokens);
  return block === '' ? '(none)' : fenced(block, 'latex');
}
