/** Builds the prompts that fill attributes of entities. Everything from a document is between marks. */
import { collapseWhitespace } from '../base/one-line.ts';
import { clip, marked } from './fitting.ts';
import { promptOf, type Prompt } from './prompts.ts';
import {
  AUGMENT_BATCH,
  AUGMENT_FORMS,
  AUGMENT_INSTRUCTIONS,
  type AugmentedAttribute,
  type AugmentedText,
  augmentTemplate,
} from './templates/augment-entity.ts';

/** Maximum size of the parts in characters. */
const CHARS = { text: 6000, item: 1200 };

export interface AskedText {
  attribute: AugmentedAttribute;
  about: AugmentedText;
  /** The statement, proof or solution. */
  text: string;
  /** What is labelled: segments of the text, or references; empty for other attributes. */
  items: readonly string[];
}

export function attributePrompt({ attribute, about, text, items }: AskedText): Prompt {
  const list = numbered(items);
  const data =
    attribute === 'bodylist'
      ? list.join('\n')
      : [shown(text), ...(list.length === 0 ? [] : ['References:', ...list])].join('\n');
  return promptOf(augmentTemplate(attribute, about), { data: marked(data) });
}

/** Several questions about one entity in one prompt: task n is the nth of them. Each text is in it once. */
export function batchPrompt(questions: readonly AskedText[]): Prompt {
  const texts = [...new Map(questions.map(({ text, about }) => [text, about]))];
  const numbers = new Map(texts.map(([text], at) => [text, at + 1]));
  return promptOf(AUGMENT_BATCH, {
    texts: texts.map(([text, about], at) => `# Text ${at + 1}: a ${about}\n\n${marked(shown(text))}`).join('\n\n'),
    tasks: questions
      .map(({ attribute, about, text, items }, at) =>
        [
          `# Task ${at + 1}, on text ${numbers.get(text)}`,
          AUGMENT_INSTRUCTIONS[attribute](about),
          ...(items.length === 0 ? [] : [marked(numbered(items).join('\n'))]),
          `Form of the answer: ${AUGMENT_FORMS[attribute]}.`,
        ].join('\n\n'),
      )
      .join('\n\n'),
  });
}

const shown = (text: string): string => clip(text.trim(), CHARS.text);

const numbered = (items: readonly string[]): string[] =>
  items.map((item, at) => `${at + 1}. ${clip(collapseWhitespace(item).trim(), CHARS.item)}`);
