/**
 * Writes generated documents of the size and shape of public ones that cannot be shipped:
 *
 *     node bench/generate/documents.js proofwiki OUT.xml       62,000 pages, 450,000 links, 200 MB
 *     node bench/generate/documents.js naturalproofs OUT.json  33,000 items, 117 MB
 *     node bench/generate/documents.js automathkg OUT.json     200,000 entities, 599,940 references, 147 MB
 *     /usr/bin/time -v lemmahead library add OUT.xml
 */
import { createWriteStream } from 'node:fs';

const [kind, path] = process.argv.slice(2);
const out = createWriteStream(path);
const write = async (text) => {
  if (!out.write(text)) await new Promise((resolve) => out.once('drain', resolve));
};

/** A sentence with a link in the syntax of both. */
const sentence = (seed) =>
  `Let $S_{${seed}}$ be a [[Definition:Item ${seed % 20_000}|set]] with $\\map f {x_{${seed}}} = \\sum_{k \\mathop = 0}^n a_k x^k$ such that $f$ is bounded on every subset of $S_{${seed}}$ and the value $\\map f {x_{${seed}}}$ is attained exactly once.`;

const plainSentence = (seed) => sentence(seed).replace(/\[\[[^|]*\|([^\]]*)\]\]/, '$1');
const sentences = (seed, count, links) =>
  Array.from({ length: count }, (_, at) => (at < links ? sentence(seed * 31 + at * 7) : plainSentence(seed + at))).join(
    '\n\n',
  );

async function proofWiki() {
  await write('<mediawiki><siteinfo><sitename>Generated</sitename></siteinfo>\n');
  for (let at = 0; at < 62_000; at++) {
    const isDefinition = at < 20_000;
    const title = `${isDefinition ? 'Definition:' : ''}Item ${at}`;
    const row = `{{begin-eqn}}\n{{eqn | l = \\map f {x_{${at}}}\n      | r = \\sum_{k \\mathop = 0}^n a_k x^k\n      | c = [[Item ${20_000 + ((at * 17) % 42_000)}]]\n}}\n{{end-eqn}}\n`;
    const proof = isDefinition ? '' : `\n== Proof ==\n${sentences(at, 6, 2)}\n\n${row}${row}{{qed}}\n`;
    const text = `== ${isDefinition ? 'Definition' : 'Theorem'} ==\n${sentences(at, 4, 3)}\n${proof}\n== Also see ==\n* [[Item ${20_000 + (at % 42_000)}]]\n\n[[Category:Items/${at % 300}]]\n`;
    // A history in comments brings the dump to its size, as markup does in the real one.
    const padding = `<!-- ${'x'.repeat(isDefinition ? 1200 : 600)} -->`;
    const escaped = `${text}${padding}`.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    await write(
      `<page><title>${title}</title><ns>0</ns><revision><text xml:space="preserve">${escaped}</text></revision></page>\n`,
    );
  }
  await write('</mediawiki>\n');
}

async function naturalProofs() {
  let id = 0;
  const item = (name, hasProof) => {
    const own = id++;
    return {
      ...{
        id: own,
        label: `${name} ${own}`,
        title: `${name} ${own}`,
        categories: ['Sets'],
        toplevel_categories: ['Foundations'],
      },
      ...{ contents: sentences(own, 5, 5).split('\n\n'), refs: ['a'], ref_ids: [Math.max(0, own - 5), own + 1] },
      ...(hasProof
        ? { proofs: [{ contents: sentences(own, 12, 12).split('\n\n'), refs: [], ref_ids: [own >> 1] }] }
        : {}),
    };
  };
  await write('{"dataset":{');
  const lists = { theorems: 19_734, definitions: 12_420, others: 1006 };
  for (const [list, count] of Object.entries(lists)) {
    await write(`${list === 'theorems' ? '' : ','}"${list}":[`);
    for (let at = 0; at < count; at++)
      await write(`${at === 0 ? '' : ','}${JSON.stringify(item(list, list === 'theorems'))}`);
    await write(']');
  }
  await write('},"splits":{}}\n');
}

/** Each entity refers to three earlier ones. */
async function autoMathKg() {
  const count = 200_000;
  let seed = 1;
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  const names =
    'ring ideal module field group kernel image compact space closed open finite prime normal simple exact flat local map point'.split(
      ' ',
    );
  const words = (number) => Array.from({ length: number }, () => names[Math.floor(random() * names.length)]).join(' ');
  await write('[\n');
  for (let id = 1; id <= count; id++) {
    const type = id % 3 === 0 ? 'definition' : 'theorem';
    const targets = id < 4 ? [] : [1, 2, 3].map(() => 1 + Math.floor(random() * (id - 1)));
    const refs = [...new Set(targets)].map((target) => `Entity ${target}`);
    const tactics = Object.fromEntries(refs.map((label) => [label, 'premise']));
    const entity = {
      ...{ id, type, label: `Entity ${id}`, title: `Entity ${id}`, field: 'algebra' },
      contents: [`Let $R_{${id}}$ be a ${words(6)}.`, `Then $M_{${id}}$ is a ${words(12)}.`],
      ...{ bodylist: [], refs, references_tactics: tactics, source: 'made' },
      proofs:
        type === 'theorem' ? [{ contents: [`By ${words(15)}.`], bodylist: [], refs: [], references_tactics: {} }] : [],
      ...{ solutions: [], in_refs: tactics, in_ref_ids: refs.map((label) => Number(label.slice(7))) },
      ...{ out_refs: {}, out_ref_ids: [] },
    };
    await write(`${JSON.stringify(entity)}${id < count ? ',' : ''}\n`);
  }
  await write(']\n');
}

const GENERATORS = { proofwiki: proofWiki, naturalproofs: naturalProofs, automathkg: autoMathKg };
await GENERATORS[kind]();
out.end();
