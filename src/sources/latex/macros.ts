/** What a document's own macros stand for. */
import type { Argument, NodeStream, Parameter } from './node-stream.ts';
import type { TexNode } from './tex-parser.ts';

export interface Macro {
  parameters: Parameter[];
  body: TexNode[];
}

/** A word that the scanner must see through: half of an environment, or an item. */
export type Placeholder = { kind: 'begin' | 'end'; name: string } | 'item';

/** Bodies with these do more than stand for a text: such a macro is left as it stands. */
const UNSAFE =
  /^(?:if.*|fi|else|or|csname|endcsname|expandafter|futurelet|catcode|the|number|romannumeral|relax|begingroup|endgroup|bgroup|egroup|aftergroup|global|def|edef|gdef|xdef|let|newcommand|renewcommand|loop|repeat|setcounter|addtocounter|stepcounter|refstepcounter|advance|newif|makeatletter|makeatother|string|meaning|noexpand|begin|end)$/;

export class Macros {
  readonly #macros = new Map<string, Macro>();
  /** Names that were given a meaning which is not followed. */
  readonly #opaque = new Set<string>();
  readonly #forbidden = new Set<string>();
  readonly #standIns = new Map<string, Placeholder>();

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

  /** `\bthm` for `\begin{thm}`, `\ii` for `\item`; null for any other. */
  placeholder(name: string): Placeholder | null {
    return this.#standIns.get(name) ?? null;
  }

  /** Whatever the document says of it from now on, it is left as it stands. */
  forbid(name: string): void {
    this.forget(name);
    this.#forbidden.add(name);
  }

  /** A body that does more than stand for a text makes the macro known, but it is left as it stands. */
  define(name: string, macro: Macro): void {
    const placeholder = macro.parameters.length === 0 ? standInOf(macro.body) : null;
    if (placeholder === null) this.#standIns.delete(name);
    else this.#standIns.set(name, placeholder);
    if (isUnsafe(macro.body) || this.#forbidden.has(name)) this.forget(name);
    else {
      this.#macros.set(name, macro);
      this.#opaque.delete(name);
    }
  }

  /** `\let\name\other`. */
  alias(name: string, other: TexNode): void {
    const macro = other.type === 'macro' ? this.#macros.get(other.name) : undefined;
    // TeX's own word stays that word, also when the document then gives it another meaning.
    const own: TexNode = other.type === 'macro' ? { type: 'raw', text: `\\${other.name}` } : other;
    this.define(name, macro ?? { parameters: [], body: [own] });
  }
}

function standInOf(body: readonly TexNode[]): Placeholder | null {
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

/** The body with the arguments in place of `#1`, `#2`, …; an optional one that is not there is nothing. */
export function substituted(body: readonly TexNode[], given: readonly Argument[]): TexNode[] {
  if (given.length === 0) return [...body];
  const result: TexNode[] = [];
  for (let at = 0; at < body.length; at++) {
    const node = body[at]!;
    const next = body[at + 1];
    const digit = isHash(node) && next?.type === 'text' ? /^[1-9]/.exec(next.text)?.[0] : undefined;
    if (next?.type === 'text' && digit !== undefined) {
      result.push(...(given[Number(digit) - 1] ?? []));
      if (next.text.length > 1) result.push({ type: 'text', text: next.text.slice(1) });
      at += 1;
    } else if ('content' in node) result.push({ ...node, content: substituted(node.content, given) });
    else result.push(node);
  }
  return result;
}

const isHash = (node: TexNode): boolean => node.type === 'text' && node.text === '#';

/** Reads `\newcommand` and its kin behind the word itself. False: it was none that is understood. */
export function readDefinition(word: string, stream: NodeStream, macros: Macros): boolean {
  const reader = READERS.get(word);
  if (reader === undefined) return false;
  reader(stream, macros, word);
  return true;
}

type Reader = (stream: NodeStream, macros: Macros, word: string) => void;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...['newcommand', 'renewcommand', 'providecommand', 'DeclareRobustCommand'].map(
    (word) => [word, newCommand] as const,
  ),
  ...['def', 'gdef', 'edef', 'xdef'].map((word) => [word, plainDefinition] as const),
  ...['NewDocumentCommand', 'RenewDocumentCommand', 'ProvideDocumentCommand', 'DeclareDocumentCommand'].map(
    (word) => [word, documentCommand] as const,
  ),
  ['let', letCommand],
  ['DeclareMathOperator', mathOperator],
  ['DeclarePairedDelimiter', pairedDelimiter],
]);

