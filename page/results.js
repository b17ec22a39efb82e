/** Declarations that were found, as a list: what a reader needs to choose one, and what to copy of it. */
import { declarationLink, writeAddress } from './address.js';
import { copyButton } from './copy-button.js';
import { element } from './elements.js';
import { leanCode } from './lean-code.js';
import { prose } from './prose.js';

/** @typedef {import('../src/report/search-report.ts').ResultReport} ResultReport */
/** @typedef {import('../src/report/search-report.ts').DeclarationReport} DeclarationReport */
/** @typedef {import('./address.js').Address} Address */

/**
 * @param {readonly ResultReport[]} results
 * @param {Address} address of the search; a result opens before it
 */
export function resultList(results, address) {
  return element('ol', { class: 'results' }, ...results.map((result) => resultItem(result, address)));
}

/**
 * @param {ResultReport} result
 * @param {Address} address
 */
function resultItem(result, address) {
  const { name, kind, type, doc, variants } = result;
  return element(
    'li',
    { class: 'result' },
    element(
      'h2',
      {},
      element('span', { class: 'kind' }, kind),
      ' ',
      nameLink(name, writeAddress({ ...address, name })),
      copyButton(name, name),
    ),
    statement(type),
    marks(result),
    doc !== null && prose(doc),
    place(result),
    variants.length > 0 && element('p', { class: 'variants' }, 'also ', ...nameLinks(variants)),
  );
}

/**
 * What stands behind the name; the colon of what has no binders is left out.
 *
 * @param {string} type
 */
export function statement(type) {
  const words = type.replace(/^:\s*/u, '');
  return words !== '' && element('p', { class: 'type' }, leanCode(words));
}

/**
 * Where a line must break, it does so behind a part of the name.
 *
 * @param {string} name
 * @param {string} [href]
 */
export function nameLink(name, href = declarationLink(name)) {
  return element('a', { class: 'name', href, translate: 'no' }, ...breakable(name));
}

/** @param {string} name */
export function breakable(name) {
  return name.split(/(?<=[._])/u).flatMap((part, at) => (at === 0 ? [part] : [element('wbr'), part]));
}

/** @param {readonly string[]} names */
export function nameLinks(names) {
  return names.flatMap((name, at) => [at === 0 ? '' : ', ', nameLink(name)]);
}

/**
 * What decides whether one wants it: deprecated, private, generated, guessed.
 *
 * @param {DeclarationReport} declaration
 */
export function marks({ deprecated, private: isPrivate, approximate, origin, generated_from, attributes }) {
  const found = [
    deprecated !== null && deprecation(deprecated),
    isPrivate && element('li', { class: 'bad' }, 'private: it cannot be used outside its file'),
    generated_from !== null && element('li', {}, `${origin.replaceAll('_', ' ')} of `, nameLink(generated_from)),
    approximate && element('li', {}, 'name or statement is a guess from the sources'),
    attributes.length > 0 && element('li', {}, leanCode(`@[${attributes.join(', ')}]`)),
  ].filter((mark) => mark !== false);
  return found.length > 0 && element('ul', { class: 'marks' }, ...found);
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

/** @param {DeclarationReport} declaration */
export function place({ file_path, line_start, path, package: of, import: line }) {
  return element(
    'p',
    { class: 'place' },
    element('span', { class: 'file', title: path }, `${file_path}:${line_start}`),
    copyButton(`${path}:${line_start}`, 'the place'),
    element('span', { class: 'package' }, of),
    element('span', { class: 'import' }, leanCode(line), copyButton(line, line)),
  );
}
