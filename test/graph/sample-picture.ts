/** Small graphs for pictures and exports. */
import { makeRandom } from '../../src/base/random.ts';
import type { PictureEdge, PictureGraph, PictureNode } from '../../src/graph/picture-graph.ts';

export function pictureNode(id: string, more: Partial<PictureNode> = {}): PictureNode {
  return { id, label: id, title: '', type: 'theorem', state: null, field: null, details: '', link: null, ...more };
}

/** `edges`: as `a>b`, a uses b. */
export function pictureOf(ids: readonly string[], edges: readonly string[]): PictureGraph {
  const ends = edges.map((edge) => edge.split('>'));
  return {
    title: 'Sample',
    nodes: ids.map((id) => pictureNode(id)),
    edges: ends.map(([from, to]): PictureEdge => ({ from: from!, to: to!, role: 'statement' })),
  };
}

const ATTACKS = [
  '</script><script>document.title = "owned"</script>',
  '<!-- <script>',
  '<img src=x onerror="document.title=1">',
  '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
  'javascript:alert(1)',
  '[x](javascript:alert(1))',
  '$\\href{javascript:alert(1)}{x}$',
  '$\\htmlStyle{color:red}{x}$ $\\includegraphics{http://example.org/x.png}$',
  '$\\def\\a{\\a\\a}\\a$',
  '\u202Eevil\u2066 bidi\u2069',
  'a\u2028b\u2029c',
  '"><iframe srcdoc="<script>parent.document.title=1</script>">',
  '{{constructor.constructor("alert(1)")()}}',
  '\ud800 lone surrogate \udfff',
  '\u0000\u0007\u001b[31mcontrols\u009b',
  '=HYPERLINK("http://example.org")',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  "' + '\\u0027 \\\\u0027 \\underline{x} ' //",
];

/** 200 nodes whose every text is an attack. */
export function hostilePicture(): PictureGraph {
  const nodes = Array.from({ length: 200 }, (_, at) => {
    const attack = `${ATTACKS[at % ATTACKS.length]!}${at < ATTACKS.length ? '' : ` ${at}`}`;
    return pictureNode(`${attack} ${at}`, {
      ...{ label: attack, title: attack, field: attack, details: `${attack}\n${attack}` },
      type: at % 2 === 0 ? 'definition' : 'problem',
      link: ['javascript:alert(1)', 'http://example.org', 'https://example.org/"><script>', 'data:text/html,x'][
        at % 4
      ]!,
    });
  });
  const edges = nodes
    .slice(1)
    .map(({ id }, at) => ({ from: id, to: nodes[at]!.id, role: ATTACKS[at % ATTACKS.length]! }));
  return { title: ATTACKS[0]!, nodes, edges };
}

/** Generated: groups of 300 nodes, in which a node uses three others, sometimes one of another group; 1 % have no edges. */
export function largePicture(size: number): PictureGraph {
  const random = makeRandom(7);
  const connected = Math.floor(size * 0.99);
  const edges: string[] = [];
  for (let node = 1; node < connected; node++) {
    const start = node - (node % 300);
    for (let edge = 0; edge < 3; edge++) {
      const isFar = node === start || random() < 0.05;
      const other = isFar ? Math.floor(random() * node) : start + Math.floor(random() * (node - start));
      edges.push(`n${node}>n${other}`);
    }
  }
  return pictureOf(
    Array.from({ length: size }, (_, node) => `n${node}`),
    edges,
  );
}
