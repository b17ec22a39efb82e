/**
 * Writes the man page, the picture of the README, and the generated parts of the documentation: those between `<!-- generated: NAME -->` and
 * `<!-- end of NAME -->`.
 * With `--check`, it changes nothing and fails if a part is out of date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { EXIT_CODES } from '../src/base/exit-codes.ts';
import { buildProgram } from '../src/cli.ts';
import { describeTree } from '../src/cli/describe-tree.ts';
import { COMMAND_SCHEMAS, EVENT_SCHEMAS, RESPONSE_SCHEMAS } from '../src/commands/json-schemas.ts';
import { ENVIRONMENT_VARIABLES, KEY_VARIABLES } from '../src/config/env.ts';
import { PROVIDERS } from '../src/llm/find-provider.ts';
import { SETTINGS } from '../src/config/settings-table.ts';
import { FAKE_TESTED } from '../src/lean/toolchain/fake-tested.ts';
import { SOUNDNESS_BUGS } from '../src/lean/toolchain/soundness-bugs.ts';
import { ENDPOINTS } from '../src/server/http/endpoints.ts';
import { GUARANTEES } from '../src/verify/guarantees.ts';
import { readAttacks } from '../src/verify/self-test/known-cases.ts';
import { TOOLS } from '../src/server/mcp/tools.ts';
import { jsonEvents, jsonShapes, jsonParts } from './json-page.js';
import { manPage } from './man-page.js';
import { terminalPicture } from './terminal-picture.js';

const FILES = [
  'docs/explanation/judge.md',
  'docs/guides/agents.md',
  'docs/guides/serve.md',
  'docs/reference/cli.md',
  'docs/reference/configuration.md',
  'docs/reference/exit-codes.md',
  'docs/reference/json.md',
  'docs/reference/toolchain.md',
];

const TREE = describeTree(await buildProgram(async () => {}));

const PARTS = {
  'exit codes': exitCodes,
  commands: () => commandHelp(TREE, []),
  settings,
  endpoints,
  tools,
  environment,
  'only faked': onlyFaked,
  guarantees,
  'soundness bugs': soundnessBugs,
  'json of commands': () => jsonShapes(COMMAND_SCHEMAS),
  'json of the server': () => jsonShapes(RESPONSE_SCHEMAS),
  'events of json': () => jsonEvents(EVENT_SCHEMAS),
  'parts of json': () => jsonParts([...COMMAND_SCHEMAS, ...RESPONSE_SCHEMAS], EVENT_SCHEMAS),
};

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Maximum number of fixtures to list per guarantee. */
const MAX_LISTED = 4;

function guarantees() {
  const attacks = readAttacks();
  const rows = GUARANTEES.map(({ id, promise, rules }) => {
    const showing = attacks.filter(
      ({ withoutGate }) => withoutGate?.by === 'audit' && rules.includes(withoutGate.rule),
    );
    const listed = showing.slice(0, MAX_LISTED).map(({ name }) => `\`${name.replace('attacks/', '')}\``);
    const more = showing.length > listed.length ? ` and ${showing.length - listed.length} more` : '';
    return [id, promise, `${listed.join(', ')}${more}`];
  });
  return table(['', 'promise', 'shown by'], rows);
}

function exitCodes() {
  return table(
    ['code', 'meaning'],
    Object.values(EXIT_CODES).map(({ code, meaning }) => [String(code), meaning]),
  );
}

function commandHelp(command, parents) {
  const path = [...parents, command.name];
  const children = command.commands.filter(({ name }) => name !== 'help');
  const own = `## ${path.join(' ')}\n\n\`\`\`\n${command.help.trim()}\n\`\`\``;
  return [own, ...children.map((child) => commandHelp(child, path))].join('\n\n');
}

function settings() {
  const rows = Object.entries(SETTINGS).map(([key, { type, default: value, flag, variable, trust, meaning }]) => [
    `\`${key}\``,
    type,
    value === null ? 'none' : `\`${JSON.stringify(value)}\``,
    flag === undefined ? '' : `\`${flag}\``,
    variable === undefined ? '' : `\`${variable}\``,
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
  const keys = Object.entries(PROVIDERS)
    .filter(([, { server }]) => server !== null)
    .map(([name, { keyVariable }]) => [
      keyVariable,
      `The key for models named \`${name}/…\`, unless a base URL or a key file is set.`,
    ]);
  const all = [...Object.entries(ENVIRONMENT_VARIABLES), ...keys, ...Object.entries(KEY_VARIABLES)];
  const rows = all.map(([name, meaning]) => [`\`${name}\``, meaning]);
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
  return table(['tool', 'purpose', 'parameters'], rows);
}

function onlyFaked() {
  return table(
    ['what', 'shown with'],
    FAKE_TESTED.map(({ what, shownWith }) => [what, shownWith]),
  );
}

function soundnessBugs() {
  const rows = SOUNDNESS_BUGS.map(({ what, source, since, fixedIn, unconfirmed, guard }) => [
    fixedIn === '2021'
      ? 'June 2021; later versions not checked'
      : `${since === null ? '' : `${since} and later, `}before ${fixedIn}`,
    unconfirmed === undefined ? what : `${what} (not confirmed: ${unconfirmed})`,
    source.length === 0 ? "the kernel's source" : source.join(', '),
    guard ?? '**nothing**',
  ]);
  return table(['versions', 'what is wrongly accepted', 'source', 'countermeasure of the audit'], rows);
}

const isCheck = process.argv.includes('--check');

/** `written`: the text as it should be, from the present text. */
function update(file, written) {
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const after = written(before);
  if (after === before) return;
  if (!isCheck) return writeFileSync(path, after);
  console.error(`${file} is out of date: run npm run docs`);
  process.exitCode = 1;
}

/** The first console block of a page whose command begins with `command`. */
function consoleBlock(page, command) {
  const text = readFileSync(fileURLToPath(new URL(`../${page}`, import.meta.url)), 'utf8');
  return new RegExp(`^\`\`\`console\\n(\\$ ${command}[^]*?)^\`\`\``, 'm').exec(text)[1];
}

/** The tutorials' outputs, which a test compares with those of the program. */
function picture() {
  return terminalPicture('A search by words, and a proof of two theorems', [
    consoleBlock('docs/tutorial/first-search.md', "lemmahead search 'the sum"),
    consoleBlock('docs/tutorial/first-proof.md', 'lemmahead prove'),
  ]);
}

update('man/lemmahead.1', () => manPage(TREE));
update('docs/terminal.svg', picture);
for (const file of FILES) {
  update(file, (text) =>
    text.replace(
      /(<!-- generated: ([a-z ]+) -->\n)[^]*?(\n<!-- end of \2 -->)/g,
      (_, open, name, close) => `${open}\n${PARTS[name]()}\n${close}`,
    ),
  );
}
