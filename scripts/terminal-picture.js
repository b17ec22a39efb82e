/** A picture of a terminal with the commands and outputs of console blocks, as SVG. */

const COLUMNS = 100;
const CHARACTER = 7.8;
const LINE = 18;
const MARGIN = 16;

/** The first style whose pattern matches a line applies. */
const STYLES = [
  [/^\$ /, 'fill="#e6edf3" font-weight="bold"'],
  [/^(?:--- a|\+\+\+ b)/, 'fill="#e6edf3" font-weight="bold"'],
  [/^@@/, 'fill="#79c0ff"'],
  [/^\+/, 'fill="#7ee787"'],
  [/^-/, 'fill="#ffa198"'],
];

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function wrapped(line) {
  if (line.length <= COLUMNS) return [line];
  const at = line.lastIndexOf(' ', COLUMNS);
  return [line.slice(0, at), ...wrapped(`    ${line.slice(at + 1)}`)];
}

/** `blocks`: texts of console blocks. `title`: for readers who cannot see the picture. */
export function terminalPicture(title, blocks) {
  const lines = blocks.join('\n').trimEnd().split('\n').flatMap(wrapped);
  const width = Math.ceil(COLUMNS * CHARACTER + 2 * MARGIN);
  const height = lines.length * LINE + 2 * MARGIN;
  const texts = lines.map((line, number) => {
    const [, style] = STYLES.find(([pattern]) => pattern.test(line)) ?? [null, 'fill="#c9d1d9"'];
    return `<text x="${MARGIN}" y="${MARGIN + LINE * (number + 0.75)}" ${style}>${escape(line)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escape(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    `<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="13" xml:space="preserve">`,
    ...texts,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}
