import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countFilters, isSameSearch, readAddress, searchRequest, writeAddress } from '../../../page/address.js';
import { abbreviationAt } from '../../../page/abbreviations.js';
import { applyDiff } from '../../../page/diff-view.js';
import { EventParser } from '../../../page/event-stream.js';
import { DECLARATION_KINDS, ENTRY_KINDS } from '../../../page/filter-form.js';
import { leanTokens } from '../../../page/lean-tokens.js';
import { plainText, proseBlocks, proseSpans } from '../../../page/prose.js';
import { STRATEGIES } from '../../../page/prove-form.js';
import { applyEvent, newRun, runWords, verdictWords } from '../../../page/run-state.js';
import { KINDS } from '../../../src/lean/declaration.ts';
import { ENTRY_KINDS as KNOWN_ENTRY_KINDS } from '../../../src/library/entry.ts';
import { STRATEGY_NAMES } from '../../../src/prove/strategies.ts';
import { unifiedDiff } from '../../../src/verify/hole/unified-diff.ts';
import type { Settings } from '../../../src/config/settings.ts';
import { searchOptions } from '../../../src/server/request-options.ts';
import { readRequest, searchRequest as searchSchema } from '../../../src/server/requests.ts';
import { cpuTime } from '../../cpu-time.ts';

const LEAN_PIECES = [
  ...['theorem', 'add_comm', 'α', '𝓝', '«a b»', '.', '(', 'x y', ':', ')', '{', '}', ':=', 'by', 'simp', 'sorry', '\n'],
  ...['--', '/-', '-/', '"', '\\', "'", '`', '0x1F', '3.14', '⁻¹', '∀', 'λ', '@[', ']', ' ', 'é', '\ud835', '#eval'],
];

function pieces(text: string): [string, string][] {
  return leanTokens(text).flatMap(({ kind, text: piece }) => (kind === 'plain' ? [] : [[kind, piece]]));
}

describe('leanTokens', () => {
  it('returns tokens whose concatenation is the text, for any text', () => {
    const texts = fc.array(fc.constantFrom(...LEAN_PIECES), { maxLength: 40 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ unit: 'binary' })), (text) => {
        expect(
          leanTokens(text)
            .map((token) => token.text)
            .join(''),
        ).toBe(text);
      }),
      { numRuns: 200 },
    );
  });

  it.each<[string, [string, string][]]>([
    [
      'theorem Nat.add_comm (m n : ℕ) : m + n = n + m',
      [
        ['keyword', 'theorem'],
        ['declared', 'Nat.add_comm'],
        ['operator', '('],
        ['binder', 'm'],
        ['binder', 'n'],
        ['operator', ':'],
        ['operator', ')'],
        ['operator', ':'],
        ['operator', '+'],
        ['operator', '='],
        ['operator', '+'],
      ],
    ],
    [
      'fun x => 2',
      [
        ['keyword', 'fun'],
        ['binder', 'x'],
        ['operator', '=>'],
        ['number', '2'],
      ],
    ],
    [
      'by\n  simp [foo]\n  exact sorry',
      [
        ['keyword', 'by'],
        ['tactic', 'simp'],
        ['operator', '['],
        ['operator', ']'],
        ['tactic', 'exact'],
        ['hole', 'sorry'],
      ],
    ],
    [
      '/- a /- nested -/ comment -/ Type -- rest',
      [
        ['comment', '/- a /- nested -/ comment -/'],
        ['sort', 'Type'],
        ['comment', '-- rest'],
      ],
    ],
    [
      '"a \\" b" \'c\'',
      [
        ['string', '"a \\" b"'],
        ['string', "'c'"],
      ],
    ],
    ["h' a'", []],
    [
      '@[simp, norm_cast] def',
      [
        ['attribute', '@['],
        ['attribute', 'simp'],
        ['attribute', ','],
        ['attribute', ' '],
        ['attribute', 'norm_cast'],
        ['attribute', ']'],
        ['keyword', 'def'],
      ],
    ],
    [
      'a⁻¹ * G₂',
      [
        ['operator', '⁻¹'],
        ['operator', '*'],
      ],
    ],
    ['λ', [['keyword', 'λ']]],
    ['r#"a " b"# rfl', [['string', 'r#"a " b"#']]],
  ])('classifies %j', (text, expected) => {
    expect(pieces(text)).toEqual(expected);
  });

  it('takes linear time', () => {
    for (const part of ['r"', '/-', 'r#"', '"', '(x ', 'fun x ', '«', '`', '@[']) {
      const began = cpuTime();
      leanTokens(part.repeat(20_000));
      expect(cpuTime() - began, part).toBeLessThan(500);
    }
  });
});

