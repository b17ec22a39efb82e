/** Text styling. Every renderer gets a `TextStyle`; none queries the terminal itself. */
import { Chalk, type ChalkInstance } from 'chalk';

/** What the terminal can show. */
export interface TextStyle {
  color: boolean;
  /** Columns; 80 if unknown. */
  width: number;
  /** If the terminal shows hyperlinks: the id of each, by which `printable` knows them from those of untrusted text. */
  hyperlinks?: string;
  /** The library as typed with `--library`, for commands that are shown. */
  library?: string;
}

const colored = new Chalk({ level: 1 });
const plain = new Chalk({ level: 0 });

/** A painter that returns plain text if colour is off: `paint(style).bold(name)`. */
export function paint(style: TextStyle): ChalkInstance {
  return style.color ? colored : plain;
}

/** Text that opens `url` on a click, if the terminal shows hyperlinks. */
export function hyperlink(text: string, url: string | null, { hyperlinks }: TextStyle): string {
  if (hyperlinks === undefined || url === null) return text;
  return `\u001b]8;id=${hyperlinks};${url}\u001b\\${text}\u001b]8;;\u001b\\`;
}
