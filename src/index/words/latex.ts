/** Converts LaTeX to the symbols and words that the tokeniser knows. */
import {
  ARROWS,
  BIG,
  BLACKBOARD,
  FUNCTIONS,
  LETTERS,
  OPERATIONS,
  RELATIONS,
  SILENT,
  VALUES,
} from './latex-commands.ts';
import { formulaToPlain } from './latex-formula.ts';
import { proseToPlain } from './prose.ts';

const FORMULA = /\$\$([^$]+)\$\$|\$([^$]+)\$|\\\((.+?)\\\)|\\\[(.+?)\\\]/gs;

/** Replaces LaTeX and typed formulas by Unicode symbols and plain words; returns other text unchanged. */
export function latexToPlain(text: string): string {
  if (!text.includes('\\') && !text.includes('$')) return proseToPlain(text);
  return proseToPlain(formulasToPlain(text));
}

function formulasToPlain(text: string): string {
  return spellOut(
    text.replace(FORMULA, (_, ...parts: (string | undefined)[]) =>
      formulaToPlain(parts.slice(0, 4).find(Boolean) ?? ''),
    ),
  );
}

/** Replaces commands in prose, or in a formula without dollars, where words surround them. */
function spellOut(text: string): string {
  if (!text.includes('\\')) return text;
  return text
    .replace(/\\[,;:!>{}'"]|\\\\/g, ' ')
    .replace(/\\\|/g, '‖')
    .replace(
      /\\mathbb\s*(?:\{\s*([A-Z])\s*\}|([A-Z]))/g,
      (_, braced?: string, bare?: string) => ` ${BLACKBOARD[braced ?? bare ?? ''] ?? ''} `,
    )
    .replace(/\\(?:operatorname|mathrm|text|mathsf|mathbf|mathop)\s*\*?\s*\{([^}]*)\}/g, ' $1 ')
    .replace(/\^\s*(?:\{\s*-\s*1\s*\}|-1)/g, ' ⁻¹ ')
    .replace(/\^\s*\{?\s*(?:c|\\complement)\s*\}/g, ' ᶜ ')
    .replace(/\\([A-Za-z]+)/g, (_, command: string) => ` ${commandToPlain(command)} `);
}

const IN_PROSE: Readonly<Record<string, string>> = {
  frac: '/',
  dfrac: '/',
  sqrt: '√',
  binom: 'choose',
  overline: 'closure',
  partial: '∂ boundary',
  langle: 'inner span',
  lvert: 'abs',
  lVert: '‖',
  lfloor: '⌊',
  lceil: '⌈',
};

const TABLES = [IN_PROSE, RELATIONS, OPERATIONS, BIG, FUNCTIONS, VALUES];

function commandToPlain(command: string): string {
  const table = TABLES.find((each) => Object.hasOwn(each, command));
  if (table !== undefined) return table[command]!;
  return SILENT.has(command) ||
    Object.hasOwn(ARROWS, command) ||
    Object.hasOwn(LETTERS, command) ||
    /^(?:math|begin|end|r[A-Z]|rangle|.*dots$)/.test(command) ||
    command.length <= 2
    ? ''
    : command;
}
