/** Starts the graph page with formulas: KaTeX makes MathML of them, so that no fonts are needed. */
import katex from 'katex';
import { element } from '../elements.js';
import { start } from './start.js';

/** `$…$`, `$$…$$`, `\(…\)` and `\[…\]`. */
const FORMULA = /\$\$([^$]+)\$\$|\$([^$\n]+)\$|\\\(([\s\S]+?)\\\)|\\\[([\s\S]+?)\\\]/gu;

start((text) => {
  const parts = document.createElement('span');
  let end = 0;
  for (const match of text.matchAll(FORMULA)) {
    parts.append(text.slice(end, match.index), formula(match));
    end = match.index + match[0].length;
  }
  parts.append(text.slice(end));
  return parts;
});

/** A formula that KaTeX cannot read stays text. @param {RegExpMatchArray} match */
function formula([whole, displayed, inline, parenthesized, bracketed]) {
  const place = element('span', { class: 'formula' });
  const displayMode = displayed !== undefined || bracketed !== undefined;
  try {
    katex.render(displayed ?? inline ?? parenthesized ?? bracketed ?? '', place, {
      ...{ displayMode, output: 'mathml', trust: false, maxExpand: 500, maxSize: 20, strict: 'ignore' },
    });
  } catch {
    place.textContent = whole;
  }
  return place;
}
