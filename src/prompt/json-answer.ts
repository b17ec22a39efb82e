/** Finds a JSON value in a model's answer, and repairs what models often get wrong. Takes time linear in the answer. */
import { withoutThinking } from '../base/without-thinking.ts';

/**
 * From the first opening bracket to the last closing one; other text is ignored. Repairs a comma before a closing
 * bracket, and LaTeX with unescaped backslashes. Null if there is no JSON value.
 */
export function jsonIn(answer: string, [open, close]: readonly ['{', '}'] | readonly ['[', ']'] = ['{', '}']): unknown {
  const text = withoutThinking(answer);
  return parsed(text.slice(Math.max(0, text.indexOf(open)), text.lastIndexOf(close) + 1));
}

function parsed(json: string): unknown {
  for (const attempt of [json, repaired(json)]) {
    try {
      return JSON.parse(attempt);
    } catch {
      // Try the repaired text.
    }
  }
  return null;
}

/** Escapes backslashes that are invalid in JSON, and removes commas before a closing bracket. */
function repaired(json: string): string {
  return json
    .replaceAll(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|\\/g, (sign) => (sign === '\\' ? '\\\\' : sign))
    .replaceAll(/,(\s*[\]}])/g, '$1');
}

const SIGNS: Readonly<Record<string, string>> = { '\b': '\\b', '\f': '\\f', '\t': '\\t', '\r': '\\r' };

/** Restores LaTeX commands: JSON reads an unescaped `\frac` as a form feed and `rac`. */
export function restoreLatex(text: string): string {
  return text.replaceAll(/[\b\f\t\r](?=[a-zA-Z])/g, (sign) => SIGNS[sign] ?? sign);
}
