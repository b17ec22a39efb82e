/**
 * A graph as one HTML file without network. Its scripts and styles are named in its policy by their hashes, so nothing
 * else runs, with any titles and texts. The data is in a block that is not a script.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Failure } from '../base/errors.ts';
import { readTextOrNull } from '../base/read-or-null.ts';
import type { GraphView } from './picture-schema.ts';

const PAGE = new URL('../../page/', import.meta.url);
/** Made from `page/graph/` by `npm run build`. */
const BUNDLES = new URL('../../dist/page/', import.meta.url);

const GENERATOR = '<meta name="generator" content="lemmahead graph picture">';

/** Whether a file that starts so is a picture. */
export const isGraphPage = (start: string): boolean => start.includes(GENERATOR);

/**
 * `hasMath`: with KaTeX, which makes MathML of formulas. `parts`: by node of the graph, the graph that it stands for; empty
 * if its nodes stand for themselves. @throws {Failure} `page-not-built`
 */
export function graphPage(
  view: GraphView,
  { hasMath, parts = [] }: { hasMath: boolean; parts?: readonly GraphView[] },
): string {
  const html = readFileSync(new URL('graph.html', PAGE), 'utf8');
  const [, start = '', end = ''] = /^(.*?)<!-- in a served page -->.*<!-- end -->\n(.*)$/su.exec(html) ?? [];
  const links = [...html.matchAll(/<link rel="stylesheet" href="page\/([^"]+)"/gu)].map((match) => match[1]!);
  const style = links.map((name) => readFileSync(new URL(name, PAGE), 'utf8')).join('\n');
  const script = readBundle(hasMath);
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    ...['base-uri', 'form-action'].map((what) => `${what} 'none'`),
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const head = [
    GENERATOR,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer">',
    `<style>${style}</style>`,
    `<script type="application/json" id="graph-data">${scriptSafe(JSON.stringify(view))}</script>`,
    ...(parts.length === 0
      ? []
      : [`<script type="application/json" id="graph-parts">${scriptSafe(JSON.stringify(parts))}</script>`]),
    `<script type="module">${script}</script>`,
  ];
  return `${start}${head.join('\n')}\n${end}`;
}

/** JSON in which no tag can begin or end, and which is also valid in old JavaScript. */
function scriptSafe(json: string): string {
  return json.replace(/[<>\u2028\u2029]/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** @throws {Failure} `page-not-built` */
function readBundle(hasMath: boolean): string {
  const url = new URL(hasMath ? 'graph-math.js' : 'graph.js', BUNDLES);
  const script = readTextOrNull(fileURLToPath(url));
  if (script !== null) return script;
  throw new Failure('missing', 'page-not-built', {
    message: `${fileURLToPath(url)} is missing.`,
    reason: 'It is made when lemmahead is built.',
    next: 'npm run build, in the folder of lemmahead',
  });
}
