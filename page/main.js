/** The entry point of the page. The address alone determines the displayed view. */
import { emptyAddress, readAddress, writeAddress } from './address.js';
import { conceptsView } from './concepts-view.js';
import { detailView } from './detail.js';
import { byId } from './elements.js';
import { showStats } from './footer.js';
import { proveView } from './prove-view.js';
import { queueView } from './queue-view.js';
import { setTokenForm } from './request.js';
import { searchView } from './search-view.js';
import { themeSwitch } from './theme.js';
import { askForToken } from './token-form.js';

/** @typedef {import('./address.js').Address} Address */

setTokenForm(askForToken);
themeSwitch();
const search = searchView({ go });
const concepts = conceptsView({ go: (part) => go({ ...emptyAddress(), ...part }) });
const prove = proveView({ go });
const queue = queueView();
const detail = detailView({ onClose: () => go({ ...readAddress(location.search), name: '' }) });

/**
 * A draft (the text typed so far) is one entry of the history; the next draft replaces it.
 *
 * @param {Address} address
 * @param {{ isDraft?: boolean }} [options]
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
  for (const view of ['search', 'concepts', 'prove', 'queue'])
    byId(`${view}-view`, HTMLElement).hidden = view !== address.view;
  for (const link of document.querySelectorAll('nav a[data-view]')) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    const isCurrent = link.dataset['view'] === address.view;
    // The link to a view restores its last state.
    if (isCurrent) link.href = writeAddress({ ...address, name: '' });
    if (isCurrent) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  document.title = titleOf(address);
  detail.show(address.view === 'prove' || address.view === 'queue' ? '' : address.name);
  queue.watch(address.view === 'queue');
  if (address.view === 'prove') return prove.show(address);
  prove.hide();
  if (address.view === 'queue') return;
  if (address.view === 'concepts') concepts.show(address);
  else search.show(address);
}

/** @param {Address} address */
function titleOf({ view, q, name, concept, instancesOf }) {
  const words = name || q || concept || (instancesOf && `instances of ${instancesOf}`);
  const title = view === 'prove' ? 'Prove' : view === 'queue' ? 'Queue' : words;
  return title === '' ? 'lemmahead' : `${title.slice(0, 80)} · lemmahead`;
}

/** Follows links to the page itself without reloading it. @param {MouseEvent} event */
function followLink(event) {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target !== '' || event.button !== 0) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.pathname !== location.pathname || link.hash !== '') return;
  event.preventDefault();
  // Keep the previous draft in the history.
  history.replaceState({ isDraft: false }, '');
  go(readAddress(link.search));
}

document.addEventListener('click', followLink);
addEventListener('popstate', show);
show();
void showStats();
if (location.search === '' && matchMedia('(hover: hover)').matches) search.focus();
