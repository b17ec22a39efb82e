/** What Lean and the judge said in a run, by its record: replays a run where no Lean is. Its verdicts are those of the record, not new ones. */
import { sha256 } from '../../base/hash.ts';
import { headerOf } from '../../lean/file-header.ts';
import type { DeclarationFacts, Judge } from '../../verify/audit/judge.ts';
import { gate } from '../../verify/hole/gate.ts';
import type { Hole } from '../../verify/hole/holes.ts';
import type { Verdict } from '../../verify/verdict.ts';
import { withImports } from '../attempt/headers.ts';
import { attemptKeys } from '../attempt/known-rejections.ts';
import type { Trial, Tried, Tryable } from '../attempt/trial.ts';
import type { HolePlace } from '../events.ts';
import { TACTIC_NAMES } from '../portfolio/tactics.ts';
import { verdictSchema } from '../verdict-schema.ts';
import type { RecordedEvent } from './event-file.ts';

const NOT_ON_RECORD: Verdict = { kind: 'unchecked', why: 'notAsked', detail: 'the run made no such attempt' };

interface Judged {
  verdict: Verdict;
  declarations: DeclarationFacts[];
}

export class RecordedLean {
  readonly #verdicts = new Map<string, Verdict>();
  readonly #goals = new Map<string, string>();
  /** By modules: why the file does not compile with them; null if it does. */
  readonly #imports = new Map<string, string | null>();
  /** By header. */
  readonly #tactics = new Map<string, ReadonlySet<string>>();
  /** By the hashes of the text and of its original. */
  readonly #files = new Map<string, Judged>();

  constructor(events: readonly RecordedEvent[]) {
    for (const event of events) {
      if (event.event === 'attempt') this.#addAttempt(event.key, event.verdict);
      else if (event.event === 'hole_started' || event.event === 'node_started')
        this.#goals.set(placeKey(event), event.goal);
      else if (event.event === 'import_tried') this.#imports.set(event.modules.join(' '), event.fails);
      else if (event.event === 'tactics') this.#tactics.set(event.header, new Set(event.names));
      else if (event.event === 'file_judged') this.#files.set(`${event.text} ${event.original}`, event);
    }
  }

  /** A resumed run may have an answer to what an earlier session could not check. A record can be edited. */
  #addAttempt(key: string, recorded: unknown): void {
    const { data: verdict = NOT_ON_RECORD } = verdictSchema.safeParse(recorded);
    if (verdict.kind !== 'unchecked' || !this.#verdicts.has(key)) this.#verdicts.set(key, verdict);
  }

  readonly trial: Trial = {
    check: (text, hole, tryables) => Promise.resolve(this.#check(text, hole, tryables)),
  };

  /** The goal of a hole or of a step of a sketch; null if it is not on record. */
  goal(place: HolePlace): string | null {
    return this.#goals.get(placeKey(place)) ?? null;
  }

  /** All known tactics if the record does not say which this Lean has. */
  tacticsOf(text: string): ReadonlySet<string> {
    return this.#tactics.get(headerKey(text)) ?? new Set(TACTIC_NAMES);
  }

  /** Why `variant`, which is `original` with further imports, cannot be used; null if it can. */
  whyNotImported(variant: string, original: string): string | null {
    for (const [modules, fails] of this.#imports)
      if (withImports(original, modules.split(' ')).text === variant) return fails;
    return 'the run did not try these imports';
  }

  readonly judge: Pick<Judge, 'candidate' | 'file'> = {
    candidate: () => Promise.resolve({ verdict: NOT_ON_RECORD, filling: null }),
    file: (text, original) =>
      Promise.resolve(
        this.#files.get(`${sha256(text)} ${sha256(original ?? '')}`) ?? { verdict: NOT_ON_RECORD, declarations: [] },
      ),
  };

  /** Ends with the first one that was accepted, as a trial by Lean does. */
  #check(text: string, hole: Hole, tryables: readonly Tryable[]): (Tried | null)[] {
    const keyOf = attemptKeys(text, hole);
    const tried: (Tried | null)[] = tryables.map(() => null);
    for (const [at, tryable] of tryables.entries()) {
      const reason = gate(tryable.candidate, tryable.isProbe);
      tried[at] =
        reason === null
          ? { verdict: this.#verdicts.get(keyOf(tryable)) ?? NOT_ON_RECORD, from: 'record' }
          : { verdict: { kind: 'rejected', by: 'gate', reason, sandbox: null }, from: 'gate' };
      if (tried[at]?.verdict.kind === 'accepted') break;
    }
    return tried;
  }
}

/** The hash of the part of a text that decides which tactics there are. */
export const headerKey = (text: string): string => sha256(headerOf(text));

const placeKey = ({ hole, node }: HolePlace): string => (node === undefined ? String(hole) : `${hole} ${node}`);
