/** Capabilities of stdout and stderr: colour, width, animation. The only place that queries the terminal. */
import { randomUUID } from 'node:crypto';
import type { Environment } from '../config/env.ts';
import type { ProgressStyle } from './progress.ts';

export const COLOR_CHOICES = ['auto', 'always', 'never'] as const;

/** `--color`; false with `--no-color`. */
export type ColorFlag = (typeof COLOR_CHOICES)[number] | false;

export interface OutputFlags {
  color: ColorFlag;
  json: boolean;
  quiet: boolean;
}

/** `--color` > `NO_COLOR` > `FORCE_COLOR` > a dumb terminal > whether `stream` is a terminal. */
export function hasColor(
  flags: Pick<OutputFlags, 'color'>,
  environment: Environment,
  stream: NodeJS.WriteStream,
): boolean {
  if (flags.color === 'always') return true;
  if (flags.color !== 'auto' || environment.NO_COLOR !== undefined) return false;
  if (environment.FORCE_COLOR !== undefined) return environment.FORCE_COLOR !== '0';
  return environment.TERM !== 'dumb' && stream.isTTY;
}

export async function textStyle(
  flags: OutputFlags,
  environment: Environment,
): Promise<{ color: boolean; width: number; hyperlinks?: string }> {
  const { stdout } = process;
  const style = { color: hasColor(flags, environment, stdout), width: stdout.columns || 80 };
  // Hyperlinks are only for people: never in a pipe, and not without colour.
  if (!stdout.isTTY || !style.color) return style;
  const { createSupportsHyperlinks } = await import('supports-hyperlinks');
  return createSupportsHyperlinks(stdout) ? { ...style, hyperlinks: randomUUID() } : style;
}

export function progressStyle(flags: OutputFlags, environment: Environment): ProgressStyle {
  if (flags.quiet || flags.json) return 'none';
  if (environment.CI !== undefined && environment.CI !== 'false') return 'tenths';
  if (!process.stderr.isTTY || environment.TERM === 'dumb') return 'none';
  // A terminal without a known width (`script`, some containers) cannot show an animated line.
  return process.stderr.columns > 0 ? 'line' : 'tenths';
}
