/** What is seen of one run: how far it is, its holes, and at last what it came to. */
import { diffView } from './diff-view.js';
import { announce, element, howMany } from './elements.js';
import { errorNotice, troubleIn } from './error-notice.js';
import { holeCard } from './hole-card.js';
import { resultParts } from './run-result.js';
import { runWords } from './run-state.js';

/** @typedef {import('../src/server/jobs.ts').JobReport} JobReport */
/** @typedef {import('../src/report/prove-report.ts').ProveReport} ProveReport */
/** @typedef {import('./run-state.js').RunState} RunState */

/** Between two sentences that a screen reader is given. */
const ANNOUNCED_EVERY_MS = 4000;

export class RunPanel {
  #title = element('h2', { tabindex: -1 }, 'Run');
  #bar = element('progress', { 'aria-label': 'Progress of the run' });
  #words = element('p', { class: 'words' });
  #cancel = element('button', { type: 'button' }, 'Cancel');
  #connection = element('p', { class: 'notice', hidden: true }, 'The connection is lost; trying again …');
  #trouble = element('div');
  #result = element('div');
  #holes = element('ol', { class: 'holes' });
  /** @type {Map<number, ReturnType<typeof holeCard>>} */
  #cards = new Map();
  #announced = 0;

  /**
   * @param {HTMLElement} place
   * @param {() => Promise<unknown>} cancel
   */
  constructor(place, cancel) {
    const head = element('div', { class: 'head' }, this.#bar, this.#words, this.#cancel);
    place.replaceChildren(this.#title, head, this.#connection, this.#trouble, this.#result, this.#holes);
    this.#cancel.addEventListener('click', () => void this.#end(cancel));
    this.#title.focus({ preventScroll: true });
  }

  /** @param {boolean} isConnected */
  showConnection(isConnected) {
    this.#connection.hidden = isConnected;
  }

  /**
   * @param {RunState} run
   * @param {ReadonlySet<number>} changed numbers of the holes that have changed since
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
      // Several holes have their turn at a time, and begin in any order.
      const behind = [...this.#cards.keys()].filter((other) => other > number).sort((a, b) => a - b)[0];
      this.#holes.insertBefore(card.element, this.#cards.get(behind ?? 0)?.element ?? null);
    }
  }

  /** @param {RunState} run */
  #drawHead(run) {
    const { strategies, model, file, progress } = run;
    const made = [file?.split('/').at(-1), strategies.join('+'), model].filter((words) => (words ?? '') !== '');
    this.#title.replaceChildren(
      'Run',
      element('span', { class: 'dim' }, made.length === 0 ? '' : ` ${made.join(', ')}`),
    );
    const words = runWords(run);
    this.#words.textContent = words;
    const done = [...run.holes.values()].filter(({ state }) => state !== 'begun').length;
    if (run.of > 0) [this.#bar.max, this.#bar.value] = [run.of, done];
    else if (progress !== null && progress.total > 0)
      [this.#bar.max, this.#bar.value] = [progress.total, progress.done];
    if (Date.now() - this.#announced < ANNOUNCED_EVERY_MS) return;
    this.#announced = Date.now();
    announce(words);
  }

  /**
   * @param {JobReport} job
   * @param {(diff: string) => import('./elements.js').Child} offer what can be done with the diff
   */
  showEnd(job, offer) {
    this.#stop();
    const words = endWords(job);
    this.#words.textContent = words;
    announce(words);
    const report = reportOf(job);
    if (report !== null) {
      this.#result.append(...resultParts(report));
      // What was refused as a whole is nothing to use.
      if (report.diff !== '' && report.objection === null) {
        const offered = offer(report.diff);
        this.#result.append(diffView(report.diff), ...(offered instanceof Node ? [offered] : []));
      }
    }
    if (job.error !== null && job.state !== 'cancelled') this.#trouble.append(errorNotice(job.error));
  }

  /** @param {unknown} error */
  fail(error) {
    this.#stop();
    this.#trouble.replaceChildren(errorNotice(troubleIn(error)));
  }

  /** @param {() => Promise<unknown>} cancel */
  async #end(cancel) {
    // A disabled button keeps no focus.
    this.#title.focus();
    this.#cancel.disabled = true;
    try {
      await cancel();
      announce('The run is being cancelled.');
    } catch (error) {
      this.#cancel.disabled = false;
      this.#trouble.replaceChildren(errorNotice(troubleIn(error)));
    }
  }

  #stop() {
    if (document.activeElement === this.#cancel) this.#title.focus();
    this.#cancel.remove();
    this.#bar.remove();
  }
}

/**
 * @param {JobReport} job
 * @returns {(ProveReport & { warnings: string[] }) | null}
 */
export function reportOf({ result }) {
  return /** @type {ReturnType<typeof reportOf>} */ (/** @type {unknown} */ (result));
}

/** @param {JobReport} job */
function endWords(job) {
  const report = reportOf(job);
  if (job.state === 'cancelled') return 'Cancelled.';
  if (report === null) return 'The run failed.';
  const asked = report.holes.filter(({ state }) => state !== 'unasked').length;
  const filled = `${report.filled} of ${howMany(asked, 'hole')} filled, ${howMany(report.attempts, 'attempt')}.`;
  return asked === 0 ? 'There is no sorry.' : filled;
}
