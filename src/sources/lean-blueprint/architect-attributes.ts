/**
 * Reads the `@[blueprint …]` attributes of LeanArchitect: what a declaration states in words, its proof in words, and
 * what it uses. Reads sources only; nothing is compiled.
 */
import { stringValue } from '../../lean/attributes.ts';
import type { Declaration } from '../../lean/declaration.ts';
import { docText } from '../../lean/docs.ts';
import { tokenise } from '../../lean/lexer.ts';
import { readLeanFile } from '../../lean/read-file.ts';
import { DOC, IDENTIFIER, NUMBER, type Span, STRING, type Tokens } from '../../lean/tokens.ts';
import { getOrAdd } from '../../base/memoize.ts';
import type { LeanNode, LeanProse } from './blueprint-node.ts';

/** The nodes of a Lean file, and the text of its `blueprint_comment`s. Attributes with the same label are one node. */
export function readAttributes(text: string): (LeanNode | LeanProse)[] {
  const tokens = tokenise(text, []);
  const declarations = readLeanFile(text, '').declarations.filter(isMarked);
  const byLabel = new Map<string, LeanNode>();
  const labelOf = new Map<string, string>();
  const namespaces = new Map<string, string>();
  const starts = attributesIn(tokens);
  for (const [at, declaration] of declarations.entries()) {
    const span = starts[at];
    if (span === undefined) break;
    const end = declarations[at + 1]?.line ?? Number.MAX_SAFE_INTEGER;
    const node = nodeOf(tokens, span, declaration, end);
    labelOf.set(declaration.name, node.labels[0]!);
    namespaces.set(node.labels[0]!, declaration.namespace);
    const known = byLabel.get(node.labels[0]!);
    byLabel.set(node.labels[0]!, known === undefined ? node : joined(known, node));
  }
  const nodes = [...byLabel.values()].map((node) => {
    const namespace = namespaces.get(node.labels[0]!) ?? '';
    const rename = (name: string): string => labelInFile(name, namespace, labelOf);
    const proof = node.proof === null ? null : { ...node.proof, uses: node.proof.uses.map(rename) };
    return { ...node, uses: node.uses.map(rename), proof };
  });
  return [...nodes, ...commentsIn(tokens)];
}

/** The label of a declaration as it is named in `namespace`; the name itself if the file does not declare it. */
function labelInFile(name: string, namespace: string, labelOf: ReadonlyMap<string, string>): string {
  for (let outer = namespace; outer !== ''; outer = outer.slice(0, Math.max(0, outer.lastIndexOf('.')))) {
    const label = labelOf.get(`${outer}.${name}`);
    if (label !== undefined) return label;
  }
  return labelOf.get(name) ?? name;
}

const isMarked = ({ attributes, origin }: Declaration): boolean =>
  origin === 'written' && attributes.some(({ name }) => name === 'blueprint');

/** The arguments of each `@[… blueprint …]`, in order. */
function attributesIn(tokens: Tokens): Span[] {
  const found: Span[] = [];
  for (let at = 0; at < tokens.count; at++) {
    if (!tokens.is(at, '@[')) continue;
    const end = tokens.afterBracket(at, tokens.count);
    const part = tokens.split({ from: at + 1, to: end - 1 }).find(({ from }) => tokens.is(from, 'blueprint'));
    if (part !== undefined) found.push({ from: part.from + 1, to: part.to });
    at = end - 1;
  }
  return found;
}

/** `blueprint_comment /-- … -/`: text of the blueprint outside of its nodes. */
function commentsIn(tokens: Tokens): LeanProse[] {
  return tokens.docs.flatMap((at) =>
    tokens.is(at - 1, 'blueprint_comment') ? [{ line: tokens.line(at), text: docText(tokens.word(at)) }] : [],
  );
}

