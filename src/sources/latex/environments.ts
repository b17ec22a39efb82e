/** Knows which environments are statements and proofs: those that the document declares, and common names. */
import { eachWord } from '../../base/words.ts';
import { roleOf, type Role } from '../statement-names.ts';
import { countedParameters, plainText } from './macros.ts';
import type { NodeStream, Parameter } from './node-stream.ts';
import type { EnvironmentUse } from './latex-outline.ts';
import type { TexNode } from './tex-parser.ts';

export interface EnvironmentInfo {
  role: Role;
  /** The printed name: `Lemma`. */
  called: string;
  /** Its parameters, and the text inserted at its start: `[#1]\index{#1}`. */
  parameters: Parameter[];
  head: TexNode[];
  /** The label prefix of a tcolorbox theorem, used as `\begin{thm}{Title}{label}`; otherwise null. */
  labelPrefix: string | null;
}

/** Converts nodes to text with macros expanded and without control words. */
type ToText = (nodes: readonly TexNode[]) => string;

/** Matches lists whose items are problems, by the name of the list or of its section. */
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
    return this.#declared.get(name) ?? standardInfo(name);
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

  /** Reads the arguments of `\newtheorem` and similar commands. Returns false for other words. */
  read(word: string, stream: NodeStream, toText: ToText): boolean {
    const reader = READERS.get(word);
    if (reader === undefined) return false;
    reader(this, stream, toText);
    return true;
  }

  style(stream: NodeStream): void {
    this.#style = plainText(stream.arguments(['m'])?.[0]).trim();
  }

  theorem(stream: NodeStream, toText: ToText): void {
    const [, , name, , title] = stream.arguments(['s', 'o', 'm', 'o', 'm', 'o']) ?? [];
    if (name && title) this.#declare(plainText(name), toText(title), null);
  }

  /** `\declaretheorem[name=Theorem]{thm,lem}`; the options may also follow the names. */
  thmtoolsTheorem(stream: NodeStream): void {
    const [before, names, after] = stream.arguments(['o', 'm', 'o']) ?? [];
    const options = `${plainText(before)},${plainText(after)}`;
    const title = /(?:^|,)\s*(?:name|title|heading)\s*=\s*([^,]+)/.exec(options)?.[1]?.trim();
    const style = /(?:^|,)\s*style\s*=\s*([^,]+)/.exec(options)?.[1]?.trim();
    for (const name of plainText(names).split(','))
      this.#declare(name.trim(), title ?? capital(name.trim()), null, style);
  }

  tcolorboxTheorem(stream: NodeStream, toText: ToText): void {
    const [, name, title, , prefix] = stream.arguments(['o', 'm', 'm', 'm', 'm']) ?? [];
    if (name && title) this.#declare(plainText(name), toText(title), plainText(prefix));
  }

  /** An environment that wraps another gets the info of the other. One that starts with `\comment` is skipped. */
  environment(stream: NodeStream): void {
    const [, nameNodes, count, fallback, begin] = stream.arguments(['s', 'm', 'o', 'o', 'm', 'm']) ?? [];
    const name = plainText(nameNodes).trim();
    if (!begin || name === '') return;
    const word = begin.find(({ type }) => type !== 'space');
    if (word?.type === 'macro' && word.name === 'comment') this.#comments.add(name);
    const at = begin.findIndex((node) => node.type === 'macro' && node.name === 'begin');
    const wrapped = begin[at + 1];
    if (at === -1 || wrapped?.type !== 'group') return;
    const info = this.info(plainText(wrapped.content).trim());
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

type Reader = (environments: Environments, stream: NodeStream, toText: ToText) => void;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['theoremstyle', (environments, stream) => environments.style(stream)],
  ...eachWord<Reader>('newtheorem newmdtheoremenv spnewtheorem', (environments, stream, toText) =>
    environments.theorem(stream, toText),
  ),
  ['declaretheorem', (environments, stream) => environments.thmtoolsTheorem(stream)],
  ['newtcbtheorem', (environments, stream, toText) => environments.tcolorboxTheorem(stream, toText)],
  ...eachWord<Reader>('newenvironment renewenvironment provideenvironment', (environments, stream) =>
    environments.environment(stream),
  ),
]);

/** Role of an unknown name, by its theorem style. */
function roleByStyle(style: string): Role {
  if (/definition/i.test(style)) return 'definition';
  return /remark/i.test(style) ? 'remark' : 'theorem';
}

function standardInfo(name: string): EnvironmentInfo | null {
  const bare = name.replace(/\*$/, '');
  const role = /^\p{L}+$/u.test(bare) ? roleOf(bare) : null;
  return role === null ? null : { role, called: capital(bare), parameters: [], head: [], labelPrefix: null };
}

const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);
