import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleReport } from '../../../src/bench/prove/assemble-report.ts';
import { stepsOf, ticksOver } from '../../../src/bench/prove/page/curves.ts';
import { markup } from '../../../src/bench/experiment/page/markup.ts';
import { benchPage } from '../../../src/bench/prove/page/page.ts';
import { benchMarkdown, renderBenchProve } from '../../../src/bench/prove/report-text.ts';
import { fakeReport, reportInput, fakeProblem, result, system } from './fake-report.ts';

/** A report in which every untrusted text is `text`. */
function reportWithText(text: string) {
  const one = { ...system(`${text}1`), model: text };
  const two = system(`${text}2`);
  const problem = { ...fakeProblem('p', [text]), name: text, split: text, informal: text, place: text };
  const details = {
    why: text,
    candidates: [text],
    lemmas: [text],
    snapshots: [text],
    prompts: [{ template: text, hash: 'h', samples: 2 }],
  };
  const input = reportInput({
    problems: [problem, fakeProblem('other')],
    systems: [one, two],
    results: [result(one.id, text, 'solved', details), result(two.id, text, 'unchecked', { why: text })],
    hidden: new Map([[text, { own: [text], twins: [text] }]]),
    stoppedBy: text,
  });
  const lean = { version: text, toolchain: text };
  const index = { path: text, digest: 'd', toolchain: text, packages: [{ name: text, rev: text }] };
  const models = [{ name: text, endpoint: text }];
  return assembleReport({ ...input, provenance: { ...input.provenance, lean, index, models, sandbox: text } });
}

/** The tags with their attribute names, without attribute values. */
function skeleton(html: string): string[] {
  return [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replace(/"[^"]*"/g, '""').replace(/\s+/g, ' '));
}

const HOSTILE = fc.array(
  fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '&',
    '&lt;',
    '<script>',
    '</pre>',
    '-->',
    ']]>',
    '`',
    '|',
    '\\',
    '\0',
    '\ud800',
    '\u202e',
    'a',
    ' ',
    '\n',
    '∀',
    '${',
    '</svg>',
    ' onload=',
    '="',
  ),
  { minLength: 1, maxLength: 8 },
);

describe('benchPage', () => {
  it('has the same tags for any content of names, messages and proofs', () => {
    const plain = skeleton(benchPage(reportWithText('x')));
    expect(plain.length).toBeGreaterThan(100);
    fc.assert(
      fc.property(HOSTILE, (parts) => {
        const page = benchPage(reportWithText(parts.join('')));
        expect(skeleton(page)).toEqual(plain);
        expect(page).not.toMatch(/[\0\u202e]/u);
      }),
      { numRuns: 60 },
    );
  });

  it('escapes values so that they are shown unchanged', () => {
    const text = `<b title="x">'&amp;' ∀ x</b>`;
    expect(markup`<p>${text}</p>`.text).toBe('<p>&lt;b title=&quot;x&quot;&gt;&#39;&amp;amp;&#39; ∀ x&lt;/b&gt;</p>');
  });

  it('needs no network', () => {
    const page = benchPage(fakeReport(80));
    expect(page).not.toMatch(/<(?:script|link|img|iframe|object)\b|@import|url\(|\bsrc=/i);
    expect(page).toContain("default-src 'none'");
  });

  it('links every square of the matrix to its problem', () => {
    const page = benchPage(fakeReport(7));
    const ids = new Set([...page.matchAll(/ id="(p\d+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/href="#(p\d+)"/g)].map(([, id]) => id);
    expect(ids.size).toBe(7);
    expect(links).toHaveLength(7 * 3);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
  });

  it('renders reports with nothing solved, nothing counted and no results', () => {
    for (const state of ['unsolved', 'unchecked'] as const) {
      const input = reportInput({
        problems: [fakeProblem('a')],
        systems: [system('one')],
        results: [result('one', 'a', state)],
      });
      expect(benchPage(assembleReport(input))).not.toMatch(/NaN|Infinity|undefined/);
    }
    const none = reportInput({ problems: [fakeProblem('a')], systems: [system('one')], results: [] });
    expect(benchPage(assembleReport(none))).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe('benchMarkdown', () => {
  it('keeps any text within one table cell', () => {
    const cells = (text: string): number[] =>
      benchMarkdown(reportWithText(text))
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .map((line) => line.replaceAll(/\\./g, '').split('|').length);
    const plain = cells('x');
    fc.assert(
      fc.property(HOSTILE, (parts) => {
        expect(cells(parts.join(''))).toEqual(plain);
      }),
      { numRuns: 60, examples: [[['\n', '|', '<']]] },
    );
  });

  it('starts with the provenance', () => {
    const text = benchMarkdown(fakeReport(5));
    expect(text.indexOf('- lemmahead: 0.0.0')).toBeLessThan(text.indexOf('## Solved'));
    expect(text).toContain('- seed: 1');
  });
});

it('renderBenchProve shows why there was no answer and where the report is', () => {
  const text = renderBenchProve(fakeReport(20), 'out');
  expect(text).toMatch(/^Solved\nsystem +solved +of/);
  expect(text).toContain('3 × unchecked: Mathlib is not built here.');
  expect(text).toContain('Report: out/report.html');
});

describe('effort curves', () => {
  it('rise with each solved run, by its fraction of the runs of a problem', () => {
    const results = [
      ...[result('one', 'a', 'solved', { attempts: 9 }), result('one', 'a', 'unsolved', { run: 1 })],
      result('two', 'a', 'solved', { attempts: 1 }),
    ];
    const other = { results: [result('one', 'b', 'solved', { attempts: 4 })] };
    expect(stepsOf([{ results }, other], 'one', ({ attempts }) => attempts)).toEqual([
      { at: 4, solved: 1 },
      { at: 9, solved: 1.5 },
    ]);
  });

  it.each([
    [1, 1, [1, 2]],
    [3, 40, [2, 5, 10, 20, 50]],
    [1, 100, [1, 2, 5, 10, 20, 50, 100]],
    [0.3, 4000, [0.1, 1, 10, 100, 1000, 10_000]],
  ])('have the expected ticks from %d to %d', (from, to, ticks) => {
    expect(ticksOver(from, to)).toEqual(ticks);
  });

  it('have ticks that enclose any range', () => {
    const positive = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(positive, positive, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const ticks = ticksOver(low, high);
        expect(ticks.length).toBeGreaterThan(1);
        expect(ticks[0]).toBeLessThanOrEqual(low * (1 + 1e-8));
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(high * (1 - 1e-8));
      }),
    );
  });
});

it('says with which options each strategy ran, as far as it reads them', () => {
  const systems = [
    { ...system('portfolio'), options: { ...system('portfolio').options, hasTemplates: false } },
    { ...system('rag', 'local/m'), options: { ...system('rag').options, k: 7, rounds: 0 } },
    { ...system('decompose', 'local/m'), options: { ...system('decompose').options, depth: 2 } },
  ];
  const results = systems.map(({ id }) => result(id, 'p', 'unsolved'));
  const input = reportInput({ problems: [fakeProblem('p')], systems, results, hidden: new Map(), stoppedBy: null });
  const report = assembleReport(input);
  const lines = benchMarkdown(report)
    .split('\n')
    .filter((line) => line.includes('options'));
  expect(lines.join('\n')).toContain('rag: k=7, n=4, rounds=0, context-chars=1500');
  expect(lines.join('\n')).toMatch(/decompose: .*turns=20.*depth=2, sketches=4, steps-by=portfolio\+rag/u);
  expect(lines.join('\n')).toMatch(/portfolio: k=10, no-templates/u);
});