/** `nextLine`: where the next declaration with an attribute starts. */
function nodeOf(tokens: Tokens, span: Span, declaration: Declaration, nextLine: number): LeanNode {
  const options = optionsIn(tokens, span);
  const given = (name: string): Span[] => options.get(name) ?? [];
  const texts = (name: string): string[] => given(name).flatMap((each) => textsIn(tokens, each));
  const label = tokens.kind(span.from) === STRING ? stringValue(tokens.word(span.from)) : '';
  const isClaim = declaration.kind === 'theorem' || declaration.kind === 'lemma';
  const proofTexts =
    given('proof').length > 0 ? texts('proof') : isClaim ? proofDocs(tokens, span, declaration, nextLine) : [];
  const proofUses = given('proofUses').flatMap((each) => namesIn(tokens, each));
  return {
    line: given('statement')[0] === undefined ? declaration.line : tokens.line(given('statement')[0]!.from),
    environment: environmentOf(texts('latexEnv')[0] ?? '') ?? (isClaim ? declaration.kind : 'definition'),
    labels: [...new Set([label.trim() || declaration.name, declaration.name])],
    title: texts('title').join(' '),
    lean: [declaration.name],
    uses: given('uses').flatMap((each) => namesIn(tokens, each)),
    isNotReady: given('notReady').some(({ to }) => tokens.is(to - 1, 'true')),
    statement: given('statement').length > 0 ? texts('statement').join('\n\n') : (declaration.doc ?? ''),
    proof: proofTexts.length + proofUses.length === 0 ? null : { text: proofTexts.join('\n\n'), uses: proofUses },
  };
}

/** `(name := value)`: the values by name. */
function optionsIn(tokens: Tokens, { from, to }: Span): Map<string, Span[]> {
  const options = new Map<string, Span[]>();
  for (let at = from; at < to; at++) {
    if (tokens.bracket(at) !== 1) continue;
    const end = tokens.afterBracket(at, to);
    if (tokens.kind(at + 1) === IDENTIFIER && tokens.is(at + 2, ':=')) {
      getOrAdd(options, tokens.word(at + 1), () => []).push({ from: at + 3, to: end - 1 });
    }
    at = end - 1;
  }
  return options;
}

function textsIn(tokens: Tokens, { from, to }: Span): string[] {
  const texts: string[] = [];
  for (let at = from; at < to; at++) {
    if (tokens.kind(at) === DOC) texts.push(docText(tokens.word(at)));
    else if (tokens.kind(at) === STRING) texts.push(stringValue(tokens.word(at)));
    else if (tokens.kind(at) === NUMBER) texts.push(tokens.word(at));
  }
  return texts;
}

/** Labels and names of declarations; `-name` is one that it does not use. */
function namesIn(tokens: Tokens, span: Span): string[] {
  const names: string[] = [];
  for (let at = span.from; at < span.to; at++) {
    if (tokens.is(at - 1, '-')) continue;
    if (tokens.kind(at) === STRING) names.push(stringValue(tokens.word(at)).trim());
    else if (tokens.kind(at) === IDENTIFIER) names.push(tokens.word(at));
  }
  return names.filter((name) => name !== '');
}

/** Docstrings inside the proof are its text. */
function proofDocs(tokens: Tokens, span: Span, { line, endLine }: Declaration, nextLine: number): string[] {
  const last = Math.min(endLine, nextLine - 1);
  return tokens.docs.flatMap((at) => {
    const isInside = at >= span.to && tokens.line(at) >= line && tokens.line(at) <= last && tokens.kind(at) === DOC;
    return isInside && !tokens.is(at - 1, 'blueprint_comment') ? [docText(tokens.word(at))] : [];
  });
}

/** Names of environments are letters; other values are ignored. */
const environmentOf = (name: string): string | null => (/^[A-Za-z]+$/.test(name) ? name : null);

/** Joins the nodes of several declarations. The first one that has a field sets it. */
function joined(first: LeanNode, second: LeanNode): LeanNode {
  const { line } = first.statement === '' && second.statement !== '' ? second : first;
  const proof = first.proof ?? second.proof;
  const proofUses = [...(first.proof?.uses ?? []), ...(second.proof?.uses ?? [])];
  return {
    ...first,
    line,
    labels: [...new Set([...first.labels, ...second.labels])],
    title: first.title || second.title,
    lean: [...new Set([...first.lean, ...second.lean])],
    uses: [...new Set([...first.uses, ...second.uses])],
    isNotReady: first.isNotReady || second.isNotReady,
    statement: first.statement || second.statement,
    proof: proof === null ? null : { ...proof, uses: [...new Set(proofUses)] },
  };
}
