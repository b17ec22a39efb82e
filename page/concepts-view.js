/** The concepts view: which definitions a mathematical term means. */
import { isSameSearch } from './address.js';
import { conceptIntroduction, meaningParts, termParts } from './concept-parts.js';
import { byId, field } from './elements.js';
import { errorInfoOf, errorNotice } from './error-notice.js';
import { isAbort, requestJson } from './request.js';

/** @typedef {import('./address.js').Address} Address */

/** @param {{ go: (address: Partial<Address>) => void }} router */
export function conceptsView({ go }) {
  const form = byId('concepts-form', HTMLFormElement);
  const results = byId('concept-results', HTMLElement);
  const status = byId('concepts-status', HTMLElement);
  const term = field(form, 'q', HTMLInputElement);
  const subject = field(form, 'field', HTMLInputElement);
  /** @type {Address | null} */
  let shown = null;
  let stop = new AbortController();

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    go({ view: 'concepts', q: term.value.trim(), field: subject.value.trim() });
  });

  /** @param {Address} address */
  async function load(address) {
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    if (address.q === '' && address.concept === '') return fill('', conceptIntroduction());
    results.setAttribute('aria-busy', 'true');
    try {
      fill(...(await partsFor(address, signal)));
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) fill('', [errorNotice(errorInfoOf(error))]);
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
      const isNew = shown === null || !isSameSearch(shown, address);
      shown = address;
      if (!isNew) return;
      term.value = address.q === '' ? address.concept : address.q;
      subject.value = address.field;
      void load(address);
    },
  };
}

/**
 * @param {Address} address
 * @param {AbortSignal} signal
 * @returns {Promise<[string, import('./elements.js').Child[]]>}
 */
async function partsFor(address, signal) {
  const { q, field: asked, concept } = address;
  if (concept !== '')
    return meaningParts(await requestJson(`concepts/${encodeURIComponent(concept)}`, { signal }), address);
  const body = { term: q, ...(asked === '' ? {} : { field: asked }) };
  return termParts(await requestJson('concepts', { method: 'POST', body, signal }), address);
}
