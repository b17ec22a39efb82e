/** The format of prompt templates and their conversion to messages. The templates are in `templates/`. */
import type { ChatMessage } from '../llm/chat.ts';

/** A changed text needs a new version number, because records of old runs refer to the template's id. */
export interface Template {
  /** Name and version: `rag-propose@1`. Recorded with each prompt. */
  id: string;
  system: string;
  /** Variable parts are `{{section}}` paragraphs. */
  user: string;
}

const SECTION = /^\{\{(\w+)\}\}$/;

/**
 * Returns the messages of a prompt. An empty section is removed with the blank line after it. Inserted text is not
 * searched for sections.
 */
export function fillTemplate(template: Template, sections: Readonly<Record<string, string>>): ChatMessage[] {
  const paragraphs = template.user.trim().split('\n\n');
  const filled = paragraphs.map((paragraph) => {
    const name = SECTION.exec(paragraph)?.[1];
    if (name === undefined && /\{\{\w+\}\}/.test(paragraph))
      throw new Error(`a section of template ${template.id} is no paragraph of its own: ${paragraph}`);
    if (name === undefined) return paragraph;
    const text = sections[name];
    if (text === undefined) throw new Error(`missing value for section ${name} of template ${template.id}`);
    return text;
  });
  return [
    { role: 'system', text: template.system.trim() },
    { role: 'user', text: filled.filter((paragraph) => paragraph !== '').join('\n\n') },
  ];
}
