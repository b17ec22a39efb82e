/** The informal statement and proof from `--informal` and `--informal-proof`: each a text, or a file with the text. */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { STRATEGIES } from '../prove/strategies.ts';
import type { InformalInput } from '../prove/strategy.ts';
import type { Hole } from '../verify/hole/holes.ts';
import type { ProveRequest } from '../options/prove-options.ts';

/** Replaces file names by their text, so a recorded run does not depend on a file. @throws {Failure} exit `usage` */
export async function readInformalInput<Request extends Pick<ProveRequest, 'informal' | 'informalProof'>>(
  request: Request,
  cwd: string,
): Promise<Request> {
  const informal = await textOrFile('--informal', request.informal, cwd);
  return { ...request, informal, informalProof: await textOrFile('--informal-proof', request.informalProof, cwd) };
}

/** A single word with a file extension is always taken as a file name. */
export async function textOrFile(flag: string, value: string | null, cwd: string): Promise<string | null> {
  if (value === null) return null;
  const path = resolve(cwd, value);
  const isFile = value.length < 4096 && (await stat(path).catch(() => null))?.isFile() === true;
  if (!isFile && /^\S*\.(?:tex|md|txt|lean)$/.test(value)) throw noText(flag, value, 'There is no such file.');
  try {
    const text = isFile ? await readFile(path, 'utf8') : value;
    if (text.trim() === '') throw noText(flag, value, 'The text is empty.');
    return text.trim();
  } catch (error) {
    throw error instanceof Failure ? error : noText(flag, value, (error as Error).message);
  }
}

function noText(flag: string, value: string, reason: string): Failure {
  return new Failure('usage', 'words-unreadable', {
    message: `${flag} ${value === '' ? "''" : value} does not provide any text.`,
    reason,
    next: `${flag} 'Every even number is …', or ${flag} FILE.tex`,
  });
}

/** @throws {Failure} exit `usage` if informal input is given and the holes are in more than one declaration */
export function requireOneDeclaration(
  { informal, informalProof }: Pick<ProveRequest, 'informal' | 'informalProof'>,
  selected: readonly Hole[],
): void {
  const declarations = new Set(selected.map(({ declaration, start }) => declaration?.start ?? start));
  if ((informal === null && informalProof === null) || declarations.size <= 1) return;
  throw new Failure('usage', 'usage', {
    message: `The informal text describes one declaration, but the selected holes are in ${declarations.size}.`,
    next: 'Select one: --decl NAME or --hole N.',
  });
}

/** Fields are null if not given. The human proof is passed only to the strategy that needs it. */
export function informalInputOf({
  strategy,
  informal,
  informalProof,
}: Pick<ProveRequest, 'strategy' | 'informal' | 'informalProof'>): InformalInput {
  const isGuided = strategy !== null && STRATEGIES[strategy].needs.humanProof;
  return {
    statement: informal === null ? null : { text: informal, from: 'given' },
    proof: isGuided ? informalProof : null,
  };
}
