/** What a run came to, in words: each hole, how far it was looked at, and what is still missing. */
import { element } from './elements.js';
import { errorNotice, noticeList } from './error-notice.js';
import { leanCode } from './lean-code.js';

/** @typedef {import('../src/report/prove-report.ts').ProveReport} ProveReport */
/** @typedef {import('../src/report/prove-report.ts').HoleReport} HoleReport */

/** @param {ProveReport & { warnings: string[] }} report */
export function resultParts(report) {
  const { objection, model_failure: failure, stopped_by: limit } = report;
  return [
    ...noticeList(report.warnings),
    ...(limit === null ? [] : noticeList([`Stopped: the limit of ${limit} is used up.`])),
    ...(failure === null ? [] : [modelNotice(failure)]),
    ...(objection === null ? [] : [objectionNotice(objection)]),
    element('ul', { class: 'outcomes' }, ...report.holes.filter(({ state }) => state !== 'unasked').map(holeLine)),
    ...worth(report).map((words) => element('p', {}, words)),
  ];
}

/** @param {NonNullable<ProveReport['model_failure']>} failure */
function modelNotice({ message, reason, next }) {
  return errorNotice({
    message: `The model was not asked any more: ${message}`,
    ...(reason === null ? {} : { reason }),
    ...(next === null ? {} : { next }),
  });
}

/** @param {NonNullable<ProveReport['objection']>} objection */
function objectionNotice({ kind, why }) {
  return errorNotice({
    message:
      kind === 'refused'
        ? 'The audit refused what was put together; there is nothing to use.'
        : 'Whether all of it stands together could not be checked; there is nothing to use.',
    reason: why,
  });
}

/** @param {ProveReport} report */
function worth({ level, filled, conditional, objection, tokens, cost, run }) {
  const spent =
    tokens > 0 ? [`${tokens.toLocaleString('en')} tokens${cost === null ? '' : `, $${cost.toFixed(4)}`}.`] : [];
  const record = run === null ? [] : [`On record: lemmahead runs show ${run}`];
  if (filled === 0 || objection !== null) return [...spent, ...record];
  return [
    `Judged by ${level ?? 'audit'}: the whole text against the original. No file was written.`,
    ...(conditional > 0 ? [`${conditional} filled but not proved yet: what they rest on is open.`] : []),
    ...spent,
    ...record,
  ];
}

/** @param {HoleReport} hole */
function holeLine(hole) {
  const whose = [hole.keyword, hole.declaration].filter((word) => word !== null).join(' ');
  return element(
    'li',
    { 'data-state': hole.state },
    `Line ${hole.line}${whose === '' ? '' : ', '}`,
    whose !== '' && leanCode(whose),
    ': ',
    ...stateParts(hole),
  );
}

/** @param {HoleReport} hole */
function stateParts(hole) {
  const { state, candidate, imports, note, unchecked, refused, axioms, conditional, dropped } = hole;
  if (state === 'skipped') return [element('b', {}, 'left alone'), ', it is no proof'];
  if (state === 'filled') {
    return [
      element('b', {}, conditional.length === 0 ? 'filled' : 'filled, not proved yet'),
      ' by ',
      leanCode(candidate ?? ''),
      axioms.length > 0 && `; axioms: ${axioms.join(', ')}`,
      conditional.length > 0 && `; rests on ${conditional.join(', ')}`,
    ];
  }
  return [
    element('b', {}, 'open'),
    unchecked > 0 && `, ${unchecked} could not be checked`,
    refused > 0 && `, ${refused} refused by the audit`,
    dropped && ', what filled it does not stand together with the rest',
    note !== null && `: ${note}`,
    candidate !== null &&
      !dropped &&
      imports.length > 0 &&
      `; with import ${imports.join(', ')} it would be filled by `,
    candidate !== null && !dropped && imports.length > 0 && leanCode(candidate),
  ];
}
