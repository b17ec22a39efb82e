/** Which environments are statements and proofs: those that the document declares, and the usual names. */
import { roleOf, type Role } from '../statement-names.ts';
import { countedParameters, plainText } from './macros.ts';
import type { NodeStream, Parameter } from './node-stream.ts';
import type { EnvironmentUse } from './outline.ts';
import type { TexNode } from './tex-parser.ts';

export interface EnvironmentInfo {
  role: Role;
  /** As it is printed: `Lemma`. */
  called: string;
  /** Arguments that it takes, and what then stands at its beginning: `[#1]\index{#1}`. */
  parameters: Parameter[];
  head: TexNode[];
  /** `\begin{thm}{Title}{label}` with a prefix for its labels, as tcolorbox has it; else null. */
  labelPrefix: string | null;
}

/** Text of nodes, with macros expanded and without control words. */
type Words = (nodes: readonly TexNode[]) => string;

/** Lists whose items are problems, by their own name or that of their section. */
const PROBLEM_LIST =
  /^(?:\d+[.\s]*)?(?:\w+ )?(?:exercises|problems|questions|übungen|aufgaben|exercices|problèmes|ejercicios|problemas|exercícios|esercizi|problemset|exerciselist)\b/i;

const LISTS = new Set(['enumerate', 'enumerate*', 'itemize', 'description', 'compactenum', 'inparaenum']);

const DOCUMENT = 'document';

export class Environments {
  readonly #declared = new Map<string, EnvironmentInfo>();
  readonly #comments = new Set(['comment']);
  #style = 'plain';

  isComment(name: string): boolean {
    return this.#comments.has(name);
  }

  info(name: string): EnvironmentInfo | null {
    return this.#declared.get(name) ?? usual(name);
  }

  useOf(name: string): EnvironmentUse {
    if (name === DOCUMENT) return 'document';
    if (!this.#declared.has(name) && PROBLEM_LIST.test(name)) return null;
    const role = this.info(name)?.role;
    if (role === undefined) return null;
    return role === 'proof' || role === 'solution' ? 'proof' : 'statement';
  }

  isList(name: string, heading: string): boolean {
    if (this.#declared.has(name)) return false;
    return PROBLEM_LIST.test(name) || (LISTS.has(name) && PROBLEM_LIST.test(heading.replace(/^[^\p{L}\d]+/u, '')));
  }

  /** Reads `\newtheorem` and its kin behind the word itself. False: it was none of these. */
  read(word: string, stream: NodeStream, words: Words): boolean {
    const reader = READERS.get(word);
    if (reader === undefined) return false;
    reader(this, stream, words);
    return true;
  }

  style(stream: NodeStream): void {
    this.#style = plainText(stream.arguments(['m'])?.[0]).trim();
  }

  theorem(stream: NodeStream, words: Words): void {
    const [, , name, , title] = stream.arguments(['s', 'o', 'm', 'o', 'm', 'o']) ?? [];
    if (name && title) this.#declare(plainText(name), words(title), null);
  }

  /** `\declaretheorem[name=Theorem]{thm,lem}`; the options may stand behind too. */
  toolsTheorem(stream: NodeStream): void {
    const [before, names, behind] = stream.arguments(['o', 'm', 'o']) ?? [];
    const options = `${plainText(before)},${plainText(behind)}`;
    const title = /(?:^|,)\s*(?:name|title|heading)\s*=\s*([^,]+)/.exec(options)?.[1]?.trim();
    const style = /(?:^|,)\s*style\s*=\s*([^,]+)/.exec(options)?.[1]?.trim();
    for (const name of plainText(names).split(','))
      this.#declare(name.trim(), title ?? capital(name.trim()), null, style);
  }

  colouredTheorem(stream: NodeStream, words: Words): void {
    const [, name, title, , prefix] = stream.arguments(['o', 'm', 'm', 'm', 'm']) ?? [];
    if (name && title) this.#declare(plainText(name), words(title), plainText(prefix));
  }

  /** An environment that only dresses another is the other; one that is a comment is skipped. */
  environment(stream: NodeStream): void {
    const [, named, count, fallback, begin] = stream.arguments(['s', 'm', 'o', 'o', 'm', 'm']) ?? [];
    const name = plainText(named).trim();
    if (!begin || name === '') return;
    const word = begin.find(({ type }) => type !== 'space');
    if (word?.type === 'macro' && word.name === 'comment') this.#comments.add(name);
    const at = begin.findIndex((node) => node.type === 'macro' && node.name === 'begin');
    const dressed = begin[at + 1];
    if (at === -1 || dressed?.type !== 'group') return;
    const info = this.info(plainText(dressed.content).trim());
    if (info === null) return;
    this.#declared.set(name, { ...info, parameters: countedParameters(count, fallback), head: begin.slice(at + 2) });
  }

  #declare(name: string, title: string, labelPrefix: string | null, style = this.#style): void {
    if (name === '') return;
    const called = title === '' ? capital(name) : title;
    const role = roleOf(called) ?? roleOf(name) ?? roleByStyle(style);
    this.#declared.set(name, { role, called, parameters: [], head: [], labelPrefix });
  }
}

type Reader = (environments: Environments, stream: NodeStream, words: Words) => void;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['theoremstyle', (environments, stream) => environments.style(stream)],
  ...['newtheorem', 'newmdtheoremenv', 'spnewtheorem'].map((word): [string, Reader] => [
    word,
    (environments, stream, words) => environments.theorem(stream, words),
  ]),
  ['declaretheorem', (environments, stream) => environments.toolsTheorem(stream)],
  ['newtcbtheorem', (environments, stream, words) => environments.colouredTheorem(stream, words)],
  ...['newenvironment', 'renewenvironment', 'provideenvironment'].map((word): [string, Reader] => [
    word,
    (environments, stream) => environments.environment(stream),
  ]),
]);

/** What a name that nobody knows is: by how its text is set. */
function roleByStyle(style: string): Role {
  if (/definition/i.test(style)) return 'definition';
  return /remark/i.test(style) ? 'remark' : 'theorem';
}

function usual(name: string): EnvironmentInfo | null {
  const bare = name.replace(/\*$/, '');
  const role = /^\p{L}+$/u.test(bare) ? roleOf(bare) : null;
  return role === null ? null : { role, called: capital(bare), parameters: [], head: [], labelPrefix: null };
}

const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);
