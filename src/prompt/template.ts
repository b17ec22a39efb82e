/** What a prompt's template is, and how it becomes messages. The templates themselves are in `templates/`. */
import type { ChatMessage } from '../llm/chat.ts';

/** A text that changes gets the next number: what was asked in an old run must be known by its template's name. */
export interface Template {
  /** Name and version: `rag-propose@1`. It goes into the record with each prompt. */
  id: string;
  system: string;
  /** With a `{{section}}` by itself on a line for what differs from prompt to prompt. */
  user: string;
}

const SECTION = /^\{\{(\w+)\}\}$/;

/**
 * The messages of a prompt. A section that is empty goes, with the blank line behind it; what is put in is not looked
 * at for sections again.
 */
export function fillTemplate(template: Template, sections: Readonly<Record<string, string>>): ChatMessage[] {
  const paragraphs = template.user.trim().split('\n\n');
  const filled = paragraphs.map((paragraph) => {
    const name = SECTION.exec(paragraph)?.[1];
    if (name === undefined) return paragraph;
    const text = sections[name];
    if (text === undefined) throw new Error(`${template.id} has a section ${name} that nothing is given for`);
    return text;
  });
  return [
    { role: 'system', text: template.system.trim() },
    { role: 'user', text: filled.filter((paragraph) => paragraph !== '').join('\n\n') },
  ];
}
