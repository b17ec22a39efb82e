/** `bench graph --only fields`: the field of a text, learned from texts whose class is known. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRandomOrder, makeRandom } from '../../base/random.ts';
import { subjectOf } from '../../builders/knowledge/rules/subject-tables.ts';
import { type ClassifiedText, TextClassifier } from '../../builders/knowledge/rules/text-classifier.ts';
import { type Measure, meanFigure } from './measure.ts';
import { readArticles } from './planetmath-articles.ts';

interface Labelled extends ClassifiedText {
  label: string;
}

const FOLDS = 5;

/** Whether each text gets its label from a classifier trained on the other folds of a seeded order. */
function crossValidated(texts: readonly Labelled[], seed: number): number[] {
  const order = inRandomOrder(texts, makeRandom(seed));
  return Array.from({ length: FOLDS }, (_, fold) => {
    const classifier = TextClassifier.train(order.filter((__, at) => at % FOLDS !== fold));
    return order
      .filter((__, at) => at % FOLDS === fold)
      .map((text) => Number(classifier?.classify(text).label === text.label));
  }).flat();
}

/** Fields of the categories of PS-ProofWiki. Its category of numbers holds analysis as well as number theory. */
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

function readStatements(folder: string): Labelled[] {
  return ['train', 'dev', 'test'].flatMap((part) => {
    const text = readFileSync(join(folder, 'output', `${part}.json`), 'utf8');
    const items = JSON.parse(text) as Record<string, { text: string; category: string }>;
    return Object.values(items).map((item) => ({ title: '', text: item.text, label: item.category }));
  });
}

export const FIELDS: Measure = {
  name: 'fields',
  needs: ['planetmath'],
  run: ({ folders, options, onProgress }) => {
    const texts = readArticles(folders.planetmath).map(({ title, body: text, subject, classes }) => ({
      ...{ title, text },
      label: subject,
      field: subjectOf(`msc:${classes[0]?.startsWith('03E') === true ? '03E' : subject.slice(0, 2)}`).field ?? '',
    }));
    const byField = texts.map(({ title, text, field }) => ({ title, text, label: field }));
    const facts = { column: 'accuracy', by: 'naive Bayes' };
    const figures = [
      meanFigure(crossValidated(texts, options.seed), {
        ...{ ...facts, row: 'classes of the MSC', set: 'PlanetMath, five-fold', bar: 0.8 },
      }),
      meanFigure(crossValidated(byField, options.seed), {
        ...{ ...facts, row: 'seven fields', set: 'PlanetMath, five-fold', bar: 0.84 },
      }),
    ];
    onProgress(2, 4);
    const [folder] = folders['ps-proofwiki'];
    if (folder !== undefined) {
      const statements = readStatements(folder);
      const mapped = statements.filter(({ label }) => FIELDS_OF_CATEGORIES[label] !== undefined);
      const classifier = TextClassifier.train(byField);
      const right = mapped.map((text) => Number(classifier?.classify(text).label === FIELDS_OF_CATEGORIES[text.label]));
      figures.push(
        meanFigure(crossValidated(statements, options.seed), {
          ...{ ...facts, row: 'ten categories', set: 'PS-ProofWiki, five-fold', bar: 0.77 },
        }),
        meanFigure(right, { ...facts, row: 'seven fields', set: 'trained on PlanetMath, PS-ProofWiki', bar: 0.66 }),
      );
    }
    return { figures, notes: ['The features and the smoothing were chosen with these figures in view.'] };
  },
};
