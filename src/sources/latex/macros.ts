/** The document's own macros: definitions and expansion. */
import { eachWord } from '../../base/words.ts';
import type { Argument, NodeStream, Parameter } from './node-stream.ts';
import type { TexNode } from './tex-parser.ts';

export interface Macro {
  parameters: Parameter[];
  body: TexNode[];
}

/** A macro that the scanner must resolve: it stands for one end of an environment, or for an item. */
export type Placeholder = { kind: 'begin' | 'end'; name: string } | 'item';

/** A macro whose body contains one of these does more than insert text, and is left unexpanded. */
const UNSAFE =
  /^(?:if.*|fi|else|or|csname|endcsname|expandafter|futurelet|catcode|the|number|romannumeral|relax|begingroup|endgroup|bgroup|egroup|aftergroup|global|def|edef|gdef|xdef|let|newcommand|renewcommand|loop|repeat|setcounter|addtocounter|stepcounter|refstepcounter|advance|newif|makeatletter|makeatother|string|meaning|noexpand|begin|end)$/;

export class Macros {
  readonly #macros = new Map<string, Macro>();
  /** Names of macros that are defined but not expanded. */
  readonly #opaque = new Set<string>();
  readonly #forbidden = new Set<string>();
  readonly #placeholders = new Map<string, Placeholder>();

  get(name: string): Macro | undefined {
    return this.#macros.get(name);
  }

  isKnown(name: string): boolean {
    return this.#macros.has(name) || this.#opaque.has(name);
  }

  forget(name: string): void {
    this.#macros.delete(name);
    this.#opaque.add(name);
  }

  /** The meaning of `\bthm` for `\begin{thm}` or `\ii` for `\item`; null for other macros. */
  placeholder(name: string): Placeholder | null {
    return this.#placeholders.get(name) ?? null;
  }

  /** Leaves the macro unexpanded from now on, even if the document redefines it. */
  forbid(name: string): void {
    this.forget(name);
    this.#forbidden.add(name);
  }

  /** If the body does more than insert text, the macro becomes known but is left unexpanded. */
  define(name: string, macro: Macro): void {
    const placeholder = macro.parameters.length === 0 ? placeholderOf(macro.body) : null;
    if (placeholder === null) this.#placeholders.delete(name);
    else this.#placeholders.set(name, placeholder);
    if (isUnsafe(macro.body) || this.#forbidden.has(name)) this.forget(name);
    else {
      this.#macros.set(name, macro);
      this.#opaque.delete(name);
    }
  }

  /** `\let\name\other`. */
  alias(name: string, other: TexNode): void {
    const macro = other.type === 'macro' ? this.#macros.get(other.name) : undefined;
    // An alias of a TeX primitive keeps that meaning, even if the document later redefines the primitive.
    const own: TexNode = other.type === 'macro' ? { type: 'raw', text: `\\${other.name}` } : other;
    this.define(name, macro ?? { parameters: [], body: [own] });
  }
}

function placeholderOf(body: readonly TexNode[]): Placeholder | null {
  const [word, name, ...more] = body.filter(({ type }) => type !== 'space');
  if (word?.type !== 'macro' || more.length > 0) return null;
  if (word.name === 'item' && name === undefined) return 'item';
  if ((word.name !== 'begin' && word.name !== 'end') || name?.type !== 'group') return null;
  return { kind: word.name, name: plainText(name.content).trim() };
}

function isUnsafe(nodes: readonly TexNode[]): boolean {
  return nodes.some((node, at) => {
    if (node.type === 'macro' && node.name === '@') return /^[A-Za-z]/.test(plainText(nodes.slice(at + 1, at + 2)));
    if (node.type === 'macro') return UNSAFE.test(node.name);
    if (node.type === 'text') return node.text.startsWith('@');
    return 'content' in node && isUnsafe(node.content);
  });
}

/** Replaces `#1`, `#2`, … in the body by the arguments. A missing optional argument becomes empty. */
export function substitute(body: readonly TexNode[], values: readonly Argument[]): TexNode[] {
  if (values.length === 0) return [...body];
  const result: TexNode[] = [];
  for (let at = 0; at < body.length; at++) {
    const node = body[at]!;
    const next = body[at + 1];
    const digit = isHash(node) && next?.type === 'text' ? /^[1-9]/.exec(next.text)?.[0] : undefined;
    if (next?.type === 'text' && digit !== undefined) {
      result.push(...(values[Number(digit) - 1] ?? []));
      if (next.text.length > 1) result.push({ type: 'text', text: next.text.slice(1) });
      at += 1;
    } else if ('content' in node) result.push({ ...node, content: substitute(node.content, values) });
    else result.push(node);
  }
  return result;
}

const isHash = (node: TexNode): boolean => node.type === 'text' && node.text === '#';

/** Reads the arguments of `\newcommand` and similar commands. Returns false for other words. */
export function readDefinition(word: string, stream: NodeStream, macros: Macros): boolean {
  const reader = READERS.get(word);
  if (reader === undefined) return false;
  reader(stream, macros, word);
  return true;
}

type Reader = (stream: NodeStream, macros: Macros, word: string) => void;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...eachWord<Reader>('newcommand renewcommand providecommand DeclareRobustCommand', newCommand),
  ...eachWord<Reader>('def gdef edef xdef', plainDefinition),
  ...eachWord<Reader>(
    'NewDocumentCommand RenewDocumentCommand ProvideDocumentCommand DeclareDocumentCommand',
    documentCommand,
  ),
  ['let', letCommand],
  ['WithSuffix', suffixCommand],
  ['DeclareMathOperator', mathOperator],
  ['DeclarePairedDelimiter', pairedDelimiter],
]);

