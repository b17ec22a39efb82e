/** `lemmahead open`: opens the editor at a declaration, which it finds as `show` does. */
import type { Command } from './command.ts';
import { openEditor } from '../session/open-editor.ts';
import { show } from './show.ts';

export interface OpenOptions {
  name: string;
  /** Print the place instead of opening the editor. */
  print: boolean;
}

/** Exit `no` with the report of `show` if the name is unknown or ambiguous. */
export const open: Command<OpenOptions> = async ({ print, ...options }, context) => {
  const shown = await show(options, context);
  const { declaration, notices } = shown.data;
  if (declaration === null) return shown;
  const { name, path, line_start: line } = declaration;
  for (const notice of notices) context.log.info(notice);
  if (!print) await openEditor(context.settings.editor, path, line);
  return {
    exit: 'done',
    data: { schema: 'lemmahead/open@1', name, path, line, notices },
    render: () => (print ? `${path}:${line}\n` : ''),
  };
};
