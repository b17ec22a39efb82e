/** Converting requests to command options: each field has an effect, and the server's limits cannot be exceeded. */
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Settings } from '../../src/config/settings.ts';
import {
  checkOptions,
  formalizeOptions,
  type JobRules,
  proveOptions,
  searchOptions,
  statementOptions,
} from '../../src/server/request-options.ts';
import {
  checkRequest,
  formalizeRequest,
  holesRequest,
  proveRequest,
  type ProveRequest,
  readRequest,
  searchRequest,
  type SearchRequest,
  statementRequest,
} from '../../src/server/requests.ts';

const settings = { searchLimit: 10, searchRefresh: true } as Settings;
const configured = { ...settings, formalize: {} } as Settings;
const rules: JobRules = {
  requireSandbox: 'namespaces',
  maxTime: 600,
  limits: { cost: 1, tokens: 1000, attempts: 50 },
};

const forSearch = (request: unknown): object => searchOptions(readRequest(searchRequest, request), settings);
const forProof = (request: ProveRequest, more: Partial<JobRules> = {}) =>
  proveOptions(readRequest(proveRequest, request), '/project/A.lean', { ...rules, ...more });

/** A value for each field, different from all defaults. */
const SEARCH: Record<string, unknown> = {
  query: 'add_comm',
  k: 7,
  as: 'text',
  where: 'everywhere',
  in_topic: 'linear algebra',
  in: 'A.lean:3',
  explain: true,
  fold: true,
  offset: 20,
  constants: true,
};
const FILTERS: Record<string, unknown> = {
  kind: 'theorem',
  module: 'M',
  namespace: 'N',
  package: 'P',
  attribute: 'simp',
  instances_of: 'Group',
  generated: false,
  deprecated: false,
  source: 'book',
  heading: 'Limits, and more',
};
const PROOF: Record<string, unknown> = {
  decl: 'my_lemma',
  hole: 2,
  strategy: 'rag',
  samples: 17,
  rounds: 19,
  k: 23,
  context_chars: 29,
  retrieval: false,
  portfolio: false,
  mode: 'cold',
  add_imports: true,
  confirm: true,
  informal: 'It is even.',
  informal_proof: 'Obvious.',
  iterations: 31,
  turns: 53,
  result_chars: 5900,
  depth: 3,
  sketches: 7,
  steps_by: 'agent',
  level: 'kernel',
  allow_axioms: ['My.axiom'],
  max_time: 37,
  max_attempts: 41,
  max_tokens: 43,
  max_cost: 0.47,
};
const STATEMENT: Record<string, unknown> = { decl: 'my_lemma', informal: 'It is even.', open_question: true };
const FORMALIZE: Record<string, unknown> = {
  ...{ samples: 3, check: 'none', max_time: 37, max_tokens: 43, max_cost: 0.47 },
};
const CHECK: Record<string, unknown> = {
  decl: 'my_lemma',
  level: 'kernel',
  allow_new: true,
  confirm: true,
  allow_axioms: ['My.axiom'],
};

/** The field names of a request, without the given ones. */
function fieldsOf(schema: z.ZodObject, ...without: string[]): string[] {
  return Object.keys(schema.shape).filter((name) => !without.includes(name));
}

