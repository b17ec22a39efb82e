/** Adds imports to a file: where they go in the header, and the text to insert. */
import { headerEnd } from './file-header.ts';

/** One insertion; no text of the file is removed. */
export interface ImportEdit {
  /** UTF-16 offset; `start` equals `end`. */
  start: number;
  end: number;
  text: string;
  /** Number of lines by which the rest of the file moves down. */
  lines: number;
}

const PART = /(?:[\p{L}_][\p{L}\p{N}\p{M}_'!?]*|«[^«»\r\n]+»)/u;
const MODULE_NAME = new RegExp(`^${PART.source}(?:\\.${PART.source})*$`, 'u');

/** Whether `module` after `import` parses as exactly one module name. */
export function isModuleName(module: string): boolean {
  return MODULE_NAME.test(module);
}

/**
 * Returns null if nothing is missing: each of `modules` is imported already or is not a module name. New imports go
 * after the last import; without imports, after `module` and `prelude`; otherwise before the first word of the file.
 */
export function addImports(text: string, modules: readonly string[]): ImportEdit | null {
  const { words, end } = headerEnd(text);
  const imported = new Set(importedModules(words));
  const missing = [...new Set(modules)].filter((module) => isModuleName(module) && !imported.has(module));
  if (missing.length === 0) return null;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = missing.map((module) => `import ${module}`);
  if (end > 0) return { start: end, end, text: lines.map((line) => newline + line).join(''), lines: lines.length };
  // A byte order mark must stay first. A comment at the start of the file may follow the imports.
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const opening = text.startsWith('#!', start) ? text.indexOf('\n', start) + 1 : start;
  return { start: opening, end: opening, text: lines.map((line) => line + newline).join(''), lines: lines.length };
}

/** Module names after `import` and its modifiers. */
function importedModules(words: readonly string[]): string[] {
  const modules: string[] = [];
  for (const [at, word] of words.entries()) {
    const before = words[at - 1];
    if (before === 'import' || (before === 'all' && words[at - 2] === 'import')) {
      if (word !== 'all' && word !== 'runtime') modules.push(word);
    }
    if (before === 'runtime' && words[at - 2] === 'import') modules.push(word);
  }
  return modules;
}
