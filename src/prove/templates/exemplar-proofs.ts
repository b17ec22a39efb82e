/** The proofs of theorems similar to a goal, made into candidates for the goal. */
import { memoizeByValue } from '../../base/memoize.ts';
import { valueOr } from '../../base/read-or-null.ts';
import type { DeclarationRow, LibraryIndex } from '../../index/library-index.ts';
import type { PackageRoots } from '../../index/package-roots.ts';
import { headOf } from '../../index/shapes.ts';
import { readSourceText } from '../../index/source-text.ts';
import { readCommands } from '../../lean/commands.ts';
import type { NameContext } from '../../lean/declaration.ts';
import { tokenise } from '../../lean/lexer.ts';
import { readStatement } from '../../lean/signature.ts';
import { lastPart } from '../../lean/term/term.ts';
import { shortStatement } from '../../lean/whole-statement.ts';
import { parseGoals } from '../../search/goal-text.ts';
import { weightsOf } from '../../search/learned-weights.ts';
import { shortestForm } from '../../search/name-at-place.ts';
import type { GoalPlace } from '../../search/premises/place-features.ts';
import { premiseRanking } from '../../search/premises/ranked-premises.ts';
import { contextWithin, meanings } from '../../search/resolve-at-place.ts';
import { rowStatement } from '../../search/row-statement.ts';
import { shapeLibrary } from '../../search/shape-library.ts';
import { type Exemplar, findTemplates, skeletonFrequencies } from '../../search/templates/proof-templates.ts';
import { componentsOf, replaced, replacementsOf } from '../../search/templates/slot-names.ts';
import type { Premise } from '../premise.ts';
import { alignStatements, type Alignment, localsOf } from './align-statements.ts';
import { sourcePath } from '../retrieval/source-path.ts';
import { instantiations, type WrittenProof } from './instantiate.ts';

export interface ExemplarRequest {
  /** The goal, as Lean prints it. */
  text: string;
  limit: number;
  roots: PackageRoots;
  place: GoalPlace;
  /** Name of what is to be proved; null if it has none. */
  theorem: string | null;
  /** How names are written at the goal. */
  context: NameContext;
  /** Rows that the proof may use; their proofs may be read. */
  isAtHand: (id: number) => boolean;
}

/** The most similar theorems first, with their proofs. Empty if the goal cannot be read, or nothing is similar. */
export function exemplarProofs(index: LibraryIndex, request: ExemplarRequest): Premise[] {
  const { text, place, limit, roots, isAtHand } = request;
  const [goal] = parseGoals(text, shapeLibrary(index).table);
  const { weights } = weightsOf(index);
  const knowledge = weights === null ? null : premiseRanking(weights);
  if (goal === undefined || knowledge === null) return [];
  const head = headOf(goal.target);
  const frequencies = skeletonFrequencies(index);
  const { voters } = findTemplates(index, { text, goal, place }, knowledge, { allow: isAtHand, limit: 1, frequencies });
  const sources = memoizeByValue(sourceTokens);
  const premises: Premise[] = [];
  for (const voter of voters) {
    if (premises.length >= limit) break;
    const row = index.row(voter.id);
    const proof = row === null || row.origin !== 'written' ? null : writtenProof(sources(sourcePath(roots, row)), row);
    if (row !== null && proof !== null) premises.push(exemplar(index, { ...request, head }, voter, row, proof));
  }
  return premises;
}

const MAX_STATEMENT = 300;

function exemplar(
  index: LibraryIndex,
  { text, theorem, context, isAtHand, head }: ExemplarRequest & { head: string },
  { name, slots }: Exemplar,
  row: DeclarationRow,
  proof: WrittenProof,
): Premise {
  const statement = rowStatement(index, row);
  const exemplarGoal = asGoal(statement);
  const isSameHead = head === '' || head === headIn(index, exemplarGoal);
  const alignment = alignStatements(exemplarGoal, text);
  const replacements = theorem === null ? [] : replacementsOf(componentsOf(name), componentsOf(theorem));
  const spaces = [namespaceOf(name), theorem === null ? context.namespace : namespaceOf(theorem)] as const;
  const choices = new Map<string, string[]>();
  const lemmas = new Set<string>();
  for (const slot of new Set(slots)) {
    if (slot.startsWith('.')) continue;
    const [full] = meanings(index, slot.replace(/^_root_\./u, ''), contextWithin({ ...row, opens: row.opens ?? [] }));
    if (full === undefined) continue;
    const written = [...analogous(index, full, { alignment, replacements, spaces, context }), full].flatMap((one) => {
      const found = index.rows(index.idsByName(one)).find(({ id, isPrivate }) => isAtHand(id) && !isPrivate);
      if (found === undefined || one === theorem) return [];
      lemmas.add(one);
      return [shortestForm(index, found, context)];
    });
    if (written.length > 0) choices.set(slot, [...new Set(written)]);
  }
  const ownLocals = localsOf(text);
  const missing = [...localsOf(exemplarGoal)].filter((local) => !ownLocals.has(local));
  const candidates = instantiations(proof, { locals: alignment.locals, choices }).filter(
    (one) => (isSameHead || !/^exact\b/u.test(one)) && !missing.some((local) => mentionsUnbound(one, local)),
  );
  const { kind, doc, module, filePath } = row;
  const signature = shortStatement(statement, MAX_STATEMENT);
  const writeAs = shortestForm(index, row, context);
  const made = { text: proof.text, candidates, lemmas: [...lemmas] };
  return { name, writeAs, kind, signature, doc: doc ?? '', module, filePath, isAtHand: true, proof: made };
}

