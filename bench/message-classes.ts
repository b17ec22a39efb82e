/**
 * Measures how many messages of a labelled file are classified correctly: `node bench/message-classes.ts
 * lean_messages.jsonl` prints Markdown. Input: one JSON object per line with `class`, `text`, `severity`, `era` and
 * `source`. Messages marked as unverified are skipped. Exits 1 if a target is missed.
 */
import { readFileSync } from 'node:fs';
import { percent, print, table } from './harness.ts';
import { isUsedByRepair, scoreMessages, shareCorrect } from './message-score.ts';

/** Required share of correct ones in the classes that repair uses, taken together. */
const TARGET = 0.95;

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('usage: node bench/message-classes.ts lean_messages.jsonl');
const { total, outcomes } = scoreMessages(readFileSync(path, 'utf8'));
const repair = outcomes.filter(({ expected }) => isUsedByRepair(expected));
const mistaken = outcomes.filter(({ expected, actual }) => actual === 'unknown_identifier' && expected !== actual);
const wrong = outcomes.filter(({ expected, actual }) => expected !== actual);
const lines = [
  `${total} messages, ${outcomes.length} without those marked unverified.`,
  '',
  ...table(
    ['measure', 'value', 'target'],
    [
      [`correct, classes that repair uses (${repair.length})`, percent(shareCorrect(repair)), `${100 * TARGET} %`],
      ['other classes, classified as unknown_identifier', mistaken.length, 0],
      [`correct, all classes (${outcomes.length})`, percent(shareCorrect(outcomes)), '–'],
    ],
  ),
  '',
  ...table(
    ['class', 'correct', 'of', 'used by repair'],
    [...new Set(outcomes.map(({ expected }) => expected))].toSorted().map(classRow),
  ),
  '',
  ...wrong.map(
    ({ expected, actual, text }) => `- ${expected} classified as ${actual}: \`${JSON.stringify(text.slice(0, 90))}\``,
  ),
];
print(lines.join('\n'));
if (shareCorrect(repair) < TARGET || mistaken.length > 0) process.exitCode = 1;

function classRow(name: string): unknown[] {
  const group = outcomes.filter(({ expected }) => expected === name);
  const hits = group.filter(({ actual }) => actual === name).length;
  return [name, hits, group.length, isUsedByRepair(name) ? 'yes' : ''];
}
