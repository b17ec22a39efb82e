/** Scans wikitext: links, templates and formulas. Takes linear time; markup that is not closed is text. */

export interface WikiOutput {
  /** Markdown with formulas in `$`. */
  text: string;
  /** Titles of pages, in order. */
  links: string[];
  categories: string[];
  /** Names of templates without a meaning here, such as `ProofWanted`, in lower case. */
  marks: Set<string>;
}

interface Token {
  /** `math` covers the formula, `skip` a comment. */
  kind: 'math' | 'skip' | '{{' | '}}' | '[[' | ']]';
  start: number;
  end: number;
  /** Number of the closing token; of an opening one that is never closed, -1. */
  close: number;
}

const TOKEN = /<!--|<nowiki>|\\\$|\$|\{\{|\}\}|\[\[|\]\]/g;
const MAX_DEPTH = 20;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const open: number[] = [];
  let blank = -1;
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    const [mark] = found;
    const start = found.index;
    const add = (kind: Token['kind'], end: number): void => {
      tokens.push({ kind, start, end, close: -1 });
      TOKEN.lastIndex = end;
    };
    if (mark === '\\$') continue;
    if (mark === '<!--') add('skip', after(text, '-->', start + 4));
    else if (mark === '<nowiki>') {
      const end = after(text, '</nowiki>', start + 8);
      TOKEN.lastIndex = end;
    } else if (mark === '$') {
      // A formula does not reach beyond its paragraph.
      if (blank < start) blank = indexOrEnd(text, '\n\n', start);
      const fence = text[start + 1] === '$' ? '$$' : '$';
      const end = formulaEnd(text, fence, start + fence.length, blank);
      if (end !== -1) add('math', end);
      else TOKEN.lastIndex = start + fence.length;
    } else if (mark === '{{' || mark === '[[') {
      open.push(tokens.length);
      add(mark, start + 2);
    } else {
      const opening = mark === '}}' ? '{{' : '[[';
      const last = open.at(-1);
      if (last !== undefined && tokens[last]!.kind === opening) {
        open.pop();
        tokens[last]!.close = tokens.length;
        add(mark as Token['kind'], start + 2);
      } else if (open.length > MAX_DEPTH) open.length = 0;
    }
  }
  return tokens;
}

function formulaEnd(text: string, fence: string, from: number, limit: number): number {
  for (let at = text.indexOf('$', from); at !== -1 && at < limit; at = text.indexOf('$', at + 1)) {
    if (text[at - 1] === '\\') continue;
    return text.startsWith(fence, at) ? at + fence.length : at + 1;
  }
  return -1;
}

const indexOrEnd = (text: string, part: string, from: number): number => {
  const at = text.indexOf(part, from);
  return at === -1 ? text.length : at;
};

const after = (text: string, part: string, from: number): number => {
  const at = text.indexOf(part, from);
  return at === -1 ? text.length : at + part.length;
};

/** `redirected`: the page that a title means. */
export function readWikitext(text: string, redirected: (title: string) => string): WikiOutput {
  const writer = new Writer(text, redirected);
  const written = writer.write(0, writer.tokens.length, 0, text.length, 0);
  const { links, categories, marks } = writer;
  return { text: tidy(written), links: [...new Set(links)], categories: [...new Set(categories)], marks };
}

const tidy = (text: string): string =>
  text
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

class Writer {
  readonly tokens: Token[];
  readonly links: string[] = [];
  readonly categories: string[] = [];
  readonly marks = new Set<string>();
  readonly #text: string;
  readonly #redirected: (title: string) => string;

  constructor(text: string, redirected: (title: string) => string) {
    this.#text = text;
    this.#redirected = redirected;
    this.tokens = tokensOf(text);
  }

