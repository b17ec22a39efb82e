/** The man page, made of the tables that the help and the documentation are made of. */
import { EXIT_CODES } from '../src/base/exit-codes.ts';
import { packageVersion } from '../src/base/version.ts';
import { ENVIRONMENT_VARIABLES, KEY_VARIABLES } from '../src/config/env.ts';

/** Escapes text for roff. */
function roff(text) {
  const escaped = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('`', '');
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}

function item(term, description) {
  return ['.TP', `.B ${roff(term)}`, roff(description)];
}

function usage({ arguments: words, commands }, path) {
  const parts = words.map(({ name, isRequired, isVariadic }) => {
    const word = isVariadic ? `${name}...` : name;
    return isRequired ? `<${word}>` : `[${word}]`;
  });
  return [path, '[options]', ...(commands.length > 0 ? ['[command]'] : []), ...parts].join(' ');
}

function optionItems(options) {
  return options.flatMap(({ flags, value, description, choices }) =>
    item(
      flags.join(', ') + (value === null ? '' : ` <${value}>`),
      choices.length === 0 ? description : `${description} (${choices.join(', ')})`,
    ),
  );
}

/** `shared`: options that every command has. */
function commandSections(command, parents, shared) {
  const path = [...parents, command.name];
  const own = command.options.filter(({ flags }) => !shared.includes(flags.join()));
  return [
    `.SS "${roff(usage(command, path.join(' ')))}"`,
    roff(command.description),
    ...command.arguments
      .filter(({ description }) => description !== '')
      .flatMap((each) => item(each.name, each.description)),
    ...optionItems(own),
    ...command.commands.flatMap((child) => commandSections(child, path, shared)),
  ];
}

export function manPage(tree) {
  const shared = tree.options.map(({ flags }) => flags.join());
  const variables = Object.entries({ ...ENVIRONMENT_VARIABLES, ...KEY_VARIABLES });
  const lines = [
    '.\\" Written by npm run docs.',
    `.TH LEMMAHEAD 1 "" "lemmahead ${packageVersion()}"`,
    '.SH NAME',
    `lemmahead \\- ${roff(tree.description)}`,
    '.SH SYNOPSIS',
    `.B ${roff(usage(tree, 'lemmahead'))}`,
    '.SH OPTIONS',
    'These options may be given before or after the command.',
    ...optionItems(tree.options),
    '.SH COMMANDS',
    ...tree.commands.flatMap((command) => commandSections(command, ['lemmahead'], shared)),
    '.SH EXIT STATUS',
    ...Object.values(EXIT_CODES).flatMap(({ code, meaning }) => item(String(code), meaning)),
    '.SH ENVIRONMENT',
    ...variables.flatMap(([name, meaning]) => item(name, meaning)),
  ];
  return `${lines.join('\n')}\n`;
}
