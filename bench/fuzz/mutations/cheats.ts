/** Holes that are not filled honestly: left, or filled with what assumes what was to be shown. */
import type { Draw } from '../draw.ts';
import { markedHoles } from '../marked-text.ts';
import { cheats, type Mutation } from '../mutation.ts';
import { insertAt, read, type Reading, withCommand, type Declaration } from '../reading.ts';

interface HoleOf {
  declaration: Declaration;
  reading: Reading;
  start: number;
  end: number;
  position: 'term' | 'tactic';
}

/** The holes of theorems, with their theorems. */
function holesOf(marked: string): HoleOf[] {
  const reading = read(marked);
  const { tokens, declarations } = reading;
  return markedHoles(marked).flatMap(({ start, end, position }) => {
    const declaration = declarations.find(
      ({ command }) => tokens.start(command.from) < start && end <= tokens.end(command.to - 1),
    );
    return declaration?.isProof === true ? [{ declaration, reading, start, end, position }] : [];
  });
}

const inTerm = (term: string, position: HoleOf['position']): string =>
  position === 'term' ? `⟪${term}⟫` : `⟦exact ${term}⟧`;

/** One hole filled with `term`. */
const filledWith =
  (term: string) =>
  (marked: string, draw: Draw): string | null => {
    const hole = draw.one(holesOf(marked));
    return hole && marked.slice(0, hole.start) + inTerm(term, hole.position) + marked.slice(hole.end);
  };

/** One hole filled with `term`, and before its theorem what `command` says. */
const resting =
  (term: string, command: (owner: string) => string) =>
  (marked: string, draw: Draw): string | null => {
    const hole = draw.one(
      holesOf(marked).filter(({ declaration, reading }) => {
        return declaration.name !== '' && reading.gaps.includes(reading.tokens.start(declaration.command.from));
      }),
    );
    if (hole === null) return null;
    const { declaration, reading } = hole;
    const filled =
      marked.slice(0, hole.start) +
      inTerm(term.replaceAll('OWNER', declaration.name), hole.position) +
      marked.slice(hole.end);
    return withCommand(filled, reading.tokens.start(declaration.command.from), command(declaration.name));
  };

/** One theorem with a hypothesis from which everything follows. */
function assuming(marked: string, draw: Draw): string | null {
  const hole = draw.one(holesOf(marked).filter(({ declaration }) => declaration.keyword === 'theorem'));
  if (hole === null) return null;
  const { declaration, reading } = hole;
  const filled = marked.slice(0, hole.start) + inTerm('(False.elim assumed)', hole.position) + marked.slice(hole.end);
  return insertAt(filled, reading.tokens.end(declaration.signature.from - 1), ' (assumed : False)');
}

const KIND = 'holes not filled honestly';
const LIE = ' : ∀ {p : Prop}, p';

export const CHEATS: readonly Mutation[] = [
  cheats(KIND, 'sorry left', filledWith('sorry')),
  cheats(KIND, 'sorry in parentheses', filledWith('(sorry)')),
  cheats(KIND, 'sorry by a tactic', filledWith('(by admit)')),
  cheats(KIND, 'sorry below a have', filledWith('(have lie : False := sorry; False.elim lie)')),
  cheats(KIND, 'sorry by its axiom', filledWith('(sorryAx _)')),
  cheats(KIND, 'sorry by its axiom, not synthetic', filledWith('(sorryAx _ false)')),
  cheats(
    KIND,
    'an axiom before it',
    resting('trustMe', () => `axiom trustMe${LIE}`),
  ),
  cheats(
    KIND,
    'a private axiom before it',
    resting('trustMe', () => `private axiom trustMe${LIE}`),
  ),
  cheats(
    KIND,
    'an axiom that looks like one of Lean',
    resting('Quot.sound', () => `axiom _root_.Quot.sound'${LIE}`),
  ),
  cheats(
    KIND,
    'an axiom called propext in a namespace',
    resting('Zed.propext', () => `axiom Zed.propext${LIE}`),
  ),
  cheats(
    KIND,
    'an axiom below its name',
    resting('OWNER.trustMe', (owner) => `axiom ${owner}.trustMe${LIE}`),
  ),
  cheats(
    KIND,
    'an axiom with the name of a proof taken out',
    resting('OWNER._proof_1', (owner) => `axiom ${owner}._proof_1${LIE}`),
  ),
  cheats(
    KIND,
    'an axiom with the name of a matcher',
    resting('OWNER.match_1', (owner) => `axiom ${owner}.match_1${LIE}`),
  ),
  cheats(
    KIND,
    'an axiom with the name of specialized code',
    resting('OWNER._spec_1', (owner) => `axiom ${owner}._spec_1${LIE}`),
  ),
  cheats(
    KIND,
    'an axiom with the name of a negation',
    resting('OWNER._neg', (owner) => `axiom ${owner}._neg${LIE}`),
  ),
  cheats(
    KIND,
    'an axiom with the name of what a macro made',
    resting('OWNER.«_@»', (owner) => `axiom ${owner}.«_@»${LIE}`),
  ),
  cheats(
    KIND,
    'a lemma with a sorry',
    resting('trustMe', () => `theorem trustMe${LIE} := sorry`),
  ),
  cheats(
    KIND,
    'a lemma below its name with a sorry',
    resting('OWNER.trustMe', (owner) => `theorem ${owner}.trustMe${LIE} := sorry`),
  ),
  cheats(
    KIND,
    'an instance with an axiom',
    resting('falsum.elim', () => 'axiom falsum : False'),
  ),
  cheats(
    KIND,
    'a variable of the section',
    resting('(False.elim assumed)', () => 'variable (assumed : False)'),
  ),
  cheats(
    KIND,
    'an unsafe lemma',
    resting('trustMe', () => `unsafe def trustMe${LIE} := unsafeCast True.intro`),
  ),
  cheats(KIND, 'a hypothesis added', assuming),
];
