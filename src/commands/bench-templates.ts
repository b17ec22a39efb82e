/** `lemmahead bench templates`: proof templates on held-out theorems, and theorems by problems or titles. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import type { BenchTemplatesOptions } from '../bench/bench-options.ts';
import { alignedRows } from '../bench/experiment/table.ts';
import { measureProblems } from '../bench/templates/measure-problems.ts';
import { measureTitles, type TitledTheorem } from '../bench/templates/measure-titles.ts';
import { measureTemplates, type TemplatesBenchRequest } from '../bench/templates/measure-templates.ts';
import type { TemplateScores, TemplatesBenchReport } from '../bench/templates/templates-bench-schema.ts';
import type { ProblemsBenchReport, TitlesBenchReport } from '../bench/templates/theorems-bench-schema.ts';
import { parseList } from '../builders/concepts/lists.ts';
import { DeclarationMatcher } from '../builders/templates/match-theorems.ts';
import { rebuildCommand } from '../index/build-command.ts';
import { readSeedFile } from '../session/read-seed-file.ts';
import { withCommandIndex } from '../session/command-index.ts';
import type { Command } from './command.ts';

/** @throws {Failure} `bench-what-missing`, and those of the index and of the files */
export const benchTemplates: Command<BenchTemplatesOptions> = async (options, context) => {
  const { lean, problems, titles } = options;
  const given = [lean, problems.length > 0, titles !== null].filter(Boolean).length;
  if (given !== 1) {
    throw new Failure('usage', 'bench-what-missing', {
      message: given === 0 ? 'The thing to measure is missing.' : 'Only one thing is measured at a time.',
      next: 'Give --lean, --problems FILE or --titles FILE.',
    });
  }
  if (lean) return benchProofs({ ...options, half: options.half ?? 'development' }, context);
  return titles === null ? benchProblems(options, context) : benchTitles(titles, context);
};

const benchProofs: Command<TemplatesBenchRequest> = async (request, context) => {
  const progress = context.startProgress('Measuring');
  const report = await withCommandIndex(context, (index) =>
    measureTemplates(index, request, (done, all) => progress.update(done, all, `${done} of ${all} theorems`)),
  ).finally(() => progress.stop());
  return {
    exit: 'done',
    data: { ...report, schema: 'lemmahead/bench-templates@1' },
    render: () => renderReport(report),
  };
};

const benchProblems: Command<BenchTemplatesOptions> = async ({ problems, half, seed }, { cwd }) => {
  const seeds = problems.flatMap((file) => readSeedFile(file, cwd).file.problems);
  const report = { ...measureProblems(seeds, { half, seed }), schema: 'lemmahead/bench-templates-problems@1' as const };
  return { exit: 'done', data: report, render: () => renderProblems(report) };
};

const benchTitles: Command<string> = async (file, context) => {
  const titles = readTitles(file, context.cwd);
  const progress = context.startProgress('Matching titles');
  const report = await withCommandIndex(context, (index) => {
    const matcher = new DeclarationMatcher(index);
    if (matcher.by === 'words') {
      throw new Failure('missing', 'index-without-vectors', {
        message: 'The index has no row vectors for this version.',
        next: rebuildCommand(index),
      });
    }
    const onTitle = (done: number): void => progress.update(done, titles.length, `${done} of ${titles.length} titles`);
    return { ...measureTitles(matcher, titles, onTitle), schema: 'lemmahead/bench-templates-titles@1' as const };
  }).finally(() => progress.stop());
  return { exit: 'done', data: report, render: () => renderTitles(report) };
};

/** @throws {Failure} `titles-unreadable` */
function readTitles(file: string, cwd: string): TitledTheorem[] {
  try {
    const { entries, undeclared } = parseList('1000', readFileSync(resolve(cwd, file), 'utf8'));
    return [
      ...entries.map(({ title, names }) => ({ title, declarations: names })),
      ...undeclared.map((title) => ({ title, declarations: [] })),
    ];
  } catch (error) {
    throw new Failure('usage', 'titles-unreadable', {
      message: `${file} is no list of titles.`,
      reason: (error as Error).message,
      next: "Give a list such as Mathlib's docs/1000.yaml.",
      cause: error,
    });
  }
}

const MEASURES = [
  'shape@1',
  'shape@10',
  'exact@1',
  'exact@10',
  'rebuilt@1',
  'rebuilt@10',
  'rebuilt@100',
  'rebuilt@1000',
] as const satisfies (keyof TemplateScores)[];

function renderReport(report: TemplatesBenchReport): string {
  const { latency_ms: latency, half, seed, held_out: heldOut, all, without_closers: rest } = report;
  const rows = MEASURES.map((measure) => [
    measure,
    ...[all, rest].flatMap((scores) => [cell(scores[measure].templates), cell(scores[measure].prior)]),
  ]);
  const head = ['share of theorems', `all (${all.n})`, 'prior', `without closers (${rest.n})`, 'prior'];
  const lines = [
    ...alignedRows({ head, rows }),
    `${half} half, seed ${seed}: of ${heldOut.theorems} theorems in ${heldOut.files} held-out files; 95 % Wilson intervals`,
    `median ${latency.median.toFixed(1)} ms, 95th percentile ${latency.p95.toFixed(1)} ms a goal`,
  ];
  return `${lines.join('\n')}\n`;
}

function renderProblems({ n, problems, theorems, half, names, both, difference }: ProblemsBenchReport): string {
  const rows = (['@1', '@10'] as const).map((depth) => [
    depth,
    cell(names[depth]),
    cell(both[depth]),
    cell({ ...difference[depth], share: difference[depth].difference }),
  ]);
  const lines = [
    ...alignedRows({ head: ['theorem found', 'by names', 'by names and problems', 'difference'], rows }),
    `${n} problems of ${problems}${half === null ? '' : `, ${half} half`}, left out in turn; ${theorems} theorems; 95 % intervals`,
  ];
  return `${lines.join('\n')}\n`;
}

function renderTitles({ right, accepted }: TitlesBenchReport): string {
  const rows = [
    ['with a declaration', String(right.n), 'right', cell(right)],
    ['without', String(accepted.n), 'accepted', cell(accepted)],
  ];
  return `${alignedRows({ head: ['titles', 'n', '', 'share'], rows }).join('\n')}\n95 % Wilson intervals\n`;
}

const cell = ({ share, interval }: { share: number; interval: readonly number[] }): string =>
  `${share.toFixed(3)} (${interval.map((end) => end.toFixed(3)).join('–')})`;
