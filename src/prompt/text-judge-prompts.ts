/** Builds the prompts that ask whether a Lean statement says what a text says, and whether a definition is what it needs. */
import { collapseWhitespace } from '../base/one-line.ts';
import { definitionBlock, type ShownDefinition } from './definition-block.ts';
import { clip, fenced } from './fitting.ts';
import { promptOf, SECTION_CHARS, type Prompt } from './prompts.ts';
import { COMPARE_STATEMENTS, CONCEPT_SCORE, CRITIC, READ_BACK } from './templates/reading-back.ts';

/** A Lean statement without any comment of its author. */
export interface ShownStatement {
  /** As Lean prints the elaborated type. */
  statement: string;
  /** Definitions of its own file that it rests on, as code. */
  own: readonly string[];
  /** Constants of libraries that it rests on. */
  constants: readonly ShownConstant[];
}

export interface ShownConstant {
  name: string;
  /** Null if no index has it. */
  kind: string | null;
  /** Its annotation; null if there is none. */
  meaning: string | null;
}

/** Maximum characters of the statement, of its own definitions, and of the text. */
const MOST_CHARS = 12_000;
const CONSTANTS_CHARS = 12_000;
const MEANING_CHARS = 400;

/** A part of a statement must not be judged for the whole. */
export function isTooLongToJudge(text: string, { statement, own }: ShownStatement): boolean {
  return [text, statement, own.join('\n\n')].some(({ length }) => length > MOST_CHARS);
}

/** Does not contain the text. */
export function readBackPrompt(shown: ShownStatement): Prompt {
  return promptOf(READ_BACK, sectionsOf(shown));
}

export function comparePrompt(text: string, readBack: string): Prompt {
  return promptOf(COMPARE_STATEMENTS, { text: fenced(text), readback: fenced(readBack) });
}

export function criticPrompt(text: string, shown: ShownStatement): Prompt {
  return promptOf(CRITIC, { text: fenced(text), ...sectionsOf(shown) });
}

export function conceptScorePrompt(text: string, definition: ShownDefinition): Prompt {
  return promptOf(CONCEPT_SCORE, {
    text: fenced(clip(text, SECTION_CHARS.statement)),
    definition: fenced(definitionBlock([definition])),
  });
}

function sectionsOf({ statement, own, constants }: ShownStatement): Record<string, string> {
  const list = constants.map(({ name, kind, meaning }) => {
    const words = meaning === null ? 'no description' : clip(collapseWhitespace(meaning).trim(), MEANING_CHARS);
    return `- ${kind === null ? '' : `${kind} `}${name}: ${words}`;
  });
  return {
    statement: fenced(statement, 'lean'),
    own: own.length === 0 ? '' : `# Its own definitions\n\n${fenced(own.join('\n\n'), 'lean')}`,
    constants:
      list.length === 0 ? '' : `# What the constants mean\n\n${fenced(clip(list.join('\n'), CONSTANTS_CHARS))}`,
  };
}