describe('every request field', () => {
  it('is covered by this test', () => {
    expect(Object.keys(SEARCH)).toEqual(expect.arrayContaining(fieldsOf(searchRequest, 'filters')));
    const filters = searchRequest.shape.filters.unwrap() as z.ZodType as z.ZodObject;
    expect(Object.keys(FILTERS)).toEqual(expect.arrayContaining(fieldsOf(filters)));
    expect(Object.keys(PROOF)).toEqual(expect.arrayContaining(fieldsOf(proveRequest, 'file', 'text')));
    expect(Object.keys(CHECK)).toEqual(
      expect.arrayContaining(fieldsOf(checkRequest, 'file', 'text', 'against', 'against_text')),
    );
    const texts = ['file', 'text', 'against', 'against_text', 'compare'];
    expect(Object.keys(STATEMENT)).toEqual(expect.arrayContaining(fieldsOf(statementRequest, ...texts)));
    expect(Object.keys(FORMALIZE)).toEqual(expect.arrayContaining(fieldsOf(formalizeRequest, 'statement')));
    expect(fieldsOf(holesRequest)).toEqual(['file', 'text', 'goals']);
  });

  it.each(Object.entries(SEARCH))('of a search changes an option: %s', (name, value) => {
    const [defaults, changed] = [forSearch({}), forSearch({ [name]: value })];
    expect(changedBy(defaults, changed)).toEqual([value]);
  });

  it.each(Object.entries(FILTERS))('of the search filters changes an option: %s', (name, value) => {
    const filtersFor = (request: unknown): object =>
      searchOptions(readRequest(searchRequest, request), settings).filters;
    const changed = changedBy(filtersFor({}), filtersFor({ filters: { [name]: value } }));
    expect(changed).toEqual([typeof value === 'boolean' || name === 'instances_of' ? value : [value]]);
  });

  it.each(Object.entries(PROOF))('of a proof changes an option: %s', (name, value) => {
    const { words, limits, ...defaults } = forProof({});
    const { words: newWords, limits: newLimits, ...options } = forProof({ [name]: value });
    const changed = [...changedBy(defaults, options), ...changedBy(words, newWords), ...changedBy(limits, newLimits)];
    expect(changed).toContainEqual(value);
    // A strategy has its own defaults for other options.
    if (name !== 'strategy') expect(changed).toEqual([value]);
  });

  it.each(Object.entries(CHECK))('of a check changes an option: %s', (name, value) => {
    const options = (request: object): object => checkOptions(request, { file: '/A', against: '/B' }, rules);
    expect(changedBy(options({}), options({ [name]: value }))).toEqual([value]);
  });

  it.each(Object.entries(FORMALIZE))('of a formalization changes an option: %s', (name, value) => {
    const optionsFor = (more: object): { limits: object } & Record<string, unknown> => ({
      ...formalizeOptions({ statement: 'One is one.', ...more }, rules, configured),
    });
    const [{ limits, ...before }, { limits: newLimits, ...after }] = [optionsFor({}), optionsFor({ [name]: value })];
    expect([...changedBy(before, after), ...changedBy(limits, newLimits)]).toEqual([value]);
  });

  it.each(Object.entries(STATEMENT))('of a check of statements changes an option: %s', (name, value) => {
    const options = (request: object): object => {
      const made = statementOptions(request, { file: '/A', against: '/B' }, rules);
      return 'check' in made ? made.check : {};
    };
    expect(changedBy(options({}), options({ [name]: value }))).toEqual([value]);
  });
});

describe('statementOptions', () => {
  const files = { file: '/A', against: '/B' };

  it('compares, asks no model, and approves nothing', () => {
    expect(statementOptions({ compare: true, decl: 'a' }, files, rules)).toEqual({
      compare: { a: '/A', b: '/B', declA: 'a', declB: null, maxTime: 600, requireSandbox: 'namespaces' },
    });
    expect(statementOptions({}, files, rules)).toMatchObject({
      check: { file: '/A', against: '/B', judges: [], approve: false, dryRun: false, requireSandbox: 'namespaces' },
    });
  });

  it.each([
    ['nothing to compare with', { compare: true }, { file: '/A', against: null }],
    ['a text in words', { compare: true, informal: 'It is even.' }, files],
    ['a question', { compare: true, open_question: true }, files],
    ['a text that says nothing', { informal: '\\alpha' }, files],
  ])('refuses a comparison with %s', (_, request, given) => {
    expect(() => statementOptions(request, given, rules)).toThrow();
  });
});

