/**
 * Checks that a definition differs from the original's only in its holes. The rest matters because theorems about the
 * definition are judged with its new value.
 */
import type { CanonicalModule } from './canonical.ts';
import type { Declared, ExprNode } from './compiled-module.ts';
import { plainName } from './lean-name.ts';
import type { Subject } from './subject.ts';

export interface Side extends Subject {
  canonical: CanonicalModule;
}

const SORRY = plainName('sorryAx').key;

/**
 * Compares expression `was` of the original with `is`, part by part; a `sorry` of the original matches anything. Lean may
 * compile a definition differently after its holes are filled, for example if it has become recursive. The result is then
 * false, because parts that cannot be compared are not known to be the same.
 */
export function differsOnlyInHoles(before: Side, was: number, after: Side, is: number): boolean {
  const seen = new Set<string>();
  const todo: [number, number][] = [[was, is]];
  for (let pair = todo.pop(); pair !== undefined; pair = todo.pop()) {
    const key = pair.join(' ');
    if (seen.has(key)) continue;
    seen.add(key);
    const parts = partsToCompare(before, pair[0], after, pair[1]);
    if (parts === null) return false;
    todo.push(...parts);
  }
  return true;
}

/** The pairs of parts that must be the same for these two to be the same; null if they differ. */
function partsToCompare(before: Side, was: number, after: Side, is: number): [number, number][] | null {
  if (isHole(before, was) || before.canonical.expr(was) === after.canonical.expr(is)) return [];
  const [old, now] = [before.module.exprs[was], after.module.exprs[is]];
  if (old === undefined || now === undefined) return null;
  if (old.kind === 'app' && now.kind === 'app')
    return [
      [old.fn, now.fn],
      [old.arg, now.arg],
    ];
  if ((old.kind === 'lam' || old.kind === 'pi') && now.kind === old.kind && now.binder === old.binder)
    return [
      [old.type, now.type],
      [old.body, now.body],
    ];
  if (old.kind === 'let' && now.kind === 'let')
    return [
      [old.type, now.type],
      [old.value, now.value],
      [old.body, now.body],
    ];
  if (old.kind === 'proj' && now.kind === 'proj') {
    const isSame = old.index === now.index && keyOf(before, old.structure) === keyOf(after, now.structure);
    return isSame ? [[old.of, now.of]] : null;
  }
  return old.kind === 'const' && now.kind === 'const' ? partsOfConstants(before, old, after, now) : null;
}

type Constant = Extract<ExprNode, { kind: 'const' }>;

/** Compares auxiliary declarations: a matcher or proof that Lean extracted from the definition may contain a hole too. */
function partsOfConstants(before: Side, old: Constant, after: Side, now: Constant): [number, number][] | null {
  const [was, is] = [auxiliary(before, old), auxiliary(after, now)];
  if (was === null || is === null || was.kind !== is.kind || was.safety !== is.safety) return null;
  const levels = [
    old.levels.map((level) => before.canonical.level(level)),
    now.levels.map((level) => after.canonical.level(level)),
  ];
  const params = [was.levelParams, is.levelParams].map((names) => names.map(({ key }) => key));
  if (String(levels[0]) !== String(levels[1]) || String(params[0]) !== String(params[1])) return null;
  const types: [number, number] = [was.type, is.type];
  return 'value' in was && 'value' in is ? [types, [was.value, is.value]] : null;
}

function auxiliary({ module, roles }: Side, constant: Constant): Declared | null {
  const declared = module.byKey.get(module.names[constant.name]?.key ?? '');
  return declared !== undefined && roles.of(declared) === 'auxiliary' ? declared : null;
}

const keyOf = ({ module }: Side, name: number): string | undefined => module.names[name]?.key;

/**
 * Whether the expression is `sorryAx type …` with any arguments, or a proof that Lean extracted from the definition, which
 * may contain it. The kernel checks that the new proof has the same type, and two proofs of a statement are equal.
 */
function isHole(side: Side, id: number): boolean {
  const { exprs, names } = side.module;
  let node = exprs[id];
  while (node?.kind === 'app') node = exprs[node.fn];
  if (node?.kind !== 'const') return false;
  return names[node.name]?.key === SORRY || isProof(auxiliary(side, node));
}

/** Lean of 2021 stores such a proof as a definition. */
function isProof(declared: Declared | null): boolean {
  if (declared === null) return false;
  return declared.kind === 'theorem' || /^_?proof_\d+$/.test(String(declared.name.parts.at(-1)));
}