describe('abbreviationAt', () => {
  const known = { a: 'α', alpha: 'α', and: '∧', to: '→', top: '⊤', f: 'ƒ', int: '∫', le: '≤' };
  it.each([
    ['x \\and', false, { from: 2, symbol: '∧', rest: '' }],
    ['\\to', false, null],
    ['\\to', true, { from: 0, symbol: '→', rest: '' }],
    ['\\to ', false, { from: 0, symbol: '→', rest: ' ' }],
    ['\\alpha7', false, { from: 0, symbol: 'α', rest: '7' }],
    ['\\int_', false, { from: 0, symbol: '∫', rest: '_' }],
    ['\\frac{', false, null],
    ['\\int{', false, null],
    ['\\unknown ', false, null],
    ['\\constructor ', false, null],
    ['no backslash', false, null],
    ['\\', true, null],
  ])('of %j, at the end: %s', (text, isFinal, expected) => {
    expect(abbreviationAt(text, known, isFinal)).toEqual(expected);
  });
});

describe('docstrings on the page', () => {
  it('are searched for as plain text', () => {
    expect(plainText('# Title\n\nThe **extreme** `value` of [a set](https://a.b). More.')).toBe(
      'The extreme value of a set.',
    );
    expect(plainText('')).toBe('');
  });

  it('are split into paragraphs, items, headings and code', () => {
    expect(proseBlocks('# Title\nOne\ntwo\n\n* first\n  goes on\n- second\n```lean\na  b\n\nc\n```\nend')).toEqual([
      { kind: 'heading', text: 'Title' },
      { kind: 'paragraph', text: 'One two' },
      { kind: 'item', text: 'first goes on' },
      { kind: 'item', text: 'second' },
      { kind: 'code', text: 'a  b\n\nc' },
      { kind: 'paragraph', text: 'end' },
    ]);
  });

  it('have spans of code, and names with underscores or stars are unchanged', () => {
    expect(proseSpans('`a*b` is **very** *nice*, not add_left_comm or 2*3*4, `` `x` ``')).toEqual([
      { kind: 'code', text: 'a*b' },
      { kind: 'text', text: ' is ' },
      { kind: 'strong', text: 'very' },
      { kind: 'text', text: ' ' },
      { kind: 'emphasis', text: 'nice' },
      { kind: 'text', text: ', not add_left_comm or 2*3*4, ' },
      { kind: 'code', text: '`x`' },
    ]);
  });

  it('have links with http and https only', () => {
    expect(proseSpans('[web](https://example.org/a) [script](javascript:alert(1)) <img src=x onerror=y>')).toEqual([
      { kind: 'link', text: 'web', to: 'https://example.org/a' },
      { kind: 'text', text: ' [script](javascript:alert(1)) <img src=x onerror=y>' },
    ]);
  });

  it('lose no letters', () => {
    const text = fc
      .array(fc.constantFrom('`', '*', 'a', ' ', '[', ']', '(https://x)', '_'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (words) => {
        const letters = (all: string): string => all.replaceAll(/[^a_]/gu, '');
        const spans = proseSpans(words).map((span) => (span.kind === 'link' ? `${span.text} (https://x)` : span.text));
        expect(letters(spans.join(''))).toBe(letters(words));
      }),
    );
  });
});

