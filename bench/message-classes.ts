/**
 * How many messages of a labelled file get their right class: `node bench/message-classes.ts lean_messages.jsonl`
 * prints Markdown. One JSON object a line with `class`, `text`, `severity`, `era` and `source`; what is marked
 * unverified there is left out. Exit code 1 where a bar is missed.
 */
import { readFileSync } from 'node:fs';
import { isUsedByRepair, scoreMessages, shareRight, type Outcome } from './message-score.ts';

/** Share of right ones in the classes that repair uses, taken together. */
const BAR = 0.95;

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('usage: node bench/message-classes.ts lean_messages.jsonl');
const { total, outcomes } = scoreMessages(readFileSync(path, 'utf8'));
const repair = outcomes.filter(({ wanted }) => isUsedByRepair(wanted));
const taken = outcomes.filter(({ wanted, got }) => got === 'unknown_identifier' && wanted !== got);
const wrong = outcomes.filter(({ wanted, got }) => wanted !== got);
const lines = [
  `${total} messages, ${outcomes.length} without those marked unverified.`,
  '',
  '| what | value | bar |',
  '|---|---|---|',
  `| right, classes that repair uses (${repair.length}) | ${percentRight(repair)} | ${100 * BAR} % |`,
  `| of another class, taken for unknown_identifier | ${taken.length} | 0 |`,
  `| right, all classes (${outcomes.length}) | ${percentRight(outcomes)} | – |`,
  '',
  '| class | right | of | repair uses it |',
  '|---|---|---|---|',
  ...[...new Set(outcomes.map(({ wanted }) => wanted))].toSorted().map(classLine),
  '',
  ...wrong.map(({ wanted, got, text }) => `- ${wanted} read as ${got}: \`${JSON.stringify(text.slice(0, 90))}\``),
];
process.stdout.write(`${lines.join('\n')}\n`);
if (shareRight(repair) < BAR || taken.length > 0) process.exitCode = 1;

function classLine(name: string): string {
  const group = outcomes.filter(({ wanted }) => wanted === name);
  const hits = group.filter(({ got }) => got === name).length;
  return `| ${name} | ${hits} | ${group.length} | ${isUsedByRepair(name) ? 'yes' : ''} |`;
}

function percentRight(some: Outcome[]): string {
  return `${(100 * shareRight(some)).toFixed(1)} %`;
}
