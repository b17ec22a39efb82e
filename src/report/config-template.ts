/** The text of a new configuration file: every setting, commented out. */
import { SETTING_KEYS, SETTINGS, type SettingEntry } from '../config/settings-table.ts';
import { wrap } from './wrap.ts';

const INTRODUCTION = `# Settings of lemmahead. Remove the # in front of a setting to change it. Without a default, an example is given.
# 'lemmahead config --explain' prints the settings in force.
`;

export function configTemplate(): string {
  const parts = SETTING_KEYS.map((key) => {
    const entry: SettingEntry = SETTINGS[key];
    const [table, name] = key.split('.');
    const meaning = wrap(`${entry.meaning} (${entry.type})`, { width: 100, indent: 0 });
    // A string, a number, a boolean and {} are the same in JSON and TOML.
    const value = JSON.stringify(entry.default ?? entry.example);
    return { table, text: [...meaning.map((line) => `# ${line}`), `#${name} = ${value}`, ''].join('\n') };
  });
  const tables = [...new Set(parts.map(({ table }) => table))];
  const text = tables.map((name) =>
    [`[${name}]`, ...parts.filter(({ table }) => table === name).map((part) => part.text)].join('\n'),
  );
  return [INTRODUCTION, ...text].join('\n');
}
