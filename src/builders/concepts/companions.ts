/** Which definitions statements name together: a statement about a module also names the group of its elements. */
import type { Translation } from '../../concepts/definition.ts';

/** Fewer statements say nothing reliable: added to the number of statements of a definition. */
const SMOOTHING = 2;
const MIN_PROBABILITY = 0.05;
const MAX_COMPANIONS = 20;
/** A statement that names more definitions says little about any two of them. */
const MAX_NAMED = 25;

/**
 * By definition d, the definitions c with the largest P(c | d) = n(c, d) / (n(d) + 2), where n counts statements that
 * name them, most probable first. `named`: definitions by statement; `count`: number of definitions.
 */
export function companionsOf(named: Iterable<readonly number[]>, count: number): Translation[][] {
  const statements: (readonly number[])[][] = Array.from({ length: count }, () => []);
  for (const list of named)
    if (list.length <= MAX_NAMED) for (const definition of list) statements[definition]!.push(list);
  const together = new Int32Array(count);
  return statements.map((lists, definition) => {
    const found: number[] = [];
    for (const list of lists) for (const other of list) if (together[other]!++ === 0) found.push(other);
    const companions = found.map((other) => ({
      definition: other,
      probability: together[other]! / (lists.length + SMOOTHING),
    }));
    for (const other of found) together[other] = 0;
    return companions
      .filter((each) => each.definition !== definition && each.probability >= MIN_PROBABILITY)
      .sort((a, b) => b.probability - a.probability || a.definition - b.definition)
      .slice(0, MAX_COMPANIONS);
  });
}
