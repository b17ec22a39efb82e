/** Opens the formal checks of `formalize`: those of `statement check` and `statement compare`, each with a time limit. */
import { join } from 'node:path';
import { Failure } from '../base/errors.ts';
import { memoizeByValue } from '../base/memoize.ts';
import type { FormalChecks, StatementChecks } from '../formalize/formal-checks.ts';
import { leanFile } from '../formalize/lean-file.ts';
import type { FormalizeOptions } from '../options/formalize-options.ts';
import type { ShownConstant } from '../prompt/text-judge-prompts.ts';
import type { StatementTools } from '../prove/statement/close-goal.ts';
import { checkStatement, MAX_CANDIDATES } from '../prove/statement/check-statement.ts';
import { elaborate } from '../prove/statement/elaborate.ts';
import { compareStatements, isEquivalent, statementKey } from '../prove/statement/equivalence.ts';
import { isRefusal, readStatements, type Refusal, type StatementSource } from '../prove/statement/statement-source.ts';
import type { TextJudge } from '../prove/statement/text-judge.ts';
import { Interner } from '../verify/audit/canonical.ts';
import type { OpenConcepts } from './command-concepts.ts';
import type { CommandContext } from './command-context.ts';
import { constantMeaning } from './constant-meanings.ts';
import { deadlineOf } from './deadline.ts';
import { isStructure, openStatementSession, type StatementSession } from './statement-session.ts';

export type FormalCheckOptions = Pick<FormalizeOptions, 'checkTime' | 'openQuestion' | 'critic' | 'requireSandbox'> & {
  /** Above each statement; null for imports. */
  fileHeader: string | null;
};

/** `informal`: the problem in words. */
export interface About {
  informal: string;
  concepts: Pick<OpenConcepts, 'index' | 'base'>;
  judges: readonly TextJudge[];
}

export interface OpenFormalChecks {
  about: (about: About) => FormalChecks;
  close: () => Promise<void>;
}

/** @throws {Failure} exit `missing` if Lean, a sandbox or the judge is unavailable; it names `--check compile` */
export async function openFormalChecks(
  options: FormalCheckOptions,
  context: CommandContext,
): Promise<OpenFormalChecks> {
  const any = sourceOf(
    leanFile(options.fileHeader ?? '', 'any', {
      opens: [],
      definitions: [],
      universes: '',
      signature: ': True',
      key: '',
    }),
  );
  const pairs = isRefusal(any) ? [] : [{ a: any, b: any }];
  const file = { path: join(context.cwd, 'Statement.lean') };
  const session = await openStatementSession(options, context, { file, pairs }).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.detail.exit !== 'missing') throw error;
    const next = [error.detail.next, 'Or check no further than Lean accepts it: --check compile'];
    throw Failure.of({ ...error.detail, next: next.filter((each) => each !== undefined).join('\n') }, error);
  });
  return {
    about: (about) => new Checks(session, options, context, about),
    close: () => session.close(),
  };
}

class Checks implements FormalChecks {
  readonly #session: StatementSession;
  readonly #options: FormalCheckOptions;
  readonly #context: CommandContext;
  readonly #about: About;
  readonly #interner = new Interner();
  /** Each statement is compiled alone for its type, its checks and its comparisons. */
  readonly #judge: StatementTools['judge'];

  constructor(session: StatementSession, options: FormalCheckOptions, context: CommandContext, about: About) {
    this.#session = session;
    this.#options = options;
    this.#context = context;
    this.#about = about;
    this.#judge = { elaborate: memoizeByValue((text) => session.tools.judge.elaborate(text)) };
  }

  async typeOf(text: string): Promise<string | null> {
    const source = sourceOf(text);
    if (isRefusal(source)) return null;
    const elaborated = await elaborate({ judge: this.#judge }, source);
    return 'failure' in elaborated ? null : statementKey(elaborated, this.#interner);
  }

  async check(text: string): Promise<StatementChecks> {
    const { informal, judges } = this.#about;
    const { index, base } = this.#about.concepts;
    const source = sourceOf(text);
    if (isRefusal(source)) return notChecked('notAsked', `${source.reason}, so no checks were made`);
    const describe = (name: string): ShownConstant => constantMeaning(index, base, name);
    const checked = await checkStatement(this.#toolsInTime(), source, {
      ...{ informal, reference: null, isQuestion: this.#options.openQuestion, maxCandidates: MAX_CANDIDATES },
      isStructure: (name) => isStructure(index, name),
      judging: judges.length === 0 ? null : { judges, text: informal, hasCritic: this.#options.critic, describe },
    });
    if ('failure' in checked) {
      const { failure } = checked;
      if (failure.kind === 'unchecked') return notChecked(failure.why, failure.detail);
      return notChecked('notAuditable', 'it does not compile under another name');
    }
    const { verdict, findings, remarks, judgement, unanswered } = checked;
    return { verdict, findings, remarks, judgement, unanswered: unanswered.map((each) => this.#withTimeLimit(each)) };
  }

  async areEquivalent(one: string, other: string): Promise<boolean> {
    const [a, b] = [sourceOf(one), sourceOf(other)];
    if (isRefusal(a) || isRefusal(b)) return false;
    const compared = await compareStatements(this.#toolsInTime(), a, b);
    return 'level' in compared && isEquivalent(compared);
  }

  #toolsInTime(): StatementTools {
    const end = deadlineOf(this.#options.checkTime, this.#context.signal);
    return { ...this.#session.toolsUntil(end), judge: this.#judge };
  }

  /** Only the user's own signal cancels; the other is the time limit. */
  #withTimeLimit(unanswered: StatementChecks['unanswered'][number]): StatementChecks['unanswered'][number] {
    if (unanswered.why !== 'cancelled' || this.#context.signal.aborted) return unanswered;
    return { ...unanswered, why: 'timedOut', detail: `no answer in ${this.#options.checkTime} s` };
  }
}

export function notChecked(why: StatementChecks['unanswered'][number]['why'], detail: string): StatementChecks {
  const nothing = { verdict: 'unchecked' as const, findings: [], remarks: [], judgement: null };
  return { ...nothing, unanswered: [{ check: 'all', why, detail }] };
}

/** A file of `formalize` ends in its theorem. */
function sourceOf(text: string): StatementSource | Refusal {
  const read = readStatements(text, null).at(-1);
  if (read === undefined) throw new Error('the file has no statement');
  return read;
}
