/** Writes nodes as LaTeX, with the document's macros expanded and layout commands removed. Collects labels. */
import type { Reference } from '../document.ts';
import type { DocumentState } from './document-state.ts';
import { plainText, readDefinition, substitute, type Macro } from './macros.ts';
import { unmask } from './masking.ts';
import { NodeStream, type Argument } from './node-stream.ts';
import type { TexNode } from './tex-parser.ts';
import { type BlueprintCommand, hasArgument, isBlueprintCommand } from './blueprint-commands.ts';
import { CITE_COMMAND, LAYOUT, NOTES, REFERENCE_COMMANDS } from './writer-words.ts';

export interface TexOutput {
  text: string;
  labels: string[];
  references: Reference[];
  /** Absent without any. */
  commands?: BlueprintCommand[];
}

/** Limits per paragraph that no reasonable document reaches. A macro that expands to itself exceeds them. */
const MAX_EXPANSIONS = 20_000;
const MAX_CHARACTERS = 2_000_000;

/** Expansion exceeds the limits; `macro` was expanded most often. */
class EndlessExpansion extends Error {
  readonly macro: string;

  constructor(macro: string) {
    super(macro);
    this.macro = macro;
  }
}

/**
 * `nodes` must be passed in document order, because their definitions take effect. If expansion does not end, all nodes
 * are left unexpanded, and the macro that was expanded most often is no longer expanded afterwards.
 * @param isTitle whether to omit footnotes and similar notes
 */
export function writeTex(nodes: readonly TexNode[] | NodeStream, state: DocumentState, isTitle = false): TexOutput {
  const stream = nodes instanceof NodeStream ? nodes : new NodeStream(nodes);
  const all = stream.rest();
  try {
    return writeNodes(all, { state, expands: true, isTitle });
  } catch (error) {
    if (!(error instanceof EndlessExpansion)) throw error;
    state.markEndless(error.macro);
    return writeNodes(all, { state, expands: false, isTitle });
  }
}

interface WriterOptions {
  state: DocumentState;
  expands: boolean;
  isTitle: boolean;
}

function writeNodes(nodes: readonly TexNode[], options: WriterOptions): TexOutput {
  const writer = new Writer(options);
  writer.write(new NodeStream(nodes));
  return writer.output();
}

class Writer {
  readonly #state: DocumentState;
  readonly #expands: boolean;
  readonly #isTitle: boolean;
  readonly #parts: string[] = [];
  readonly #labels: string[] = [];
  readonly #references: Reference[] = [];
  readonly #commands: BlueprintCommand[] = [];
  readonly #expanded = new Map<string, number>();
  #expansions = 0;
  #characters = 0;
  /** Nesting depth of groups, formulas and environments. */
  #depth = 0;

  constructor({ state, expands, isTitle }: WriterOptions) {
    this.#state = state;
    this.#expands = expands;
    this.#isTitle = isTitle;
  }