const anyAddress = fc
  .record({
    q: fc.string(),
    as: fc.constantFrom('', 'name', 'pattern', 'text', 'goal'),
    where: fc.constantFrom('index', 'library', 'everywhere'),
    k: fc.option(fc.integer({ min: 1, max: 1000 })),
    values: fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }),
    instancesOf: fc.string(),
    generated: fc.boolean(),
    deprecated: fc.boolean(),
    name: fc.string(),
  })
  .map(({ values, ...rest }) => {
    const empty = readAddress('');
    return { ...empty, ...rest, filters: { ...empty.filters, kind: values, module: values, source: values } };
  });

const SETTINGS = { searchLimit: 10, searchRefresh: true } as Settings;

describe('the address of the page', () => {
  it('contains the complete state of the page', () => {
    fc.assert(
      fc.property(anyAddress, (address) => {
        const link = writeAddress(address);
        expect(readAddress(link === './' ? '' : link)).toEqual(address);
      }),
    );
  });

  it('omits default values, and invalid values are ignored', () => {
    expect(writeAddress({})).toBe('./');
    expect(writeAddress({ q: 'a b' })).toBe('?q=a+b');
    expect(writeAddress({ view: 'prove', job: '7', q: 'a' })).toBe('?view=prove&job=7');
    expect(readAddress('?view=x&as=y&where=z&k=-1&generated=maybe&kind=')).toEqual(readAddress(''));
    expect(isSameSearch(readAddress('?q=a&name=b'), readAddress('?q=a'))).toBe(true);
    expect(isSameSearch(readAddress('?q=a&k=3'), readAddress('?q=a'))).toBe(false);
  });

  it('gives requests that the server accepts', () => {
    fc.assert(
      fc.property(anyAddress, (address) => {
        const request = searchRequest(address);
        if (request !== null) searchOptions(readRequest(searchSchema, request), SETTINGS);
        else expect(address.q.trim() === '' && (address.instancesOf === '' || address.where !== 'index')).toBe(true);
      }),
    );
  });

  it('gives requests with only the filters that apply to the search place', () => {
    const address = readAddress('?q=a&where=library&as=name&module=M&source=S&generated=no&kind=theorem');
    expect(searchRequest(address)).toEqual({
      query: 'a',
      where: 'library',
      filters: { kind: ['theorem'], source: ['S'] },
    });
    expect(countFilters(address)).toBe(2);
    expect(searchRequest({ ...address, where: 'index' })).toEqual({
      query: 'a',
      constants: true,
      as: 'name',
      filters: { kind: ['theorem'], module: ['M'], generated: false },
    });
    expect(searchRequest(readAddress('?instances_of=Group'))).toEqual({
      constants: true,
      filters: { instances_of: 'Group' },
    });
    expect(searchRequest(readAddress('?module=Nat'))).toBeNull();
  });
});

describe('the choices in the forms of the page', () => {
  it('are those of the server', () => {
    expect([...DECLARATION_KINDS, 'lemma'].sort()).toEqual([...KINDS].sort());
    expect([...ENTRY_KINDS].sort()).toEqual([...KNOWN_ENTRY_KINDS].sort());
    expect(STRATEGIES.map(([name]) => name)).toEqual(['', ...STRATEGY_NAMES]);
  });
});

describe('server-sent events on the page', () => {
  const STREAM =
    'retry: 1000\n\n: \n\nid: 1\nevent: a\ndata: {"x":\ndata: 1}\n\nid: 2\r\nevent: b\r\ndata: [2]\r\n\r\ndata: "π"\n\n';
  const EVENTS = [
    { id: 1, event: 'a', data: { x: 1 } },
    { id: 2, event: 'b', data: [2] },
    { id: 2, event: 'message', data: 'π' },
  ];

  it('are parsed from chunks of any size', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: STREAM.length - 1 })), (cuts) => {
        const parser = new EventParser();
        const edges = [0, ...cuts.sort((a, b) => a - b), STREAM.length];
        expect(edges.slice(1).flatMap((to, at) => parser.push(STREAM.slice(edges[at], to)))).toEqual(EVENTS);
      }),
    );
  });

  it('are ignored if incomplete', () => {
    expect(new EventParser().push('id: 1\nevent: end\ndata: {}\n')).toEqual([]);
  });
});

