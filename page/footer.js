/** What is indexed: packages with their commits, how many declarations, the digest. */
import { byId, element, howMany } from './elements.js';
import { errorNotice, troubleIn } from './error-notice.js';
import { ask } from './request.js';

/**
 * @typedef {object} Stats
 * @property {string} version
 * @property {number} declarations
 * @property {string} digest
 * @property {string} toolchain
 * @property {string} built_at
 * @property {{ name: string, rev: string, declarations: number }[]} packages
 */

/** Letters of a commit that tell it from others. */
const SHORT = 10;
/** Packages that are shown before the rest is folded. */
const MOST_PACKAGES = 6;

/** Also offers the packages' names to the filter. */
export async function showIndexed() {
  const footer = byId('indexed', HTMLElement);
  try {
    /** @type {Stats} */
    const stats = await ask('stats');
    byId('packages', HTMLElement).replaceChildren(
      ...stats.packages.map(({ name }) => element('option', { value: name })),
    );
    footer.replaceChildren(...statsParts(stats));
  } catch (error) {
    footer.replaceChildren(errorNotice(troubleIn(error)));
  }
}

/** @param {Stats} stats */
function statsParts({ version, declarations, digest, toolchain, built_at, packages }) {
  const largest = packages.toSorted((a, b) => b.declarations - a.declarations).map(packageItem);
  const rest = largest.splice(MOST_PACKAGES);
  const more = element(
    'details',
    {},
    element('summary', {}, `${howMany(rest.length, 'package')} more`),
    element('ul', { class: 'packages' }, ...rest),
  );
  return [
    element(
      'p',
      {},
      element('b', {}, howMany(declarations, 'declaration')),
      ` of ${howMany(packages.length, 'package')}`,
    ),
    element('ul', { class: 'packages' }, ...largest),
    ...(rest.length > 0 ? [more] : []),
    element(
      'p',
      { class: 'dim' },
      element('span', {}, 'digest ', element('code', { title: digest }, digest.slice(0, SHORT))),
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
    element('code', { title: rev }, isCommit ? rev.slice(0, SHORT) : rev),
  );
}
