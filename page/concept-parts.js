/** Renders concepts: the definitions that a term means, with when to use which, and all meanings of a concept by field. */
import { writeAddress } from './address.js';
import { copyButton } from './copy-button.js';
import { element, pluralize } from './elements.js';
import { noticeList } from './error-notice.js';
import { leanCode } from './lean-code.js';
import { prose } from './prose.js';
import { nameLink, place } from './results.js';

/** @typedef {import('./address.js').Address} Address */
/** @typedef {import('./elements.js').Child} Child */
/** @typedef {import('../src/report/concepts-schema.ts').ConceptsSearchReport} ConceptsSearchReport */
/** @typedef {import('../src/report/concepts-schema.ts').ConceptsShowReport} ConceptsShowReport */
/** @typedef {import('../src/report/concepts-schema.ts').DefinitionReport} DefinitionReport */
/** @typedef {import('../src/report/concepts-schema.ts').VariantReport} VariantReport */

/** Fields that are named in the head of a concept. */
const MAX_FIELDS = 3;
const EXAMPLES = ['basis of a vector space', 'kernel', 'continuous', 'expectation', 'order of a group'];

/** Before the first search. @returns {Child[]} */
export function conceptIntroduction() {
  return [
    element(
      'div',
      { class: 'introduction' },
      element('p', {}, 'Which definition of the library does a mathematical term mean, and how is it written?'),
      element(
        'p',
        { class: 'related' },
        ...EXAMPLES.map((q) => element('a', { href: writeAddress({ view: 'concepts', q }) }, q)),
      ),
    ),
  ];
}

/**
 * @param {ConceptsSearchReport} report
 * @param {Address} address
 * @returns {[string, Child[]]} the status text and the content
 */
export function termParts(report, address) {
  const count = report.concepts.reduce((sum, { variants }) => sum + variants.length, 0);
  const words = count === 0 ? 'No definition found' : pluralize(count, 'definition');
  return [
    words,
    [
      ...noticeList(report.notices),
      ...report.spellings.map(spelling),
      ...report.concepts.flatMap(({ concept, variants }) => [
        groupHead(concept, variants),
        element('ol', { class: 'results' }, ...variants.map((variant) => variantItem(variant, address))),
      ]),
      otherMeanings(report, address),
      nearest(report.nearest),
    ],
  ];
}

/**
 * @param {ConceptsShowReport} report
 * @param {Address} address
 * @returns {[string, Child[]]}
 */
export function meaningParts({ concept, nearest: near, notices }, address) {
  if (concept === null) return ['No such concept', [...noticeList(notices), nearest(near)]];
  const count = concept.fields.reduce((sum, { variants }) => sum + variants.length, 0);
  return [
    `${pluralize(count, 'definition')} in ${pluralize(concept.fields.length, 'field')}`,
    [
      ...noticeList(notices),
      element('h2', { class: 'place-title' }, `All meanings of ${concept.name}`),
      ...concept.fields.flatMap(({ field, variants }) => [
        element('h3', { class: 'field' }, field),
        element('ol', { class: 'results' }, ...variants.map((variant) => meaningItem(variant, address))),
      ]),
    ],
  ];
}

/**
 * @param {ConceptsSearchReport['concepts'][number]['concept']} concept
 * @param {readonly VariantReport[]} variants
 */
function groupHead(concept, variants) {
  const here = [...new Set(variants.map(({ fields }) => fields[0] ?? ''))];
  const shown = here.slice(0, MAX_FIELDS).join(', ') + (here.length > MAX_FIELDS ? ', …' : '');
  if (concept === null) return element('h2', { class: 'place-title' }, `Other concepts, in ${shown}`);
  const { name, definitions, fields } = concept;
  return element(
    'h2',
    { class: 'place-title' },
    name,
    element('span', { class: 'dim' }, ` here: ${shown} · `),
    element(
      'a',
      { class: 'dim', href: writeAddress({ view: 'concepts', concept: name }) },
      `all ${pluralize(definitions, 'definition')} in ${pluralize(fields.length, 'field')}`,
    ),
  );
}

