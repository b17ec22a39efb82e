/** The detail dialog of one declaration, in front of the search. */
import { declarationLink, writeAddress } from './address.js';
import { copyButton } from './copy-button.js';
import { byId, element } from './elements.js';
import { errorInfoOf, errorNotice, noticeList } from './error-notice.js';
import { leanBlock, leanCode } from './lean-code.js';
import { plainText, prose } from './prose.js';
import { isAbort, requestJson } from './request.js';
import { breakable, marks, nameLink, place, statement } from './results.js';

/** @typedef {import('../src/report/search-schema.ts').ShowReport} ShowReport */
/** @typedef {import('../src/report/search-schema.ts').UnknownReport} UnknownReport */
/** @typedef {import('../src/report/search-schema.ts').MemberReport} MemberReport */
/** @typedef {import('../src/report/search-schema.ts').NeighbourReport} NeighbourReport */

/** Generated names that are listed before the rest is collapsed. */
const MAX_GENERATED = 20;

/**
 * @param {{ onClose: () => void }} handlers called if the user closes the dialog, but not if the address changes
 * @returns {{ show: (name: string) => void }} '' closes the dialog
 */
export function detailView({ onClose }) {
  const content = element('div', { class: 'content' });
  const announcement = element('p', { class: 'visually-hidden announcement', role: 'status' });
  const dialog = element(
    'dialog',
    { id: 'detail', class: 'detail', 'aria-labelledby': 'detail-title' },
    content,
    announcement,
  );
  let shown = '';
  let stop = new AbortController();
  dialog.addEventListener('close', () => {
    if (shown === '') return;
    shown = '';
    stop.abort();
    onClose();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);

  /** @param {string} name */
  async function load(name) {
    stop = new AbortController();
    content.setAttribute('aria-busy', 'true');
    try {
      const path = `declarations/${encodeURIComponent(name)}`;
      /** @type {ShowReport | UnknownReport} */
      const report = await requestJson(path, { signal: stop.signal });
      fill(report.declaration === null ? unknown(name, report) : known(report));
    } catch (error) {
      if (isAbort(error)) return;
      fill([titled(name), errorNotice(errorInfoOf(error))]);
    }
  }

  /** @param {import('./elements.js').Child[]} parts */
  function fill(parts) {
    content.removeAttribute('aria-busy');
    const close = element('button', { type: 'button', class: 'close', onclick: () => dialog.close() }, 'Close');
    content.replaceChildren(element('div', { class: 'bar' }, close));
    content.append(...parts.filter((part) => part instanceof Node));
    dialog.scrollTop = 0;
    byId('detail-title', HTMLElement).focus();
  }

  return {
    show(name) {
      if (name === shown) return;
      stop.abort();
      shown = name;
      if (name === '') return dialog.close();
      if (!dialog.open) {
        fill([titled(name)]);
        dialog.showModal();
      }
      void load(name);
    },
  };
}

/**
 * @param {string} name
 * @param {string} [kind]
 */
function titled(name, kind) {
  return element(
    'h2',
    { id: 'detail-title', tabindex: -1 },
    kind !== undefined && element('span', { class: 'kind' }, kind),
    kind !== undefined && ' ',
    element('span', { class: 'name', translate: 'no' }, ...breakable(name)),
  );
}

/**
 * @param {string} name
 * @param {UnknownReport} report
 */
function unknown(name, { candidates, notices }) {
  return [
    titled(name),
    ...noticeList(notices),
    element(
      'p',
      {},
      candidates.length === 0 ? 'No declaration has this name.' : 'No single declaration has this name. Similar names:',
    ),
    element('ul', { class: 'names' }, ...candidates.map((candidate) => element('li', {}, nameLink(candidate)))),
    element('p', { class: 'related' }, element('a', { href: writeAddress({ q: name }) }, 'Search for it')),
  ];
}

/** @param {ShowReport} report */
function known(report) {
  const { declaration, source, notices } = report;
  const { name, kind, modifiers, doc, constants, value } = declaration;
  const head = titled(name, [...modifiers, kind].join(' '));
  head.append(copyButton(name, name));
  return [
    head,
    ...noticeList(notices),
    statement(declaration.statement, { constants }),
    value !== null && element('p', { class: 'type' }, leanCode(value.startsWith('|') ? value : `:= ${value}`)),
    marks(declaration),
    doc !== null && prose(doc),
    place(declaration),
    relatedSearches(name, doc),
    members('Parents', report.parents),
    members('Fields', report.fields),
    inherited(report.inherited),
    members('Constructors', report.constructors),
    generated(report.generates),
    instances(report),
    users(report),
    neighbours('Other declarations with this name', report.same_name),
    source !== null && section('Source', leanBlock(source.text, 'Source')),
  ];
}

/**
 * Links to related searches.
 *
 * @param {string} name
 * @param {string | null} doc
 */
function relatedSearches(name, doc) {
  const words = plainText(doc ?? '');
  return element(
    'p',
    { class: 'related' },
    element('a', { href: writeAddress({ q: name, as: 'pattern' }) }, 'Statements that mention it'),
    words !== '' && element('a', { href: writeAddress({ q: words, as: 'text' }) }, 'Similar declarations'),
  );
}

/**
 * @param {string} title
 * @param {import('./elements.js').Child[]} children
 */
function section(title, ...children) {
  return element('section', { class: 'part' }, element('h3', {}, title), ...children);
}

/**
 * @param {string} title
 * @param {MemberReport[]} rows
 */
function members(title, rows) {
  const items = rows.map(({ name, type, doc }) => [
    element('dt', {}, nameLink(name), ' ', leanCode(type)),
    doc !== null && element('dd', {}, prose(doc)),
  ]);
  return rows.length > 0 && section(title, element('dl', { class: 'members' }, ...items.flat()));
}

/** @param {ShowReport['inherited']} rows */
function inherited(rows) {
  const items = rows.map(({ name, type, from }) =>
    element('li', {}, nameLink(name), ' ', leanCode(type), element('span', { class: 'dim' }, ` from ${from}`)),
  );
  return rows.length > 0 && section('Inherited fields', element('ul', { class: 'names' }, ...items));
}

/**
 * @param {string} title
 * @param {NeighbourReport[]} rows
 */
function neighbours(title, rows) {
  const items = rows.map(({ name, type }) => element('li', {}, nameLink(name), ' ', leanCode(type)));
  return rows.length > 0 && section(title, element('ul', { class: 'names' }, ...items));
}

/** @param {ShowReport['generates']} rows */
function generated(rows) {
  if (rows.length === 0) return false;
  const items = rows.map(({ name, origin }) =>
    element('li', {}, nameLink(name), ' ', element('span', { class: 'dim' }, origin)),
  );
  const rest = items.splice(MAX_GENERATED);
  const more = element(
    'details',
    {},
    element('summary', {}, `${rest.length} more`),
    element('ul', { class: 'names' }, ...rest),
  );
  return section('Generates', element('ul', { class: 'names' }, ...items), rest.length > 0 && more);
}

/** @param {ShowReport} report */
function instances({ declaration, instances: { count, top } }) {
  const title = count > top.length ? `Instances, ${top.length} of ${count}` : 'Instances';
  const found = neighbours(title, top);
  if (found !== false && count > top.length) {
    const href = writeAddress({ instancesOf: declaration.name, k: Math.min(count, 1000) });
    found.append(element('p', { class: 'related' }, element('a', { href }, 'All instances')));
  }
  return found;
}

/** @param {ShowReport} report */
function users({ users: { top, files, files_read } }) {
  if (top.length === 0) return false;
  const title = files > files_read ? `Used most by (${files_read} of ${files} files read)` : 'Used by';
  const items = top.map(({ name, count, file_path, line_start }) =>
    element(
      'li',
      {},
      element('a', { class: 'name', href: declarationLink(name) }, ...breakable(name)),
      element('span', { class: 'dim' }, ` ${count}×  ${file_path}:${line_start}`),
    ),
  );
  return section(title, element('ul', { class: 'names' }, ...items));
}
