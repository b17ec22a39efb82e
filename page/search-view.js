/** Searching: asks as one types, shows what is found, and moves among it by keyboard. */
import { emptyAddress, isSameSearch, searchRequest } from './address.js';
import { answerParts, introduction } from './answer-parts.js';
import { detailView } from './detail.js';
import { byId } from './elements.js';
import { errorNotice, troubleIn } from './error-notice.js';
import { filterForm } from './filter-form.js';
import { ask, isAbort } from './request.js';
import { moveByKey } from './result-keys.js';

/** @typedef {import('./address.js').Address} Address */
/** @typedef {import('./answer-parts.js').SearchAnswer} SearchAnswer */

const TYPING_MS = 150;

/** @param {{ go: (address: Address, how?: { isDraft?: boolean }) => void }} router */
export function searchView({ go }) {
  const form = byId('search-form', HTMLFormElement);
  const results = byId('results', HTMLElement);
  const status = byId('search-status', HTMLElement);
  const fields = filterForm(form);
  const detail = detailView({ onClose: () => go({ ...shown, name: '' }) });
  let shown = emptyAddress();
  let hasAsked = false;
  let stop = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let typing;

  const submit = (isDraft = false) => {
    clearTimeout(typing);
    go(fields.read(), { isDraft });
  };
  form.addEventListener('input', (event) => {
    fields.showPlace();
    clearTimeout(typing);
    if (!(event instanceof InputEvent && event.isComposing)) typing = setTimeout(() => submit(true), TYPING_MS);
  });
  form.addEventListener('change', (event) => {
    // Leaving the query with Tab is no wish of its own.
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
    try {
      /** @type {SearchAnswer} */
      const answer = await ask('search', { method: 'POST', body, signal });
      if (!signal.aborted) fill(...answerParts(answer, address, go));
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) fill('', [errorNotice(troubleIn(error))]);
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
      const isNew = !hasAsked || !isSameSearch(shown, address);
      shown = address;
      hasAsked = true;
      fields.write(address);
      detail.show(address.name);
      if (isNew) void search(address);
    },
    hide: () => detail.show(''),
    focus: () => fields.query.focus(),
  };
}
