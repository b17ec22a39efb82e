/** Errors for a file without a usable Lean, with the command that fixes each. */
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import type { ChosenToolchain } from './elan.ts';

/** Where Lean was searched. */
interface Searched {
  lakeCommand: string;
  elanHome: string;
  folder: string;
}

export function leanMissing({ lakeCommand, elanHome }: Searched, chosen: ChosenToolchain | null): Failure {
  const requirement = chosen === null ? '' : ` ${chosen.by} requires ${chosen.name}.`;
  return new Failure('missing', 'lean-missing', {
    message: 'Lean is not on this machine, and no proof can be checked without it.',
    reason: `Neither '${lakeCommand}' nor 'lean' is in any folder of PATH, and there is no elan in ${elanHome}.${requirement}`,
    next: 'Install Lean (https://lean-lang.org/install), open a new shell, and check that `lake --version` works.',
  });
}

export function lakeMissing(root: string, { lakeCommand }: Searched): Failure {
  return new Failure('missing', 'lake-missing', {
    message: `Lake is not on this machine, and without it the project at ${root} cannot be checked.`,
    reason: `'${lakeCommand}' is in no folder of PATH.`,
    next: 'Install Lean with elan, which includes Lake: https://lean-lang.org/install',
  });
}

export function noToolchainChosen({ folder, elanHome }: Searched): Failure {
  return new Failure('missing', 'no-toolchain', {
    message: `elan is installed, but it selects no Lean for ${folder}.`,
    reason: `There is no lean-toolchain in it or above it, and no default in ${join(elanHome, 'settings.toml')}.`,
    next: 'elan default stable',
  });
}

export function toolchainMissing({ name, by }: ChosenToolchain, elanHome: string): Failure {
  return new Failure('missing', 'toolchain-missing', {
    message: `The Lean toolchain ${name} is not installed.`,
    reason: `${by} requires it, but it is not under ${join(elanHome, 'toolchains')}.`,
    next: `elan toolchain install ${name}`,
  });
}

export function cannotUse(lean: string, reason: string): Failure {
  return new Failure('missing', 'lean-unusable', {
    message: `The Lean at ${lean} cannot be used.`,
    reason,
    next: 'elan toolchain install stable && elan default stable',
  });
}
