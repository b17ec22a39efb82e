/** What a reader should look at in a statement, by the form of its elaborated type. A remark never changes a verdict. */
import { junkValues } from './junk-values.ts';
import { isKnownData, isProposition, scopeOf } from './proposition-kinds.ts';
import {
  argsOf,
  type ElaboratedStatement,
  headOf,
  mentions,
  numeralOf,
  partsOf,
  type Term,
  telescope,
} from './terms.ts';

export const REMARK_RULES = [
  'trivial', // it always holds, or a simple tactic proves it
  'refuted', // it is false, and may be: the text is an open question
  'changed', // it is not the statement that was approved
  'unused-variable', // no other part mentions the variable
  'unused-hypothesis', // the proof that was found does not need it
  'inhabited', // `IsEmpty (…)`, `Nonempty (…)` of a structure: the existence of a structure is the claim
  'structure', // a structure is the claim
  'missing-iff', // the text says "if and only if", and the statement has no ↔
  'junk-value', // a function has an arbitrary value outside its domain
  'exists-implies', // `∃ x, p → q` holds if `p` fails for some `x`
  'exists-iff', // the ∃ contains the whole ↔
  'number', // a number of the text is missing
] as const;

export type RemarkRule = (typeof REMARK_RULES)[number];

export interface Remark {
  rule: RemarkRule;
  /** `strong`: nearly always a fault; `weak`: often harmless. */
  strength: 'strong' | 'medium' | 'weak';
  /** One sentence. */
  text: string;
}

/** `isStructure`: whether the name is a structure or a class of data. */
export interface RemarkContext {
  informal: string | null;
  isStructure: (name: string) => boolean;
}

export function remarksOn(statement: ElaboratedStatement, { informal, isStructure }: RemarkContext): Remark[] {
  return [
    ...unusedVariables(statement),
    ...claimedStructures(statement, isStructure),
    ...binderTraps(statement),
    ...junkValues(statement),
    ...(informal === null ? [] : [...missingIff(statement, informal), ...missingNumbers(statement, informal)]),
  ];
}

/** Variables that are data and that nothing else mentions. */
function unusedVariables({ variables, conclusion, subject }: ElaboratedStatement): Remark[] {
  const scope = scopeOf(variables);
  return variables.flatMap(({ id, name, binder, type }, at) => {
    if (binder === 'c' || isProposition(type, scope, subject) !== false) return [];
    const isUsed = mentions(conclusion, id) || variables.slice(at + 1).some((later) => mentions(later.type, id));
    if (isUsed) return [];
    return [{ rule: 'unused-variable', strength: 'medium', text: `Nothing mentions the variable '${name}'.` } as const];
  });
}

function claimedStructures({ conclusion }: ElaboratedStatement, isStructure: RemarkContext['isStructure']): Remark[] {
  const head = headOf(conclusion);
  const inner = argsOf(conclusion)
    .map((each) => headOf(telescope(each).conclusion))
    .find((name) => name !== null && isStructure(name));
  if ((head === 'IsEmpty' || head === 'Nonempty') && inner !== undefined && inner !== null) {
    const text = `The claim is only whether some structure '${inner}' exists, with any operations at all.`;
    return [{ rule: 'inhabited', strength: 'strong', text }];
  }
  if (head === null || !isStructure(head)) return [];
  return [
    { rule: 'structure', strength: 'strong', text: `The claim is the structure '${head}' itself, which is data.` },
  ];
}

function binderTraps({ variables, conclusion }: ElaboratedStatement): Remark[] {
  const found: Remark[] = [];
  for (const root of [...variables.map(({ type }) => type), conclusion]) {
    for (const part of partsOf(root)) {
      const body = bodyOfExists(part);
      if (body !== null) found.push(...trapIn(body));
    }
  }
  return found;
}

/** The variable and body of `∃ x, body`. */
function bodyOfExists(term: Term): { name: string; id: number; body: Term } | null {
  const [, predicate] = argsOf(term);
  if (headOf(term) !== 'Exists' || predicate?.kind !== 'lam') return null;
  return { name: predicate.variable.name, id: predicate.variable.id, body: predicate.body };
}

function trapIn({ name, id, body }: { name: string; id: number; body: Term }): Remark[] {
  if (
    body.kind === 'pi' &&
    !mentions(body.body, body.variable.id) &&
    mentions(body.variable.type, id) &&
    !isKnownData(body.variable.type)
  ) {
    const text = `'∃ ${name}, … → …' holds if the premise fails for some ${name}; '∧' is usually meant.`;
    return [{ rule: 'exists-implies', strength: 'strong', text }];
  }
  const sides = headOf(body) === 'Iff' ? argsOf(body) : [];
  if (sides.length === 2 && sides.some((side) => !mentions(side, id))) {
    const text = `'∃ ${name}' contains the whole '↔'; parentheses around the '∃' are usually meant.`;
    return [{ rule: 'exists-iff', strength: 'strong', text }];
  }
  return [];
}

const IFF_WORDS =
  /\bif and only if\b|\biff\b|\bnecessary and sufficient\b|\bprecisely (?:if|when)\b|\bexactly (?:if|when)\b|\\iff\b|⇔|⟺/iu;

function missingIff({ variables, conclusion }: ElaboratedStatement, informal: string): Remark[] {
  if (!IFF_WORDS.test(informal)) return [];
  const roots = [...variables.map(({ type }) => type), conclusion];
  const isHere = roots.some((root) => [...partsOf(root)].some((part) => isEquivalence(part)));
  if (isHere) return [];
  return [
    { rule: 'missing-iff', strength: 'strong', text: "The text says 'if and only if', and the statement has no '↔'." },
  ];
}

/** `p ↔ q`, or `p = q` for propositions. */
function isEquivalence(term: Term): boolean {
  const head = headOf(term);
  const [type] = argsOf(term);
  return head === 'Iff' || head === 'List.TFAE' || (head === 'Eq' && type?.kind === 'sort' && type.isProp);
}

/** Numbers from 2 on, because 0 and 1 are often hidden in other words. */
function missingNumbers({ variables, conclusion }: ElaboratedStatement, informal: string): Remark[] {
  const written = new Set(informal.match(/(?<![\w.\\])\d+(?![\w.]*\d)/gu) ?? []);
  const present = new Set<string>();
  for (const root of [...variables.map(({ type }) => type), conclusion]) {
    for (const part of partsOf(root)) {
      const numeral = numeralOf(part);
      if (numeral !== null) present.add(numeral);
    }
  }
  const missing = [...written].filter((digits) => Number(digits) > 1 && !present.has(digits));
  if (missing.length === 0) return [];
  const text = `The text has ${missing.join(', ')}, and the statement has not.`;
  return [{ rule: 'number', strength: 'weak', text }];
}
