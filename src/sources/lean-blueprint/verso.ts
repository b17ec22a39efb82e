/** Reads a Verso blueprint: `:::theorem "label" (lean := "…") (uses := "…")` blocks in the text of a `#doc`. */
import type { LeanNode, LeanProse } from './blueprint-node.ts';

const DOC = /^#doc\b[^"\n]*"((?:[^"\\]|\\.)*)"\s*=>\s*$/m;
const OPEN = /^:{3,}\s*([A-Za-z]+)_?\s*(?:"([^"]*)")?(.*)$/;
const CLOSE = /^:{3,}\s*$/;
const STATEMENTS =
  /^(?:theorem|lemma|proposition|corollary|definition|conjecture|claim|axiom|sublemma|example|remark)$/;

/** Null if the file is no Verso document. Takes linear time. */
export function readVerso(text: string): { title: string; parts: (LeanNode | LeanProse)[] } | null {
  const doc = DOC.exec(text);
  if (doc === null) return null;
  const from = doc.index + doc[0].length;
  const parts: (LeanNode | LeanProse)[] = [];
  const byLabel = new Map<string, LeanNode>();
  let line = text.slice(0, from).split('\n').length;
  let block: Block | null = null;
  let prose: LeanProse = { line, text: '' };
  const endProse = (): void => {
    if (prose.text.trim() !== '') parts.push({ ...prose, text: latexOf(prose.text) });
    prose = { line: line + 1, text: '' };
  };
  for (const each of text.slice(from).split('\n')) {
    const open: RegExpExecArray | null = block === null ? OPEN.exec(each) : null;
    if (block !== null && CLOSE.test(each)) {
      const node = close(block, byLabel);
      if (node !== null) parts.push(node);
      block = null;
      prose = { line: line + 1, text: '' };
    } else if (block !== null) block.lines.push(each);
    else if (open !== null) {
      endProse();
      block = { line: line + 1, kind: open[1]!, label: open[2] ?? '', options: open[3]!, lines: [] };
    } else if (each.trim() === '') {
      endProse();
    } else prose.text += `${each}\n`;
    line += 1;
  }
  endProse();
  return { title: doc[1]!, parts };
}

interface Block {
  line: number;
  kind: string;
  label: string;
  options: string;
  lines: string[];
}

/** Adds a proof to its statement, and returns a new statement. Other blocks, such as `group`, are not part of the text. */
function close({ line, kind, label, options, lines }: Block, byLabel: Map<string, LeanNode>): LeanNode | null {
  const body = lines.join('\n');
  const uses = [...listOf(options, 'uses'), ...[...body.matchAll(USES)].map(([, used]) => used!)];
  if (kind === 'proof') {
    const statement = byLabel.get(label);
    if (statement !== undefined) statement.proof = { text: latexOf(body), uses: [...new Set(uses)] };
    return null;
  }
  if (!STATEMENTS.test(kind)) return null;
  const node: LeanNode = {
    ...{ line, environment: kind, title: optionOf(options, 'title'), statement: latexOf(body), proof: null },
    labels: label === '' ? [] : [label],
    lean: listOf(options, 'lean'),
    uses: [...new Set(uses)],
    isNotReady: /\(notReady\b/.test(options),
  };
  if (label !== '') byLabel.set(label, node);
  return node;
}

const optionOf = (options: string, name: string): string =>
  new RegExp(`\\(${name} := "([^"]*)"\\)`).exec(options)?.[1]?.trim() ?? '';

const listOf = (options: string, name: string): string[] =>
  optionOf(options, name)
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

const USES = /\{uses "([^"\n]*)"\}/g;

/** Verso's markup as LaTeX: formulas, headings, emphasis; roles such as `{uses "x"}[text]` leave their text. */
function latexOf(text: string): string {
  const formulas: string[] = [];
  const masked = text.replaceAll(FORMULA_MARK, '').replace(/\$\$?`[^`]*`/g, (found) => {
    formulas.push(found.startsWith('$$') ? `\\[${found.slice(3, -1)}\\]` : `$${found.slice(2, -1)}$`);
    return FORMULA_MARK;
  });
  const heading = (_: string, marks: string, title: string): string =>
    `${HEADINGS[marks.length] ?? '\\paragraph'}{${title}}`;
  let next = 0;
  return masked
    .replace(/\{[a-zA-Z]+ ?(?:"[^"\n]*")?\}\[/g, '[')
    .replace(/\[([^[\]\n]*)\](?:\([^()\s]*\))?/g, '$1')
    .replace(/^(#+) (.*)$/gm, heading)
    .replace(/(?<!\\)[%&#]/g, '\\$&')
    .replace(/(?<![*\w])\*([^*\n]+)\*(?!\*)/g, '\\textbf{$1}')
    .replace(/(?<![_\w])_([^_\n]+)_(?![_\w])/g, '\\emph{$1}')
    .replaceAll(FORMULA_MARK, () => formulas[next++] ?? '');
}

/** Stands for a formula while the text around it is rewritten. */
const FORMULA_MARK = '\ufdd0';

const HEADINGS = ['', '\\section', '\\subsection', '\\subsubsection'];
