/** Trouble as lemmahead tells it everywhere: what happened, why, and what to do next. */
import { element } from './elements.js';
import { RequestError } from './request.js';

/** @typedef {import('./request.js').Trouble} Trouble */

/**
 * @param {unknown} error
 * @returns {Trouble}
 */
export function troubleIn(error) {
  if (error instanceof RequestError) return error.trouble;
  const reason = error instanceof Error ? error.message : String(error);
  return { message: 'The page has a bug.', reason, next: 'Please report it.' };
}

/** @param {Trouble} trouble */
export function errorNotice({ message, reason, next }) {
  return element(
    'div',
    { class: 'notice bad', role: 'alert' },
    element('p', {}, element('b', {}, 'error: '), message),
    reason !== undefined && element('p', { class: 'said' }, element('b', {}, 'why: '), reason),
    next !== undefined && element('p', { class: 'said' }, element('b', {}, 'next: '), next),
  );
}

/** @param {readonly string[]} notices */
export function noticeList(notices) {
  return notices.map((words) => element('p', { class: 'notice' }, element('b', {}, 'note: '), words));
}
