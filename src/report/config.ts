/** Text output of the current settings. */
import type { SettingValue } from '../config/settings-table.ts';
import { paint, type TextStyle } from './style.ts';
import type { ConfigReport } from './settings-schema.ts';

export function renderConfig(report: ConfigReport, explain: boolean, style: TextStyle): string {
  const color = paint(style);
  const width = Math.max(...report.settings.map(({ key }) => key.length));
  const lines = report.settings.flatMap(({ key, value, layer, from, meaning }) => {
    const line = `${color.bold(key.padEnd(width))} = ${shown(value)}`;
    if (!explain) return [line];
    return [`${line}  ${color.dim(`(${from === null ? layer : `${layer}: ${from}`})`)}`, color.dim(`  ${meaning}`)];
  });
  if (explain) {
    const { user, project } = report.files;
    lines.push(
      '',
      `user's file:    ${user}`,
      `project's file: ${project === null ? 'none' : project.path + trust(project)}`,
    );
  }
  for (const { key, value, file } of report.withheld) {
    lines.push(color.yellow(`ignored: ${key} = ${shown(value)} in ${file}; allow it with: lemmahead config trust`));
  }
  for (const { file, path, message } of report.problems) {
    lines.push(color.red(`problem: ${file}: ${path === '' ? '' : `${path}: `}${message}`));
  }
  return `${lines.join('\n')}\n`;
}

function shown(value: SettingValue): string {
  return value === null ? 'none' : JSON.stringify(value);
}

function trust({ trusted }: { trusted: boolean }): string {
  return trusted ? ' (trusted)' : ' (not trusted)';
}