/** Head of the conclusion of a goal; '' if it has none. */
function headIn(index: LibraryIndex, text: string): string {
  const [goal] = parseGoals(text, shapeLibrary(index).table);
  return goal === undefined ? '' : headOf(goal.target);
}

/** Whether a proof uses a local name that it does not introduce. */
function mentionsUnbound(proof: string, local: string): boolean {
  const name = local.replaceAll(/[.*+?^${}()|[\]\\]/gu, '\\$&');
  const word = `(?<![\\p{L}\\p{N}_.'])${name}(?![\\p{L}\\p{N}_'])`;
  if (!new RegExp(word, 'u').test(proof)) return false;
  return !new RegExp(
    `(?:\\b(?:intros?|rintro|fun|have|obtain|with|ext|funext|cases|induction)\\b|\\|)[^\\n=]*?${word}`,
    'u',
  ).test(proof);
}

interface Analogy {
  alignment: Alignment;
  replacements: ReturnType<typeof replacementsOf>;
  /** Namespaces of the exemplar and of the goal. */
  spaces: readonly [string, string];
  context: NameContext;
}

/** Names that may be to our theorem what `full` is to the exemplar; they may not exist. */
function analogous(
  index: LibraryIndex,
  full: string,
  { alignment, replacements, spaces: [from, to], context }: Analogy,
): string[] {
  const found = new Set<string>();
  for (const [old, now] of alignment.constants) {
    if (full !== old && !full.endsWith(`.${old}`)) continue;
    for (const meaning of meanings(index, now, context)) found.add(meaning);
  }
  const last = replaced(lastPart(full), replacements);
  const space = namespaceOf(full);
  const spaces = new Set([from !== to && space === from ? to : space, to, space]);
  for (const one of spaces) found.add(one === '' ? last : `${one}.${last}`);
  // The namespace alone may differ: `Nat.add_comm` for `Int.add_comm`.
  if (from !== to && space === from) found.add(to === '' ? lastPart(full) : `${to}.${lastPart(full)}`);
  found.delete(full);
  return [...found];
}

function namespaceOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}

/** As Lean prints a goal. */
function asGoal({ binders, type }: ReturnType<typeof rowStatement>): string {
  const lines = binders.flatMap(({ names, type: one }) =>
    one === null ? [] : [`${names.join(' ') || 'inst✝'} : ${one}`],
  );
  return `${lines.join('\n')}\n⊢ ${type}`;
}

/** By line of the keyword: the commands of a file. An exemplar whose source has gone is left out. */
function sourceTokens(path: string): {
  tokens: ReturnType<typeof tokenise>;
  commands: ReturnType<typeof readCommands>;
} {
  const tokens = tokenise(
    valueOr('', () => readSourceText(path).text),
    [],
  );
  return { tokens, commands: readCommands(tokens) };
}

function writtenProof(
  { tokens, commands }: ReturnType<typeof sourceTokens>,
  { lineStart, name }: DeclarationRow,
): WrittenProof | null {
  const command = commands.find(({ keywordAt }) => tokens.line(keywordAt) === lineStart);
  if (command === undefined) return null;
  const { span, declared } = readStatement(tokens, command, false);
  if (!tokens.is(span.to, ':=') || !name.endsWith(declared.replace(/^_root_\./u, ''))) return null;
  const from = span.to + 1;
  if (from >= command.to) return null;
  const first = tokens.is(from, 'by') ? from + 1 : from;
  let text = '';
  for (let at = from; at < command.to; at++) {
    const gap = at === from ? '' : withoutComments(tokens.text.slice(tokens.end(at - 1), tokens.start(at)));
    text += gap + tokens.word(at);
  }
  return { text, column: tokens.column(Math.min(first, command.to - 1)) };
}

/** What is between two tokens: blanks, and comments, which are left out. */
function withoutComments(gap: string): string {
  if (/^\s*$/u.test(gap)) return gap;
  return gap.includes('\n') ? `\n${/[^\n]*$/u.exec(gap)![0].replaceAll(/\S/gu, ' ')}` : ' ';
}
