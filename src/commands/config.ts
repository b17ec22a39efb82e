/** `lemmahead config`: the current settings; with `--explain`, also their origins. */
import type { Configuration } from '../config/resolve.ts';
import { SETTINGS, type SettingValue } from '../config/settings-table.ts';
import { renderConfig } from '../report/config.ts';
import type { ConfigReport } from '../report/settings-schema.ts';
import type { Command } from './command.ts';

/** A variable may contain an address with a password, which every command that uses it refuses. */
function withoutPassword(value: SettingValue): SettingValue {
  return typeof value === 'string' ? value.replace(/^(\w+:\/\/[^/@]*?):[^/]*@/u, '$1:…@') : value;
}

export interface ConfigOptions {
  explain: boolean;
  configuration: Configuration;
}

export const config: Command<ConfigOptions> = async ({ explain, configuration }) => {
  const { resolved, withheld, problems, userFile, projectFile } = configuration;
  const data: ConfigReport & { schema: string } = {
    schema: 'lemmahead/config@1',
    settings: resolved.map((setting) => ({
      ...setting,
      value: withoutPassword(setting.value),
      meaning: SETTINGS[setting.key].meaning,
    })),
    withheld,
    problems,
    files: { user: userFile, project: projectFile && { path: projectFile.path, trusted: projectFile.trusted } },
  };
  return {
    exit: problems.length > 0 ? 'usage' : 'done',
    data: { ...data },
    render: (style) => renderConfig(data, explain, style),
  };
};
