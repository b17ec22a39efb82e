/** The view of a run: reads its events and redraws once per frame. */
import { byId } from './elements.js';
import { follow } from './event-stream.js';
import { requestJson } from './request.js';
import { RunPanel } from './run-panel.js';
import { applyEvent, newRun } from './run-state.js';

/**
 * @typedef {object} RunHandlers
 * @property {() => void} onEnd
 * @property {(job: string, diff: string) => import('./elements.js').Child} diffAction a control for the diff
 */

/** @param {RunHandlers} handlers */
export function runView(handlers) {
  const place = byId('run', HTMLElement);
  let shown = '';
  let stop = new AbortController();

  return {
    /** @param {string} job '' for none */
    show(job) {
      if (job === shown) return;
      stop.abort();
      stop = new AbortController();
      shown = job;
      place.hidden = job === '';
      place.replaceChildren();
      if (job !== '') void watch(place, job, stop.signal, handlers);
    },
  };
}

/**
 * @param {HTMLElement} place
 * @param {string} job
 * @param {AbortSignal} signal
 * @param {RunHandlers} handlers
 */
async function watch(place, job, signal, { onEnd, diffAction }) {
  const path = `prove/${encodeURIComponent(job)}`;
  const run = newRun();
  const panel = new RunPanel(place, () => requestJson(path, { method: 'DELETE' }));
  /** @type {Set<number>} */
  const changed = new Set();
  let isDrawing = false;
  const draw = () => {
    isDrawing = false;
    if (signal.aborted) return;
    panel.draw(run, changed);
    changed.clear();
    if (run.job === null) return;
    panel.showEnd(run.job, (diff) => diffAction(job, diff));
    onEnd();
  };
  try {
    await follow(`${path}/events`, {
      signal,
      onConnection: (isConnected) => panel.showConnection(isConnected),
      onEvent: (event) => {
        const hole = applyEvent(run, event);
        if (hole !== null) changed.add(hole);
        if (!isDrawing) requestAnimationFrame(draw);
        isDrawing = true;
      },
    });
  } catch (error) {
    if (!signal.aborted) panel.fail(error);
  }
}