  /** The text from `from` to `to`, which contains the tokens `first` to `last` (exclusive). */
  write(first: number, last: number, from: number, to: number, depth: number): string {
    const parts: string[] = [];
    let at = from;
    for (let number = first; number < last; number++) {
      const token = this.tokens[number]!;
      if (token.start < at) continue;
      parts.push(plain(this.#text.slice(at, token.start)));
      at = token.end;
      if (token.kind === 'math') parts.push(this.#text.slice(token.start, token.end));
      else if (token.kind === 'skip') continue;
      else if (token.close > number && token.close < last && depth < MAX_DEPTH) {
        const fields = this.#fields(number + 1, token.close, token.end, this.tokens[token.close]!.start, depth);
        parts.push(token.kind === '[[' ? this.#link(fields) : this.#template(fields));
        at = this.tokens[token.close]!.end;
        number = token.close;
      } else parts.push(token.kind);
    }
    parts.push(plain(this.#text.slice(at, to)));
    return parts.join('');
  }

  /** The parts between the bars that are in no formula, link or template, each written on demand. */
  #fields(first: number, last: number, from: number, to: number, depth: number): Field[] {
    const fields: Field[] = [];
    let [start, startToken, at] = [from, first, from];
    const add = (end: number, endToken: number): void => {
      const [begin, beginToken] = [start, startToken];
      fields.push({
        source: this.#text.slice(begin, end),
        write: () => this.write(beginToken, endToken, begin, end, depth + 1).trim(),
      });
    };
    const bars = (until: number, token: number): void => {
      // Only this part is searched: the next bar may be far away.
      const part = this.#text.slice(at, until);
      for (let bar = part.indexOf('|'); bar !== -1; bar = part.indexOf('|', bar + 1)) {
        add(at + bar, token);
        [start, startToken] = [at + bar + 1, token];
      }
    };
    for (let number = first; number < last; number++) {
      const token = this.tokens[number]!;
      bars(token.start, number);
      const closes = token.close > number && token.close < last;
      at = closes ? this.tokens[token.close]!.end : token.end;
      if (closes) number = token.close;
    }
    bars(to, last);
    add(to, last);
    return fields;
  }

  #link(fields: readonly Field[]): string {
    const target = pageTitle(fields[0]!.source);
    const text = fields.length > 1 ? fields.at(-1)!.write() : target.replace(/^Definition:/, '');
    if (target.startsWith('Category:')) {
      if (fields[0]!.source.trim().startsWith(':')) return text;
      this.categories.push(target.slice('Category:'.length));
      return '';
    }
    this.#refer(target);
    return text;
  }

  #refer(target: string): void {
    if (isKept(target)) this.links.push(this.#redirected(target));
  }

  #template(fields: readonly Field[]): string {
    const name = fields[0]!.source.trim().toLowerCase();
    const given = fields.slice(1);
    const value = (at: number): string => given[at]?.source.trim() ?? '';
    const shown = (at: number): string => given[at]?.write() ?? '';
    switch (name) {
      case 'begin-eqn':
        return '\\begin{align*}';
      case 'end-eqn':
        return '\\end{align*}';
      case 'eqn':
        return this.#equation(given);
      case 'iff':
        return 'if and only if';
      case 'defof':
        this.#refer(pageTitle(`Definition:${value(0)}`));
        return `Definition of ${shown(0)}`;
      case 'axiom-link':
        this.#refer(pageTitle(`Axiom:${value(0)}`));
        return shown(given.length > 1 ? 1 : 0);
      case 'proofrulelink':
        this.#refer(pageTitle(value(0)));
        return shown(given.length > 1 ? 1 : 0);
      case 'euclideflink':
      case 'eucliddeflink':
        this.#refer(pageTitle(`Definition:Euclid's Definitions - Book ${value(0)}/${value(1)} - ${value(2)}`));
        return `Book ${shown(0)} Definition ${shown(1)}: ${shown(2)}`;
      case 'lemma':
        this.#refer(pageTitle(`${value(0)}/Lemma${value(1) === '' ? '' : ` ${value(1)}`}`));
        return `Lemma ${shown(1)}`.trim();
      case 'link-to-category':
        return shown(given.length > 1 ? 1 : 0);
      default:
        this.marks.add(name);
        return '';
    }
  }

  /** `{{eqn | l = a | o = \le | r = b | c = by [[X]]}}`: a row; its comment may refer to pages. */
  #equation(given: readonly Field[]): string {
    const values = new Map<string, string>();
    for (const { source, write } of given) {
      const equals = source.indexOf('=');
      const name = source.slice(0, equals).trim();
      if (equals === -1) continue;
      const isComment = name === 'c' || name === 'cc';
      // The sides are formulas already.
      values.set(name, isComment ? write().replace(/^c{1,2}\s*=\s*/, '') : source.slice(equals + 1).trim());
    }
    const of = (...names: string[]): string =>
      names
        .map((name) => values.get(name) ?? '')
        .filter((each) => each !== '')
        .join(' ');
    const comment = of('c', 'cc');
    return `${of('ll', 'l')} &${values.get('o') ?? '='} ${of('r', 'rr')}${comment === '' ? '' : ` && \\text{${comment}}`} \\\\`;
  }
}

interface Field {
  source: string;
  write: () => string;
}

/** Namespaces of the pages that are read. */
const KEPT = /^(?:Definition|Axiom|Symbol):/;

/** Whether the page with this title is an entity. Titles of other pages have the prefix of their namespace. */
export function isKept(title: string): boolean {
  if (title === '' || KEPT.test(title)) return title !== '';
  return !/^(?:(?:[A-Za-z]+ )?[Tt]alk|User|Help|File|Image|Template|Category|MediaWiki|ProofWiki|Book|Mathematician|Special|Source|Module|Media|Portal|wp|w|Wikipedia|mathworld):/.test(
    title,
  );
}

/** The title of a page as its links are resolved: without anchor, with a capital first letter. */
export function pageTitle(link: string): string {
  const title = link
    .replace(/#.*$/s, '')
    .replace(/[\s_]+/g, ' ')
    .replace(/^ ?:? ?/, '')
    .trim();
  return title.slice(0, 1).toUpperCase() + title.slice(1);
}

/** Text outside formulas: emphasis as in Markdown, without tags and indentation. */
const plain = (text: string): string =>
  text
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/?[a-zA-Z][^<>\n]{0,200}>/g, '')
    .replace(/'''/g, '**')
    .replace(/''/g, '*')
    .replace(/(?<=\n)[:;]+\s*/g, '')
    .replace(/(?<=\n)#+\s*/g, '1. ')
    .replace(/__[A-Z]+__/g, '');