describe('the state of a run on the page', () => {
  it('has the steps of sketches in the order of the tree', () => {
    const run = newRun();
    const feed = (event: string, data: Record<string, unknown>) =>
      applyEvent(run, { event, data: { hole: 1, ...data } });
    feed('hole_started', { of: 1, line: 4, column: 0, declaration: null, goal: '⊢ A' });
    for (const node of ['1.1', '1.2', '1.10', '2.1', '1.2/1.1']) feed('node_started', { node, goal: `⊢ ${node}` });
    feed('node_ended', { node: '1.2/1.1', state: 'filled', strategy: 'portfolio' });
    feed('node_ended', { node: '2.1', state: 'open', strategy: null });
    expect(run.holes.get(1)!.steps.map(({ node, state, strategy }) => `${node} ${state} ${strategy}`)).toEqual([
      '1.1 in progress null',
      '1.2 in progress null',
      '1.2/1.1 proved portfolio',
      '1.10 in progress null',
      '2.1 open null',
    ]);
  });

  it('has the attempts and the result of each hole', () => {
    const run = newRun();
    const feed = (event: string, data: Record<string, unknown>) => applyEvent(run, { event, data });
    expect(feed('progress', { done: 0, total: 2, words: 'Looking' })).toBeNull();
    expect(runWords(run)).toBe('Looking');
    feed('hole_started', { hole: 2, of: 2, line: 4, column: 0, declaration: 'two', goal: '⊢ 2 = 2' });
    const verdict = { kind: 'rejected', by: 'lean', diagnostics: [{ text: 'type mismatch' }], sandbox: 'limits' };
    for (let number = 1; number <= 130; number++)
      expect(
        feed('attempt', {
          hole: 2,
          number,
          strategy: 'portfolio',
          candidate: { kind: 'tactic', text: `t${number}` },
          lemmas: [],
          imports: [],
          verdict,
        }),
      ).toBe(2);
    const hole = run.holes.get(2)!;
    expect([hole.count, hole.attempts.length, hole.attempts.at(-1)!.number, hole.state]).toEqual([
      130,
      100,
      130,
      'started',
    ]);
    expect(verdictWords(hole.attempts[0]!.verdict)).toBe('rejected by Lean: type mismatch');
    feed('budget_stop', { hole: 2, limit: 'attempts', parents: false });
    feed('hole_ended', {
      hole: 2,
      state: 'open',
      strategy: null,
      candidate: { kind: 'term', text: 'x' },
      note: 'no more',
      attempts: 130,
    });
    expect(hole).toMatchObject({
      state: 'open',
      filledBy: null,
      remarks: ['The limit of attempts is used up.', 'no more'],
    });
    expect(runWords(run)).toBe('1 of 2 holes done, 0 filled, 130 attempts');
    feed('attempt', { hole: 9 });
    feed('no_such_event', {});
    expect([...run.holes.keys()]).toEqual([2]);
  });

  it('distinguishes unchecked from rejected', () => {
    expect(verdictWords({ kind: 'unchecked', why: 'timedOut', detail: '' })).toBe('could not be checked: timedOut');
  });
});

describe('applyDiff', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', '  sorry', '', '-- x', '@@', '+'), { maxLength: 30 });

  it('applies a diff to its original text, and to no other text', () => {
    fc.assert(
      fc.property(lines, fc.boolean(), fc.array(fc.nat(), { maxLength: 4 }), (all, endsInLine, places) => {
        const text = all.join('\n') + (endsInLine ? '\n' : '');
        const starts = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
        const edits = starts.map((start) => ({ start, end: start, text: 'new\nlines' }));
        const filled = edits
          .toReversed()
          .reduce((all_, { start, text: put }) => all_.slice(0, start) + put + all_.slice(start), text);
        const diff = unifiedDiff('A.lean', text, edits);
        if (text !== '') expect(applyDiff(text, diff)).toBe(filled);
      }),
    );
    const diff = unifiedDiff('A.lean', 'a\n  sorry\n', [{ start: 4, end: 9, text: 'rfl' }]);
    expect(applyDiff('a\n  sorry\n', diff)).toBe('a\n  rfl\n');
    expect(applyDiff('a\n  other\n', diff)).toBeNull();
  });
});
