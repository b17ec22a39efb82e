/** Detects the available tactics by running Lean with the header of the file, because imports provide tactics. */
import { realpathSync, statSync } from 'node:fs';
import { headerOf, headerText } from '../../lean/file-header.ts';
import type { Diagnostic } from '../../lean/message/diagnostics.ts';
import { cachedAnswer } from '../../lean/toolchain/lake-answer-cache.ts';
import type { LeanInstallation } from '../../lean/toolchain/toolchain.ts';
import type { ColdLean } from '../../verify/trial/cold.ts';
import { PROBES, TACTIC_NAMES } from './tactics.ts';

export interface ProbeOptions {
  lean: Pick<ColdLean, 'run'>;
  installation: LeanInstallation;
  /** Folder of cached answers; null to ask each time. */
  cacheFolder: string | null;
  signal: AbortSignal;
}

/** Returns the tactics of `tactics.ts` that exist in a file with the header of `text`. */
export type TacticsOf = (text: string) => Promise<ReadonlySet<string>>;

/**
 * Asks once per toolchain and header. If Lean does not finish, all tactics count as available and nothing is cached:
 * a missing tactic then fails when it is used.
 */
export function tacticProbe({ lean, installation, cacheFolder, signal }: ProbeOptions): TacticsOf {
  const pending = new Map<string, Promise<ReadonlySet<string>>>();
  const ask = async (text: string): Promise<ReadonlySet<string>> => {
    const { mtimeMs, size } = statSync(installation.lean);
    const program = [installation.lean, realpathSync(installation.lean), String(mtimeMs), String(size)];
    const inputs = [
      ...program,
      installation.version.text,
      ...installation.options,
      headerOf(text),
      JSON.stringify(PROBES),
    ];
    try {
      const names = await cachedAnswer(cacheFolder, 'tactics', inputs, isNames, async () => {
        const file = probeFile(text);
        const end = await lean.run(file.text, signal);
        if (end.kind === 'stopped') throw new NoAnswer(end.detail);
        return file.read(end.diagnostics);
      });
      return new Set(names);
    } catch (error) {
      if (error instanceof NoAnswer) return new Set(TACTIC_NAMES);
      throw error;
    }
  };
  return (text) => {
    const header = headerOf(text);
    const available = pending.get(header) ?? ask(text);
    pending.set(header, available);
    return available;
  };
}

class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

function isNames(answer: unknown): answer is string[] {
  return Array.isArray(answer) && answer.every((name) => typeof name === 'string');
}

/** Lines per tactic. The second line holds a command that absorbs a parse error of the first. */
const LINES_EACH = 2;

/** The header of `text` and one example per tactic; `read` returns the tactics that were parsed. */
export function probeFile(text: string): { text: string; read(messages: readonly Diagnostic[]): string[] } {
  const header = headerText(text);
  const first = header.split('\n').length + 1;
  const examples = TACTIC_NAMES.map((name) => `example : True := by ${PROBES[name]!}\n#check True\n`);
  return {
    text: `${header}\n${examples.join('')}`,
    read(messages) {
      const unknown = new Set<number>();
      for (const { severity, class: what, line } of messages) {
        if (severity !== 'error' || !what.startsWith('syntax_error')) continue;
        unknown.add(Math.floor((line - first) / LINES_EACH));
      }
      return TACTIC_NAMES.filter((_, at) => !unknown.has(at));
    },
  };
}
