/** `--confirm` for proofs: what one worker of a queue proved counts only if a second worker accepts the full file, too. */
import type { HoleOutcome, Objection, ProveOutcome } from '../prove/outcome.ts';
import { auditFilled, type FilledAudit } from '../prove/whole-file/final-audit.ts';
import { OTHER_THAN, type Requirements } from '../queue/requirements.ts';
import type { UnitSender } from '../queue/unit-sender.ts';
import type { DeclarationFacts, Judge } from '../verify/audit/judge.ts';
import { findingsText, reaches } from '../verify/verdict.ts';
import type { CheckPayload, CheckResult } from './check-unit.ts';
import { noSecondVerdict } from './no-worker-answer.ts';

export interface SecondJudging {
  sender: UnitSender<CheckPayload, CheckResult>;
  /** How the proof was judged. */
  judged: Omit<CheckPayload, 'text' | 'original' | 'only' | 'allow_new'>;
  /** What a check of files with these texts needs. */
  requirementsOf: (texts: readonly string[]) => Requirements;
}

/**
 * The outcome with its second worker, or with the objection `notConfirmed`. If nothing was proved, nothing is sent.
 * @throws the reason of the sender's signal
 */
export async function confirmProof(
  outcome: ProveOutcome,
  original: string,
  judging: SecondJudging,
): Promise<ProveOutcome> {
  const { worker, holes, objection } = outcome;
  const filled = holes.filter(({ state }) => state === 'filled').map(({ number }) => number);
  if (worker === null || objection !== null || filled.length === 0) return outcome;
  const judge = new SecondJudge(worker.id, judging);
  const audited = await auditFilled(judge, original, holes, filled);
  const why = judge.missing ?? differenceOf(audited, holes, judging);
  if (why === null) return { ...outcome, confirmedBy: judge.worker };
  const who = judge.missing === null ? `worker ${judge.worker} ` : '';
  const detail = `Worker ${worker.id} accepted the proofs, but ${who}${why}`;
  return { ...outcome, objection: { kind: 'unchecked', why: 'notConfirmed', detail } };
}

/** Any worker but the one that proved. */
class SecondJudge implements Pick<Judge, 'file'> {
  readonly #first: string;
  readonly #judging: SecondJudging;
  /** Id of the worker that judged last. */
  worker: string | null = null;
  /** Why there is no second verdict. */
  missing: string | null = null;

  constructor(first: string, judging: SecondJudging) {
    this.#first = first;
    this.#judging = judging;
  }

  async file(...[text, original, only]: Parameters<Judge['file']>): ReturnType<Judge['file']> {
    const { sender, judged, requirementsOf } = this.#judging;
    const needs = { ...requirementsOf([text, original ?? '']), [OTHER_THAN]: this.#first };
    const answer = await sender.send({ ...judged, text, original, only, allow_new: false }, needs);
    if (answer.kind === 'done') {
      this.worker = answer.worker;
      const { verdict, declarations } = answer.result;
      return { verdict, declarations: [...declarations] };
    }
    this.missing = noSecondVerdict(answer);
    return { verdict: { kind: 'unchecked', why: 'notConfirmed', detail: this.missing }, declarations: [] };
  }
}

/** How the result of the second worker differs, as the end of a sentence that begins with the worker. Null if it does not. */
function differenceOf(
  { objection, verdict, declarations }: FilledAudit,
  holes: readonly HoleOutcome[],
  { judged: { level } }: SecondJudging,
): string | null {
  if (objection !== null) return objectionText(objection);
  // Only an audit finds what a proof depends on.
  if (!reaches(level, 'audit')) return null;
  const facts = new Map(declarations.map((each) => [each.name, each]));
  const isWhole = verdict?.kind === 'accepted' && verdict.conditional.length === 0;
  for (const hole of holes) {
    const difference = hole.state === 'filled' ? differenceAt(hole, facts, isWhole) : null;
    if (difference !== null) return difference;
  }
  return null;
}

/** `isWhole`: no declaration depends on an open hole. */
function differenceAt(
  { hole, accepted }: HoleOutcome,
  facts: ReadonlyMap<string, DeclarationFacts>,
  isWhole: boolean,
): string | null {
  const name = hole.declaration?.fullName ?? null;
  const found = name === null ? undefined : facts.get(name);
  const { axioms = [], conditional = [] } = accepted ?? {};
  if (found === undefined) {
    if (isWhole || conditional.length > 0) return null;
    return `does not tell whether the proof in line ${hole.line} depends on open holes: its declaration has no name.`;
  }
  if (conditional.length === 0 && found.sorry !== 'none') return `found that ${found.name} depends on a sorry.`;
  const others = found.axioms.filter((axiom) => axiom !== 'sorryAx');
  return others.toSorted().join() === axioms.toSorted().join() ? null : `found other axioms of ${found.name}.`;
}

function objectionText(objection: Objection): string {
  return objection.kind === 'unchecked'
    ? `did not: ${objection.detail}`
    : `refused them: ${findingsText(objection.findings)}`;
}
