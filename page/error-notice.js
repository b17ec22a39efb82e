/** Renders errors and notices: what happened, why, and the next step. */
import { element } from './elements.js';
import { RequestError } from './request.js';

/** @typedef {import('./request.js').ErrorInfo} ErrorInfo */

/**
 * @param {unknown} error
 * @returns {ErrorInfo}
 */
export function errorInfoOf(error) {
  if (error instanceof RequestError) return error.info;
  const reason = error instanceof Error ? error.message : String(error);
  return { message: 'The page has a bug.', reason, next: 'Please report it.' };
}

/** @param {ErrorInfo} info */
export function errorNotice({ message, reason, next }) {
  return element(
    'div',
    { class: 'notice bad', role: 'alert' },
    element('p', {}, element('b', {}, 'error: '), message),
    ...(reason === undefined ? [] : reasonParts(reason)),
    next !== undefined && element('p', { class: 'pre-wrap' }, element('b', {}, 'next: '), next),
  );
}

/** In a reason of several lines, a caret may point at a column of the line above it. @param {string} reason */
function reasonParts(reason) {
  const label = element('b', {}, 'why: ');
  return reason.includes('\n')
    ? [element('p', {}, label), element('pre', { class: 'pointed' }, reason)]
    : [element('p', { class: 'pre-wrap' }, label, reason)];
}

/** @param {readonly string[]} notices */
export function noticeList(notices) {
  return notices.map((words) => element('p', { class: 'notice' }, element('b', {}, 'note: '), words));
}
