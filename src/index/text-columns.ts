/** Lists of words or lines as one text column. Separate from row-batch.ts, as opening an index must load little. */

/** With a space at both ends, so a word is found by `LIKE '% simp %'`. */
export const spaced = (list: string[]): string => (list.length === 0 ? '' : ` ${list.join(' ')} `);

/** The inverse of `spaced`. */
export const words = (text: string): string[] => (text === '' ? [] : text.slice(1, -1).split(' '));

export const lines = (text: string): string[] => (text === '' ? [] : text.split('\n'));
