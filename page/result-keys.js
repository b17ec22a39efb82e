/** Keyboard navigation of the search: `/` focuses the query, arrows and `j` `k` move between results, Escape goes back. */

/**
 * @param {KeyboardEvent} event
 * @param {HTMLTextAreaElement} query
 */
export function moveByKey(event, query) {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
  if (document.querySelector('dialog[open]') !== null || query.closest('[hidden]') !== null) return;
  const isTyping = target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select');
  if (key === '/' && !isTyping) {
    event.preventDefault();
    query.focus();
    query.select();
    return;
  }
  const isInResults = target.closest('.result') !== null;
  if (key === 'Escape' && isInResults) return query.focus();
  const step = stepOf(key, { target, query, isTyping, isInResults });
  if (step !== 0 && move(step, query)) event.preventDefault();
}

/**
 * @param {string} key
 * @param {{ target: HTMLElement, query: HTMLTextAreaElement, isTyping: boolean, isInResults: boolean }} place
 */
function stepOf(key, { target, query, isTyping, isInResults }) {
  if (target === query) {
    const isLastLine = !query.value.slice(query.selectionEnd).includes('\n');
    return key === 'ArrowDown' && isLastLine ? 1 : 0;
  }
  if (isTyping) return 0;
  if (key === 'j' || (isInResults && key === 'ArrowDown')) return 1;
  return key === 'k' || (isInResults && key === 'ArrowUp') ? -1 : 0;
}

/**
 * @param {number} step
 * @param {HTMLTextAreaElement} query the element before the first result
 */
function move(step, query) {
  const items = [...document.querySelectorAll('#results .result')];
  if (items.length === 0) return false;
  const at = items.findIndex((item) => item.contains(document.activeElement));
  const next = items[at < 0 ? (step > 0 ? 0 : -1) : at + step];
  const target = next?.querySelector('h2 a, h2[tabindex]') ?? (at + step < 0 ? query : null);
  if (!(target instanceof HTMLElement)) return true;
  target.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return true;
}
