/** The search view: searches while the user types, shows the results, and handles the keyboard. */
import { replaceAbbreviations } from './abbreviations.js';
import { emptyAddress, isSameSearch, searchRequest } from './address.js';
import { introduction, responseParts } from './response-parts.js';
import { byId } from './elements.js';
import { errorInfoOf, errorNotice } from './error-notice.js';
import { filterForm } from './filter-form.js';
import { isAbort, requestJson } from './request.js';
import { moveByKey } from './result-keys.js';

/** @typedef {import('./address.js').Address} Address */
/** @typedef {import('./response-parts.js').SearchResponse} SearchResponse */

const DEBOUNCE_MS = 150;
const SLOW_MS = 300;

/**
 * The response to a search. Of a search for more results than the last one showed, only the rest is requested.
 *
 * @param {{ address: Address, response: SearchResponse } | null} last
 * @param {Address} address
 * @param {(page: { k?: number, offset?: number }) => Promise<SearchResponse>} request
 * @returns {Promise<SearchResponse>}
 */
async function nextPage(last, address, request) {
  const { address: before, response: shown } = last ?? {};
  if (before === undefined || shown?.schema !== 'lemmahead/search@1') return request({});
  const offset = shown.results.length;
  const count = (address.k ?? 0) - offset;
  if (count <= 0 || shown.next_offset !== offset || !isSameSearch({ ...before, k: address.k }, address))
    return request({});
  const rest = await request({ k: count, offset });
  return rest.schema === shown.schema ? { ...rest, offset: 0, results: [...shown.results, ...rest.results] } : rest;
}

/** @param {{ go: (address: Address, options?: { isDraft?: boolean }) => void }} router */
export function searchView({ go }) {
  const form = byId('search-form', HTMLFormElement);
  const results = byId('results', HTMLElement);
  const status = byId('search-status', HTMLElement);
  const fields = filterForm(form);
  const finishAbbreviation = replaceAbbreviations(fields.query);
  let shown = emptyAddress();
  let hasSearched = false;
  /** @type {{ address: Address, response: SearchResponse } | null} */
  let last = null;
  let stop = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let typing;

  const submit = (isDraft = false) => {
    clearTimeout(typing);
    if (!isDraft) finishAbbreviation();
    go(fields.read(), { isDraft });
  };
  form.addEventListener('input', (event) => {
    fields.updateFields();
    clearTimeout(typing);
    if (!(event instanceof InputEvent && event.isComposing)) typing = setTimeout(() => submit(true), DEBOUNCE_MS);
  });
  form.addEventListener('change', (event) => {
    // The query is already submitted on input; leaving it with Tab must not submit it again.
    if (event.target !== fields.query) submit();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  byId('clear-filters', HTMLButtonElement).addEventListener('click', () => {
    const { q, as, where, k } = fields.read();
    fields.write({ ...emptyAddress(), q, as, where, k });
    submit();
  });
  fields.query.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  });
  document.addEventListener('keydown', (event) => moveByKey(event, fields.query));

  /** @param {Address} address */
  async function search(address) {
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    const body = searchRequest(address);
    if (body === null) return fill('', [introduction()]);
    results.setAttribute('aria-busy', 'true');
    // A quick answer needs no sign of waiting.
    const waiting = setTimeout(() => void (status.textContent = 'Searching …'), SLOW_MS);
    try {
      /** @type {SearchResponse} */
      const response = await nextPage(last, address, (page) =>
        requestJson('search', { method: 'POST', body: { ...body, ...page }, signal }),
      );
      if (signal.aborted) return;
      last = { address, response };
      fill(...responseParts(response, address, go));
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) fill('', [errorNotice(errorInfoOf(error))]);
    } finally {
      clearTimeout(waiting);
    }
  }

  /**
   * @param {string} words
   * @param {import('./elements.js').Child[]} parts
   */
  function fill(words, parts) {
    results.removeAttribute('aria-busy');
    status.textContent = words;
    results.replaceChildren(...parts.filter((part) => part instanceof Node));
  }

  return {
    /** @param {Address} address */
    show(address) {
      const isNew = !hasSearched || !isSameSearch(shown, address);
      shown = address;
      hasSearched = true;
      fields.write(address);
      if (isNew) void search(address);
    },
    focus: () => fields.query.focus(),
  };
}
