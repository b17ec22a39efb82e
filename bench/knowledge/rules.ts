/**
 * Scores the rules for entities (G11, G15, G17 of the specification of the graph). Usage: node bench/knowledge/rules.ts
 * FOLDER... [--nl-ps FOLDER] [--json FILE] [--markdown FILE]. FOLDER: a checkout of `planetmath/NN_Title`; --nl-ps: one of
 * `debymf/nl-ps`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { articleClass, type ArticleClass } from '../../src/builders/knowledge/rules/entity-type.ts';
import { definedTerm } from '../../src/builders/knowledge/rules/entity-title.ts';
import { subjectOf } from '../../src/builders/knowledge/rules/subject-tables.ts';
import { TermFinder } from '../../src/builders/knowledge/rules/term-references.ts';
import { TextClassifier } from '../../src/builders/knowledge/rules/text-classifier.ts';
import { stem } from '../../src/index/words/stem.ts';
import { accuracies, labelledRoles } from '../../test/builders/knowledge/roles-gold.ts';
import { REPORT_FLAGS, table, writeReport } from '../harness.ts';
import { readArticles, type Article } from './planetmath.ts';

interface Score {
  what: string;
  right: number;
  all: number;
  bar: number | null;
}

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: { 'nl-ps': { type: 'string' }, ...REPORT_FLAGS },
});

/** The rules for types and titles, and the weights for links, were adjusted on these subjects only. */
const SEEN = /^(?:03|11|26|51|54|60)_/;

const CLASSES: Readonly<Record<string, ArticleClass>> = {
  Definition: 'definition',
  Axiom: 'definition',
  Theorem: 'theorem',
  Result: 'theorem',
  Corollary: 'theorem',
  Conjecture: 'theorem',
  Proof: 'proof',
  Derivation: 'proof',
  Example: 'example',
};

/** Scores all articles, then those of subjects on which the rules were not adjusted. */
function halves(
  what: string,
  bar: number,
  articles: readonly Article[],
  isRight: (article: Article) => boolean,
): Score[] {
  const score = (name: string, some: readonly Article[], its: number | null): Score => ({
    what: name,
    right: some.filter(isRight).length,
    all: some.length,
    bar: its,
  });
  const unseen = articles.filter(({ subject }) => !SEEN.test(subject));
  return [score(what, articles, bar), score(`${what}, unseen subjects`, unseen, null)];
}

function typeScores(articles: readonly Article[]): Score[] {
  const typed = articles.filter(({ type }) => CLASSES[type] !== undefined);
  return halves('types', 0.88, typed, ({ title, body, type }) => articleClass(title, body)?.name === CLASSES[type]);
}

const keyOf = (text: string): string =>
  (
    text
      .replaceAll(/\$[^$]*\$/g, '')
      .normalize('NFKD')
      .match(/[A-Za-z]+/g) ?? []
  )
    .map((word) => stem(word.toLowerCase()))
    .join(' ');

/** A title is right if it is the article's title, a synonym or a term that it defines. */
function titleScores(articles: readonly Article[]): Score[] {
  const definitions = articles.filter(({ type }) => type === 'Definition');
  return halves('titles of definitions', 0.7, definitions, ({ title, synonyms, defines, body }) => {
    const found = definedTerm(body);
    return found !== null && [title, ...synonyms, ...defines].some((name) => keyOf(name) === keyOf(found));
  });
}

interface Labelled {
  title: string;
  text: string;
  label: string;
}

/** Five-fold; the folds take every fifth text of a seeded order. */
function crossValidated(what: string, bar: number, texts: readonly Labelled[]): Score {
  const random = seeded();
  const order = texts
    .map((text) => ({ text, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ text }) => text);
  let right = 0;
  for (let fold = 0; fold < 5; fold++) {
    const classifier = TextClassifier.train(order.filter((_, at) => at % 5 !== fold));
    right += order.filter((text, at) => at % 5 === fold && classifier?.classify(text).label === text.label).length;
  }
  return { what, right, all: texts.length, bar };
}

function seeded(): () => number {
  let state = 7;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31);
}

