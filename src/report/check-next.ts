/** The suggested next step after `check` of one file. */
import { shellQuote } from '../base/shell-quote.ts';
import { CORE_AXIOM_NAMES } from '../verify/audit/replay-job.ts';
import { UNCHECKED_FIXES } from '../verify/unchecked-fixes.ts';
import type { Finding, Verdict } from '../verify/verdict.ts';
import type { CheckedDeclaration, CheckFinding } from './check-schema.ts';

export interface Situation {
  verdict: Verdict;
  findings: readonly CheckFinding[];
  declarations: readonly CheckedDeclaration[];
  path: string;
  against: string | null;
  /** The axioms of `--allow-axioms`, without the three standard ones. */
  allowedAxioms: readonly string[];
}

/** Returns null if nothing is left to do, or no step would help. */
export function nextStep(situation: Situation): string | null {
  const { verdict, findings, path } = situation;
  if (verdict.kind === 'unchecked' && verdict.why === 'originalFails') return fixOriginal(verdict.place, situation);
  if (verdict.kind === 'unchecked') return verdict.next ?? UNCHECKED_FIXES[verdict.why] ?? 'lemmahead doctor';
  if (findings.length > 0 && findings.every(({ what }) => what === 'sorry')) {
    return onlyDefinitions(situation)
      ? 'Complete the definitions that contain a sorry; prove does not fill definitions.'
      : `lemmahead prove ${shellQuote(path)}`;
  }
  if (verdict.kind === 'accepted') {
    if (verdict.conditional.length === 0) return null;
    return `Fill the holes of ${verdict.conditional.join(', ')}, then check again.`;
  }
  if (verdict.by === 'lean') return 'Fix the first error, then check again.';
  return verdict.by === 'gate' ? 'Rewrite it without that.' : afterAudit(verdict, situation);
}

function fixOriginal(place: { line: number; column: number } | undefined, { against, path }: Situation): string {
  const where = place === undefined ? '' : ` at ${place.line}:${place.column + 1}`;
  return `Fix ${against ?? path}${where}, then check again.`;
}

function onlyDefinitions({ findings, declarations }: Situation): boolean {
  const kinds = new Map(declarations.map(({ name, kind }) => [name, kind]));
  return findings.every(
    ({ declaration }) => declaration !== null && ['def', 'opaque'].includes(kinds.get(declaration) ?? ''),
  );
}

/** Rules whose violation means that another statement was proved. */
const OTHER_STATEMENT = new Set(['missing', 'kind', 'universes', 'type', 'value', 'imports', 'twice']);

function afterAudit(
  { findings }: Extract<Verdict, { kind: 'rejected'; by: 'audit' }>,
  { declarations, path, against, allowedAxioms }: Situation,
): string | null {
  const rules = new Set<string>(findings.map(({ rule }) => rule));
  if ([...rules].some((rule) => OTHER_STATEMENT.has(rule))) {
    return against === null ? null : `Add only the proofs to ${against}; all other text must stay unchanged.`;
  }
  const command = `lemmahead check ${shellQuote(path)}${against === null ? '' : ` --against ${shellQuote(against)}`}`;
  // With an original, no flag allows an axiom that the original does not have.
  const own = declarations.filter(({ kind, name }) => kind === 'axiom' && isObjectedTo(findings, name));
  if (against !== null && own.length > 0) {
    const names = own.map(({ name }) => name).join(', ');
    return `Remove ${own.length === 1 ? 'the axiom' : 'the axioms'} ${names} from ${path} and prove without.`;
  }
  if (rules.has('new')) return `To allow the new declarations: ${command} --allow-new`;
  const axioms = new Set(declarations.flatMap((declaration) => declaration.axioms));
  const nonstandard = [...axioms].filter((name) => !CORE_AXIOM_NAMES.includes(name));
  const missing = nonstandard.filter((name) => !allowedAxioms.includes(name));
  if (!rules.has('axiom') || missing.length === 0) return null;
  // The command must also repeat the axioms allowed so far.
  const all = [...new Set([...allowedAxioms, ...missing])];
  return `If you intend to assume this: ${command} --allow-axioms ${shellQuote(all.join(','))}`;
}

function isObjectedTo(findings: readonly Finding[], axiom: string): boolean {
  return findings.some(({ rule, name }) => (rule === 'axiom' || rule === 'new') && name === axiom);
}
