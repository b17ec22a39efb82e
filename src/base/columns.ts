/** The width of text in columns, which are code points: Lean's symbols take one column each. */

export function columns(text: string): number {
  return [...text].length;
}

/** Cut to `width` columns, the last one `…` if something was cut. */
export function ellipsis(text: string, width: number): string {
  return columns(text) <= width ? text : `${takeColumns(text, Math.max(width - 1, 1))}…`;
}

/** The first `count` columns. */
export function takeColumns(text: string, count: number): string {
  return [...text].slice(0, count).join('');
}

/** All but the first `count` columns. */
export function dropColumns(text: string, count: number): string {
  return [...text].slice(count).join('');
}
