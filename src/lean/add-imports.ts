/** Further imports for a file: where they go in its header, and what stands there. */
import { headerEnd } from './file-header.ts';

/** One insertion: nothing of the file is taken away. */
export interface ImportEdit {
  /** UTF-16 offset; start and end are the same. */
  start: number;
  end: number;
  text: string;
  /** How many lines further down the rest of the file stands. */
  lines: number;
}

const PART = /(?:[\p{L}_][\p{L}\p{N}\p{M}_'!?]*|«[^«»\r\n]+»)/u;
const MODULE_NAME = new RegExp(`^${PART.source}(?:\\.${PART.source})*$`, 'u');

/** Whether `module` can stand behind `import` without being read as anything else. */
export function isModuleName(module: string): boolean {
  return MODULE_NAME.test(module);
}

/**
 * Null where nothing is to be added: all of `modules` are imported already, or none is a module's name. They come behind
 * the last import, behind `module` and `prelude` where there is none, else before the first word of the file.
 */
export function addImports(text: string, modules: readonly string[]): ImportEdit | null {
  const { words, end } = headerEnd(text);
  const imported = new Set(importedModules(words));
  const wanted = [...new Set(modules)].filter((module) => isModuleName(module) && !imported.has(module));
  if (wanted.length === 0) return null;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = wanted.map((module) => `import ${module}`);
  if (end > 0) return { start: end, end, text: lines.map((line) => newline + line).join(''), lines: lines.length };
  // A byte order mark stays what the file begins with. A comment that opens the file may stand behind its imports.
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const opening = text.startsWith('#!', start) ? text.indexOf('\n', start) + 1 : start;
  return { start: opening, end: opening, text: lines.map((line) => line + newline).join(''), lines: lines.length };
}

/** Modules behind `import` and what may stand between. */
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