function nameIn(argument: Argument | undefined): string | null {
  const macros = (argument ?? []).filter(({ type }) => type !== 'space');
  const [macro] = macros;
  return macro?.type === 'macro' && macros.length === 1 ? macro.name : null;
}

/** As it was written, without braces around all of it. */
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
  const [, named, count, fallback, body] = stream.arguments(['s', 'm', 'o', 'o', 'm']) ?? [];
  const name = nameIn(named);
  if (name === null || !body) return;
  if (word === 'providecommand' && macros.isKnown(name)) return;
  macros.define(name, { parameters: countedParameters(count, fallback), body });
}

/** `[2][x]`: the first of two is optional. */
export function countedParameters(count: Argument | undefined, fallback: Argument | undefined): Parameter[] {
  const parameters: Parameter[] = Array.from({ length: Math.min(9, Number(plainText(count)) || 0) }, () => 'm');
  if (fallback && parameters.length > 0) parameters[0] = { default: fallback };
  return parameters;
}

/** `\def\name#1#2{…}`; with any other text between, the macro is left as it stands. */
function plainDefinition(stream: NodeStream, macros: Macros): void {
  const named = stream.next();
  const behind = stream.peek();
  // Its name has an @ in it, which is a letter in packages only.
  if (named?.type !== 'macro' || (behind?.type === 'text' && behind.text.startsWith('@'))) return;
  let parameters = 0;
  let isPlain = true;
  for (let node = stream.next(); node !== null && node.type !== 'par'; node = stream.next()) {
    if (node.type === 'group') {
      if (!isPlain) macros.forget(named.name);
      else macros.define(named.name, { parameters: Array.from({ length: parameters }, () => 'm'), body: node.content });
      return;
    }
    if (node.type === 'text' && /^\d$/.test(node.text)) parameters += 1;
    else if (!isHash(node)) isPlain = false;
  }
}

function letCommand(stream: NodeStream, macros: Macros): void {
  const named = stream.next();
  if (named?.type !== 'macro') return;
  let other = stream.next();
  while (other?.type === 'space' || (other?.type === 'text' && other.text === '=')) other = stream.next();
  if (other !== null && other.type !== 'par') macros.alias(named.name, other);
}

function mathOperator(stream: NodeStream, macros: Macros): void {
  const [star, named, body] = stream.arguments(['s', 'm', 'm']) ?? [];
  const name = nameIn(named);
  if (name === null || !body) return;
  const operator: TexNode = { type: 'macro', name: 'operatorname', isMark: false };
  const starred: TexNode[] = star ? [{ type: 'text', text: '*' }] : [];
  macros.define(name, { parameters: [], body: [operator, ...starred, { type: 'group', content: body }] });
}

/** `\DeclarePairedDelimiter{\abs}{\lvert}{\rvert}`: sizes are left out. */
function pairedDelimiter(stream: NodeStream, macros: Macros): void {
  const [named, left, right] = stream.arguments(['m', 'm', 'm']) ?? [];
  const name = nameIn(named);
  if (name === null || !left || !right) return;
  const third: TexNode[] = [
    { type: 'text', text: '#' },
    { type: 'text', text: '3' },
  ];
  const space: TexNode = { type: 'space', text: ' ' };
  macros.define(name, { parameters: ['s', 'o', 'm'], body: [...left, space, ...third, space, ...right] });
}

function documentCommand(stream: NodeStream, macros: Macros): void {
  const [named, signature, body] = stream.arguments(['m', 'm', 'm']) ?? [];
  const name = nameIn(named);
  if (name === null || !signature || !body) return;
  const parameters = signatureParameters(signature);
  if (parameters === null) macros.forget(name);
  else macros.define(name, { parameters, body });
}

/** `s O{x} m`; null where there is more in it than is understood. */
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
