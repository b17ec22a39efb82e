/** Renders the report of a check: the verdict, the findings, and the state of each declaration. */
import { element, pluralize } from './elements.js';
import { noticeList } from './error-notice.js';
import { leanCode } from './lean-code.js';

/** @typedef {import('../src/report/check-schema.ts').CheckReport} CheckReport */
/** @typedef {import('../src/report/check-schema.ts').CheckedFile} CheckedFile */
/** @typedef {import('../src/report/check-schema.ts').CheckFinding} CheckFinding */

/**
 * @param {CheckReport & { warnings: string[] }} report
 * @param {{ isText: boolean }} options for a text, the next step must not be a command with a file name
 */
export function checkParts(report, { isText }) {
  const files = report.files.map((file) => (isText && file.next?.includes(file.file) ? { ...file, next: null } : file));
  return [...noticeList(report.warnings), ...files.flatMap((file) => fileParts(file))];
}

/**
 * The verdict in one sentence, also for screen readers.
 *
 * @param {CheckReport} report
 */
export function checkWords({ files }) {
  const file = files[0];
  if (file === undefined) return 'Nothing was checked.';
  switch (file.verdict) {
    case 'accepted':
      return 'Accepted.';
    case 'unfinished':
      return `Not proved yet: ${pluralize(file.findings.length, 'place')} with a sorry.`;
    case 'unchecked':
      return 'Could not be checked.';
    case 'rejected':
      return file.exit === 'refused'
        ? 'It compiles, but the audit refuses it.'
        : `Rejected by ${file.by === 'lean' ? 'Lean' : `the ${file.by}`}.`;
  }
}

/** @param {CheckedFile} file */
function fileParts(file) {
  const { detail, why, next, findings, cautions, notes, declarations, axioms } = file;
  return [
    ...(file.verdict === 'unchecked' ? [element('p', {}, detail ?? why ?? '')] : []),
    element('p', { class: 'dim' }, checkDetails(file)),
    findings.length > 0 && element('ul', { class: 'findings' }, ...findings.map(findingItem)),
    next !== null && element('p', { class: 'pre-wrap' }, element('b', {}, 'next: '), next),
    cautions.length > 0 && element('p', { class: 'notice' }, element('b', {}, 'note: '), cautionWords(cautions)),
    ...notes.map((note) => element('p', { class: 'notice' }, element('b', {}, 'note: '), note)),
    axioms.length > 0 && element('p', {}, 'Depends on ', leanCode(axioms.join(', '))),
    declarations.length > 0 && declarationTable(declarations),
  ].filter((part) => part instanceof Node);
}

/** @param {CheckedFile} file */
function checkDetails({ lean, level, sandbox }) {
  return [lean?.version, level === null ? null : `level ${level}`, sandbox === null ? null : `sandbox ${sandbox}`]
    .filter((part) => part !== null && part !== undefined)
    .join(', ');
}

/** @param {CheckFinding} finding */
function findingItem({ line, column, severity, text }) {
  const place = line === null ? '' : `${line}:${(column ?? 0) + 1} `;
  return element(
    'li',
    { 'data-severity': severity },
    element('b', {}, `${place}${severity}: `),
    element('span', {}, text),
  );
}

/** @param {CheckedFile['cautions']} cautions */
function cautionWords(cautions) {
  const found = cautions.map(({ line, word }) => `${word} (line ${line})`).join(', ');
  return `There is no original to compare with, and these words can change the meaning of the text: ${found}`;
}

/** @param {CheckedFile['declarations']} declarations */
function declarationTable(declarations) {
  const rows = declarations.map(({ name, kind, line, state, axioms }) =>
    element(
      'tr',
      { 'data-state': state },
      element('td', {}, line === null ? '' : String(line)),
      element('th', { scope: 'row' }, leanCode(`${kind} ${name}`)),
      element('td', {}, element('b', {}, state)),
      element('td', {}, axioms.length === 0 ? 'no axioms' : axioms.join(', ')),
    ),
  );
  const heads = ['Line', 'Declaration', 'State', 'Axioms'].map((words) => element('th', { scope: 'col' }, words));
  return element(
    'div',
    { class: 'table', tabindex: 0, role: 'region', 'aria-label': 'Declarations' },
    element(
      'table',
      {},
      element('caption', {}, pluralize(declarations.length, 'declaration')),
      element('thead', {}, element('tr', {}, ...heads)),
      element('tbody', {}, ...rows),
    ),
  );
}
