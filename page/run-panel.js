/** The panel of one run: its progress, holes and result. */
import { diffView } from './diff-view.js';
import { announce, element, pluralize } from './elements.js';
import { errorInfoOf, errorNotice } from './error-notice.js';
import { holeCard } from './hole-card.js';
import { resultParts } from './run-result.js';
import { runWords } from './run-state.js';

/** @typedef {import('../src/report/server-schema.ts').ProveJobReport} ProveJobReport */
/** @typedef {import('./run-state.js').RunState} RunState */

/** Minimum time between two announcements for screen readers. */
const ANNOUNCE_EVERY_MS = 4000;

export class RunPanel {
  #title = element('h2', { tabindex: -1 }, 'Run');
  #bar = element('progress', { 'aria-label': 'Progress of the run' });
  #words = element('p', { class: 'words' });
  #cancel = element('button', { type: 'button' }, 'Cancel');
  #connection = element('p', { class: 'notice', hidden: true }, 'The connection is lost; reconnecting …');
  #errors = element('div');
  #result = element('div');
  #holes = element('ol', { class: 'holes' });
  /** @type {Map<number, ReturnType<typeof holeCard>>} */
  #cards = new Map();
  #lastAnnounced = 0;

  /**
   * @param {HTMLElement} place
   * @param {() => Promise<unknown>} cancel
   */
  constructor(place, cancel) {
    const head = element('div', { class: 'head' }, this.#bar, this.#words, this.#cancel);
    place.replaceChildren(this.#title, head, this.#connection, this.#errors, this.#result, this.#holes);
    this.#cancel.addEventListener('click', () => void this.#cancelRun(cancel));
    this.#title.focus({ preventScroll: true });
  }

  /** @param {boolean} isConnected */
  showConnection(isConnected) {
    this.#connection.hidden = isConnected;
  }

  /**
   * @param {RunState} run
   * @param {ReadonlySet<number>} changed numbers of the holes that have changed since the last call
   */
  draw(run, changed) {
    this.#drawHead(run);
    for (const [number, hole] of run.holes) {
      const known = this.#cards.get(number);
      if (known !== undefined && !changed.has(number)) continue;
      const card = known ?? holeCard(hole);
      card.update();
      if (known !== undefined) continue;
      this.#cards.set(number, card);
      // Several holes are processed concurrently, and start in any order.
      const next = [...this.#cards.keys()].filter((other) => other > number).sort((a, b) => a - b)[0];
      this.#holes.insertBefore(card.element, this.#cards.get(next ?? 0)?.element ?? null);
    }
  }

  /** @param {RunState} run */
  #drawHead(run) {
    const { strategies, model, file, progress } = run;
    const details = [file?.split('/').at(-1), strategies.join('+'), model].filter((words) => (words ?? '') !== '');
    this.#title.replaceChildren(
      'Run',
      element('span', { class: 'dim' }, details.length === 0 ? '' : ` ${details.join(', ')}`),
    );
    const words = runWords(run);
    this.#words.textContent = words;
    const done = [...run.holes.values()].filter(({ state }) => state !== 'started').length;
    if (run.of > 0) [this.#bar.max, this.#bar.value] = [run.of, done];
    else if (progress !== null && progress.total > 0)
      [this.#bar.max, this.#bar.value] = [progress.total, progress.done];
    if (Date.now() - this.#lastAnnounced < ANNOUNCE_EVERY_MS) return;
    this.#lastAnnounced = Date.now();
    announce(words);
  }

  /**
   * @param {ProveJobReport} job
   * @param {(diff: string) => import('./elements.js').Child} diffAction a control for the diff
   */
  showEnd(job, diffAction) {
    this.#stop();
    const words = endWords(job);
    this.#words.textContent = words;
    announce(words);
    const report = job.result;
    if (report !== null) {
      this.#result.append(...resultParts(report));
      // A file that was refused as a whole must not be applied.
      if (report.diff !== '' && report.objection === null) {
        const action = diffAction(report.diff);
        this.#result.append(diffView(report.diff), ...(action instanceof Node ? [action] : []));
      }
    }
    if (job.error !== null && job.state !== 'cancelled') this.#errors.append(errorNotice(job.error));
  }

  /** @param {unknown} error */
  fail(error) {
    this.#stop();
    this.#errors.replaceChildren(errorNotice(errorInfoOf(error)));
  }

  /** @param {() => Promise<unknown>} cancel */
  async #cancelRun(cancel) {
    // A disabled button loses the focus.
    this.#title.focus();
    this.#cancel.disabled = true;
    try {
      await cancel();
      announce('The run is being cancelled.');
    } catch (error) {
      this.#cancel.disabled = false;
      this.#errors.replaceChildren(errorNotice(errorInfoOf(error)));
    }
  }

  #stop() {
    if (document.activeElement === this.#cancel) this.#title.focus();
    this.#cancel.remove();
    this.#bar.remove();
  }
}

/** @param {ProveJobReport} job */
function endWords(job) {
  const report = job.result;
  if (job.state === 'cancelled') return 'Cancelled.';
  if (report === null) return 'The run failed.';
  const requested = report.holes.filter(({ state }) => state !== 'unasked').length;
  const filled = `${report.filled} of ${pluralize(requested, 'hole')} filled, ${pluralize(report.attempts, 'attempt')}.`;
  return requested === 0 ? 'No sorry.' : filled;
}
