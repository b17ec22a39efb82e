/** Completion scripts for three shells, generated from the command tree. The placeholder of a value says what completes it. */
import type { CompletionKind } from '../index/completions.ts';
import type { CommandTree } from './command-tree.ts';

export type Shell = 'bash' | 'zsh' | 'fish';

/** What completes a value that has no fixed choices; `none` for free text. */
type ValueKind = CompletionKind | 'file' | 'none';

interface Place {
  /** `index build`; empty for the program itself. */
  path: string;
  words: { word: string; description: string }[];
  /** Flags with a fixed set of values: `--as`. */
  choices: { flags: string[]; values: string[] }[];
  /** Other flags with a value. */
  valued: { flags: string[]; kind: ValueKind }[];
  /** What completes an argument. */
  kind: ValueKind;
}

const DECLARATIONS = ['declaration', 'class', 'namespace', 'query'];

function kindOf(placeholder: string): ValueKind {
  if (/file|folder|path/u.test(placeholder)) return 'file';
  if (placeholder === 'module' || placeholder === 'attribute') return placeholder;
  return DECLARATIONS.includes(placeholder) ? 'declaration' : 'none';
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
    valued: tree.options.flatMap(({ flags: names, value, choices }) =>
      value === null || choices.length > 0 ? [] : [{ flags: names, kind: kindOf(value) }],
    ),
    kind: kindOf(tree.arguments.find(({ choices }) => choices.length === 0)?.name ?? ''),
  };
  return [place, ...tree.commands.flatMap((child) => flatten(child, `${path} ${child.name}`.trim()))];
}

/** For bash and zsh: finds the current command from the words before the cursor. After `help`, as without it. */
function placeFinder(places: Place[]): string[] {
  const names = places.filter(({ path }) => path !== '' && path !== 'help').map(({ path }) => `'${path}'`);
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
    '_lemmahead_values() {',
    '  local word',
    '  case "$1" in',
    '    none) ;;',
    '    file) while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current") ;;',
    '    *)',
    '      while IFS= read -r word; do COMPREPLY+=("${word//\'/\\\'}")',
    '      done < <("${COMP_WORDS[0]}" __complete "$1" -- "${current//\\/}" 2>/dev/null)',
    '      compopt +o filenames 2>/dev/null',
    '      [[ "${COMPREPLY[0]}" != *. || ${#COMPREPLY[@]} -gt 1 ]] || compopt -o nospace 2>/dev/null ;;',
    '  esac',
    '}',
    '_lemmahead() {',
    '  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" place="" word',
    '  local words=("${COMP_WORDS[@]:1:COMP_CWORD-1}")',
    '  COMPREPLY=()',
    ...placeFinder(places),
    '  case "$place:$previous" in',
    // Bash splits words at =: a file follows in NAME=PATH.
    '    *:=) _lemmahead_values file; return ;;',
    ...places.flatMap(({ path, choices, valued }) => [
      ...choices.map(
        ({ flags, values }) =>
          `    ${patterns(path, flags)}) COMPREPLY=($(compgen -W '${values.join(' ')}' -- "$current")); return ;;`,
      ),
      ...valued.map(({ flags, kind }) => `    ${patterns(path, flags)}) _lemmahead_values ${kind}; return ;;`),
    ]),
    '  esac',
    '  local candidates="" kind=none',
    '  case "$place" in',
    ...places.map(
      ({ path, words, kind }) =>
        `    '${path}') kind=${kind} candidates='${words.map(({ word }) => word).join(' ')}' ;;`,
    ),
    '  esac',
    '  COMPREPLY=($(compgen -W "$candidates" -- "$current"))',
    '  [[ "$current" == -* ]] || _lemmahead_values "$kind"',
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
    '_lemmahead_values() {',
    '  case "$1" in',
    '    none) return 1 ;;',
    '    file) _files ;;',
    '    *)',
    '      local -a found=(${(f)"$(${words[1]} __complete "$1" -- "${(Q)PREFIX}" 2>/dev/null)"})',
    "      compadd -S '' -- ${(M)found:#*.}",
    '      compadd -- ${found:#*.} ;;',
    '  esac',
    '}',
    '_lemmahead() {',
    '  local place="" word previous="${words[CURRENT-1]}" kind=none',
    '  local -a before=("${(@)words[2,CURRENT-1]}") candidates',
    ...placeFinder(places).map((line) => line.replace('"${words[@]}"', '"${before[@]}"')),
    '  case "$place:$previous" in',
    ...places.flatMap(({ path, choices, valued }) => [
      ...choices.map(({ flags, values }) => `    ${patterns(path, flags)}) compadd -- ${values.join(' ')}; return ;;`),
      ...valued.map(({ flags, kind }) => `    ${patterns(path, flags)}) _lemmahead_values ${kind}; return ;;`),
    ]),
    '  esac',
    '  case "$place" in',
    ...places.map(
      ({ path, words, kind }) => `    '${path}') kind=${kind} candidates=(${words.map(zshWord).join(' ')}) ;;`,
    ),
    '  esac',
    '  [[ "$PREFIX" == -* ]] || _lemmahead_values "$kind"',
    "  _describe 'lemmahead' candidates",
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
  for (const { path, words, choices, valued, kind } of places) {
    const condition = fishCondition(path, words);
    for (const { word, description } of words) {
      const values = choices.find(({ flags }) => flags.includes(word))?.values;
      const own = valued.find(({ flags }) => flags.includes(word));
      const value = values ? ` -x -a '${values.join(' ')}'` : own ? ` -r${fishValues(own.kind)}` : '';
      lines.push(`complete -c lemmahead -n '${condition}' ${fishWord(word)}${value} -d '${quoted(description)}'`);
    }
    if (kind !== 'none') lines.push(`complete -c lemmahead -n '${condition}'${fishValues(kind)}`);
  }
  return `${lines.join('\n')}\n`;
}

function fishValues(kind: ValueKind): string {
  if (kind === 'none') return ' -f';
  return kind === 'file' ? ' -F' : ` -f -a '(lemmahead __complete ${kind} -- (commandline -ct) 2>/dev/null)'`;
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
