/** What a search answered, as the page shows it: declarations, entries of the library, or both. */
import { writeAddress } from './address.js';
import { element, howMany } from './elements.js';
import { entryList } from './entries.js';
import { errorNotice, noticeList } from './error-notice.js';
import { nameLinks, resultList } from './results.js';

/** @typedef {import('./address.js').Address} Address */
/** @typedef {import('../src/report/search-report.ts').SearchReport} SearchReport */
/** @typedef {import('../src/report/entry-search-report.ts').EntrySearchReport} EntrySearchReport */
/** @typedef {SearchReport & { warnings: string[] }} IndexAnswer */
/** @typedef {EntrySearchReport & { warnings: string[] }} LibraryAnswer */
/**
 * @typedef {object} BothAnswer
 * @property {'lemmahead/search-everywhere@1'} schema
 * @property {SearchReport | null} declarations
 * @property {import('./request.js').Trouble | null} declarations_failed
 * @property {EntrySearchReport | null} library
 * @property {import('./request.js').Trouble | null} library_failed
 * @property {string[]} warnings
 */
/** @typedef {IndexAnswer | LibraryAnswer | BothAnswer} SearchAnswer */

const USUAL_RESULTS = 10;
const MORE_RESULTS = 20;

const EXAMPLES = [
  ['Nat.add_comm', 'a name, or a part of one'],
  ['the sum of two even numbers is even', 'plain words'],
  ['_ + _ = _ + _', 'a pattern, with holes'],
  ['⊢ m + n = n + m', 'a goal, as Lean shows it'],
];

const READ_AS = { name: 'a name', pattern: 'a pattern', text: 'plain words', goal: 'a goal' };

/**
 * @param {SearchAnswer} answer
 * @param {Address} address
 * @param {(address: Address) => void} go
 * @returns {[string, import('./elements.js').Child[]]} the status, and what is shown
 */
export function answerParts(answer, address, go) {
  const warnings = noticeList(answer.warnings);
  if (answer.schema === 'lemmahead/search@1') {
    return [declarationWords(answer), [...warnings, ...declarationParts(answer, address), more(answer, address, go)]];
  }
  if (answer.schema === 'lemmahead/search-library@1') {
    return [entryWords(answer), [...warnings, ...entryParts(answer), more(answer, address, go)]];
  }
  const { declarations, declarations_failed, library, library_failed } = answer;
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
      // What there is more of: both are asked for as many.
      [library, declarations].map((report) => report !== null && more(report, address, go)).find((each) => each) ??
        false,
    ],
  ];
}

/** @param {SearchReport} report */
function declarationWords({ results, shape, query }) {
  if (results.length === 0) return 'No declaration found';
  return `${howMany(results.length, 'declaration')}${query === '' ? '' : `, read as ${READ_AS[shape]}`}`;
}

/** @param {EntrySearchReport} report */
function entryWords({ results }) {
  return results.length === 0
    ? 'Nothing in the library answers this'
    : `${howMany(results.length, 'entry')} of the library`;
}

/**
 * @param {SearchReport} report
 * @param {Address} address
 */
function declarationParts({ notices, nearest, results }, address) {
  return [
    ...noticeList(notices),
    nearest.length > 0 && element('p', { class: 'nearest' }, 'Names near it: ', ...nameLinks(nearest)),
    results.length > 0 && resultList(results, address),
  ];
}

/** @param {EntrySearchReport} report */
function entryParts({ notices, results }) {
  return [...noticeList(notices), results.length > 0 && entryList(results)];
}

/**
 * @param {{ results: readonly unknown[] }} report
 * @param {Address} address
 * @param {(address: Address) => void} go
 */
function more({ results }, address, go) {
  const wanted = address.k ?? USUAL_RESULTS;
  if (results.length < wanted || wanted >= 1000) return false;
  const k = Math.min(results.length + MORE_RESULTS, 1000);
  return element('button', { type: 'button', class: 'more', onclick: () => go({ ...address, k }) }, 'Show more');
}

/** Before anything is asked. */
export function introduction() {
  const items = EXAMPLES.map(([q = '', words = '']) => [
    element('dt', {}, element('a', { href: writeAddress({ q }) }, q)),
    element('dd', {}, words),
  ]);
  return element(
    'div',
    { class: 'introduction' },
    element('p', {}, 'Ask by whatever you have:'),
    element('dl', {}, ...items.flat()),
  );
}
