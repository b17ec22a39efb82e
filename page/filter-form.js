/** The search form: converts its fields to an address and back. */
import { countFilters, emptyAddress, filtersOf, QUERY_TYPES, SEARCH_PLACES } from './address.js';
import { byId, element, field, options } from './elements.js';

/** @typedef {import('./address.js').Address} Address */
/** @typedef {import('./address.js').ListFilter} ListFilter */

/** Without `lemma`: the filters `theorem` and `lemma` are equivalent. */
export const DECLARATION_KINDS = [
  ...['theorem', 'def', 'abbrev', 'structure', 'class', 'instance', 'inductive', 'coinductive', 'axiom'],
  ...['opaque', 'alias', 'field', 'constructor', 'simproc'],
];
export const ENTRY_KINDS = ['definition', 'theorem', 'problem', 'example', 'remark', 'passage', 'concept', 'template'];

/** @param {HTMLFormElement} form */
export function filterForm(form) {
  const query = field(form, 'q', HTMLTextAreaElement);
  const queryType = field(form, 'as', HTMLSelectElement);
  const where = field(form, 'where', HTMLSelectElement);
  const k = field(form, 'k', HTMLInputElement);
  const instancesOf = field(form, 'instances_of', HTMLInputElement);
  const generated = field(form, 'generated', HTMLInputElement);
  const deprecated = field(form, 'deprecated', HTMLInputElement);
  queryType.append(...options(pairs(QUERY_TYPES)));
  where.append(...options(pairs(SEARCH_PLACES)));
  const kinds = kindBoxes(form);

  /** @param {ListFilter} key */
  const valuesOf = (key) => (key === 'kind' ? kinds.values() : splitList(field(form, key, HTMLInputElement).value));

  /** @returns {Address} */
  function read() {
    const number = k.valueAsNumber;
    return {
      ...emptyAddress(),
      q: query.value,
      as: queryType.value,
      where: where.value,
      k: Number.isInteger(number) && number >= 1 && number <= 1000 ? number : null,
      filters: filtersOf(valuesOf),
      instancesOf: instancesOf.value.trim(),
      generated: generated.checked,
      deprecated: deprecated.checked,
    };
  }

  /** Shows only the fields that apply to the search place. */
  function updateFields() {
    for (const label of form.querySelectorAll('.index-only'))
      label.toggleAttribute('hidden', where.value === 'library');
    for (const label of form.querySelectorAll('.library-only'))
      label.toggleAttribute('hidden', where.value === 'index');
    kinds.offer(where.value);
    const count = countFilters(read());
    byId('filter-count', HTMLElement).textContent = count === 0 ? '' : ` (${count} set)`;
  }

  /** @param {Address} address */
  function write(address) {
    // Setting the same value again would move the caret.
    if (query.value !== address.q) query.value = address.q;
    queryType.value = address.as;
    where.value = address.where;
    k.value = address.k === null ? '' : String(address.k);
    for (const [key, values] of Object.entries(address.filters)) {
      if (key === 'kind') kinds.set(values);
      else writeList(field(form, key, HTMLInputElement), values);
    }
    if (instancesOf.value.trim() !== address.instancesOf) instancesOf.value = address.instancesOf;
    generated.checked = address.generated;
    deprecated.checked = address.deprecated;
    updateFields();
  }

  updateFields();
  return { query, read, write, updateFields };
}

/** @param {string[][]} choices */
function pairs(choices) {
  return choices.map(([value = '', words = '']) => /** @type {const} */ ([value, words]));
}

/** @param {string} text */
function splitList(text) {
  return text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/**
 * @param {HTMLInputElement} input
 * @param {string[]} values
 */
function writeList(input, values) {
  if (splitList(input.value).join() !== values.join()) input.value = values.join(', ');
}

/**
 * A checkbox for each kind. The visible ones depend on the search place.
 *
 * @param {HTMLFormElement} form
 */
function kindBoxes(form) {
  const fieldset = form.querySelector('.kinds');
  const boxes = [...new Set([...DECLARATION_KINDS, ...ENTRY_KINDS])].map((kind) => {
    const box = element('input', { type: 'checkbox', name: 'kind', value: kind });
    fieldset?.append(element('label', {}, box, kind));
    return box;
  });
  return {
    values: () =>
      boxes.filter(({ checked, parentElement }) => checked && !parentElement?.hidden).map(({ value }) => value),
    /** @param {readonly string[]} kinds */
    set(kinds) {
      const selected = new Set(kinds.map((kind) => (kind === 'lemma' ? 'theorem' : kind)));
      for (const box of boxes) box.checked = selected.has(box.value);
    },
    /** @param {string} where */
    offer(where) {
      const offered = new Set([
        ...(where === 'library' ? [] : DECLARATION_KINDS),
        ...(where === 'index' ? [] : ENTRY_KINDS),
      ]);
      for (const box of boxes) box.parentElement?.toggleAttribute('hidden', !offered.has(box.value));
    },
  };
}