  output(): TexOutput {
    const text = unmask(this.#parts.join('')).trim();
    const commands = this.#commands.length === 0 ? {} : { commands: this.#commands };
    return { text, labels: [...new Set(this.#labels)], references: this.#references, ...commands };
  }

  write(stream: NodeStream): void {
    for (let node = stream.next(); node !== null; node = stream.next()) {
      if (node.type === 'macro') this.#macro(node.name, node.isMark, stream);
      else if (node.type === 'text' || node.type === 'raw') this.#emit(node.text);
      else if (node.type === 'space') this.#space(node.text);
      else if (node.type === 'par') this.#paragraph();
      else if (node.type === 'environment')
        this.#enclosed(`\\begin{${node.name}}`, node.content, `\\end{${node.name}}`);
      else this.#enclosed(MARKS[node.type][0], node.content, MARKS[node.type][1]);
    }
  }

  #emit(text: string): void {
    // Separates a control word from letters that follow from an argument or expansion.
    if (/^[A-Za-z]/.test(text) && /\\[A-Za-z]+$/.test(this.#last())) this.#parts.push(' ');
    this.#parts.push(text);
    this.#characters += text.length;
    if (this.#characters > MAX_CHARACTERS && this.#expansions > 0) throw new EndlessExpansion(this.#mostExpanded());
  }

  #last(): string {
    return this.#parts.at(-1) ?? '';
  }

  #space(text: string): void {
    const last = this.#last();
    if (last === ' ' && text === '\n') this.#parts.pop();
    if (last === ' ' ? text === '\n' : !last.endsWith('\n')) this.#parts.push(text);
  }

  #paragraph(): void {
    while (this.#last() === ' ' || this.#last() === '\n') this.#parts.pop();
    if (this.#last() !== '\n\n') this.#parts.push('\n\n');
  }

  #enclosed(open: string, content: readonly TexNode[], close: string): void {
    this.#emit(open);
    this.#depth += 1;
    this.write(new NodeStream(content));
    this.#depth -= 1;
    this.#emit(close);
  }

  #macro(name: string, isMark: boolean, stream: NodeStream): void {
    const macro = isMark || !this.#expands ? undefined : this.#meaning(name, stream);
    if (isMark) this.#emit(name);
    else if (isBlueprintCommand(name, this.#state.macros.get(name))) this.#blueprint(name, stream);
    else if (name === 'label') this.#label(stream);
    else if (REFERENCE_COMMANDS.has(name)) this.#refer(name, stream);
    else if (name === 'hyperref') this.#hyperref(stream);
    else if (name === 'texorpdfstring') stream.unread(stream.arguments(['m', 'm'])?.[0] ?? []);
    else if (CITE_COMMAND.test(name) && macro === undefined) this.#cite(name, stream);
    else if (macro !== undefined) this.#expand(name, macro, stream);
    else if (!this.#declares(name, stream)) this.#other(name, stream);
  }

  #meaning(name: string, stream: NodeStream): Macro | undefined {
    const starred = this.#state.macros.get(`${name}*`);
    const [star] = starred === undefined ? [] : (stream.arguments(['s']) ?? []);
    return star ? starred : this.#state.macros.get(name);
  }

  /** Labels in a formula or list stay in the text because they identify a line. Other labels are only collected. */
  #label(stream: NodeStream): void {
    const label = oneWord(stream.arguments(['m'])?.[0]);
    if (label === '') return;
    this.#labels.push(label);
    if (this.#depth > 0) this.#emit(`\\label{${label}}`);
  }

  /** What a statement uses is a reference. The commands are not part of the text. */
  #blueprint(name: string, stream: NodeStream): void {
    const [argument] = hasArgument(name) ? (stream.arguments(['m']) ?? []) : [];
    const items = oneWord(argument)
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '');
    if (name === 'uses') for (const label of items) this.#reference('refers', label);
    this.#commands.push({ name, items });
  }

  #refer(name: string, stream: NodeStream): void {
    const [star, labels] = stream.arguments(['s', 'm']) ?? [];
    if (!labels) {
      this.#emit(`\\${name}`);
      return;
    }
    for (const label of oneWord(labels).split(',')) this.#reference('refers', label);
    this.#emit(`\\${name}${star ? '*' : ''}{${oneWord(labels)}}`);
  }

  /** For `\hyperref[label]{text}`, keeps the text. */
  #hyperref(stream: NodeStream): void {
    const [label, text] = stream.arguments(['o', 'm']) ?? [];
    if (label) this.#reference('refers', oneWord(label));
    stream.unread(text ?? []);
  }

  #cite(name: string, stream: NodeStream): void {
    const [star, first, second] = stream.arguments(['s', 'o', 'o']) ?? [];
    const keys = stream.peek()?.type === 'group' ? oneWord(stream.arguments(['m'])?.[0]) : null;
    for (const key of keys?.split(',') ?? []) this.#reference('cites', key);
    this.#emit(`\\${name}${star ? '*' : ''}`);
    for (const optional of [first, second]) if (optional) this.#enclosed('[', optional, ']');
    if (keys !== null) this.#emit(`{${keys}}`);
  }

  #reference(kind: Reference['kind'], label: string): void {
    if (label.trim() !== '') this.#references.push({ kind, label: label.trim() });
  }

  #expand(name: string, { parameters, body }: Macro, stream: NodeStream): void {
    const values = stream.arguments(parameters);
    if (values === null) {
      this.#emit(`\\${name}`);
      return;
    }
    this.#expansions += 1;
    this.#expanded.set(name, (this.#expanded.get(name) ?? 0) + 1);
    if (this.#expansions > MAX_EXPANSIONS) throw new EndlessExpansion(this.#mostExpanded());
    stream.unread(substitute(body, values));
  }

  #mostExpanded(): string {
    const [name] = [...this.#expanded].reduce((top, each) => (each[1] > top[1] ? each : top), ['', 0]);
    return name;
  }

  /** Handles definitions and declarations, which are not part of the text. */
  #declares(name: string, stream: NodeStream): boolean {
    return readDefinition(name, stream, this.#state.macros) || this.#state.declare(name, stream);
  }

  /** Drops layout commands. Writes other commands unchanged. */
  #other(name: string, stream: NodeStream): void {
    const layout = LAYOUT.get(name) ?? (this.#isTitle ? NOTES.get(name) : undefined);
    if (layout !== undefined && stream.arguments(layout) !== null) return;
    this.#state.countUnknown(name);
    this.#emit(`\\${name}`);
  }
}

const MARKS = { group: ['{', '}'], inline: ['$', '$'], display: ['\\[', '\\]'] } as const;

const oneWord = (nodes: Argument | undefined): string => unmask(plainText(nodes)).replace(/\s+/g, ' ').trim();