/** The values of `options` that differ from `defaults`. */
function changedBy(defaults: object, options: object): unknown[] {
  const before = defaults as Record<string, unknown>;
  return Object.entries(options)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]))
    .map(([, value]) => value);
}

describe('searchOptions', () => {
  it('has the defaults of the command', () => {
    expect(forSearch({ query: 'x' })).toEqual({
      ...{ query: 'x', where: 'index', k: 10, as: null, in: null, fold: null, inTopic: null, explain: false },
      ...{ docs: false, offset: 0, constants: false },
      filters: {
        ...{ kind: [], source: [], heading: [], module: [], namespace: [], package: [], attribute: [] },
        ...{ instancesOf: null, generated: true, deprecated: true },
      },
    });
    expect(searchOptions({}, { ...settings, searchLimit: 3 })).toMatchObject({ k: 3 });
  });

  it('accepts filters as one word or a list; a filter with its default value has no effect', () => {
    expect(forSearch({ filters: { kind: ['theorem', 'lemma'], module: [] } })).toMatchObject({
      filters: { kind: ['theorem', 'lemma'], module: [] },
    });
    expect(forSearch({ filters: { generated: true, deprecated: true } })).toEqual(forSearch({}));
    // Commas do not separate words.
    expect(forSearch({ filters: { heading: 'a, b' } })).toMatchObject({ filters: { heading: ['a, b'] } });
  });

  it.each<[string, SearchRequest]>([
    ['as', { as: 'goal' }],
    ['in', { in: 'A.lean' }],
    ['in_topic', { in_topic: 'algebra' }],
    ['fold', { fold: false }],
    ['offset', { offset: 10 }],
    ['constants', { constants: true }],
    ['module', { filters: { module: 'M' } }],
    ['namespace', { filters: { namespace: ['N'] } }],
    ['package', { filters: { package: 'P' } }],
    ['attribute', { filters: { attribute: 'simp' } }],
    ['instances_of', { filters: { instances_of: 'Group' } }],
  ])('refuses a field that does not apply to a search of the library only: %s', (name, request) => {
    const refused = (): object => forSearch({ query: 'x', where: 'library', ...request });
    expect(refused).toThrow(name);
    expect(() => forSearch({ query: 'x', where: 'everywhere', ...request })).not.toThrow();
  });
});

describe('proveOptions', () => {
  it('uses the lower of the requested limit and the limit of the server', () => {
    const limits = (request: ProveRequest, more?: Partial<JobRules>): unknown[] => {
      const { limits: of, maxTime } = forProof(request, more);
      return [of.cost, of.tokens, of.attempts, maxTime];
    };
    expect(limits({})).toEqual([1, 1000, 50, 600]);
    expect(limits({ max_cost: 9, max_tokens: 9000, max_attempts: 900, max_time: 1e9 })).toEqual([1, 1000, 50, 600]);
    expect(limits({ max_cost: 0, max_tokens: 0, max_attempts: 0, max_time: 0 })).toEqual([0, 0, 0, 0]);
    const none = { limits: { cost: null, tokens: null, attempts: null } };
    expect(limits({ max_cost: 9, max_tokens: 9000 }, none)).toEqual([9, 9000, null, 600]);
  });

  it('writes nothing, records no model responses, and uses the sandbox level of the server', () => {
    expect(forProof({})).toMatchObject({
      file: '/project/A.lean',
      output: { to: 'show' },
      record: null,
      dryRun: false,
      requireSandbox: 'namespaces',
    });
    expect(forProof({}, { requireSandbox: 'bubblewrap' }).requireSandbox).toBe('bubblewrap');
    expect(checkOptions({}, { file: '/A', against: null }, rules)).toMatchObject({
      files: ['/A'],
      requireSandbox: 'namespaces',
    });
    for (const field of ['output', 'out', 'in_place', 'require_sandbox', 'jobs', 'model', 'base_url', 'record'])
      expect(() => readRequest(proveRequest, { [field]: 'none' }), field).toThrow('The request is invalid.');
  });
});
