/** Shared parts of the benchmark scripts: flags, machine, times, Markdown tables, reports. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { percentile } from '../src/bench/metrics.ts';

/** The built program. Run `npm run build` first. */
export const BIN: string = join(import.meta.dirname, '..', 'bin', 'lemmahead.js');

/** Flags of a script with its one text or JSON file each. */
export const REPORT_FLAGS = { json: { type: 'string' }, markdown: { type: 'string' } } as const;

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: Options }>>['values'] &
  Partial<Record<keyof Options, unknown>>;

/**
 * Reads the flags of the command line. `--help` prints the comment at the start of the script and ends the process.
 * @throws {Error} if a flag is unknown or a required one is missing
 */
export function readFlags<
  const Options extends ParseArgsOptionsConfig,
  Required extends keyof Options & string = never,
>(
  options: Options,
  required: readonly Required[] = [],
): Values<Options> & { [Name in Required]: NonNullable<Values<Options>[Name]> } {
  const values: Record<string, unknown> = parseArgs({ options: { ...options, help: { type: 'boolean' } } }).values;
  if (values['help'] === true) {
    print(helpOf(readFileSync(process.argv[1]!, 'utf8')));
    process.exit(0);
  }
  for (const name of required) if (values[name] === undefined) throw new Error(`--${name} is required; see --help`);
  return values as Values<Options> & { [Name in Required]: NonNullable<Values<Options>[Name]> };
}

const helpOf = (source: string): string =>
  source
    .slice(source.indexOf('/**') + 3, source.indexOf('*/'))
    .replaceAll(/^ ?\*? ?/gm, '')
    .trim();

/** The binary of the old Lean, from the environment. */
export function oldLeanBinary(): string {
  const binary = process.env['OLD_LEAN'];
  if (!binary) throw new Error('set OLD_LEAN to the binary of the old Lean');
  return binary;
}

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

export const machine = (): { cpus: number; cpu: string | undefined; node: string } => ({
  cpus: cpus().length,
  cpu: cpus()[0]?.model,
  node: process.version,
});

/** Runs `work` and adds its wall time in milliseconds to `times`. */
export async function timed<T>(times: number[], work: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  times.push(performance.now() - start);
  return result;
}

/** The quantile in milliseconds, with two decimals. */
export const quantile = (times: readonly number[], p: number): number => Number(percentile(times, p).toFixed(2));

export const percent = (share: number, digits = 1): string => `${(share * 100).toFixed(digits)} %`;

/** Markdown lines of a table. */
export function table(head: readonly string[], rows: readonly (readonly unknown[])[]): string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

export const toJson = (report: unknown): string => `${JSON.stringify(report, null, 2)}\n`;

/** Writes the report to the files of `REPORT_FLAGS`; without one, prints the Markdown. */
export function writeReport(files: { json?: string; markdown?: string }, report: unknown, markdown: string): void {
  if (files.json !== undefined) writeFileSync(files.json, toJson(report));
  if (files.markdown !== undefined) writeFileSync(files.markdown, markdown);
  if (files.json === undefined && files.markdown === undefined) process.stdout.write(markdown);
}
