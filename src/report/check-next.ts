/** What to type or do next about one file that `check` looked at. */
import { CORE_AXIOM_NAMES } from '../verify/audit/replay-job.ts';
import type { Finding, UncheckedReason, Verdict } from '../verify/verdict.ts';
import type { CheckedDeclaration, CheckFinding } from './check-report.ts';

export interface Situation {
  verdict: Verdict;
  findings: readonly CheckFinding[];
  declarations: readonly CheckedDeclaration[];
  path: string;
  against: string | null;
  /** As asked for, besides the usual three. */
  allowedAxioms: readonly string[];
}

/** Null where nothing is left to do, or nothing helps. */
export function nextStep(situation: Situation): string | null {
  const { verdict, findings, path } = situation;
  if (verdict.kind === 'unchecked' && verdict.why === 'originalFails') return mendOriginal(verdict.place, situation);
  if (verdict.kind === 'unchecked') return verdict.next ?? MENDS[verdict.why] ?? 'lemmahead doctor';
  if (findings.length > 0 && findings.every(({ what }) => what === 'sorry')) {
    return onlyDefinitions(situation)
      ? 'Write the definitions that hold a sorry: prove leaves those alone.'
      : `lemmahead prove ${word(path)}`;
  }
  if (verdict.kind === 'accepted') {
    if (verdict.conditional.length === 0) return null;
    return `Fill the holes of ${verdict.conditional.join(', ')}, then check again.`;
  }
  if (verdict.by === 'lean') return 'Mend the first error, then check again.';
  return verdict.by === 'gate' ? 'Write it without that.' : afterAudit(verdict, situation);
}

function mendOriginal(place: { line: number; column: number } | undefined, { against, path }: Situation): string {
  const where = place === undefined ? '' : ` at ${place.line}:${place.column + 1}`;
  return `Mend ${against ?? path}${where}, then check again.`;
}

function onlyDefinitions({ findings, declarations }: Situation): boolean {
  const kinds = new Map(declarations.map(({ name, kind }) => [name, kind]));
  return findings.every(
    ({ declaration }) => declaration !== null && ['def', 'opaque'].includes(kinds.get(declaration) ?? ''),
  );
}

const MENDS: Partial<Record<UncheckedReason, string>> = {
  timedOut: 'Raise lean.timeout in lemmahead.toml (lemmahead config --explain shows it).',
  outOfMemory: 'Raise lean.memory in lemmahead.toml (lemmahead config --explain shows it).',
  tooMuchDisk: 'A proof needs to write nothing: look at what the file runs while it is compiled.',
  tooMuchOutput: 'A proof needs to print nothing: look at what the file runs while it is compiled.',
  importsMissing: 'In the project: lake exe cache get (where it uses Mathlib), then lake build.',
  notAuditable: 'Ask about a declaration that is there, by its full name: --decl NAME',
  levelOutOfReach: 'Install what is missing, or look less far: --level audit',
  selfTestFailed: 'lemmahead doctor --self-test',
};

/** Rules by which what was proved is not what was asked. */
const OTHER_STATEMENT = new Set(['missing', 'kind', 'universes', 'type', 'value', 'imports', 'twice']);

function afterAudit(
  { findings }: Extract<Verdict, { kind: 'rejected'; by: 'audit' }>,
  { declarations, path, against, allowedAxioms }: Situation,
): string | null {
  const rules = new Set<string>(findings.map(({ rule }) => rule));
  if ([...rules].some((rule) => OTHER_STATEMENT.has(rule))) {
    return against === null ? null : `Put only the proofs into ${against}: all else must stay as it is there.`;
  }
  const command = `lemmahead check ${word(path)}${against === null ? '' : ` --against ${word(against)}`}`;
  // With an original, an axiom that it lacks is taken by no flag.
  const own = declarations.filter(({ kind, name }) => kind === 'axiom' && accused(findings, name));
  if (against !== null && own.length > 0) {
    const names = own.map(({ name }) => name).join(', ');
    return `Take ${own.length === 1 ? 'the axiom' : 'the axioms'} ${names} out of ${path} and prove without.`;
  }
  if (rules.has('new')) return `If the new declarations are welcome: ${command} --allow-new`;
  const axioms = new Set(declarations.flatMap((declaration) => declaration.axioms));
  const unusual = [...axioms].filter((name) => !CORE_AXIOM_NAMES.includes(name));
  const fresh = unusual.filter((name) => !allowedAxioms.includes(name));
  if (!rules.has('axiom') || fresh.length === 0) return null;
  // What was allowed before has to stay so.
  const all = [...new Set([...allowedAxioms, ...fresh])];
  return `If you mean to assume that: ${command} --allow-axioms ${word(all.join(','))}`;
}

function accused(findings: readonly Finding[], axiom: string): boolean {
  return findings.some(({ rule, name }) => (rule === 'axiom' || rule === 'new') && name === axiom);
}

/** As a shell takes it for one word. */
function word(text: string): string {
  return /^[\w./,:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
