/** The shape of a type as a small picture for the legend. */

/** @typedef {import('./palette.js').Shape} Shape */

/** @type {Record<Shape, string>} */
const PATHS = {
  circle: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11Z',
  square: 'M3 3h10v10h-10Z',
  triangle: 'M8 2L14.5 13.2H1.5Z',
  diamond: 'M8 1.5L14.5 8L8 14.5L1.5 8Z',
  hexagon: 'M8 1.8L13.5 4.9V11.1L8 14.2L2.5 11.1V4.9Z',
  cross: 'M6 2h4v4h4v4h-4v4h-4v-4h-4v-4h4Z',
  ring: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11Zm0 3a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5Z',
};

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {Shape} shape
 * @param {string} colour
 */
export function shapeIcon(shape, colour) {
  const svg = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('shape');
  path.setAttribute('d', PATHS[shape]);
  path.setAttribute('fill', colour);
  path.setAttribute('fill-rule', 'evenodd');
  svg.append(path);
  return svg;
}
