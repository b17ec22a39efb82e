/** The queue of the server: what waits and runs, how fast, the workers, and what is dead. Polls while it is visible. */
import { byId, element, pluralize } from './elements.js';
import { errorInfoOf, errorNotice } from './error-notice.js';
import { requestJson } from './request.js';

/** @typedef {import('../src/report/queue-schema.ts').QueueStatus} QueueStatus */
/** @typedef {import('../src/report/queue-schema.ts').QueueWorkers} QueueWorkers */

const POLL_MS = 2000;

export function queueView() {
  const place = byId('queue', HTMLElement);
  let isWatching = false;
  /** The most units that were left at once, for the progress bar. */
  let most = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  async function update() {
    clearTimeout(timer);
    if (!isWatching) return;
    try {
      /** @type {[QueueStatus, QueueWorkers]} */
      const [status, { workers }] = await Promise.all([requestJson('queue'), requestJson('queue/workers')]);
      most = Math.max(most, status.waiting + status.running);
      place.replaceChildren(summary(status, most), queueTable(status), workerTable(workers), ...deadUnits(status));
    } catch (error) {
      place.replaceChildren(errorNotice(errorInfoOf(error)));
    }
    if (isWatching) timer = setTimeout(() => void update(), POLL_MS);
  }

  return {
    /** @param {boolean} isVisible whether the view is visible */
    watch(isVisible) {
      if (isVisible === isWatching) return;
      isWatching = isVisible;
      void update();
    },
  };
}

/**
 * @param {QueueStatus} status
 * @param {number} most
 */
function summary({ waiting, running, workers, per_minute: rate, seconds_left: left }, most) {
  const all = waiting + running;
  const words = [
    `${number(waiting)} waiting`,
    `${number(running)} running`,
    pluralize(workers, 'worker'),
    rate > 0 && `${number(rate)} per minute`,
    left !== null && all > 0 && `${duration(left)} left`,
  ].filter((each) => each !== false);
  return element(
    'div',
    { class: 'queue-summary' },
    element('p', { role: 'status' }, words.join(', ')),
    most > 0 && element('progress', { max: most, value: most - all, 'aria-label': 'units done' }),
  );
}

/** @param {QueueStatus} status */
function queueTable({ queues }) {
  const used = queues.filter(({ waiting, running, done, dead }) => waiting + running + done + dead > 0);
  if (used.length === 0) return element('p', { class: 'dim' }, 'No units.');
  const rows = used.map(({ kind, waiting, running, done, dead, workers, missing, requirements }) =>
    row(
      kind,
      [waiting, running, done, dead, workers],
      [
        element('p', { class: 'facts' }, `needs ${facts(requirements)}`),
        waiting > 0 && missing.length > 0 && element('p', { class: 'bad' }, `no worker has ${missing.join(', ')}`),
      ],
    ),
  );
  return table('Units', ['kind', 'waiting', 'running', 'done', 'dead', 'workers'], rows);
}

/** @param {QueueWorkers['workers']} workers */
function workerTable(workers) {
  if (workers.length === 0) {
    return element('p', { class: 'dim' }, 'No workers. Start one: ', element('code', {}, 'lemmahead worker'));
  }
  const rows = workers.map((worker) => {
    const {
      host,
      pid,
      alive,
      silent_seconds: silent,
      jobs,
      done,
      failed,
      per_minute: rate,
      kinds,
      environments,
    } = worker;
    const failures = Object.entries(worker.self_tests).filter(([, result]) => result !== 'passed');
    return row(
      `${host}, process ${pid}`,
      [jobs, done, failed, rate],
      [
        !alive && element('p', { class: 'bad' }, `silent for ${duration(silent)}`),
        element('p', { class: 'facts' }, `takes ${kinds.join(', ') || 'nothing'}`),
        ...environments.map((each) => element('p', { class: 'facts' }, `has ${facts(each.facts)}`)),
        ...failures.map(([lean, result]) => element('p', { class: 'bad' }, `self-test with ${lean}: ${result}`)),
      ],
    );
  });
  return table('Workers', ['worker', 'at a time', 'done', 'failed', 'per minute'], rows);
}

/** @param {QueueStatus} status */
function deadUnits({ dead }) {
  if (dead.length === 0) return [];
  const hint = element('p', { class: 'dim' }, 'One more attempt: ', element('code', {}, 'lemmahead queue retry'));
  const units = dead.map(({ kind, id, log }) =>
    element('li', {}, `${kind} ${id}`, element('ul', {}, ...log.map((line) => element('li', {}, line)))),
  );
  return [element('h2', {}, 'Dead units'), element('ol', { class: 'dead' }, ...units), hint];
}

/**
 * @param {string} title
 * @param {string[]} columns
 * @param {HTMLElement[]} rows
 */
function table(title, columns, rows) {
  return element(
    'table',
    { class: 'queue-table' },
    element('caption', {}, title),
    element('thead', {}, element('tr', {}, ...columns.map((name) => element('th', { scope: 'col' }, name)))),
    ...rows,
  );
}

/**
 * A row of counts, with notes below it.
 *
 * @param {string} name
 * @param {number[]} counts
 * @param {(HTMLElement | false)[]} notes
 */
function row(name, counts, notes) {
  const cells = counts.map((count) => element('td', {}, number(count)));
  return element(
    'tbody',
    {},
    element('tr', {}, element('th', { scope: 'row' }, name), ...cells),
    element('tr', {}, element('td', { colspan: counts.length + 1, class: 'notes' }, ...notes)),
  );
}

/** @param {Record<string, string>} all */
const facts = (all) =>
  Object.entries(all)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/** @param {number} count */
const number = (count) => count.toLocaleString('en');

/** @param {number} seconds */
function duration(seconds) {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
