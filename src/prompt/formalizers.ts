/**
 * The prompts of `formalize`: ours for general models, and the published one-line prompts of models that were trained to
 * formalize. Those were trained on exactly these words, so their texts stay as published, and the definitions are
 * before the statement as a comment. A template of the user's is used as it is.
 */
import { sha256 } from '../base/hash.ts';
import type { ChatMessage } from '../llm/chat.ts';
import { definitionBlock, type ShownDefinition } from './definition-block.ts';
import { clip, fenced } from './fitting.ts';
import { promptOf, SECTION_CHARS, type Prompt } from './prompts.ts';
import type { Template } from './template.ts';
import { FORMALIZE, REPAIR, withDefinitions } from './templates/formal-statement.ts';

/** The content of a prompt for a statement. */
export interface FormalizeContent {
  statement: string;
  /** An applied problem as mathematics, by a model; null if there is none. */
  rewriting: string | null;
  definitions: readonly ShownDefinition[];
  /** Theorems of the library that use them, one line each. */
  examples: readonly string[];
  /** Whether the answer may define what the library lacks. */
  allowsDefinitions: boolean;
  /** Imports and opens of the file. */
  header: string;
}

export const FORMALIZER_NAMES = ['chat', 'herald', 'kimina', 'goedel', 'stepfun', 'atf'] as const;

export type FormalizerName = (typeof FORMALIZER_NAMES)[number];

/** A published prompt. The model names the theorem as the prompt says; the name is replaced afterwards. */
interface PublishedPrompt {
  /** Name and version. */
  id: string;
  system: string;
  user: (statement: string, header: string) => string;
  /** The repository that prints it. */
  source: string;
}

const NAME_CHARS = 300;
const ATF = 'github.com/qguo-create/Autoformalizer-with-Tool-Feedback';
const EXPERT = 'You are an expert in mathematics and Lean 4.';
const KIMINA =
  'Please autoformalize the following problem in Lean 4 with a header. Use the following theorem names: my_favorite_theorem.\n\n';

export const PUBLISHED_PROMPTS: Readonly<Record<Exclude<FormalizerName, 'chat'>, PublishedPrompt>> = {
  herald: {
    id: 'herald@1',
    system: 'You are an expert at Lean 4 and Mathematics.',
    user: (statement) =>
      `Please translate the natural language statement to Lean4 code with the header\n**Name**\nmy_favorite_theorem\n**Informal statement**\n${statement}\n`,
    source: 'github.com/frenzymath/herald_translator',
  },
  kimina: { id: 'kimina@1', system: EXPERT, user: (statement) => `${KIMINA}${statement}`, source: ATF },
  goedel: {
    id: 'goedel@1',
    system: EXPERT,
    user: (statement) =>
      `Please autoformalize the following natural language problem statement in Lean 4. Use the following theorem name: my_favorite_theorem.\nThe natural language statement is: \n${statement}Think before you provide the lean statement.`,
    source: ATF,
  },
  stepfun: {
    id: 'stepfun@1',
    system: EXPERT,
    user: (statement, header) =>
      `${KIMINA}${statement}\n\nYour code should start with:\n\`\`\`Lean4\n${header}\n\`\`\`\n`,
    source: ATF,
  },
  atf: { id: 'atf@1', system: EXPERT, user: (statement) => `${KIMINA}${statement}`, source: ATF },
};

export function isPublished(formalizer: string): formalizer is keyof typeof PUBLISHED_PROMPTS {
  return Object.hasOwn(PUBLISHED_PROMPTS, formalizer);
}

/** What a template of the user's may contain, in braces. */
export const RAW_PLACEHOLDERS = ['statement', 'definitions', 'header'] as const;

/** `{name}`; `{{name}}` stands for the text `{name}`. Other braces, such as those of Lean's binders, are text. */
const PLACEHOLDER = /\{\{(\w+)\}\}|\{(\w+)\}/g;

export function placeholdersOf(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].flatMap(([, , name]) => name ?? []);
}

/**
 * `userTemplate`: the text of a template of the user's, used in place of the prompt of `formalizer`; null for none.
 * The statement is clipped as everywhere in prompts.
 */
export function formalizePrompt(formalizer: string, content: FormalizeContent, userTemplate: string | null): Prompt {
  if (userTemplate !== null) return rawPrompt(userTemplate, content);
  if (!isPublished(formalizer)) return promptOf(templateFor(FORMALIZE, content), sectionsOf(content));
  const statement = clip(content.statement, SECTION_CHARS.statement);
  const block = blockOf(content);
  const { id, system, user } = PUBLISHED_PROMPTS[formalizer];
  const text = block === '' ? statement : `${comment(block)}\n\n${statement}`;
  const messages: ChatMessage[] = [
    { role: 'system', text: system },
    { role: 'user', text: user(text, content.header) },
  ];
  return { template: id, messages };
}

function templateFor(template: Template, { allowsDefinitions }: FormalizeContent): Template {
  return allowsDefinitions ? withDefinitions(template) : template;
}

/** The definitions, and below them theorems that use them. Both come from a library, so the caller fences the text. */
function blockOf({ definitions, examples }: Pick<FormalizeContent, 'definitions' | 'examples'>): string {
  const block = definitionBlock(definitions);
  return examples.length === 0 ? block : `${block}\n\nTheorems of the library that use them:\n${examples.join('\n')}`;
}

/** Inserted text is not searched for placeholders. */
function rawPrompt(template: string, { statement, header, ...content }: FormalizeContent): Prompt {
  const values: Readonly<Record<string, string>> = {
    statement: clip(statement, SECTION_CHARS.statement),
    definitions: blockOf(content),
    header,
  };
  const text = template.replaceAll(PLACEHOLDER, (_, literal: string | undefined, name: string) =>
    literal === undefined ? values[name]! : `{${literal}}`,
  );
  return { template: `raw@${sha256(template)}`, messages: [{ role: 'user', text }] };
}

/** A statement that Lean refuses. */
export interface FailedStatement {
  /** The theorem in Lean. */
  attempt: string;
  errors: string;
  /** Names that exist, for unknown ones of the attempt: with their kinds and statements. */
  names: readonly string[];
}

export function correctionPrompt(content: FormalizeContent, { attempt, errors, names }: FailedStatement): Prompt {
  const list = fenced(names.map((name) => `- ${clip(name, NAME_CHARS)}`).join('\n'));
  return promptOf(templateFor(REPAIR, content), {
    ...sectionsOf(content),
    attempt: fenced(clip(attempt, SECTION_CHARS.attempt), 'lean'),
    errors: fenced(clip(errors, SECTION_CHARS.failure)),
    names: names.length === 0 ? '' : `# Names that exist\n\n${list}`,
  });
}

function sectionsOf({ statement, rewriting, header, ...content }: FormalizeContent): Record<string, string> {
  const block = blockOf(content);
  return {
    statement: fenced(clip(statement, SECTION_CHARS.statement)),
    rewriting: rewriting === null ? '' : rewritingSection(rewriting),
    definitions: block === '' ? '' : `# Definitions of the library\n\n${fenced(block)}`,
    header: fenced(header, 'lean'),
  };
}

function rewritingSection(rewriting: string): string {
  const text = fenced(clip(rewriting, SECTION_CHARS.statement));
  return `# A reading of it as mathematics, by a model; the statement above decides\n\n${text}`;
}

/** A Lean comment, which `block` cannot end. */
function comment(block: string): string {
  return `/- Definitions of the library that the statement may need:\n${block.replaceAll(/-(?=\/)|\/(?=-)/g, '$& ')}\n-/`;
}
