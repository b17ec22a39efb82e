/** The modules of the index as a tree. A level is loaded when it is opened; a module limits the search to it. */
import { writeAddress } from './address.js';
import { element, pluralize } from './elements.js';
import { errorInfoOf, errorNotice } from './error-notice.js';
import { requestJson } from './request.js';

/** @typedef {import('../src/report/server-schema.ts').ModulesReport} ModulesReport */

export function moduleTree() {
  return branch('', element('summary', {}, 'Modules'), 'tree');
}

/**
 * @param {string} parent '' for the root
 * @param {HTMLElement} summary
 * @param {string} [className]
 */
function branch(parent, summary, className) {
  const children = element('ul', {}, element('li', { class: 'dim' }, 'Loading …'));
  const details = element('details', { class: className }, summary, children);
  let isLoaded = false;
  details.addEventListener('toggle', () => {
    if (!details.open || isLoaded) return;
    isLoaded = true;
    requestJson(parent === '' ? 'modules' : `modules/${encodeURIComponent(parent)}`).then(
      (/** @type {ModulesReport} */ { modules }) => children.replaceChildren(...modules.map(item)),
      (error) => {
        isLoaded = false;
        children.replaceChildren(element('li', {}, errorNotice(errorInfoOf(error))));
      },
    );
  });
  return details;
}

/** @param {ModulesReport['modules'][number]} module_ */
function item({ name, declarations, modules }) {
  const filters = { kind: [], module: [name], namespace: [], package: [], attribute: [], source: [], heading: [] };
  const link = element(
    'a',
    { class: 'name', href: writeAddress({ filters }), title: 'Search in this module' },
    name.slice(name.lastIndexOf('.') + 1),
  );
  const parts = [link, element('span', { class: 'dim' }, ` ${pluralize(declarations, 'declaration')}`)];
  if (modules === 0) return element('li', {}, ...parts);
  return element('li', {}, branch(name, element('summary', {}, ...parts)));
}
