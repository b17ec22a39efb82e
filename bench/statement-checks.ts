/**
 * Measures the checks of statements on the sets of `fixtures/statements` with the old Lean: what is found, and what is
 * found wrongly. Usage: OLD_LEAN=BINARY node bench/statement-checks.ts [--part pairs|claims …] [--set first|second]
 * [--half tuned|held-out] [--kind equivalent …] [--level audit|compile] [--from 0] [--to 1000] [--json FILE]. At the level
 * `compile`, proofs are not audited, which is faster. Exits 1 if a bar is missed: nothing wrong, and 80 % found.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkStatement, MAX_CANDIDATES } from '../src/prove/statement/check-statement.ts';
import { compareStatements, isEquivalent } from '../src/prove/statement/equivalence.ts';
import { statementIn } from '../test/prove/statement/statement-in.ts';
import { openStatementTools } from '../test/prove/statement/tools.ts';
import { oldLeanBinary, print, readFlags, toJson } from './harness.ts';
import { CLAIM_KINDS, type ClaimCase, type PairCase, readClaims, readPairs } from './statement-sets.ts';

const values = readFlags({
  part: { type: 'string', multiple: true, default: ['pairs', 'claims'] },
  half: { type: 'string' },
  set: { type: 'string' },
  kind: { type: 'string', multiple: true },
  level: { type: 'string', default: 'audit' },
  from: { type: 'string', default: '0' },
  to: { type: 'string', default: '1000' },
  json: { type: 'string' },
});

const level = values.level === 'compile' ? 'compile' : 'audit';
const real = oldLeanBinary();
const cache = mkdtempSync(join(tmpdir(), 'lemmahead-statements-'));

/** `found`: what the check says; `isRight`: whether that is the label of the case. */
interface Result {
  name: string;
  label: string;
  found: string;
  isRight: boolean;
  isHeldOut: boolean;
  ms: number;
}

function selected<Case extends PairCase | ClaimCase>(all: readonly Case[]): Case[] {
  const chosen = all.filter((each) => {
    const label = 'kind' in each ? each.kind : labelOf(each);
    return (
      (values.half === undefined || each.isHeldOut === (values.half === 'held-out')) &&
      (values.set === undefined || each.set === values.set) &&
      (values.kind === undefined || values.kind.includes(label))
    );
  });
  return chosen.slice(Number(values.from), Number(values.to));
}

const labelOf = ({ isEquivalent: isSame }: Pick<PairCase, 'isEquivalent'>): string =>
  isSame ? 'equivalent' : 'inequivalent';

async function comparePair({ name, isEquivalent: isSame, a, b, isHeldOut }: PairCase): Promise<Result> {
  const pair = { a: statementIn(a), b: statementIn(b) };
  const { tools, close } = await openStatementTools(real, cache, pair, level);
  const start = performance.now();
  try {
    const compared = await compareStatements(tools, pair.a, pair.b);
    const found = 'failure' in compared ? 'not compared' : compared.level;
    const isRight = !('failure' in compared) && isEquivalent(compared) === isSame;
    const label = labelOf({ isEquivalent: isSame });
    return { name, label, found, isRight, isHeldOut, ms: performance.now() - start };
  } finally {
    await close();
  }
}

async function checkClaim({ name, kind, text, isHeldOut }: ClaimCase): Promise<Result> {
  const { tools, close } = await openStatementTools(real, cache, null, level);
  const start = performance.now();
  try {
    const request = {
      informal: null,
      isStructure: () => false,
      reference: null,
      isQuestion: false,
      judging: null,
      maxCandidates: MAX_CANDIDATES,
    };
    const checked = await checkStatement(tools, statementIn(text), request);
    const rules =
      'failure' in checked
        ? ['fails']
        : [...checked.findings.map(({ rule }) => rule), ...checked.remarks.map(({ rule }) => rule)];
    const told = rules.filter((rule) => rule === 'fails' || CLAIM_KINDS.some((each) => each === rule));
    const isRight = kind === 'honest' ? told.length === 0 : told.includes(kind);
    return { name, label: kind, found: told.join(', '), isRight, isHeldOut, ms: performance.now() - start };
  } finally {
    await close();
  }
}

const results: Result[] = [];

async function measure(cases: readonly (() => Promise<Result>)[]): Promise<void> {
  for (const run of cases) {
    const result = await run();
    results.push(result);
    const { name, label, found, isRight, ms } = result;
    print(
      `${isRight ? 'right' : 'WRONG'}  ${label.padEnd(12)} ${name.padEnd(30)} ${found.padEnd(20)} ${Math.round(ms)} ms`,
    );
  }
}

/** One line for each label and half: how many are right. */
function summary(): string[] {
  const labels = [...new Set(results.map(({ label }) => label))];
  return labels.flatMap((label) =>
    [false, true].flatMap((isHeldOut) => {
      const those = results.filter((each) => each.label === label && each.isHeldOut === isHeldOut);
      if (those.length === 0) return [];
      const right = those.filter(({ isRight }) => isRight).length;
      return [`${label}, ${isHeldOut ? 'held out' : 'tuned'}: ${right} of ${those.length} right`];
    }),
  );
}

/** Labels of which no case may be wrong; of the others, four in five must be right. */
const STRICT = new Set(['inequivalent', 'honest']);

function missesABar(): boolean {
  return [...new Set(results.map(({ label }) => label))].some((label) => {
    const those = results.filter((each) => each.label === label);
    const right = those.filter(({ isRight }) => isRight).length;
    return STRICT.has(label) ? right < those.length : right < 0.8 * those.length;
  });
}

try {
  if (values.part.includes('pairs')) await measure(selected(readPairs()).map((each) => () => comparePair(each)));
  if (values.part.includes('claims')) await measure(selected(readClaims()).map((each) => () => checkClaim(each)));
} finally {
  rmSync(cache, { recursive: true, force: true });
}
const lines = summary();
print(lines.join('\n'));
if (values.json !== undefined) writeFileSync(values.json, toJson({ level, lines, results }));
process.exitCode = missesABar() ? 1 : 0;
