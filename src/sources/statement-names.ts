/** Names of statements and proofs in books, and their roles. */
import { keyByWord } from '../base/words.ts';
import type { PieceKind } from './document.ts';

/** `proof` and `solution` belong to a statement; the others are statements. */
export type Role = Exclude<PieceKind, 'passage'> | 'proof' | 'solution';

/** English first, then German, French, Spanish, Portuguese and Italian. */
const NAMES = keyByWord<Role>({
  theorem: `theorem lemma proposition corollary conjecture claim fact axiom assertion observation hypothesis principle
    criterion porism sublemma result identity law algorithm satz hilfssatz korollar folgerung behauptung vermutung
    théorème lemme corollaire teorema lema proposición proposição corolario corolário corollario proposizione`,
  definition: `definition notation convention terminology construction situation setup definitions notations
    conventions bezeichnung définition definición definição definizione`,
  problem: `problem exercise question task puzzle challenge homework problems exercises questions aufgabe übung
    exercice problème ejercicio problema exercício esercizio questão`,
  example: `example counterexample illustration examples counterexamples beispiel exemple ejemplo exemplo esempio`,
  remark: `remark note comment warning caution aside remarks notes comments bemerkung anmerkung remarque observación
    observação nota osservazione`,
  proof: `proof subproof demonstration beweis preuve démonstration demostración demonstração prova dimostrazione`,
  solution: `solution answer hint lösung antwort réponse solución solução resolução soluzione respuesta resposta
    solutions answers hints`,
});

/** Common names of LaTeX environments. */
const ABBREVIATIONS = keyByWord<Role>({
  theorem: 'thm theo lem prop cor coro corol conj clm obs hyp',
  definition: 'defn dfn def defi',
  problem: 'prob exer xca exo quest',
  example: 'exmp exa exam',
  remark: 'rem rmk rmq',
  proof: 'prf pf',
  solution: 'sol soln ans',
});

const ROLES = new Map([...NAMES, ...ABBREVIATIONS]);

/** Role of `Theorem`, `Open Problem`, `lemma*`; null for an unknown name. The last known word decides. */
export function roleOf(name: string): Role | null {
  const words = name
    .toLowerCase()
    .normalize('NFC')
    .split(/[^\p{L}]+/u);
  return words.reduce<Role | null>((role, word) => ROLES.get(word) ?? role, null);
}

/** Full names, longest first, for matching at the start of a paragraph. */
export const KNOWN_NAMES: readonly string[] = [...NAMES].map(([name]) => name).toSorted((a, b) => b.length - a.length);
