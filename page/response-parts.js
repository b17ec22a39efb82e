/** Renders a search response: declarations, library entries, or both. */
import { writeAddress } from './address.js';
import { element, pluralize } from './elements.js';
import { entryList } from './entries.js';
import { errorNotice, noticeList } from './error-notice.js';
import { moduleTree } from './module-tree.js';
import { queryHelp } from './query-help.js';
import { nameLinks, resultList } from './results.js';

/** @typedef {import('./address.js').Address} Address */
/** @typedef {import('../src/report/search-schema.ts').SearchReport} SearchReport */
/** @typedef {import('../src/report/entry-search-schema.ts').EntrySearchReport} EntrySearchReport */
/** @typedef {SearchReport & { warnings: string[] }} IndexResponse */
/** @typedef {EntrySearchReport & { warnings: string[] }} LibraryResponse */
/**
 * @typedef {object} EverywhereResponse
 * @property {'lemmahead/search-everywhere@1'} schema
 * @property {SearchReport | null} declarations
 * @property {import('./request.js').ErrorInfo | null} declarations_failed
 * @property {EntrySearchReport | null} library
 * @property {import('./request.js').ErrorInfo | null} library_failed
 * @property {string[]} warnings
 */
/** @typedef {IndexResponse | LibraryResponse | EverywhereResponse} SearchResponse */

const DEFAULT_LIMIT = 10;
const MORE_RESULTS = 20;

const EXAMPLES = [
  // In Mathlib it is a whole name, in Lean's own library a part of one.
  ['add_comm', 'a name, or a part of one'],
  ['the sum of two even numbers is even', 'plain words'],
  ['_ + _ = _ + _', 'a pattern, with holes'],
  ['⊢ m + n = n + m', 'a goal, as Lean shows it'],
];

const QUERY_TYPE_NAMES = { name: 'name', pattern: 'pattern', text: 'plain words', goal: 'goal' };

/**
 * @param {SearchResponse} response
 * @param {Address} address
 * @param {(address: Address) => void} go
 * @returns {[string, import('./elements.js').Child[]]} the status text and the content
 */
export function responseParts(response, address, go) {
  const warnings = noticeList(response.warnings);
  if (response.schema === 'lemmahead/search@1') {
    return [
      declarationWords(response),
      [...warnings, ...declarationParts(response, address), more(response, address, go)],
    ];
  }
  if (response.schema === 'lemmahead/search-library@1') {
    return [entryWords(response), [...warnings, ...entryParts(response), more(response, address, go)]];
  }
  const { declarations, declarations_failed, library, library_failed } = response;
  const words = [
    declarations === null ? '' : declarationWords(declarations),
    library === null ? '' : entryWords(library),
  ];
  return [
    words.filter((each) => each !== '').join('; '),
    [
      ...warnings,
      element('h2', { class: 'place-title' }, 'Declarations'),
      declarations_failed !== null && errorNotice(declarations_failed),
      ...(declarations === null ? [] : declarationParts(declarations, address)),
      element('h2', { class: 'place-title' }, 'Library'),
      library_failed !== null && errorNotice(library_failed),
      ...(library === null ? [] : entryParts(library)),
      // One button for both: each search has the same limit.
      [library, declarations].map((report) => report !== null && more(report, address, go)).find((each) => each) ??
        false,
    ],
  ];
}

/** @param {SearchReport} report */
function declarationWords({ results, shape, query, total }) {
  if (results.length === 0) return 'No declaration found';
  const { count = results.length, bound = 'exact' } = total ?? {};
  const of = count > results.length ? `${results.length} of ${bound === 'exact' ? '' : 'at most '}` : '';
  return `${of}${pluralize(Math.max(count, results.length), 'declaration')}${query === '' ? '' : `, query type: ${QUERY_TYPE_NAMES[shape]}`}`;
}

/** @param {EntrySearchReport} report */
function entryWords({ results }) {
  return results.length === 0 ? 'No library entry found' : pluralize(results.length, 'library entry');
}

/**
 * @param {SearchReport} report
 * @param {Address} address
 */
function declarationParts({ notices, nearest, results }, address) {
  return [
    ...noticeList(notices),
    nearest.length > 0 && element('p', { class: 'nearest' }, 'Similar names: ', ...nameLinks(nearest)),
    results.length > 0 && resultList(results, address),
  ];
}

/** @param {EntrySearchReport} report */
function entryParts({ notices, results }) {
  return [...noticeList(notices), results.length > 0 && entryList(results)];
}

/**
 * @param {SearchReport | EntrySearchReport} report
 * @param {Address} address
 * @param {(address: Address) => void} go
 */
function more(report, address, go) {
  const { results } = report;
  const limit = address.k ?? DEFAULT_LIMIT;
  const isLast = 'next_offset' in report ? report.next_offset === null : results.length < limit;
  if (isLast || limit >= 1000) return false;
  const k = Math.min(results.length + MORE_RESULTS, 1000);
  return element('button', { type: 'button', class: 'more', onclick: () => go({ ...address, k }) }, 'Show more');
}

/** The content before the first search. */
export function introduction() {
  const items = EXAMPLES.map(([q = '', words = '']) => [
    element('dt', {}, element('a', { href: writeAddress({ q }) }, q)),
    element('dd', {}, words),
  ]);
  return element(
    'div',
    { class: 'introduction' },
    element('p', {}, 'Search by name, pattern, words or goal:'),
    element('dl', {}, ...items.flat()),
    queryHelp(),
    moduleTree(),
  );
}
