/** Converts LaTeX to the symbols and words that the tokeniser knows. */
import { wordTable } from '../../base/words.ts';
import * as Commands from './latex-commands.ts';
import { formulaToPlain } from './latex-formula.ts';
import { proseToPlain } from './formulas-in-prose.ts';

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
      (_, braced?: string, bare?: string) => ` ${Commands.BLACKBOARD.get(braced ?? bare ?? '') ?? ''} `,
    )
    .replace(/\\(?:operatorname|mathrm|text|mathsf|mathbf|mathop)\s*\*?\s*\{([^}]*)\}/g, ' $1 ')
    .replace(/\^\s*(?:\{\s*-\s*1\s*\}|-1)/g, ' ⁻¹ ')
    .replace(/\^\s*\{?\s*(?:c|\\complement)\s*\}/g, ' ᶜ ')
    .replace(/\\([A-Za-z]+)/g, (_, command: string) => ` ${commandToPlain(command)} `);
}

const IN_PROSE = wordTable(`
  frac /, dfrac /, sqrt √, binom choose, overline closure, partial ∂ boundary, langle inner span, lvert abs, lVert ‖,
  lfloor ⌊, lceil ⌈`);

const { RELATIONS, OPERATIONS, BIG, FUNCTIONS, VALUES } = Commands;
const TABLES = [IN_PROSE, RELATIONS, OPERATIONS, BIG, FUNCTIONS, VALUES];
const WITHOUT_WORDS = [Commands.SILENT, Commands.ARROWS, Commands.LETTERS];

function commandToPlain(command: string): string {
  const table = TABLES.find((each) => each.has(command));
  if (table !== undefined) return table.get(command)!;
  const isSilent =
    WITHOUT_WORDS.some((each) => each.has(command)) || /^(?:math|begin|end|r[A-Z]|rangle|.*dots$)/.test(command);
  return isSilent || command.length <= 2 ? '' : command;
}
