/** What a person sees on stderr while `prove` runs: one line that lives, each retrieval, and with `--verbose` each attempt. */
import { firstLine, collapseWhitespace } from '../base/one-line.ts';
import type { Attempted, ProveEvent } from '../prove/events.ts';
import type { Verdict } from '../verify/verdict.ts';
import type { Log } from './log.ts';
import type { StartProgress } from './progress.ts';

export interface ProofProgress {
  onEvent: (event: ProveEvent) => void;
  stop: () => void;
}

/** Of what a goal or a candidate says, so much stands on the line. */
const SHOWN_LENGTH = 48;
/** Of what a retrieval brought, so many names. */
const SHOWN_NAMES = 8;

export function showProofProgress(log: Log, startProgress: StartProgress): ProofProgress {
  const line = new LiveLine(startProgress);
  const names = new Map<number, string>();
  const asked = new Set<number>();
  const nameOf = (hole: number): string => names.get(hole) ?? `hole ${hole}`;
  const say = (how: keyof Log, words: string): void => line.aside(() => log[how](words));
  const onEvent = (event: ProveEvent): void => {
    line.show(event);
    switch (event.event) {
      case 'hole_started':
        names.set(event.hole, event.declaration ?? `line ${event.line}`);
        return say('debug', `hole ${event.hole} of ${event.of}, ${nameOf(event.hole)}: ${collapseWhitespace(event.goal)}`);
      case 'retrieval': {
        // The portfolio asks again for goals that it comes to: of these only the first at a hole is news.
        const how = event.reason === 'start' && asked.has(event.hole) ? 'debug' : 'info';
        asked.add(event.hole);
        const from = event.from === 'search' ? '' : ` (from the ${event.from})`;
        const why = event.reason === 'start' ? '' : `, after ${event.reason}`;
        say(how, `retrieval query: ${collapseWhitespace(event.query)}${why}`);
        return say(how, `  brought: ${retrievedText(event.names)}${from}`);
      }
      case 'prompt':
        return say('debug', `asked at ${nameOf(event.hole)}: ${event.template}, sample ${event.sample + 1}`);
      case 'ask_failed':
        return say('warn', `The model gave no answer at ${nameOf(event.hole)}: ${event.detail}`);
      case 'import_tried':
        if (event.fails !== null) say('info', `With import ${event.modules.join(', ')} the file fails: ${event.fails}`);
        return;
      case 'attempt':
        return say('debug', attemptWords(event, nameOf(event.hole)));
      case 'remark':
        return say('debug', `${nameOf(event.hole)}: ${event.text}`);
      case 'dropped':
        return say('warn', `Hole ${event.holes.join(', ')}: ${event.why}`);
      default:
    }
  };
  return { onEvent, stop: () => line.stop() };
}

/** Hole, goal, attempt, the last error's class, and what was spent. */
class LiveLine {
  readonly #line: ReturnType<StartProgress>;
  #done = 0;
  #holes = 0;
  #attempts = 0;
  #cost: number | null = null;
  #tokens = 0;
  readonly #goals = new Map<number, string>();
  #hole = 0;
  #error = '';

  constructor(startProgress: StartProgress) {
    this.#line = startProgress('Proving');
  }

  show(event: ProveEvent): void {
    if (event.event === 'hole_started') {
      [this.#hole, this.#holes, this.#error] = [event.hole, event.of, ''];
      this.#goals.set(event.hole, goalWords(event.goal));
    } else if (event.event === 'hole_ended') {
      this.#done++;
    } else if (event.event === 'attempt') {
      this.#hole = event.hole;
      this.#attempts = Math.max(this.#attempts, event.number ?? 0);
      this.#error = errorClass(event.verdict) ?? this.#error;
    } else if (event.event === 'answer' || event.event === 'ask_failed') {
      this.#tokens += event.counted_tokens;
      if (event.counted_cost !== null) this.#cost = (this.#cost ?? 0) + event.counted_cost;
    } else {
      return;
    }
    this.#line.update(this.#done, this.#holes, this.#words());
  }

  /** Words beside the line, which would swallow them. */
  aside(write: () => void): void {
    this.#line.aside(write);
  }

  stop(): void {
    this.#line.stop();
  }

  #words(): string {
    const spent =
      this.#tokens === 0 ? '' : this.#cost === null ? `${this.#tokens} tokens` : `$${this.#cost.toFixed(4)}`;
    const goal = this.#goals.get(this.#hole) ?? '';
    const words = [`hole ${this.#hole} of ${this.#holes}`, goal, `attempt ${this.#attempts}`, this.#error, spent];
    return words.filter((word) => word !== '').join(' · ');
  }
}

/** The best of them; all are on record. */
function retrievedText(names: readonly string[]): string {
  if (names.length === 0) return 'nothing';
  const more = names.length - SHOWN_NAMES;
  return `${names.slice(0, SHOWN_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What is to be shown, without the hypotheses. */
function goalWords(goal: string): string {
  const target = collapseWhitespace(goal.slice(Math.max(0, goal.lastIndexOf('⊢'))));
  const characters = [...target];
  return characters.length > SHOWN_LENGTH ? `${characters.slice(0, SHOWN_LENGTH - 1).join('')}…` : target;
}

function errorClass(verdict: Verdict): string | null {
  if (verdict.kind === 'unchecked') return verdict.why;
  if (verdict.kind !== 'rejected') return null;
  return verdict.by === 'lean' ? (verdict.diagnostics[0]?.class ?? null) : `refused by the ${verdict.by}`;
}

function attemptWords({ number, candidate, verdict, from }: Attempted, name: string): string {
  const which = number === null ? 'attempt of an earlier sitting' : `attempt ${number}`;
  const source = from === 'record' || from === 'cache' ? `, by the ${from}` : '';
  return `${which} at ${name}: ${candidate.text.replaceAll('\n', '; ')}: ${verdictWords(verdict)}${source}`;
}

function verdictWords(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'accepted':
      return 'accepted';
    case 'unchecked':
      return `unchecked: ${verdict.detail}`;
    case 'rejected':
      return `rejected: ${rejectionWords(verdict)}`;
  }
}

function rejectionWords(verdict: Extract<Verdict, { kind: 'rejected' }>): string {
  switch (verdict.by) {
    case 'gate':
      return verdict.reason;
    case 'lean': {
      const [first] = verdict.diagnostics;
      return first === undefined ? 'only looked at' : firstLine(first.text);
    }
    case 'audit':
      return verdict.findings[0]?.detail ?? '';
  }
}