const FIELDS_OF_CATEGORIES: Readonly<Record<string, string>> = {
  'Abstract Algebra': 'algebra',
  Algebra: 'algebra',
  'Number Theory': 'algebra',
  Geometry: 'geometry',
  Topology: 'geometry',
  Analysis: 'analysis',
  'Set Theory': 'foundations of mathematics',
  'Discrete Mathematics': 'applied mathematics',
  'Applied Mathematics': 'applied mathematics',
};

function fieldScores(articles: readonly Article[], nlPs: string | undefined): Score[] {
  const texts = articles.map(({ title, body: text, subject, classes }) => ({
    ...{ title, text },
    label: subject,
    field: subjectOf(`msc:${classes[0]?.startsWith('03E') === true ? '03E' : subject.slice(0, 2)}`).field ?? '',
  }));
  const byField = texts.map((text) => ({ ...text, label: text.field }));
  const scores = [
    crossValidated('fields by subject, PlanetMath', 0.8, texts),
    crossValidated('seven fields, PlanetMath', 0.84, byField),
  ];
  if (nlPs === undefined) return scores;
  const statements = ['train', 'dev', 'test'].flatMap((part) =>
    Object.values(
      JSON.parse(readFileSync(join(nlPs, 'output', `${part}.json`), 'utf8')) as Record<
        string,
        { text: string; category: string }
      >,
    ),
  );
  const labelled = statements.map(({ text, category: label }) => ({ title: '', text, label }));
  const classifier = TextClassifier.train(byField);
  // Its category of numbers holds analysis as well as number theory.
  const mapped = labelled.filter(({ label }) => FIELDS_OF_CATEGORIES[label] !== undefined);
  const right = mapped.filter((text) => classifier?.classify(text).label === FIELDS_OF_CATEGORIES[text.label]).length;
  return [
    ...scores,
    crossValidated('ten categories, PS-ProofWiki', 0.77, labelled),
    { what: 'seven fields, PlanetMath to PS-ProofWiki', right, all: mapped.length, bar: 0.66 },
  ];
}

function linkScores(articles: readonly Article[]): Score[] {
  const numbers = new Map(articles.map(({ name }, number) => [name, number]));
  const finder = new TermFinder(
    articles.map(({ title, synonyms, defines, type, classes, body: statement }) => ({
      ...{ title, synonyms, defines, statement, document: null },
      type: CLASSES[type] === 'definition' || CLASSES[type] === 'theorem' ? CLASSES[type] : 'other',
      subjects: classes.map((code) => `msc:${code}`),
    })),
  );
  const ranks = articles.flatMap(({ subject, links }, number) =>
    links.flatMap(({ words, target }) => {
      const gold = numbers.get(target);
      const rank = finder.rank(number, words).findIndex(({ entity }) => entity === gold);
      return gold === undefined ? [] : [{ rank, isSeen: SEEN.test(subject) }];
    }),
  );
  const score = (within: number, bar: number): Score[] => {
    const isRight = ({ rank }: { rank: number }) => rank >= 0 && rank < within;
    const unseen = ranks.filter(({ isSeen }) => !isSeen);
    return [
      { what: `links, top ${within}`, right: ranks.filter(isRight).length, all: ranks.length, bar },
      {
        what: `links, top ${within}, unseen subjects`,
        right: unseen.filter(isRight).length,
        all: unseen.length,
        bar: null,
      },
    ];
  };
  return [...score(1, 0.45), ...score(3, 0.55)];
}

function roleScores(): Score[] {
  return (['a', 'b'] as const).flatMap((half) =>
    (['segment', 'reference'] as const).flatMap((kind) =>
      accuracies(labelledRoles(half).filter((role) => role.kind === kind)).map(({ label, right, all }) => ({
        what: `roles, ${kind}s, ${half === 'a' ? 'seen' : 'unseen'}: ${label}`,
        ...{ right, all },
        bar: label === 'all' ? 0.75 : null,
      })),
    ),
  );
}

const articles = readArticles(folders);
const scores = [
  ...(articles.length === 0 ? [] : [typeScores, titleScores, linkScores].flatMap((measure) => measure(articles))),
  ...(articles.length === 0 ? [] : fieldScores(articles, values['nl-ps'])),
  ...roleScores(),
];
const rows = scores.map(({ what, right, all, bar }) => [what, all, (right / all).toFixed(3), bar ?? '']);
writeReport(values, { scores }, `${table(['what', 'n', 'accuracy', 'bar'], rows).join('\n')}\n`);
