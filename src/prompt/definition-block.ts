/** Formats the definitions of a pack for a prompt: what each is, what it means, and how it is written. */
import { collapseWhitespace } from '../base/one-line.ts';
import { clip } from './fitting.ts';

/** The shown fields of a definition. */
export interface ShownDefinition {
  kind: string;
  /** Full name. */
  name: string;
  /** Binders and type, on one line. */
  signature: string;
  meaning: string;
  write: string;
  notations: readonly string[];
}

const MEANING_CHARS = 400;
const LINE_CHARS = 500;

/** Empty without definitions. Docstrings come from a library, so the caller fences the text. */
export function definitionBlock(definitions: readonly ShownDefinition[]): string {
  return definitions.map(definitionLines).join('\n');
}

function definitionLines({ kind, name, signature, meaning, write, notations }: ShownDefinition, at: number): string {
  const rest: [label: string, text: string, most: number][] = [
    ['meaning', meaning, MEANING_CHARS],
    ['written', write, LINE_CHARS],
    ['notation', notations.join(' or '), LINE_CHARS],
  ];
  return [
    `${at + 1}. ${kind} ${clip(`${name} ${signature}`.trim(), LINE_CHARS)}`,
    ...rest.flatMap(([label, text, most]) => {
      const line = collapseWhitespace(text).trim();
      return line === '' ? [] : [`   ${label}: ${clip(line, most)}`];
    }),
  ].join('\n');
}
