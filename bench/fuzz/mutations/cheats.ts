/** Dishonest fillings: the hole is left open, or the proof assumes what it should prove. */
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

/** The holes in theorems, each with its theorem. */
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

/** Fills one hole with `term`. */
const filledWith =
  (term: string) =>
  (marked: string, draw: Draw): string | null => {
    const hole = draw.one(holesOf(marked));
    return hole && marked.slice(0, hole.start) + inTerm(term, hole.position) + marked.slice(hole.end);
  };

/** Fills one hole with `term` and adds `command` before its theorem. `OWNER` in `term` is the theorem's name. */
const relyingOn =
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

/** Adds the hypothesis `False` to a theorem and fills its hole with it. */
function assuming(marked: string, draw: Draw): string | null {
  const hole = draw.one(holesOf(marked).filter(({ declaration }) => declaration.keyword === 'theorem'));
  if (hole === null) return null;
  const { declaration, reading } = hole;
  const filled = marked.slice(0, hole.start) + inTerm('(False.elim assumed)', hole.position) + marked.slice(hole.end);
  return insertAt(filled, reading.tokens.end(declaration.signature.from - 1), ' (assumed : False)');
}

const KIND = 'dishonest fillings';
const FALSE_STATEMENT = ' : ∀ {p : Prop}, p';

export const CHEATS: readonly Mutation[] = [
  cheats(KIND, 'sorry left', filledWith('sorry')),
  cheats(KIND, 'sorry in parentheses', filledWith('(sorry)')),
  cheats(KIND, 'sorry by the tactic admit', filledWith('(by admit)')),
  cheats(KIND, 'sorry below a have', filledWith('(have lie : False := sorry; False.elim lie)')),
  cheats(KIND, 'sorry by sorryAx', filledWith('(sorryAx _)')),
  cheats(KIND, 'sorry by sorryAx, not synthetic', filledWith('(sorryAx _ false)')),
  cheats(
    KIND,
    'an axiom before it',
    relyingOn('trustMe', () => `axiom trustMe${FALSE_STATEMENT}`),
  ),
  cheats(
    KIND,
    'a private axiom before it',
    relyingOn('trustMe', () => `private axiom trustMe${FALSE_STATEMENT}`),
  ),
  cheats(
    KIND,
    'an axiom whose name resembles one of Lean',
    relyingOn('Quot.sound', () => `axiom _root_.Quot.sound'${FALSE_STATEMENT}`),
  ),
  cheats(
    KIND,
    'an axiom called propext in a namespace',
    relyingOn('Zed.propext', () => `axiom Zed.propext${FALSE_STATEMENT}`),
  ),
  cheats(
    KIND,
    'an axiom in the namespace of the theorem',
    relyingOn('OWNER.trustMe', (owner) => `axiom ${owner}.trustMe${FALSE_STATEMENT}`),
  ),
  cheats(
    KIND,
    'an axiom named like an extracted proof',
    relyingOn('OWNER._proof_1', (owner) => `axiom ${owner}._proof_1${FALSE_STATEMENT}`),
  ),
  cheats(
    KIND,
    'an axiom named like a matcher',
    relyingOn('OWNER.match_1', (owner) => `axiom ${owner}.match_1${FALSE_STATEMENT}`),
  ),
  cheats(
    KIND,
    'an axiom named like specialized code',
    relyingOn('OWNER._spec_1', (owner) => `axiom ${owner}._spec_1${FALSE_STATEMENT}`),
  ),
  cheats(
    KIND,
    'an axiom named like a negation',
    relyingOn('OWNER._neg', (owner) => `axiom ${owner}._neg${FALSE_STATEMENT}`),
  ),
  cheats(
    KIND,
    'an axiom named like a macro-generated declaration',
    relyingOn('OWNER.«_@»', (owner) => `axiom ${owner}.«_@»${FALSE_STATEMENT}`),
  ),
  cheats(
    KIND,
    'a lemma with a sorry',
    relyingOn('trustMe', () => `theorem trustMe${FALSE_STATEMENT} := sorry`),
  ),
  cheats(
    KIND,
    'a lemma with a sorry in the namespace of the theorem',
    relyingOn('OWNER.trustMe', (owner) => `theorem ${owner}.trustMe${FALSE_STATEMENT} := sorry`),
  ),
  cheats(
    KIND,
    'an instance with an axiom',
    relyingOn('falsum.elim', () => 'axiom falsum : False'),
  ),
  cheats(
    KIND,
    'a false section variable',
    relyingOn('(False.elim assumed)', () => 'variable (assumed : False)'),
  ),
  cheats(
    KIND,
    'an unsafe lemma',
    relyingOn('trustMe', () => `unsafe def trustMe${FALSE_STATEMENT} := unsafeCast True.intro`),
  ),
  cheats(KIND, 'a hypothesis added', assuming),
];
