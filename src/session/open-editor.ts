/** Opens a file in the user's editor. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Failure } from '../base/errors.ts';

/** How editors take a line. Others get only the file. */
const LINE_SYNTAX: [editors: RegExp, toArguments: (path: string, line: number) => string[]][] = [
  [/^(?:code|code-insiders|codium|vscodium|cursor|windsurf)$/u, (path, line) => ['-g', `${path}:${line}`]],
  [/^(?:vi|g?vim|nvim|emacs|emacsclient|nano|micro|kak)$/u, (path, line) => [`+${line}`, path]],
  [/^(?:hx|helix|subl|zed)$/u, (path, line) => [`${path}:${line}`]],
];

function editorArguments(editor: string, path: string, line: number): string[] {
  const [, name = ''] = /^(?:\S*\/)?(\S+)/u.exec(editor.trim()) ?? [];
  const [, toArguments = () => [path]] = LINE_SYNTAX.find(([editors]) => editors.test(name)) ?? [];
  return toArguments(path, line);
}

/** Waits until `editor` ends, a shell command such as `code --wait`. @throws {Failure} `editor-missing`, `editor-failed` */
export async function openEditor(editor: string | null, path: string, line = 1): Promise<void> {
  const failure = (code: string, message: string): Failure =>
    new Failure('missing', code, { message, next: `Set VISUAL or EDITOR to an editor, or open ${path} yourself.` });
  if (editor === null) throw failure('editor-missing', 'No editor is set.');
  // As git does: the variables hold shell commands.
  const child = spawn('sh', ['-c', `${editor} "$@"`, editor, ...editorArguments(editor, path, line)], {
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0)
    throw failure('editor-failed', `'${editor}' failed${code === null ? '' : ` with exit code ${code}`}.`);
}
