/** The recent jobs of the server, latest first. Polls while a job is running. */
import { writeAddress } from './address.js';
import { byId, element, pluralize } from './elements.js';
import { errorInfoOf, errorNotice } from './error-notice.js';
import { requestJson } from './request.js';

/** @typedef {import('../src/report/server-schema.ts').ProveJobReport} ProveJobReport */

const POLL_MS = 3000;

export function jobsList() {
  const place = byId('jobs', HTMLElement);
  let isWatching = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  async function update() {
    clearTimeout(timer);
    if (!isWatching) return;
    try {
      /** @type {{ jobs: ProveJobReport[] }} */
      const { jobs } = await requestJson('prove');
      place.replaceChildren(listOf(jobs));
      if (isWatching && jobs.some(({ ended }) => ended === null)) timer = setTimeout(() => void update(), POLL_MS);
    } catch (error) {
      place.replaceChildren(errorNotice(errorInfoOf(error)));
    }
  }

  return {
    update: () => void update(),
    /** @param {boolean} isVisible whether the list is visible */
    watch(isVisible) {
      if (isVisible === isWatching) return;
      isWatching = isVisible;
      void update();
    },
  };
}

/** @param {ProveJobReport[]} jobs */
function listOf(jobs) {
  if (jobs.length === 0) return element('p', { class: 'dim' }, 'No jobs since the server was started.');
  return element('ol', {}, ...jobs.map(jobItem));
}

/** @param {ProveJobReport} job */
function jobItem(job) {
  const { id, state, created, ended, result } = job;
  const startTime = new Date(created);
  const seconds = ended === null ? null : Math.round((Date.parse(ended) - startTime.getTime()) / 1000);
  return element(
    'li',
    { 'data-state': result?.exit === 'no' ? 'unfinished' : state },
    element(
      'a',
      { href: writeAddress({ view: 'prove', job: id }) },
      element('time', { datetime: created }, startTime.toLocaleTimeString()),
    ),
    ' ',
    element('span', { class: 'state' }, state),
    ' ',
    element(
      'span',
      {},
      [outcome(job), seconds === null ? '' : `${seconds} s`].filter((words) => words !== '').join(', '),
    ),
  );
}

/** @param {ProveJobReport} job */
function outcome(job) {
  const { error, events, ended } = job;
  const report = job.result;
  if (report !== null) {
    const requested = report.holes.filter(({ state }) => state !== 'unasked').length;
    return `${report.file.split('/').at(-1)}: ${report.filled} of ${pluralize(requested, 'hole')} filled`;
  }
  return error !== null ? error.message.replace(/\.$/u, '') : ended === null ? pluralize(events, 'event') : '';
}