/**
 * @param {DefinitionReport} definition
 * @param {Address} address
 */
function head({ kind, name, arguments: taken, ...definition }, address) {
  return element(
    'div',
    { class: 'head' },
    element(
      'h2',
      {},
      element('span', { class: 'kind' }, kind),
      ' ',
      nameLink(name, writeAddress({ ...address, name })),
      taken.length > 0 && leanCode(` ${taken.join(' ')}`),
      copyButton(name, name),
    ),
    place(definition),
  );
}

/**
 * @param {VariantReport} variant
 * @param {Address} address
 */
function variantItem(variant, address) {
  const { annotation, use, fields, probability, origins, import: line } = variant;
  const { of, needs, words, write, notations, general, special, preferred } = use;
  const origin = [
    probability === null ? '' : `probability ${probability.toFixed(2)}`,
    origins.length === 0 ? '' : `named by ${origins.join(', ')}`,
  ];
  const notation = notations.flatMap(({ text, opens }) => [
    ' · ',
    leanCode(text),
    opens === null ? '' : ` (open ${opens})`,
  ]);
  return element(
    'li',
    { class: 'result' },
    head(variant, address),
    element('div', { class: 'beginning' }, prose(annotation.text)),
    element(
      'dl',
      { class: 'uses' },
      ...useLine('field', fields.join(', ')),
      ...useLine('when', of !== '' && leanCode(of), needs.length > 0 && leanCode(` [${needs.join('] [')}]`)),
      ...useLine('texts', words.join(', ')),
      ...useLine('write', leanCode(write), ...notation),
      ...useLine('instead', preferred !== null && nameLink(preferred)),
      ...useLine('import', leanCode(line)),
      ...useLine('general', ...links(general, address)),
      ...useLine('special', ...links(special, address)),
      ...useLine('from', origin.filter((part) => part !== '').join('; ')),
    ),
  );
}

/**
 * A line of the list, if it has content.
 *
 * @param {string} label
 * @param {Child[]} content
 */
function useLine(label, ...content) {
  const shown = content.filter((part) => part instanceof Node || (typeof part === 'string' && part !== ''));
  return shown.length === 0 ? [] : [element('dt', {}, label), element('dd', {}, ...shown)];
}

/**
 * @param {readonly string[]} names
 * @param {Address} address
 */
function links(names, address) {
  return names.flatMap((name, at) => [at === 0 ? '' : ', ', nameLink(name, writeAddress({ ...address, name }))]);
}

/**
 * @param {DefinitionReport} definition
 * @param {Address} address
 */
function meaningItem(definition, address) {
  const { annotation } = definition;
  return element(
    'li',
    { class: 'result' },
    head(definition, address),
    element('div', { class: 'beginning' }, prose(annotation.text)),
  );
}

/** @param {ConceptsSearchReport['spellings'][number]} found */
function spelling({ term, write, note, has_definition: has }) {
  return element(
    'p',
    { class: 'notice' },
    element('b', {}, term),
    has ? ' is often written ' : ' has no definition of that name; it is written ',
    element('code', {}, write),
    note !== '' && ` (${note})`,
  );
}

/**
 * @param {ConceptsSearchReport} report
 * @param {Address} address
 */
function otherMeanings({ other_meanings: others }, address) {
  const items = others.flatMap(({ name, field }, at) => [
    at === 0 ? '' : ' · ',
    nameLink(name, writeAddress({ ...address, name })),
    ` (${field})`,
  ]);
  return others.length > 0 && element('p', { class: 'nearest' }, 'In other fields: ', ...items);
}

/** @param {readonly string[]} names */
function nearest(names) {
  const items = names.flatMap((q, at) => [
    at === 0 ? '' : ', ',
    element('a', { href: writeAddress({ view: 'concepts', q }) }, q),
  ]);
  return names.length > 0 && element('p', { class: 'nearest' }, 'Similar concepts: ', ...items);
}
