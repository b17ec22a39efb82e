/** Progress of `prove` on stderr: one live line, each retrieval, and with `--verbose` each attempt. */
import { ellipsis } from '../base/columns.ts';
import { firstLine, collapseWhitespace } from '../base/one-line.ts';
import type { Attempted, HolePlace, ProveEvent } from '../prove/events.ts';
import { targetOf } from '../verify/hole/goal.ts';
import type { Verdict } from '../verify/verdict.ts';
import type { Log } from './log.ts';
import type { StartProgress } from './progress.ts';

export interface ProofProgress {
  onEvent: (event: ProveEvent) => void;
  stop: () => void;
}

/** Maximum length of a goal on the line. */
const SHOWN_LENGTH = 48;
/** Maximum number of retrieved names. */
const SHOWN_NAMES = 8;

export function showProofProgress(log: Log, startProgress: StartProgress): ProofProgress {
  const line = new LiveLine(startProgress);
  const names = new Map<number, string>();
  const retrieved = new Set<number>();
  const nameOf = ({ hole = 0, node }: Partial<HolePlace>): string =>
    `${names.get(hole) ?? `hole ${hole}`}${node === undefined ? '' : `, step ${node}`}`;
  const print = (level: keyof Log, message: string): void => line.aside(() => log[level](message));
  const onEvent = (event: ProveEvent): void => {
    line.show(event);
    switch (event.event) {
      case 'hole_started':
        names.set(event.hole, event.declaration ?? `line ${event.line}`);
        return print('debug', `hole ${event.hole} of ${event.of}, ${nameOf(event)}: ${collapseWhitespace(event.goal)}`);
      case 'node_started':
        return print('debug', `${nameOf(event)}: ${collapseWhitespace(event.goal)}`);
      case 'node_ended':
        return print('info', `${nameOf(event)}: ${event.state === 'filled' ? 'proved' : event.state}`);
      case 'retrieval': {
        // The portfolio retrieves again for later goals; at `info` only the first retrieval at a hole is shown.
        const level = event.reason === 'start' && retrieved.has(event.hole) ? 'debug' : 'info';
        retrieved.add(event.hole);
        const from = event.from === 'search' ? '' : ` (from the ${event.from})`;
        const why = event.reason === 'start' ? '' : `, after ${event.reason}`;
        print(level, `retrieval query: ${collapseWhitespace(event.query)}${why}`);
        return print(level, `  retrieved: ${retrievedText(event.names)}${from}`);
      }
      case 'prompt':
        return print('debug', `prompt at ${nameOf(event)}: ${event.template}, sample ${event.sample + 1}`);
      case 'ask_failed':
        return print('warn', `The model gave no answer at ${nameOf(event)}: ${event.detail}`);
      case 'import_tried':
        if (event.fails !== null)
          print('info', `With import ${event.modules.join(', ')} the file does not compile: ${event.fails}`);
        return;
      case 'attempt':
        return print('debug', attemptText(event, nameOf(event)));
      case 'remark':
        return print('debug', `${nameOf(event)}: ${event.text}`);
      case 'dropped':
        return print('warn', `Hole ${event.holes.join(', ')}: ${event.why}`);
      default:
    }
  };
  return { onEvent, stop: () => line.stop() };
}

/** One line with hole, goal, attempt, class of the last error, and cost so far. */
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
      this.#goals.set(event.hole, goalText(event.goal));
    } else if (event.event === 'node_started') {
      this.#goals.set(event.hole, `step ${event.node} ${goalText(event.goal)}`);
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

  /** Prints without letting the live line overwrite the output. */
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

/** The highest-ranked names; the record has all. */
function retrievedText(names: readonly string[]): string {
  if (names.length === 0) return 'nothing';
  const more = names.length - SHOWN_NAMES;
  return `${names.slice(0, SHOWN_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The target of the goal, without the hypotheses. */
function goalText(goal: string): string {
  return ellipsis(collapseWhitespace(targetOf(goal)), SHOWN_LENGTH);
}

function errorClass(verdict: Verdict): string | null {
  if (verdict.kind === 'unchecked') return verdict.why;
  if (verdict.kind !== 'rejected') return null;
  return verdict.by === 'lean' ? (verdict.diagnostics[0]?.class ?? null) : `refused by the ${verdict.by}`;
}

function attemptText({ number, candidate, verdict, from }: Attempted, name: string): string {
  const which = number === null ? 'attempt of an earlier session' : `attempt ${number}`;
  const source = from === 'record' || from === 'cache' ? ` (from the ${from})` : '';
  return `${which} at ${name}: ${candidate.text.replaceAll('\n', '; ')}: ${verdictText(verdict)}${source}`;
}

function verdictText(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'accepted':
      return 'accepted';
    case 'unchecked':
      return `unchecked: ${verdict.detail}`;
    case 'rejected':
      return `rejected: ${rejectionText(verdict)}`;
  }
}

function rejectionText(verdict: Extract<Verdict, { kind: 'rejected' }>): string {
  switch (verdict.by) {
    case 'gate':
      return verdict.reason;
    case 'lean': {
      const [first] = verdict.diagnostics;
      return first === undefined ? 'probe only, not judged' : firstLine(first.text);
    }
    case 'audit':
      return verdict.findings[0]?.detail ?? '';
  }
}
