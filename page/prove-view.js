/** The view for checking and proving: sends the form and shows the result. */
import { emptyAddress } from './address.js';
import { checkParts, checkWords } from './check-report.js';
import { applyDiff } from './diff-view.js';
import { announce, byId, element } from './elements.js';
import { errorInfoOf, errorNotice } from './error-notice.js';
import { jobsList } from './jobs-list.js';
import { proveForm } from './prove-form.js';
import { isAbort, requestJson } from './request.js';
import { runView } from './run-view.js';

/** @typedef {import('./address.js').Address} Address */
/** @typedef {import('../src/report/check-schema.ts').CheckReport} CheckReport */

/** @param {{ go: (address: Address) => void }} router */
export function proveView({ go }) {
  const form = byId('prove-form', HTMLFormElement);
  const report = byId('check-report', HTMLElement);
  const fields = proveForm(form);
  const jobs = jobsList();
  const run = runView({ onEnd: jobs.update, diffAction });
  /** Texts sent from this page, by job. @type {Map<string, string>} */
  const sent = new Map();
  let stop = new AbortController();

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (fields.isReady()) void prove();
  });
  byId('check', HTMLButtonElement).addEventListener('click', () => {
    if (fields.isReady()) void check();
  });
  fields.text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.requestSubmit();
  });

  async function prove() {
    const text = fields.sentText();
    stop.abort();
    report.hidden = true;
    try {
      /** @type {{ id: string }} */
      const { id } = await requestJson('prove', { method: 'POST', body: fields.proveRequest() });
      if (text !== null) sent.set(id, text);
      go({ ...emptyAddress(), view: 'prove', job: id });
      jobs.update();
    } catch (error) {
      showReport('Prove', [errorNotice(errorInfoOf(error))]);
    }
  }

  async function check() {
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    const isText = fields.sentText() !== null;
    const cancel = element('button', { type: 'button', onclick: () => stopCheck() }, 'Cancel');
    showReport('Checking …', [
      element('div', { class: 'head' }, element('progress', { 'aria-label': 'Checking' }), cancel),
    ]);
    try {
      /** @type {CheckReport & { warnings: string[] }} */
      const result = await requestJson('check', { method: 'POST', body: fields.checkRequest(), signal });
      const words = checkWords(result);
      report.dataset['verdict'] = result.files[0]?.verdict ?? 'unchecked';
      showReport(words, checkParts(result, { isText }));
      announce(words);
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) showReport('Check', [errorNotice(errorInfoOf(error))]);
    }
  }

  function stopCheck() {
    stop.abort();
    report.hidden = true;
    announce('The check was cancelled.');
  }

  /**
   * @param {string} title
   * @param {Node[]} parts
   */
  function showReport(title, parts) {
    report.hidden = false;
    report.replaceChildren(element('h2', { tabindex: -1 }, title), ...parts);
    report.querySelector('h2')?.focus();
  }

  /**
   * A button that applies the diff to the text sent from this page.
   *
   * @param {string} job
   * @param {string} diff
   */
  function diffAction(job, diff) {
    const text = sent.get(job);
    const filled = text === undefined ? null : applyDiff(text, diff);
    if (filled === null) return null;
    const apply = () => {
      fields.text.value = filled;
      fields.text.focus();
      announce('The proofs were inserted into the text above.');
    };
    return element('button', { type: 'button', onclick: apply }, 'Insert into the text above');
  }

  return {
    /** @param {Address} address */
    show(address) {
      run.show(address.job);
      jobs.watch(true);
    },
    hide: () => jobs.watch(false),
  };
}
