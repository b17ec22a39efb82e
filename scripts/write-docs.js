/**
 * Fills the generated parts of the documentation: what stands between `<!-- generated: NAME -->` and
 * `<!-- end of NAME -->`. With `--check` it changes nothing and fails where a part is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EXIT_CODES } from '../src/base/exit-codes.ts';
import { buildProgram } from '../src/cli.ts';
import { describeTree } from '../src/cli/describe-tree.ts';
import { ENVIRONMENT_VARIABLES, KEY_VARIABLES } from '../src/config/env.ts';
import { SETTINGS } from '../src/config/settings-table.ts';
import { ONLY_FAKED } from '../src/lean/toolchain/only-faked.ts';
import { ENDPOINTS } from '../src/server/http/endpoints.ts';
import { GUARANTEES } from '../src/verify/guarantees.ts';
import { readAttacks } from '../src/verify/self-test/known-cases.ts';
import { TOOLS } from '../src/server/mcp/tools.ts';

const FILES = [
  'README.md',
  'docs/checking.md',
  'docs/cli.md',
  'docs/configuration.md',
  'docs/mcp.md',
  'docs/serving.md',
  'docs/toolchain.md',
];

const PARTS = {
  'exit codes': exitCodes,
  commands: () => commandHelp(describeTree(buildProgram(async () => {})), []),
  settings,
  endpoints,
  tools,
  environment,
  'only faked': onlyFaked,
  guarantees,
};

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** How many of the fixtures that show a guarantee are named. */
const MOST_NAMED = 4;

function guarantees() {
  const attacks = readAttacks();
  const rows = GUARANTEES.map(({ id, promise, rules }) => {
    const showing = attacks.filter(({ withoutGate }) => withoutGate?.by === 'audit' && rules.includes(withoutGate.rule));
    const named = showing.slice(0, MOST_NAMED).map(({ name }) => `\`${name.replace('attacks/', '')}\``);
    const more = showing.length > named.length ? ` and ${showing.length - named.length} more` : '';
    return [id, promise, `${named.join(', ')}${more}`];
  });
  return table(['', 'promise', 'shown by'], rows);
}

function exitCodes() {
  return table(
    ['code', 'meaning'],
    Object.values(EXIT_CODES).map(({ code, meaning }) => [String(code), meaning]),
  );
}

function commandHelp(command, above) {
  const path = [...above, command.name];
  const children = command.commands.filter(({ name }) => name !== 'help');
  const own = `## ${path.join(' ')}\n\n\`\`\`\n${command.help.trim()}\n\`\`\``;
  return [own, ...children.map((child) => commandHelp(child, path))].join('\n\n');
}

function settings() {
  const rows = Object.entries(SETTINGS).map(([key, { type, default: value, flag, variable, trust, meaning }]) => [
    `\`${key}\``,
    type,
    value === null ? 'none' : `\`${JSON.stringify(value)}\``,
    flag === null ? '' : `\`${flag}\``,
    variable === null ? '' : `\`${variable}\``,
    trust === 'needed' ? 'once trusted' : 'yes',
    meaning,
  ]);
  return table(['setting', 'type', 'default', 'flag', 'variable', "in a project's file", 'meaning'], rows);
}

function endpoints() {
  return table(
    ['', '', ''],
    ENDPOINTS.map(({ method, path, summary }) => [method.toUpperCase(), `\`${path}\``, summary]),
  );
}

function environment() {
  const rows = Object.entries({ ...ENVIRONMENT_VARIABLES, ...KEY_VARIABLES }).map(([name, meaning]) => [
    `\`${name}\``,
    meaning,
  ]);
  return table(['variable', 'meaning'], rows);
}

function tools() {
  const rows = TOOLS.map(({ name, description, input }) => [
    `\`${name}\``,
    description.slice(0, description.search(/[.:;]\s/)),
    Object.keys(input.shape)
      .map((field) => `\`${field}\``)
      .join(', '),
  ]);
  return table(['tool', 'what it is for', 'what it takes'], rows);
}

function onlyFaked() {
  return table(
    ['what', 'shown with'],
    ONLY_FAKED.map(({ what, shownWith }) => [what, shownWith]),
  );
}

const isCheck = process.argv.includes('--check');
let stale = 0;
for (const file of FILES) {
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const before = readFileSync(path, 'utf8');
  const after = before.replace(
    /(<!-- generated: ([a-z ]+) -->\n)[^]*?(\n<!-- end of \2 -->)/g,
    (_, open, name, close) => `${open}\n${PARTS[name]()}\n${close}`,
  );
  if (after === before) continue;
  stale += 1;
  if (isCheck) console.error(`${file} is out of date: run npm run docs`);
  else writeFileSync(path, after);
}
process.exitCode = isCheck && stale > 0 ? 1 : 0;
