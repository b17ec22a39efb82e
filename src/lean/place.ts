/** What is in force at one line of a file: namespace, opened namespaces, imports. For saying how a name is written there. */
import type { NameContext } from './declaration.ts';
import { readLeanFile } from './read-file.ts';

export interface Place extends NameContext {
  /** Modules that the file imports itself. */
  imports: string[];
}

/** A command that declares nothing and whose outline carries the scope it stands in. */
const PROBE = 'attribute [to_additive] lemmahead_place';

/**
 * Reads the file up to `line` (1-based; null: to its end) and asks the reader for the scope of a command there. What
 * `open … in` opens for the declaration at that line is not in it.
 */
export function readPlace(text: string, line: number | null): Place {
  const before =
    line === null
      ? text
      : text
          .split('\n')
          .slice(0, Math.max(line - 1, 0))
          .join('\n');
  const { steps } = readLeanFile(`${before}\n\n${PROBE}\n`, '').outline;
  const probe = steps.findLast((step) => step.step === 'attribute' && step.targets.includes('lemmahead_place'));
  const { imports } = readLeanFile(text, '').outline;
  if (probe?.step !== 'attribute') return { namespace: '', opens: [], imports };
  return { ...probe.context, imports };
}
