/** Lean's messages as it prints them without `--json`, and as Lake passes them on: `file:line:col: error: …`. */
import { diagnosticOf, type LeanMessages, type LeanOutput } from './diagnostics.ts';

/**
 * `A.lean:3:8: error(lean.unknownIdentifier): …` of Lean, with the end of the place where `printMessageEndPos` is set,
 * and Lake's `error: A.lean:3:8: …`.
 */
const HEADER = new RegExp(
  '^(?:(?<lake>error|warning|info|trace): )?' +
    '(?<file>\\S.*?):(?<line>\\d+):(?<column>\\d+)(?:-(?<endLine>\\d+):(?<endColumn>\\d+))?: ' +
    '(?:(?<word>error|warning|info)(?:\\((?<kind>[^()\\s]+)\\))?: )?(?<text>.*)$',
);

const SEVERITY = { error: 'error', warning: 'warning', info: 'information', trace: 'information' } as const;

/** What always fits on its own line, so that what follows it is something else. */
const ONE_LINE = /^declaration uses ['`]sorry['`]$/;

/** Printed without a place and without a word before it, and so not part of the message above. */
const WITHOUT_PLACE =
  /^'.*' (?:depends on axioms:|does not depend on any axioms)|^Try th(?:is|ese):|^Lean exited with code|^error: /;

/**
 * Reads messages in text mode. Lean says nowhere that a message ends, so one goes on until the next begins: what a
 * program prints after an error cannot be told from the error's text. Lines that belong to no message are noise.
 */
export function readTextMessages(output: string): LeanMessages {
  const messages: LeanMessages = { diagnostics: [], noise: [] };
  let said: LeanOutput | null = null;
  const end = (): void => {
    if (said !== null) messages.diagnostics.push(diagnosticOf({ ...said, text: said.text.trimEnd() }));
    said = null;
  };
  for (const line of output.split(/\r?\n/)) {
    const header = readHeader(line);
    if (header !== null) {
      end();
      said = header;
    } else if (said === null || ONE_LINE.test(said.text) || WITHOUT_PLACE.test(line)) {
      end();
      if (line.trim() !== '') messages.noise.push(line);
    } else {
      said.text += `\n${line}`;
    }
  }
  end();
  return messages;
}

function readHeader(line: string): LeanOutput | null {
  const parts = HEADER.exec(line)?.groups;
  if (parts === undefined) return null;
  const word = (parts['word'] ?? parts['lake']) as keyof typeof SEVERITY | undefined;
  // A place with no word is how Lean prints information; anything else that looks so is some other program's.
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
