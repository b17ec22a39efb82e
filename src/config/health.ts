/** Health checks of the machine and the configuration, for `doctor`. */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { absent, fault, ok, type Check } from '../base/health.ts';
import { packageVersion } from '../base/version.ts';
import { problemText } from './config-file.ts';
import type { Configuration } from './resolve.ts';

/** An index of all of Mathlib takes up to 300 MB, and twice that while a new one is built next to the old one. */
const REQUIRED_BYTES = 600 * 1024 * 1024;

export function checkInstallation(configuration: Configuration): Check[] {
  return [
    ok('lemmahead', `${packageVersion()} on Node ${process.versions.node}, ${process.platform}-${process.arch}`),
    checkConfiguration(configuration),
    checkTrust(configuration),
    checkDisk(configuration.settings.dataHome),
  ];
}

function checkConfiguration({ problems, userFile, projectFile }: Configuration): Check {
  if (problems.length > 0) {
    return fault('config', problems.map(problemText).join('; '), 'lemmahead config --explain');
  }
  const files = [existsSync(userFile) ? userFile : null, projectFile?.path].filter((file) => typeof file === 'string');
  return ok('config', files.length > 0 ? files.join(', ') : 'defaults only');
}

function checkTrust({ projectFile, withheld }: Configuration): Check {
  if (projectFile === null) return ok('trust', 'no project file');
  if (withheld.length === 0) return ok('trust', projectFile.trusted ? 'project file trusted' : 'nothing needs trust');
  return absent(
    'trust',
    `ignored in ${projectFile.path}: ${withheld.map(({ key }) => key).join(', ')}`,
    'lemmahead config trust',
  );
}

function checkDisk(dataHome: string): Check {
  let folder = dataHome;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return fault('disk', `${folder} is not writable`, 'export LEMMAHEAD_HOME=<a writable folder>');
  }
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const text = `${(free / 1e9).toFixed(1)} GB free at ${folder}`;
  if (free >= REQUIRED_BYTES) return ok('disk', text);
  return fault('disk', `only ${text}`, 'free some space, or set LEMMAHEAD_HOME to a disk with more space');
}
