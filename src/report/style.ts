/** How text for people is painted. Every renderer of this room gets a `TextStyle`; none asks the terminal itself. */
import { Chalk, type ChalkInstance } from 'chalk';

/** What the terminal can show. */
export interface TextStyle {
  color: boolean;
  /** Columns; 80 where nothing is known. */
  width: number;
}

const colored = new Chalk({ level: 1 });
const plain = new Chalk({ level: 0 });

/** A painter that paints nothing where colour is off: `paint(style).bold(name)`. */
export function paint(style: TextStyle): ChalkInstance {
  return style.color ? colored : plain;
}
