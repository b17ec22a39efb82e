/** What the user says of a problem in words: `--informal` and `--informal-proof`, each a text or the file that holds it. */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Failure } from '../base/errors.ts';
import { STRATEGIES } from '../prove/strategies.ts';
import type { InWords } from '../prove/strategy.ts';
import type { Hole } from '../verify/hole/holes.ts';
import type { ProveRequest } from './prove-options.ts';

/** The texts themselves: what is on record does not depend on a file. @throws {Failure} exit `usage` */
export async function readInformalInput<Asked extends Pick<ProveRequest, 'informal' | 'informalProof'>>(
  asked: Asked,
  cwd: string,
): Promise<Asked> {
  const informal = await textOrFile('--informal', asked.informal, cwd);
  return { ...asked, informal, informalProof: await textOrFile('--informal-proof', asked.informalProof, cwd) };
}

/** One word with a dot in it means a file, whether there is one or not. */
async function textOrFile(flag: string, given: string | null, cwd: string): Promise<string | null> {
  if (given === null) return null;
  const path = resolve(cwd, given);
  const isFile = given.length < 4096 && (await stat(path).catch(() => null))?.isFile() === true;
  if (!isFile && /^\S*\.(?:tex|md|txt|lean)$/.test(given)) throw notRead(flag, given, 'There is no such file.');
  try {
    const text = isFile ? await readFile(path, 'utf8') : given;
    if (text.trim() === '') throw notRead(flag, given, 'It says nothing.');
    return text.trim();
  } catch (error) {
    throw error instanceof Failure ? error : notRead(flag, given, (error as Error).message);
  }
}

function notRead(flag: string, given: string, reason: string): Failure {
  return new Failure({
    exit: 'usage',
    code: 'words-unreadable',
    message: `${flag} ${given === '' ? "''" : given} gives no words.`,
    reason,
    next: `${flag} 'Every even number is …', or ${flag} FILE.tex`,
  });
}

/** @throws {Failure} exit `usage` where words are given and the holes are of more than one declaration */
export function requireOneDeclaration(
  { informal, informalProof }: Pick<ProveRequest, 'informal' | 'informalProof'>,
  wanted: readonly Hole[],
): void {
  const declarations = new Set(wanted.map(({ declaration, start }) => declaration?.start ?? start));
  if ((informal === null && informalProof === null) || declarations.size <= 1) return;
  throw new Failure({
    exit: 'usage',
    code: 'usage',
    message: `The words are of one declaration, and holes of ${declarations.size} are asked for.`,
    next: 'Name the one: --decl NAME or --hole N.',
  });
}

/** Null where nobody has said anything. A human's proof is for the strategy that is guided by it alone. */
export function informalInputOf({
  strategy,
  informal,
  informalProof,
}: Pick<ProveRequest, 'strategy' | 'informal' | 'informalProof'>): InWords {
  const isGuided = strategy !== null && STRATEGIES[strategy].needs.humanProof;
  return {
    statement: informal === null ? null : { text: informal, from: 'given' },
    proof: isGuided ? informalProof : null,
  };
}
