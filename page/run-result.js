/** Renders the result of a run: each hole, the level of the check, and what is still missing. */
import { element } from './elements.js';
import { errorNotice, noticeList } from './error-notice.js';
import { leanCode } from './lean-code.js';

/** @typedef {import('../src/report/prove-schema.ts').ProveReport} ProveReport */
/** @typedef {import('../src/report/prove-schema.ts').HoleResult} HoleResult */

/** @param {ProveReport & { warnings: string[] }} report */
export function resultParts(report) {
  const { objection, model_failure: failure, stopped_by: limit } = report;
  return [
    ...noticeList(report.warnings),
    ...(limit === null ? [] : noticeList([`Stopped: the limit of ${limit} is used up.`])),
    ...(failure === null ? [] : [modelNotice(failure)]),
    ...(objection === null ? [] : [objectionNotice(objection)]),
    element('ul', { class: 'outcomes' }, ...report.holes.filter(({ state }) => state !== 'unasked').map(holeLine)),
    ...summary(report).map((words) => element('p', {}, words)),
  ];
}

/** @param {NonNullable<ProveReport['model_failure']>} failure */
function modelNotice({ message, reason, next }) {
  return errorNotice({
    message: `The model was not called any more: ${message}`,
    ...(reason === null ? {} : { reason }),
    ...(next === null ? {} : { next }),
  });
}

/** @param {NonNullable<ProveReport['objection']>} objection */
function objectionNotice({ kind, why }) {
  return errorNotice({
    message:
      kind === 'refused'
        ? 'The audit refused the complete file, so there is no usable result.'
        : 'The complete file could not be audited, so there is no usable result.',
    reason: why,
  });
}

/** @param {ProveReport} report */
function summary({ level, filled, conditional, objection, tokens, cost, run }) {
  const spent =
    tokens > 0 ? [`${tokens.toLocaleString('en')} tokens${cost === null ? '' : `, $${cost.toFixed(4)}`}.`] : [];
  const record = run === null ? [] : [`Recorded: lemmahead runs show ${run}`];
  if (filled === 0 || objection !== null) return [...spent, ...record];
  return [
    `Level ${level ?? 'audit'}: the complete text was compared with the original. No file was written.`,
    ...(conditional > 0 ? [`${conditional} filled but not proved yet: they depend on open holes.`] : []),
    ...spent,
    ...record,
  ];
}

/** @param {HoleResult} hole */
function holeLine(hole) {
  const declaration = [hole.keyword, hole.declaration].filter((word) => word !== null).join(' ');
  return element(
    'li',
    { 'data-state': hole.state },
    `Line ${hole.line}${declaration === '' ? '' : ', '}`,
    declaration !== '' && leanCode(declaration),
    ': ',
    ...stateParts(hole),
  );
}

/** @param {HoleResult} hole */
function stateParts(hole) {
  const { state, candidate, imports, note, unchecked, refused, axioms, conditional, dropped } = hole;
  if (state === 'skipped') return [element('b', {}, 'skipped'), ', it is not in a proof'];
  if (state === 'filled') {
    return [
      element('b', {}, conditional.length === 0 ? 'filled' : 'filled, not proved yet'),
      ' by ',
      leanCode(candidate ?? ''),
      axioms.length > 0 && `; axioms: ${axioms.join(', ')}`,
      conditional.length > 0 && `; depends on ${conditional.join(', ')}`,
    ];
  }
  return [
    element('b', {}, 'open'),
    unchecked > 0 && `, ${unchecked} could not be checked`,
    refused > 0 && `, ${refused} refused by the audit`,
    dropped && ', its filling is not consistent with the others',
    note !== null && `: ${note}`,
    candidate !== null &&
      !dropped &&
      imports.length > 0 &&
      `; with import ${imports.join(', ')} it would be filled by `,
    candidate !== null && !dropped && imports.length > 0 && leanCode(candidate),
  ];
}
