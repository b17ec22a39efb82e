/** Renders search results: what a reader needs to choose a declaration, and texts to copy. */
import { declarationLink, writeAddress } from './address.js';
import { copyButton } from './copy-button.js';
import { element } from './elements.js';
import { leanCode } from './lean-code.js';
import { highlighted } from './highlight.js';
import { prose } from './prose.js';

/** @typedef {import('../src/report/search-schema.ts').ResultReport} ResultReport */
/** @typedef {import('../src/report/search-schema.ts').DeclarationReport} DeclarationReport */
/** @typedef {import('../src/report/search-schema.ts').StatementReport} StatementReport */
/** @typedef {import('./address.js').Address} Address */

/**
 * @param {readonly ResultReport[]} results
 * @param {Address} address of the search, which stays open under the detail dialog
 */
export function resultList(results, address) {
  return element('ol', { class: 'results' }, ...results.map((result) => resultItem(result, address)));
}

/**
 * @param {ResultReport} result
 * @param {Address} address
 */
function resultItem(result, address) {
  const { name, kind, doc, variants, constants } = result;
  const matched = new Set(result.matched);
  return element(
    'li',
    { class: 'result' },
    element(
      'div',
      { class: 'head' },
      element(
        'h2',
        {},
        element('span', { class: 'kind' }, kind),
        ' ',
        nameLink(name, writeAddress({ ...address, name }), matched),
        copyButton(name, name),
      ),
      place(result),
    ),
    statement(result.statement, { constants, matched }, { folds: true }),
    element(
      'div',
      { class: 'foot' },
      doc !== null && element('div', { class: 'beginning' }, prose(doc, matched)),
      marks(result),
      variants.length > 0 && element('p', { class: 'variants' }, 'also ', ...nameLinks(variants)),
    ),
  );
}

/** A longer statement has its conclusion, which readers look for, on a line of its own. */
const MAX_LINE_LENGTH = 100;
/** Characters that fit into folded binders. */
const FOLDED_LENGTH = 27;

/**
 * A whole statement: binders, which do not break across lines, and the conclusion. In a longer one, what Lean infers
 * comes first, and `folds` cuts it to a part of a line.
 *
 * @param {StatementReport} statement
 * @param {import('./lean-code.js').Marking} marking
 * @param {{ folds?: boolean }} [layout]
 */
export function statement({ text, binders, type }, marking, { folds = false } = {}) {
  const isLong = text.length > MAX_LINE_LENGTH;
  const code = (/** @type {string} */ part, /** @type {string} */ className) => leanCode(part, className, marking);
  const parts = (isLong ? binders.toSorted((a, b) => Number(isInferred(b)) - Number(isInferred(a))) : binders).map(
    (binder) => ({ isDim: isInferred(binder), text: binder.text }),
  );
  const inferred = folds && isLong ? parts.filter(({ isDim }) => isDim).map((part) => part.text) : [];
  const shown = parts.slice(inferred.length).map((part) => code(part.text, part.isDim ? 'binder inferred' : 'binder'));
  if (inferred.length > 0) {
    const all = inferred.join(' ');
    const folded = code(all, 'binder inferred folded');
    folded.title = all;
    shown.unshift(folded);
  }
  const hasType = type !== '' && !/^(?::=|extends\b)/u.test(type);
  if (hasType && shown.length > 0) shown.at(-1)?.append(' :');
  const hidden = Math.max(inferred.join(' ').length - FOLDED_LENGTH, 0);
  const isBelow = text.length - hidden > MAX_LINE_LENGTH && shown.length > 0;
  if (type !== '') shown.push(code(type, isBelow ? 'conclusion' : ''));
  const spaced = shown.flatMap((part, at) => [
    at === 0 ? '' : isBelow && at === shown.length - 1 && hasType ? '\n' : ' ',
    part,
  ]);
  return shown.length > 0 && element('p', { class: 'type' }, ...spaced);
}

