/** Builds the prompts that fill attributes of entities. Everything from a document is between marks. */
import { collapseWhitespace } from '../base/one-line.ts';
import { clip, marked } from './fitting.ts';
import { promptOf, type Prompt } from './prompts.ts';
import { type AugmentedAttribute, type AugmentedText, augmentTemplate } from './templates/augment-entity.ts';

/** Maximum size of the parts in characters. */
const CHARS = { text: 6000, item: 1200 };

/**
 * @param text the statement, proof or solution
 * @param items what is labelled: segments of the text, or references; empty for other attributes
 */
export function attributePrompt(
  attribute: AugmentedAttribute,
  about: AugmentedText,
  { text, items }: { text: string; items: readonly string[] },
): Prompt {
  const list = items.map((item, at) => `${at + 1}. ${clip(collapseWhitespace(item).trim(), CHARS.item)}`);
  const whole = clip(text.trim(), CHARS.text);
  const data =
    attribute === 'bodylist'
      ? list.join('\n')
      : [whole, ...(list.length === 0 ? [] : ['References:', ...list])].join('\n');
  return promptOf(augmentTemplate(attribute, about), { data: marked(data) });
}
