/** The graph page of a server: a form for what to show, whose values are the page's address. */
import { byId, element, field } from '../elements.js';
import { errorInfoOf, errorNotice, noticeList } from '../error-notice.js';
import { requestJson, setTokenForm } from '../request.js';
import { askForToken } from '../token-form.js';
import { showGraph } from './graph-page.js';

/**
 * @param {HTMLFormElement} form
 * @param {import('./details-panel.js').RenderText} renderText
 */
export function showServed(form, renderText) {
  setTokenForm(askForToken);
  form.hidden = false;
  form.replaceChildren(
    element('a', { class: 'brand', href: './' }, 'lemma', element('span', {}, 'head')),
    element(
      'label',
      {},
      'Declaration ',
      element('input', { name: 'name', placeholder: 'Nat.add_comm', spellcheck: 'false', autocapitalize: 'none' }),
    ),
    element(
      'label',
      {},
      'Steps ',
      element('input', { name: 'hops', type: 'number', min: 1, max: 100, step: 1, value: 2 }),
    ),
    element(
      'label',
      {},
      'Nodes ',
      element('input', { name: 'most', type: 'number', min: 1, max: 5000, step: 1, value: 150 }),
    ),
    element(
      'label',
      {},
      'or blueprint in the project ',
      element('input', {
        name: 'blueprint',
        placeholder: 'blueprint/src/web.tex',
        spellcheck: 'false',
        autocapitalize: 'none',
      }),
    ),
    element('button', { type: 'submit', class: 'primary' }, 'Show'),
  );
  const names = ['name', 'hops', 'most', 'blueprint'];
  /** @type {() => void} */
  let remove = () => undefined;

  async function show() {
    const params = new URLSearchParams(location.search);
    for (const name of names) if (params.has(name)) field(form, name, HTMLInputElement).value = params.get(name) ?? '';
    const request = Object.fromEntries(
      names.flatMap((name) => {
        const value = field(form, name, HTMLInputElement).value.trim();
        return value === '' ? [] : [[name, name === 'hops' || name === 'most' ? Number(value) : value]];
      }),
    );
    if (request['name'] === undefined && request['blueprint'] === undefined) return;
    const message = byId('message', HTMLElement);
    message.replaceChildren(element('p', { class: 'notice' }, 'Reading and laying out the graph …'));
    try {
      /** @type {import('./graph-data.js').GraphView & { warnings: string[] }} */
      const view = await requestJson('graph/picture', { method: 'POST', body: request });
      remove();
      remove = showGraph(view, renderText);
      message.append(...noticeList(view.warnings));
    } catch (error) {
      message.replaceChildren(errorNotice(errorInfoOf(error)));
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const params = new URLSearchParams();
    for (const name of names) {
      const value = field(form, name, HTMLInputElement).value.trim();
      if (value !== '') params.set(name, value);
    }
    history.pushState(null, '', `?${params}`);
    void show();
  });
  addEventListener('popstate', () => void show());
  void show();
}
