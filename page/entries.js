/** Renders library entries: theorems and passages of books, with their source. */
import { element } from './elements.js';

/** @typedef {import('../src/report/entry-search-schema.ts').EntryResult} EntryResult */

/** @param {readonly EntryResult[]} results */
export function entryList(results) {
  return element('ol', { class: 'results' }, ...results.map(entryItem));
}

/** @param {EntryResult} entry */
function entryItem(entry) {
  const { kind, source, headings, snippet, body, proof } = entry;
  return element(
    'li',
    { class: 'result entry' },
    element('h2', { tabindex: -1 }, element('span', { class: 'kind' }, kind), ' ', entryTitle(entry)),
    element('p', { class: 'snippet' }, snippet),
    element(
      'details',
      {},
      element('summary', {}, proof === null ? 'Text' : 'Text and proof'),
      element('p', { class: 'body' }, body),
      proof !== null && element('p', { class: 'body proof' }, proof),
    ),
    element(
      'p',
      { class: 'place' },
      element('span', {}, [source, ...headings].join(' › ')),
      element('span', { class: 'file' }, entryPlace(entry)),
    ),
  );
}

/** @param {Pick<EntryResult, 'kind' | 'called' | 'number' | 'title'>} entry */
export function entryTitle({ kind, called, number, title }) {
  const name = [called === '' ? kind : called, number].filter((word) => word !== null).join(' ');
  if (title === '') return name;
  return called === '' && number === null ? title : `${name} (${title})`;
}

/** @param {EntryResult} entry */
function entryPlace({ path, line, page }) {
  if (path === null) return '';
  const file = path.slice(path.lastIndexOf('/') + 1);
  return page !== null ? `${file}, page ${page}` : line !== null ? `${file}:${line}` : file;
}
