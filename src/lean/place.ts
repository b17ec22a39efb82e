/** The context at a line of a file: namespace, opened namespaces, imports. Determines how a name is written there. */
import type { NameContext } from './declaration.ts';
import { readLeanFile } from './read-file.ts';

export interface Place extends NameContext {
  /** Direct imports of the file. */
  imports: string[];
}

/** A command that declares nothing and whose outline step carries its context. */
const PROBE = 'attribute [to_additive] lemmahead_place';

/**
 * Reads the file up to `line` (1-based; null: to its end) and returns the context of a command there. Excludes
 * namespaces that `open … in` opens for the declaration at that line.
 */
export function readPlace(text: string, line: number | null): Place {
  const lines = text.split('\n');
  const before = line === null ? text : lines.slice(0, Math.max(line - 1, 0)).join('\n');
  const { steps } = readLeanFile(`${before}\n\n${PROBE}\n`, '').outline;
  const probe = steps.findLast((step) => step.step === 'attribute' && step.targets.includes('lemmahead_place'));
  const { imports } = readLeanFile(text, '').outline;
  if (probe?.step !== 'attribute') return { namespace: '', opens: [], imports };
  const { namespace, opens } = probe.context;
  const inPart = openedInPart(before);
  return { namespace, opens: opens.filter((opened) => !inPart.has(opened)), imports };
}

/**
 * Namespaces of `open A (x y)`, `open A hiding x` and `open A renaming x → y`, for which some names have no short form.
 * Treating them as closed gives longer names, which are correct.
 */
function openedInPart(text: string): Set<string> {
  const openings = text.matchAll(
    /(?<![\p{L}\p{N}_.])open\s+((?:[^\s()]+\s+)*?[^\s()]+)\s*(?:\(|\s(?:hiding|renaming)\s)/gu,
  );
  return new Set([...openings].flatMap(([, namespaces = '']) => namespaces.split(/\s+/u)));
}
