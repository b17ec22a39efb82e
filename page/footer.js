/** The footer: packages with their commits, number of declarations, digest of the index. */
import { byId, element, pluralize } from './elements.js';
import { errorInfoOf, errorNotice } from './error-notice.js';
import { requestJson } from './request.js';

/**
 * @typedef {object} Stats
 * @property {string} version
 * @property {number} declarations
 * @property {string} digest
 * @property {string} toolchain
 * @property {string} built_at
 * @property {boolean} has_queue
 * @property {{ name: string, rev: string, declarations: number }[]} packages
 */

/** Length of an abbreviated commit or digest. */
const SHORT_LENGTH = 10;
/** Packages that are shown before the rest is collapsed. */
const MAX_PACKAGES = 6;

/** Fills the footer and the package names for the filter, and shows the link to the queue if the server has one. */
export async function showStats() {
  const footer = byId('indexed', HTMLElement);
  try {
    /** @type {Stats} */
    const stats = await requestJson('stats');
    byId('packages', HTMLElement).replaceChildren(
      ...stats.packages.map(({ name }) => element('option', { value: name })),
    );
    byId('queue-link', HTMLAnchorElement).hidden = !stats.has_queue;
    footer.replaceChildren(...statsParts(stats));
  } catch (error) {
    footer.replaceChildren(errorNotice(errorInfoOf(error)));
  }
}

/** @param {Stats} stats */
function statsParts({ version, declarations, digest, toolchain, built_at, packages }) {
  const largest = packages.toSorted((a, b) => b.declarations - a.declarations).map(packageItem);
  const rest = largest.splice(MAX_PACKAGES);
  const more = element(
    'details',
    {},
    element('summary', {}, `${pluralize(rest.length, 'package')} more`),
    element('ul', { class: 'packages' }, ...rest),
  );
  return [
    element(
      'p',
      {},
      element('b', {}, pluralize(declarations, 'declaration')),
      ` of ${pluralize(packages.length, 'package')}`,
    ),
    element('ul', { class: 'packages' }, ...largest),
    ...(rest.length > 0 ? [more] : []),
    element(
      'p',
      { class: 'dim' },
      element('span', {}, 'digest ', element('code', { title: digest }, digest.slice(0, SHORT_LENGTH))),
      element('span', {}, `toolchain ${toolchain}`),
      element('span', {}, 'built ', element('time', { datetime: built_at }, new Date(built_at).toLocaleString())),
      element('span', {}, `lemmahead ${version}`),
    ),
  ];
}

/** @param {Stats['packages'][number]} package_ */
function packageItem({ name, rev, declarations }) {
  const isCommit = /^[\da-f]{12,}$/u.test(rev);
  return element(
    'li',
    {},
    element('span', { class: 'package' }, name),
    ` ${declarations.toLocaleString('en')} at `,
    element('code', { title: rev }, isCommit ? rev.slice(0, SHORT_LENGTH) : rev),
  );
}
