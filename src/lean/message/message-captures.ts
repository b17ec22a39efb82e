/** Extracts parts of a message that a repair can use: an unknown name, types, an instance, a pattern, goals. */
import { withoutHeader, type MessageClass } from './message-class.ts';
import { goalsThroughout, goalsWithin } from './message-goals.ts';

/** Each as printed by Lean, dedented; fields that the text does not contain are omitted. */
export interface Captured {
  /** The unknown name: an identifier, or the full name under which a field was searched. */
  name?: string;
  /** The term with the wrong type. */
  term?: string;
  /** Its actual type, without its sort. */
  found?: string;
  /** The expected type, without its sort. */
  expected?: string;
  /** The missing instance. */
  instance?: string;
  /** The pattern that a rewrite did not find. */
  pattern?: string;
  /** Remaining goals, each with its hypotheses and `⊢`. */
  goals?: string[];
}

/** The indented block after a line that matches is the value of that field; the first such block counts. */
const LABELS: readonly [keyof Omit<Captured, 'goals'>, RegExp][] = [
  [
    'term',
    /^(?:type mismatch|Type mismatch|argument|the argument|.*: The argument|.*After simplification, term|[Ff]unction expected at)$/,
  ],
  ['term', /^(?:Invalid field notation: Type of|.*so it is not possible to project .* from an expression)$/],
  ['term', /^invalid field .*, the environment does not contain /],
  [
    'found',
    /(?:\b(?:has|with) type|^argument has type|equality or iff proof expected|^but this term has type|^of type)$/,
  ],
  ['found', /^Invalid rewrite argument: .* is a (?:proof|value) of(?: type)?$/],
  ['found', /(?:failed to unify|could not unify the (?:type|conclusion) of .*)$/],
  ['expected', /(?:\bexpected (?:to have )?type|^with|^with the goal)$/],
  ['instance', /^(?:failed to synthesize|[Tt]ypeclass instance problem is stuck|type class instance expected)/],
  ['instance', /could not synthesize$/],
  ['pattern', /(?:instance of the pattern|occurrence of the pattern|find a rewrite with)(?: in the .*)?$/],
];

const NAMES: readonly RegExp[] = [
  /^(?:\(kernel\) )?[Uu]nknown (?:identifier|constant|declaration) (?:'(?<old>.+?)'(?=$|[\s;,])|`(?<now>[^`]+)`)/,
  /^invalid dotted identifier notation, unknown identifier (?:'(?<old>.+?)'(?=$|[\s;,])|`(?<now>[^`]+)`)/,
  /^constant '(?<old>.+)' has no defined value/,
  /^Failed to find LCNF signature for (?<now>\S+)/,
  /^[Ii]nvalid field .*?the environment does not contain (?:'(?<old>.+?)'(?=$|[\s;,])|`(?<now>[^`]+)`)/i,
  /^[Ii]nvalid field .*cannot resolve field `(?<now>[^`]+)`/s,
  /^(?:[Uu]nknown|ambiguous) namespace (?:'(?<old>.+?)'(?=$|[\s;,])|`(?<now>[^`]+)`)/,
];

/** Types within a line, as in `Invalid field notation …: has type `α``. */
const FOUND_IN_LINE = /^(?:of|has) type `(?<found>[^`]+)`/m;

/** A missing instance within a line: ``could not find a `C` instance on `E` ``. */
const INSTANCE_IN_LINE = /^could not find an? `(?<instance>[^`]+)` instance/;

/** A label may quote a term of several lines, which then looks like a separate block. */
const TERM_IN_LABEL = /could not unify the (?:type|conclusion) of `[^`]*`/;

/** Names occur at the start of a message; the rest may be arbitrarily long. */
const HEAD_LENGTH = 2000;

/** Extracts the parts of `text`, a message of class `of`. */
export function captureFrom(of: MessageClass, text: string): Captured {
  const words = withoutHeader(text).replace(TERM_IN_LABEL, (label) => label.replace(/\n\s*/g, ' '));
  const captured: Captured = {};
  const name = nameIn(words.slice(0, HEAD_LENGTH));
  if (name !== undefined) captured.name = name;
  for (const [label, block] of blocksOf(words)) {
    for (const [field, wording] of LABELS) {
      if (captured[field] !== undefined || !wording.test(label)) continue;
      captured[field] = field === 'found' || field === 'expected' ? withoutSort(block) : block;
      break;
    }
  }
  const found = FOUND_IN_LINE.exec(words)?.groups?.['found'];
  if (found !== undefined) captured.found ??= found;
  const instance = INSTANCE_IN_LINE.exec(words)?.groups?.['instance'];
  if (instance !== undefined) captured.instance ??= instance;
  const goals = goalsOf(of, words);
  if (goals.length > 0) captured.goals = goals;
  return captured;
}

function goalsOf(of: MessageClass, words: string): string[] {
  if (of === 'unsolved_goals') return goalsThroughout(words.slice(words.indexOf('\n') + 1));
  if (of === 'tactic_failed:aesop') {
    const left = blocksOf(words).find(([label]) => label.startsWith('Remaining goals after'));
    return goalsWithin(left?.[1] ?? words);
  }
  return of === 'sorry_placeholder' || of.startsWith('tactic_') ? goalsWithin(words) : [];
}

function nameIn(words: string): string | undefined {
  for (const wording of NAMES) {
    const groups = wording.exec(words)?.groups;
    if (groups !== undefined) return groups['old'] ?? groups['now'];
  }
  return undefined;
}

/** Every block of indented lines with the line above it: Lean indents terms and types by two spaces. */
function blocksOf(words: string): [label: string, block: string][] {
  const blocks: [string, string][] = [];
  let label: string | null = null;
  let block: string[] = [];
  const end = (): void => {
    if (label !== null && block.length > 0) blocks.push([label, block.join('\n')]);
    block = [];
  };
  for (const line of words.split('\n')) {
    if (line.startsWith('  ')) block.push(line.slice(2));
    else {
      end();
      label = line.trimEnd();
    }
  }
  end();
  return blocks;
}

/** Until v4.22, a type is printed with its own type: `Nat → Nat : Type`. */
function withoutSort(type: string): string {
  return type.replace(/\s:\s+(?:Prop|(?:Type|Sort)(?:\s+(?:[^\s()]+|\([^:]*\)))?)$/, '');
}
