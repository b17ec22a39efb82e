/** Where a declaration is, as text for a terminal: a path that can be clicked, and what the path does not say. */
import { pathToFileURL } from 'node:url';
import { columns } from '../base/columns.ts';
import { clickablePath } from './clickable-path.ts';
import type { DeclarationReport } from './search-schema.ts';
import { hyperlink, paint, type TextStyle } from './style.ts';

type Placed = Pick<DeclarationReport, 'path' | 'file_path' | 'line_start' | 'package' | 'module' | 'import'>;

/** Columns of the package's name are kept free. */
const MIN_ROOM = 20;

/** A path that would be longer than the line is shown below the root of its package. */
export function filePlace(placed: Placed, style: TextStyle, cwd: string): string {
  const { path, file_path: inPackage, line_start: line } = placed;
  const color = paint(style);
  const clickable = `${clickablePath(path, cwd)}:${line}`;
  const isLong = columns(clickable) > Math.max(style.width - MIN_ROOM, MIN_ROOM);
  const shown = hyperlink(color.cyan(isLong ? `${inPackage}:${line}` : clickable), pathToFileURL(path).href, style);
  const importLine = isNamedByPath(placed) ? '' : placed.import;
  const more = [isLong ? `in ${placed.package}` : '', importLine].filter((part) => part !== '');
  return [shown, ...more.map((part) => color.dim(part))].join('  ');
}

/** Whether the path already says what to import. */
function isNamedByPath({ module, file_path: path }: Placed): boolean {
  return `/${path}`.endsWith(`/${module.replaceAll('.', '/')}.lean`);
}
