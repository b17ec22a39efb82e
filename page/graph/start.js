/** Shows the graph that the page contains; without one, asks the server for the graph of the page's address. */
import { byId } from '../elements.js';
import { themeSwitch } from '../theme.js';
import { showCommunities } from './communities.js';
import { showGraph } from './graph-page.js';
import { showServed } from './served.js';

/** @param {import('./details-panel.js').RenderText} renderText */
export function start(renderText) {
  themeSwitch();
  const data = document.getElementById('graph-data');
  const parts = document.getElementById('graph-parts');
  if (data === null) showServed(byId('source', HTMLFormElement), renderText);
  else if (parts === null) showGraph(JSON.parse(data.textContent), renderText);
  else showCommunities(JSON.parse(data.textContent), JSON.parse(parts.textContent), renderText);
}
