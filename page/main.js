/** The page: which of its two views is shown follows from the address alone. */
import { readAddress, writeAddress } from './address.js';
import { byId } from './elements.js';
import { showIndexed } from './footer.js';
import { proveView } from './prove-view.js';
import { setTokenForm } from './request.js';
import { searchView } from './search-view.js';
import { askForToken } from './token-form.js';

/** @typedef {import('./address.js').Address} Address */

setTokenForm(askForToken);
const search = searchView({ go });
const prove = proveView({ go });

/**
 * A draft, which is what was typed so far, is one entry of the history, and the next takes its place.
 *
 * @param {Address} address
 * @param {{ isDraft?: boolean }} [how]
 */
function go(address, { isDraft = false } = {}) {
  const url = writeAddress(address);
  const isSame = url === writeAddress(readAddress(location.search));
  if (isSame || history.state?.isDraft === true) history.replaceState({ isDraft }, '', url);
  else history.pushState({ isDraft }, '', url);
  show();
}

function show() {
  const address = readAddress(location.search);
  const isSearch = address.view === 'search';
  byId('search-view', HTMLElement).hidden = !isSearch;
  byId('prove-view', HTMLElement).hidden = isSearch;
  for (const link of document.querySelectorAll('nav a[data-view]')) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    const isHere = link.dataset['view'] === address.view;
    // Whoever comes back finds the view as it was left.
    if (isHere) link.href = writeAddress({ ...address, name: '' });
    if (isHere) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = titleOf(address);
  if (isSearch) {
    prove.hide();
    search.show(address);
  } else {
    search.hide();
    prove.show(address);
  }
}

/** @param {Address} address */
function titleOf({ view, q, name, instancesOf }) {
  const what = view === 'prove' ? 'Prove' : name || q || (instancesOf && `instances of ${instancesOf}`);
  return what === '' ? 'lemmahead' : `${what.slice(0, 80)} · lemmahead`;
}

/** Links to the page itself lead on without loading it anew. @param {MouseEvent} event */
function followLink(event) {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target !== '' || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.pathname !== location.pathname || link.hash !== '') return;
  event.preventDefault();
  // What was typed before stays in the history.
  history.replaceState({ isDraft: false }, '');
  go(readAddress(link.search));
}

document.addEventListener('click', followLink);
addEventListener('popstate', show);
show();
void showIndexed();
if (location.search === '' && matchMedia('(hover: hover)').matches) search.focus();
