/** The state of the page as a URL, so every state can be linked, and the search request for a state. */

/**
 * @typedef {object} Address
 * @property {'search' | 'concepts' | 'prove' | 'queue'} view
 * @property {string} q
 * @property {string} field of mathematics, in the concepts view; '' for all
 * @property {string} concept the concept whose meanings are all shown; '' for none
 * @property {string} as query type; '' for automatic
 * @property {string} where `index`, `library`, `everywhere`
 * @property {number | null} k
 * @property {Record<ListFilter, string[]>} filters
 * @property {string} instancesOf
 * @property {boolean} generated
 * @property {boolean} deprecated
 * @property {string} name the declaration shown in detail; '' for none
 * @property {string} job the displayed run; '' for none
 */

/** @typedef {'kind' | 'module' | 'namespace' | 'package' | 'attribute' | 'source' | 'heading'} ListFilter */
/** @typedef {import('../src/server/requests.ts').SearchRequest} SearchRequest */

/** @type {readonly ListFilter[]} */
export const INDEX_FILTERS = ['module', 'namespace', 'package', 'attribute'];
/** @type {readonly ListFilter[]} */
export const LIBRARY_FILTERS = ['source', 'heading'];
/** @type {readonly ListFilter[]} */
const LIST_FILTERS = ['kind', ...INDEX_FILTERS, ...LIBRARY_FILTERS];

const VIEWS = [['search'], ['concepts'], ['prove'], ['queue']];

export const QUERY_TYPES = [
  ['', 'automatic'],
  ['name', 'name'],
  ['pattern', 'pattern'],
  ['text', 'plain words'],
  ['goal', 'goal'],
];

export const SEARCH_PLACES = [
  ['index', 'declarations'],
  ['library', 'library'],
  ['everywhere', 'both'],
];

/**
 * @param {string} search the part of a URL after its `?`
 * @returns {Address}
 */
export function readAddress(search) {
  const params = new URLSearchParams(search);
  const text = (/** @type {string} */ key) => params.get(key) ?? '';
  const oneOf = (/** @type {string} */ key, /** @type {string[][]} */ choices) =>
    choices.find(([value]) => value === text(key))?.[0] ?? choices[0]?.[0] ?? '';
  const k = Number(text('k'));
  return {
    view: /** @type {Address['view']} */ (oneOf('view', VIEWS)),
    q: text('q'),
    field: text('field'),
    concept: text('concept'),
    as: oneOf('as', QUERY_TYPES),
    where: oneOf('where', SEARCH_PLACES),
    k: Number.isInteger(k) && k >= 1 && k <= 1000 ? k : null,
    filters: filtersOf((key) => params.getAll(key).filter((value) => value !== '')),
    instancesOf: text('instances_of'),
    generated: text('generated') !== 'no',
    deprecated: text('deprecated') !== 'no',
    name: text('name'),
    job: text('job'),
  };
}

/**
 * @param {(key: ListFilter) => string[]} valuesOf
 * @returns {Address['filters']}
 */
export function filtersOf(valuesOf) {
  return /** @type {Address['filters']} */ (Object.fromEntries(LIST_FILTERS.map((key) => [key, valuesOf(key)])));
}

/** @returns {Address} */
export function emptyAddress() {
  return readAddress('');
}

/**
 * The address as a link: `./` or `?…`, without default values.
 *
 * @param {Partial<Address>} part
 */
export function writeAddress(part) {
  const address = { ...emptyAddress(), ...part };
  const params = new URLSearchParams();
  const put = (/** @type {string} */ key, /** @type {string | number | null} */ value) => {
    if (value !== '' && value !== null) params.append(key, String(value));
  };
  if (address.view === 'queue') return '?view=queue';
  if (address.view === 'prove') {
    put('view', 'prove');
    put('job', address.job);
    return `?${params}`;
  }
  put('view', address.view === 'search' ? '' : address.view);
  put('q', address.q);
  put('field', address.field);
  put('concept', address.concept);
  put('as', address.as);
  put('where', address.where === 'index' ? '' : address.where);
  put('k', address.k);
  for (const key of LIST_FILTERS) for (const value of address.filters[key]) put(key, value);
  put('instances_of', address.instancesOf);
  put('generated', address.generated ? '' : 'no');
  put('deprecated', address.deprecated ? '' : 'no');
  put('name', address.name);
  return params.size === 0 ? './' : `?${params}`;
}

/** @param {string} name */
export function declarationLink(name) {
  return writeAddress({ name });
}

/**
 * Whether both have the same search, ignoring the opened declaration.
 *
 * @param {Address} one
 * @param {Address} other
 */
export function isSameSearch(one, other) {
  return writeAddress({ ...one, name: '' }) === writeAddress({ ...other, name: '' });
}

/**
 * The body of `POST /search`; null if there is nothing to search for yet.
 *
 * @param {Address} address
 * @returns {SearchRequest | null}
 */
export function searchRequest({ q, as, where, k, filters, instancesOf, generated, deprecated }) {
  const query = q.trim();
  const listsInstances = instancesOf !== '' && where === 'index';
  if (query === '' && !listsInstances) return null;
  const applies = (/** @type {ListFilter} */ key) =>
    where === 'everywhere' || !(where === 'index' ? LIBRARY_FILTERS : INDEX_FILTERS).includes(key);
  const used = LIST_FILTERS.filter((key) => applies(key) && filters[key].length > 0);
  /** @type {NonNullable<SearchRequest['filters']>} */
  const applied = Object.fromEntries(used.map((key) => [key, filters[key]]));
  if (where !== 'library') {
    if (instancesOf !== '') applied.instances_of = instancesOf;
    if (!generated) applied.generated = false;
    if (!deprecated) applied.deprecated = false;
  }
  return {
    ...(query === '' ? {} : { query }),
    ...(k === null ? {} : { k }),
    ...(where === 'library' ? {} : { constants: true }),
    ...(as === '' || where === 'library' ? {} : { as: /** @type {NonNullable<SearchRequest['as']>} */ (as) }),
    ...(where === 'index' ? {} : { where: /** @type {NonNullable<SearchRequest['where']>} */ (where) }),
    ...(Object.keys(applied).length === 0 ? {} : { filters: applied }),
  };
}

/**
 * The number of set filters that apply to the search place.
 *
 * @param {Address} address
 */
export function countFilters(address) {
  const { filters = {} } = searchRequest({ ...address, q: 'any' }) ?? {};
  return Object.keys(filters).length;
}