/** Whether Lean infers the binder and it is no hypothesis. @param {StatementReport['binders'][number]} binder */
function isInferred({ kind, type }) {
  return kind === 'instance' || (kind !== 'explicit' && (type === null || /^(?:(?:Type|Sort)\b|_$)/u.test(type)));
}

/**
 * A link that can break across lines after each component of the name.
 *
 * @param {string} name
 * @param {string} [href]
 * @param {ReadonlySet<string>} [matched] words to highlight
 */
export function nameLink(name, href = declarationLink(name), matched = undefined) {
  return element('a', { class: 'name', href, translate: 'no' }, ...breakable(name, matched));
}

/**
 * @param {string} name
 * @param {ReadonlySet<string>} [matched] words to highlight
 */
export function breakable(name, matched = new Set()) {
  return name
    .split(/(?<=[._/])/u)
    .flatMap((part, at) => [...(at === 0 ? [] : [element('wbr')]), ...highlighted(part, matched)]);
}

/** @param {readonly string[]} names */
export function nameLinks(names) {
  return names.flatMap((name, at) => [at === 0 ? '' : ', ', nameLink(name)]);
}

/**
 * Properties that affect whether to use the declaration: deprecated, private, generated, guessed.
 *
 * @param {DeclarationReport} declaration
 */
export function marks({ deprecated, private: isPrivate, approximate, origin, generated_from, attributes }) {
  const found = [
    deprecated !== null && deprecation(deprecated),
    isPrivate && element('li', { class: 'bad' }, 'private: it cannot be used outside its file'),
    generated_from !== null && element('li', {}, `${originWords(origin)} `, nameLink(generated_from)),
    approximate && element('li', {}, 'name or statement is a guess from the sources'),
    attributes.length > 0 && element('li', {}, leanCode(`@[${attributes.join(', ')}]`)),
  ].filter((mark) => mark !== false);
  return found.length > 0 && element('ul', { class: 'marks' }, ...found);
}

/** @type {Partial<Record<string, string>>} */
const ORIGINS = { notation_parent: 'parent of', deriving: 'derived for', auxiliary: 'made for' };
const MEMBERS = new Set(['field', 'constructor', 'parent', 'alias']);

/** @param {string} origin */
export function originWords(origin) {
  return ORIGINS[origin] ?? (MEMBERS.has(origin) ? `${origin} of` : `generated by @[${origin}] on`);
}

/** @param {NonNullable<DeclarationReport['deprecated']>} deprecated */
function deprecation({ replacement, since, note }) {
  return element(
    'li',
    { class: 'bad' },
    since === null ? 'deprecated' : `deprecated since ${since}`,
    replacement !== null && ', use ',
    replacement !== null && nameLink(replacement),
    note !== null && `: ${note}`,
  );
}

/**
 * Where it is: a link to its lines on GitHub and to its documentation, if they are known.
 *
 * @param {Pick<DeclarationReport, 'file_path' | 'line_start' | 'path' | 'links' | 'package' | 'import'>} declaration
 */
export function place({ file_path, line_start, path, links, package: of, import: line }) {
  const file = breakable(`${file_path}:${line_start}`);
  return element(
    'p',
    { class: 'place' },
    element('span', { class: 'package' }, of),
    element(
      'span',
      { class: 'copyable' },
      links.source === null
        ? element('span', { class: 'file', title: path }, ...file)
        : outsideLink(links.source, 'file', ...file),
      copyButton(`${path}:${line_start}`, 'the location'),
    ),
    links.documentation !== null && outsideLink(links.documentation, 'documentation', 'docs'),
    copyButton(line, line, 'import'),
  );
}

/**
 * @param {string} href
 * @param {string} className
 * @param {import('./elements.js').Child[]} children
 */
function outsideLink(href, className, ...children) {
  if (!/^https?:\/\//u.test(href)) return element('span', { class: className }, ...children);
  return element('a', { class: className, href, rel: 'noreferrer noopener', target: '_blank' }, ...children);
}