function nameIn(argument: Argument | undefined): string | null {
  const macros = (argument ?? []).filter(({ type }) => type !== 'space');
  const [macro] = macros;
  return macro?.type === 'macro' && macros.length === 1 ? macro.name : null;
}

/** The source text of nodes, without braces. */
export function plainText(nodes: Argument | undefined): string {
  return (nodes ?? [])
    .map((node): string => {
      if (node.type === 'text' || node.type === 'space' || node.type === 'raw') return node.text;
      if (node.type === 'macro') return node.isMark ? node.name : `\\${node.name}`;
      return 'content' in node ? plainText(node.content) : '';
    })
    .join('');
}

function newCommand(stream: NodeStream, macros: Macros, word: string): void {
  const [, nameNodes, count, fallback, body] = stream.arguments(['s', 'm', 'o', 'o', 'm']) ?? [];
  const name = nameIn(nameNodes);
  if (name === null || !body) return;
  if (word === 'providecommand' && macros.isKnown(name)) return;
  macros.define(name, { parameters: countedParameters(count, fallback), body });
}

/** `\WithSuffix\newcommand\name*[1]{…}` of the package suffix: the meaning of `\name*`, beside that of `\name`. */
function suffixCommand(stream: NodeStream, macros: Macros): void {
  const command = stream.peek();
  if (command?.type !== 'macro' || READERS.get(command.name) !== newCommand) return;
  const [, nameNodes, star, count, fallback, body] = stream.arguments(['m', 'm', 's', 'o', 'o', 'm']) ?? [];
  const name = nameIn(nameNodes);
  if (name !== null && star && body)
    macros.define(`${name}*`, { parameters: countedParameters(count, fallback), body });
}

/** Parameters of `[2][x]`: two, of which the first is optional with default `x`. */
export function countedParameters(count: Argument | undefined, fallback: Argument | undefined): Parameter[] {
  const parameters: Parameter[] = Array.from({ length: Math.min(9, Number(plainText(count)) || 0) }, () => 'm');
  if (fallback && parameters.length > 0) parameters[0] = { default: fallback };
  return parameters;
}

/** Reads `\def\name#1#2{…}`. With any other parameter text, the macro is left unexpanded. */
function plainDefinition(stream: NodeStream, macros: Macros): void {
  const macro = stream.next();
  const following = stream.peek();
  // The name contains @, which is a letter only in packages.
  if (macro?.type !== 'macro' || (following?.type === 'text' && following.text.startsWith('@'))) return;
  let parameters = 0;
  let isPlain = true;
  for (let node = stream.next(); node !== null && node.type !== 'par'; node = stream.next()) {
    if (node.type === 'group') {
      if (!isPlain) macros.forget(macro.name);
      else macros.define(macro.name, { parameters: Array.from({ length: parameters }, () => 'm'), body: node.content });
      return;
    }
    if (node.type === 'text' && /^\d$/.test(node.text)) parameters += 1;
    else if (!isHash(node)) isPlain = false;
  }
}

function letCommand(stream: NodeStream, macros: Macros): void {
  const macro = stream.next();
  if (macro?.type !== 'macro') return;
  let other = stream.next();
  while (other?.type === 'space' || (other?.type === 'text' && other.text === '=')) other = stream.next();
  if (other !== null && other.type !== 'par') macros.alias(macro.name, other);
}

function mathOperator(stream: NodeStream, macros: Macros): void {
  const [star, nameNodes, body] = stream.arguments(['s', 'm', 'm']) ?? [];
  const name = nameIn(nameNodes);
  if (name === null || !body) return;
  const operator: TexNode = { type: 'macro', name: 'operatorname', isMark: false };
  const starred: TexNode[] = star ? [{ type: 'text', text: '*' }] : [];
  macros.define(name, { parameters: [], body: [operator, ...starred, { type: 'group', content: body }] });
}

/** Reads `\DeclarePairedDelimiter{\abs}{\lvert}{\rvert}`. The size options of the macro are dropped. */
function pairedDelimiter(stream: NodeStream, macros: Macros): void {
  const [nameNodes, left, right] = stream.arguments(['m', 'm', 'm']) ?? [];
  const name = nameIn(nameNodes);
  if (name === null || !left || !right) return;
  const third: TexNode[] = [
    { type: 'text', text: '#' },
    { type: 'text', text: '3' },
  ];
  const space: TexNode = { type: 'space', text: ' ' };
  macros.define(name, { parameters: ['s', 'o', 'm'], body: [...left, space, ...third, space, ...right] });
}

function documentCommand(stream: NodeStream, macros: Macros): void {
  const [nameNodes, signature, body] = stream.arguments(['m', 'm', 'm']) ?? [];
  const name = nameIn(nameNodes);
  if (name === null || !signature || !body) return;
  const parameters = signatureParameters(signature);
  if (parameters === null) macros.forget(name);
  else macros.define(name, { parameters, body });
}

/** Parses a signature such as `s O{x} m`. Returns null for unsupported ones. */
function signatureParameters(signature: readonly TexNode[]): Parameter[] | null {
  const parameters: Parameter[] = [];
  for (let at = 0; at < signature.length; at++) {
    const node = signature[at]!;
    if (node.type === 'space') continue;
    if (node.type !== 'text') return null;
    for (const letter of node.text) {
      if (letter === 'm' || letter === 'o' || letter === 's') parameters.push(letter);
      else if (letter === 'O') {
        const fallback = signature[++at];
        if (fallback?.type !== 'group') return null;
        parameters.push({ default: fallback.content });
      } else if (letter !== '+') return null;
    }
  }
  return parameters;
}
