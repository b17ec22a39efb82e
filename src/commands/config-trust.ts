/** `lemmahead config trust`: lets the project's file, with its present content, set servers, keys, prices, commands and paths. */
import { Failure } from '../base/errors.ts';
import type { Configuration } from '../config/resolve.ts';
import { configurationFailure } from '../config/resolve.ts';
import { recordTrust } from '../config/trust.ts';
import type { Command } from './command.ts';

export interface ConfigTrustOptions {
  revoke: boolean;
  configuration: Configuration;
}

export const configTrust: Command<ConfigTrustOptions> = async ({ revoke, configuration }, { settings }) => {
  const { projectFile, withheld, problems } = configuration;
  if (projectFile === null) {
    throw new Failure('missing', 'no-project-config', {
      message: 'There is no project configuration here to trust.',
      reason:
        'Neither lemmahead.toml nor .lemmahead/config.toml exists in this folder or its parents, up to the Lake project.',
    });
  }
  if (problems.length > 0 && !revoke) throw configurationFailure(problems);
  recordTrust(settings.dataHome, projectFile.path, revoke ? null : projectFile.hash);
  const allowed = withheld.map(({ key, value }) => `  ${key} = ${JSON.stringify(value)}`);
  const text = revoke
    ? `No longer trusted: ${projectFile.path}`
    : [`Trusted with its present content: ${projectFile.path}`, ...allowed].join('\n');
  return {
    exit: 'done',
    data: {
      schema: 'lemmahead/config-trust@1',
      file: projectFile.path,
      trusted: !revoke,
      allowed: revoke ? [] : withheld,
    },
    render: () => `${text}\n`,
  };
};
