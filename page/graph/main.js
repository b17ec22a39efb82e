/** Starts the graph page of a file without formulas. */
import { start } from './start.js';

start((text) => document.createTextNode(text));
