/** Writes nodes as LaTeX again: the document's macros expanded, what is only layout left out, labels collected. */
import type { Reference } from '../document.ts';
import type { DocumentState } from './document-state.ts';
import { plainText, readDefinition, substituted, type Macro } from './macros.ts';
import { unmasked } from './masking.ts';
import { NodeStream, type Argument } from './node-stream.ts';
import type { TexNode } from './tex-parser.ts';
import { CITING, LAYOUT, NOTES, REFERRING } from './written-words.ts';

export interface Written {
  text: string;
  labels: string[];
  references: Reference[];
}

/** More for one paragraph than any sane document asks; a macro that stands for itself asks for ever. */
const MOST_EXPANSIONS = 20_000;
const MOST_CHARACTERS = 2_000_000;

/** Expansion does not end, or not soon; `macro` was expanded most. */
class Endless extends Error {
  readonly macro: string;

  constructor(macro: string) {
    super(macro);
    this.macro = macro;
  }
}

/**
 * `nodes` are the document's own, in order: definitions among them take effect. Where expansion does not end, all of
 * the nodes are left as they stand, and the macro that is most to blame is so from then on.
 * @param isTitle footnotes and their like are left out
 */
export function writeTex(nodes: readonly TexNode[] | NodeStream, state: DocumentState, isTitle = false): Written {
  const stream = nodes instanceof NodeStream ? nodes : new NodeStream(nodes);
  const all = stream.rest();
  try {
    return written(all, { state, expands: true, isTitle });
  } catch (error) {
    if (!(error instanceof Endless)) throw error;
    state.endless(error.macro);
    return written(all, { state, expands: false, isTitle });
  }
}

interface Writing {
  state: DocumentState;
  expands: boolean;
  isTitle: boolean;
}

function written(nodes: readonly TexNode[], writing: Writing): Written {
  const writer = new Writer(writing);
  writer.write(new NodeStream(nodes));
  return writer.written();
}

class Writer {
  readonly #state: DocumentState;
  readonly #expands: boolean;
  readonly #isTitle: boolean;
  readonly #parts: string[] = [];
  readonly #labels: string[] = [];
  readonly #references: Reference[] = [];
  readonly #expanded = new Map<string, number>();
  #expansions = 0;
  #characters = 0;
  /** How many groups, formulas and environments are around. */
  #depth = 0;

  constructor({ state, expands, isTitle }: Writing) {
    this.#state = state;
    this.#expands = expands;
    this.#isTitle = isTitle;
  }

  written(): Written {
    const text = unmasked(this.#parts.join('')).trim();
    return { text, labels: [...new Set(this.#labels)], references: this.#references };
  }

  write(stream: NodeStream): void {
    for (let node = stream.next(); node !== null; node = stream.next()) {
      if (node.type === 'macro') this.#macro(node.name, node.isMark, stream);
      else if (node.type === 'text' || node.type === 'raw') this.#emit(node.text);
      else if (node.type === 'space') this.#space(node.text);
      else if (node.type === 'par') this.#paragraph();
      else if (node.type === 'environment') this.#around(`\\begin{${node.name}}`, node.content, `\\end{${node.name}}`);
      else this.#around(MARKS[node.type][0], node.content, MARKS[node.type][1]);
    }
  }

  #emit(text: string): void {
    // A control word must not grow by what an argument or an expansion put behind it.
    if (/^[A-Za-z]/.test(text) && /\\[A-Za-z]+$/.test(this.#last())) this.#parts.push(' ');
    this.#parts.push(text);
    this.#characters += text.length;
    if (this.#characters > MOST_CHARACTERS && this.#expansions > 0) throw new Endless(this.#mostExpanded());
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

  #around(open: string, content: readonly TexNode[], close: string): void {
    this.#emit(open);
    this.#depth += 1;
    this.write(new NodeStream(content));
    this.#depth -= 1;
    this.#emit(close);
  }

  #macro(name: string, isMark: boolean, stream: NodeStream): void {
    const macro = isMark || !this.#expands ? undefined : this.#state.macros.get(name);
    if (isMark) this.#emit(name);
    else if (name === 'label') this.#label(stream);
    else if (REFERRING.has(name)) this.#refer(name, stream);
    else if (name === 'hyperref') this.#hyperref(stream);
    else if (name === 'texorpdfstring') stream.unread(stream.arguments(['m', 'm'])?.[0] ?? []);
    else if (CITING.test(name) && macro === undefined) this.#cite(name, stream);
    else if (macro !== undefined) this.#expand(name, macro, stream);
    else if (!this.#declares(name, stream)) this.#leaveOut(name, stream);
  }

  /** A label in a formula or a list says which line is meant; that of the whole is known without it. */
  #label(stream: NodeStream): void {
    const label = oneWord(stream.arguments(['m'])?.[0]);
    if (label === '') return;
    this.#labels.push(label);
    if (this.#depth > 0) this.#emit(`\\label{${label}}`);
  }

  #refer(name: string, stream: NodeStream): void {
    const [star, named] = stream.arguments(['s', 'm']) ?? [];
    if (!named) {
      this.#emit(`\\${name}`);
      return;
    }
    for (const label of oneWord(named).split(',')) this.#reference('refers', label);
    this.#emit(`\\${name}${star ? '*' : ''}{${oneWord(named)}}`);
  }

  /** `\hyperref[label]{text}`: the text stays. */
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
    for (const optional of [first, second]) if (optional) this.#around('[', optional, ']');
    if (keys !== null) this.#emit(`{${keys}}`);
  }

  #reference(kind: Reference['kind'], label: string): void {
    if (label.trim() !== '') this.#references.push({ kind, label: label.trim() });
  }

  #expand(name: string, { parameters, body }: Macro, stream: NodeStream): void {
    const given = stream.arguments(parameters);
    if (given === null) {
      this.#emit(`\\${name}`);
      return;
    }
    this.#expansions += 1;
    this.#expanded.set(name, (this.#expanded.get(name) ?? 0) + 1);
    if (this.#expansions > MOST_EXPANSIONS) throw new Endless(this.#mostExpanded());
    stream.unread(substituted(body, given));
  }

  #mostExpanded(): string {
    const [name] = [...this.#expanded].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0]);
    return name;
  }

  /** What the document says about itself and its words is no text of it. */
  #declares(name: string, stream: NodeStream): boolean {
    return readDefinition(name, stream, this.#state.macros) || this.#state.declare(name, stream);
  }

  #leaveOut(name: string, stream: NodeStream): void {
    const layout = LAYOUT.get(name) ?? (this.#isTitle ? NOTES.get(name) : undefined);
    if (layout !== undefined && stream.arguments(layout) !== null) return;
    this.#state.leftAsItStands(name);
    this.#emit(`\\${name}`);
  }
}

const MARKS = { group: ['{', '}'], inline: ['$', '$'], display: ['\\[', '\\]'] } as const;

const oneWord = (nodes: Argument | undefined): string => unmasked(plainText(nodes)).replace(/\s+/g, ' ').trim();
