/** Recent jobs of the server, latest first; looked at again while one of them goes on. */
import { writeAddress } from './address.js';
import { byId, element, howMany } from './elements.js';
import { errorNotice, troubleIn } from './error-notice.js';
import { ask } from './request.js';
import { reportOf } from './run-panel.js';

/** @typedef {import('../src/server/jobs.ts').JobReport} JobReport */

const AGAIN_MS = 3000;

export function jobsList() {
  const place = byId('jobs', HTMLElement);
  let isWatching = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  async function update() {
    clearTimeout(timer);
    if (!isWatching) return;
    try {
      /** @type {{ jobs: JobReport[] }} */
      const { jobs } = await ask('prove');
      place.replaceChildren(listOf(jobs));
      if (isWatching && jobs.some(({ ended }) => ended === null)) timer = setTimeout(() => void update(), AGAIN_MS);
    } catch (error) {
      place.replaceChildren(errorNotice(troubleIn(error)));
    }
  }

  return {
    update: () => void update(),
    /** @param {boolean} watches whether anybody looks at it */
    watch(watches) {
      if (watches === isWatching) return;
      isWatching = watches;
      void update();
    },
  };
}

/** @param {JobReport[]} jobs */
function listOf(jobs) {
  if (jobs.length === 0) return element('p', { class: 'dim' }, 'None since the server was started.');
  return element('ol', {}, ...jobs.map(jobItem));
}

/** @param {JobReport} job */
function jobItem(job) {
  const { id, state, created, ended, result } = job;
  const began = new Date(created);
  const seconds = ended === null ? null : Math.round((Date.parse(ended) - began.getTime()) / 1000);
  return element(
    'li',
    { 'data-state': result?.exit === 'no' ? 'unfinished' : state },
    element(
      'a',
      { href: writeAddress({ view: 'prove', job: id }) },
      element('time', { datetime: created }, began.toLocaleTimeString()),
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

/** @param {JobReport} job */
function outcome(job) {
  const { error, events, ended } = job;
  const report = reportOf(job);
  if (report !== null) {
    const asked = report.holes.filter(({ state }) => state !== 'unasked').length;
    return `${report.file.split('/').at(-1)}: ${report.filled} of ${howMany(asked, 'hole')} filled`;
  }
  return error !== null ? error.message.replace(/\.$/u, '') : ended === null ? howMany(events, 'event') : '';
}
