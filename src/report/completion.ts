/** Completion scripts for three shells, generated from the command tree. Completes values of flags with choices. */
import type { CommandTree } from './command-tree.ts';

export type Shell = 'bash' | 'zsh' | 'fish';

interface Place {
  /** `index build`; empty for the program itself. */
  path: string;
  words: { word: string; description: string }[];
  /** Flags with a fixed set of values: `--as`. */
  choices: { flags: string[]; values: string[] }[];
  /** Flags whose value is a file or free text. */
  valued: string[];
}

export function completionScript(shell: Shell, tree: CommandTree): string {
  const places = flatten(tree, '');
  if (shell === 'bash') return bash(places);
  if (shell === 'zsh') return zsh(places);
  return fish(places);
}

function flatten(tree: CommandTree, path: string): Place[] {
  const commands = tree.commands.map(({ name, description }) => ({ word: name, description }));
  const values = tree.arguments.flatMap(({ choices }) => choices.map((word) => ({ word, description: 'choice' })));
  const flags = tree.options.flatMap((option) =>
    option.flags.map((word) => ({ word, description: option.description })),
  );
  const place: Place = {
    path,
    words: [...commands, ...values, ...flags],
    choices: tree.options
      .filter((option) => option.choices.length > 0)
      .map((o) => ({ flags: o.flags, values: o.choices })),
    valued: tree.options.filter((option) => option.takesValue && option.choices.length === 0).flatMap((o) => o.flags),
  };
  return [place, ...tree.commands.flatMap((child) => flatten(child, `${path} ${child.name}`.trim()))];
}

/** For bash and zsh: finds the current command from the words before the cursor. */
function placeFinder(places: Place[]): string[] {
  const names = places.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  return [
    '  for word in "${words[@]}"; do',
    '    case "${place:+$place }$word" in',
    `      ${names.join('|')}) place="\${place:+$place }$word" ;;`,
    '    esac',
    '  done',
  ];
}

function bash(places: Place[]): string {
  return `${[
    '# bash completion for lemmahead',
    '_lemmahead() {',
    '  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" place="" word',
    '  local words=("${COMP_WORDS[@]:1:COMP_CWORD-1}")',
    ...placeFinder(places),
    '  case "$place:$previous" in',
    ...places.flatMap(({ path, choices, valued }) => [
      ...choices.map(
        ({ flags, values }) =>
          `    ${patterns(path, flags)}) COMPREPLY=($(compgen -W '${values.join(' ')}' -- "$current")); return ;;`,
      ),
      ...(valued.length > 0
        ? [`    ${patterns(path, valued)}) COMPREPLY=($(compgen -f -- "$current")); return ;;`]
        : []),
    ]),
    '  esac',
    '  local candidates=""',
    '  case "$place" in',
    ...places.map(({ path, words }) => `    '${path}') candidates='${words.map(({ word }) => word).join(' ')}' ;;`),
    '  esac',
    '  COMPREPLY=($(compgen -W "$candidates" -- "$current"))',
    '  [[ ${#COMPREPLY[@]} -gt 0 || "$current" == -* ]] || COMPREPLY=($(compgen -f -- "$current"))',
    '}',
    'complete -o filenames -F _lemmahead lemmahead',
  ].join('\n')}\n`;
}

function patterns(path: string, flags: string[]): string {
  return flags.map((flag) => `'${path}:${flag}'`).join('|');
}

function zsh(places: Place[]): string {
  return `${[
    '#compdef lemmahead',
    '_lemmahead() {',
    '  local place="" word previous="${words[CURRENT-1]}"',
    '  local -a before=("${(@)words[2,CURRENT-1]}") candidates',
    ...placeFinder(places).map((line) => line.replace('"${words[@]}"', '"${before[@]}"')),
    '  case "$place:$previous" in',
    ...places.flatMap(({ path, choices, valued }) => [
      ...choices.map(({ flags, values }) => `    ${patterns(path, flags)}) compadd -- ${values.join(' ')}; return ;;`),
      ...(valued.length > 0 ? [`    ${patterns(path, valued)}) _files; return ;;`] : []),
    ]),
    '  esac',
    '  case "$place" in',
    ...places.map(({ path, words }) => `    '${path}') candidates=(${words.map(zshWord).join(' ')}) ;;`),
    '  esac',
    "  _describe 'lemmahead' candidates || _files",
    '}',
    // Autoloaded from fpath, the file runs as the first call of the function; sourced, it only registers it.
    'if [[ "$funcstack[1]" = _lemmahead ]]; then _lemmahead; else compdef _lemmahead lemmahead; fi',
  ].join('\n')}\n`;
}

function zshWord({ word, description }: Place['words'][number]): string {
  return `'${word.replaceAll(':', '\\:')}:${quoted(description)}'`;
}

function fish(places: Place[]): string {
  const lines = ['# fish completion for lemmahead', 'complete -c lemmahead -f'];
  for (const { path, words, choices, valued } of places) {
    const condition = fishCondition(path, words);
    for (const { word, description } of words) {
      const values = choices.find(({ flags }) => flags.includes(word))?.values;
      const value = values ? ` -x -a '${values.join(' ')}'` : valued.includes(word) ? ' -r -F' : '';
      lines.push(`complete -c lemmahead -n '${condition}' ${fishWord(word)}${value} -d '${quoted(description)}'`);
    }
  }
  lines.push("complete -c lemmahead -n '__fish_seen_subcommand_from prove' -F");
  return `${lines.join('\n')}\n`;
}

/** True if all commands of the path were typed, and no subcommand. */
function fishCondition(path: string, words: Place['words']): string {
  const further = words.map(({ word }) => word).filter((word) => !word.startsWith('-'));
  const seen = path === '' ? [] : path.split(' ').map((name) => `__fish_seen_subcommand_from ${name}`);
  const unseen = further.length === 0 ? [] : [`not __fish_seen_subcommand_from ${further.join(' ')}`];
  return [...seen, ...unseen].join('; and ') || 'true';
}

function fishWord(word: string): string {
  if (word.startsWith('--')) return `-l ${word.slice(2)}`;
  if (word.startsWith('-')) return `-s ${word.slice(1)}`;
  return `-a ${word}`;
}

/** Replaces single quotes, which would end the quoted string. */
function quoted(text: string): string {
  return text.replaceAll("'", '’');
}
