/** Reads Lean's messages as printed without `--json` and as forwarded by Lake: `file:line:col: error: …`. */
import { diagnosticOf, type LeanMessages, type LeanOutput } from './diagnostics.ts';

/**
 * `A.lean:3:8: error(lean.unknownIdentifier): …` of Lean, with the end position if `printMessageEndPos` is set, and
 * Lake's `error: A.lean:3:8: …`.
 */
const HEADER = new RegExp(
  '^(?:(?<lake>error|warning|info|trace): )?' +
    '(?<file>\\S.*?):(?<line>\\d+):(?<column>\\d+)(?:-(?<endLine>\\d+):(?<endColumn>\\d+))?: ' +
    '(?:(?<word>error|warning|info)(?:\\((?<kind>[^()\\s]+)\\))?: )?(?<text>.*)$',
);

const SEVERITY = { error: 'error', warning: 'warning', info: 'information', trace: 'information' } as const;

/** Messages that always fit on one line, so the next line is not part of them. */
const ONE_LINE = /^declaration uses ['`]sorry['`]$/;

/** Output without a position or severity, which is not part of the previous message. */
const WITHOUT_PLACE =
  /^'.*' (?:depends on axioms:|does not depend on any axioms)|^Try th(?:is|ese):|^Lean exited with code|^error: /;

/**
 * Reads messages in text mode. Lean does not mark the end of a message, so a message extends to the start of the next:
 * output that a program prints after an error becomes part of the error's text. Lines outside messages are noise.
 */
export function readTextMessages(output: string): LeanMessages {
  const messages: LeanMessages = { diagnostics: [], noise: [] };
  let current: LeanOutput | null = null;
  const end = (): void => {
    if (current !== null) messages.diagnostics.push(diagnosticOf({ ...current, text: current.text.trimEnd() }));
    current = null;
  };
  for (const line of output.split(/\r?\n/)) {
    const header = readHeader(line);
    if (header !== null) {
      end();
      current = header;
    } else if (current === null || ONE_LINE.test(current.text) || WITHOUT_PLACE.test(line)) {
      end();
      if (line.trim() !== '') messages.noise.push(line);
    } else {
      current.text += `\n${line}`;
    }
  }
  end();
  return messages;
}

function readHeader(line: string): LeanOutput | null {
  const parts = HEADER.exec(line)?.groups;
  if (parts === undefined) return null;
  const word = (parts['word'] ?? parts['lake']) as keyof typeof SEVERITY | undefined;
  // Lean prints information as a position without a severity; such a line for another file comes from another program.
  if (word === undefined && !parts['file']!.endsWith('.lean') && parts['file'] !== '<stdin>') return null;
  const { endLine, endColumn } = parts;
  return {
    severity: SEVERITY[word ?? 'info'],
    line: Number(parts['line']),
    column: Number(parts['column']),
    ...(endLine === undefined ? {} : { endLine: Number(endLine), endColumn: Number(endColumn) }),
    kind: parts['kind'] ?? null,
    text: parts['text']!,
  };
}
