/** A graph by its communities: an overview, whose nodes open the graphs that they stand for. */
import { showGraph } from './graph-page.js';

/**
 * @param {import('./graph-data.js').GraphView} overview
 * @param {readonly import('./graph-data.js').GraphView[]} parts by node of the overview
 * @param {import('./details-panel.js').RenderText} renderText
 */
export function showCommunities(overview, parts, renderText) {
  /** @type {() => void} */
  let remove = () => undefined;
  const showOverview = () => {
    remove();
    remove = showGraph(overview, renderText, { open: showPart });
  };
  /** @param {number} node */
  const showPart = (node) => {
    const part = parts[node];
    if (part === undefined) return;
    remove();
    remove = showGraph(part, renderText, { back: showOverview });
  };
  showOverview();
}
