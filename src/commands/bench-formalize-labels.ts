/** `lemmahead bench formalize labels`: how far people agree with the checks, and with each other. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import type { FormalizeLabelsReport } from '../bench/formalize/bench-formalize-schema.ts';
import { formalizeResultSchema } from '../bench/formalize/formalize-result.ts';
import { compareLabels, readLabels } from '../bench/formalize/labels.ts';
import { alignedRows } from '../bench/experiment/table.ts';
import { readManifest } from '../bench/experiment/folder.ts';
import { FORMALIZE_BENCHMARK } from '../bench/formalize/formalize-result.ts';
import { jsonLines } from '../session/json-lines.ts';
import type { Command } from './command.ts';

export const benchFormalizeLabels: Command<{ labels: string; results: string }> = async (
  { labels, results },
  { cwd },
) => {
  const folder = resolve(cwd, results);
  readManifest(FORMALIZE_BENCHMARK, folder);
  const stored = jsonLines(await read(join(folder, 'results.jsonl')), results, formalizeResultSchema, damaged);
  const report = compareLabels(
    readLabels(await read(resolve(cwd, labels)), labels),
    Array.from(stored, ({ value }) => value),
  );
  return { exit: 'done', data: { ...report }, render: () => renderLabels(report) };
};

function renderLabels({ labels, unmatched, agreements }: FormalizeLabelsReport): string {
  const figure = (value: number | null): string => (value === null ? '–' : value.toFixed(3));
  const head = ['first, second', 'n', 'accuracy', "Cohen's κ", 'only second says faithful', 'only first'];
  const rows = agreements.map((each) => [
    `${each.first}, ${each.second}`,
    String(each.n),
    figure(each.accuracy),
    figure(each.kappa),
    String(each.false_yes),
    String(each.false_no),
  ]);
  return `${[...alignedRows({ head, rows }), `${labels} labels, ${unmatched} of statements that no result has`].join('\n')}\n`;
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new Failure('usage', 'file-unreadable', {
      message: `${path} cannot be read.`,
      reason: (cause as Error).message,
      next: 'lemmahead bench formalize labels LABELS.jsonl --results FOLDER',
      cause,
    });
  }
}

function damaged(place: string, reason: string): Failure {
  return new Failure('usage', 'bench-folder-damaged', {
    message: `The results in ${place} cannot be read.`,
    reason,
    next: 'lemmahead bench formalize --dataset PATH --model NAME --out FOLDER',
  });
}
