/** Text styling. Every renderer gets a `TextStyle`; none queries the terminal itself. */
import { Chalk, type ChalkInstance } from 'chalk';

/** What the terminal can show. */
export interface TextStyle {
  color: boolean;
  /** Columns; 80 if unknown. */
  width: number;
}

const colored = new Chalk({ level: 1 });
const plain = new Chalk({ level: 0 });

/** A painter that returns plain text if colour is off: `paint(style).bold(name)`. */
export function paint(style: TextStyle): ChalkInstance {
  return style.color ? colored : plain;
}
