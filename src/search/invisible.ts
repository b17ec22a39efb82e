/** Control and format characters, such as right-to-left marks: they cannot be seen, and would disturb the output. */

const INVISIBLE = /(?!\s)[\p{Cc}\p{Cf}\p{Cs}]/u;

/** The first invisible character, as `U+200F`, and its position; null if there is none. */
export function findInvisible(text: string): { code: string; at: number } | null {
  const found = INVISIBLE.exec(text);
  if (found === null) return null;
  const code = found[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  return { code: `U+${code}`, at: found.index };
}

export function withoutInvisible(text: string): string {
  return text.replace(new RegExp(INVISIBLE, 'gu'), '');
}
