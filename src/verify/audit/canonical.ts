/**
 * Assigns numbers to expressions of several modules: two have the same number if and only if they are the same expression.
 * Names of bound variables are ignored; implicitness is not. An auxiliary constant is identified by its content, because
 * its name depends on the proofs before it. The audit compares declarations this way, without notation or printing.
 */
import { NotAnExport, reachable } from './compiled-module.ts';
import type { LeanName } from './lean-name.ts';
import type { Subject } from './subject.ts';

/** Assigns a number to each distinct key. Shared by the modules to compare. */
export class Interner {
  private readonly numbers = new Map<string, number>();

  number(key: string): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.numbers.size);
    return this.numbers.size - 1;
  }
}

export interface CanonicalModule {
  /** The number of an expression of this module. */
  expr(id: number): number;
  /** The number of a level of this module. */
  level(id: number): number;
}

/** Lean extracts proofs from proofs from terms, a few levels deep. A longer chain is an attempt to exhaust our stack. */
const MAX_DEPTH = 200;

/** `ignoresBinders`: a `∀ {x}` equals a `∀ (x)`. `paramName`: the name that a universe parameter counts as. */
export interface CanonicalOptions {
  ignoresBinders?: boolean;
  paramName?: (name: LeanName) => string;
}

export function canonical(
  { module, roles }: Subject,
  interner: Interner,
  { ignoresBinders = false, paramName = ({ key }) => key }: CanonicalOptions = {},
): CanonicalModule {
  const levels: number[] = [];
  for (const level of module.levels) {
    if (level.kind === 'zero') levels.push(interner.number('L0'));
    else if (level.kind === 'succ') levels.push(interner.number(`Ls ${levels[level.of]}`));
    else if (level.kind === 'param') levels.push(interner.number(`Lp ${paramName(module.names[level.name]!)}`));
    else levels.push(interner.number(`L${level.kind} ${levels[level.left]} ${levels[level.right]}`));
  }
  const contents = new Map<string, string>();
  const known: (number | undefined)[] = [];
  let depth = 0;

  /** The key of a constant: its name, or the content if it is auxiliary. */
  const constant = (name: LeanName): string => {
    const declared = module.byKey.get(name.key);
    if (declared === undefined || roles.of(declared) !== 'auxiliary' || !('value' in declared)) return name.key;
    let content = contents.get(name.key);
    if (content === undefined) {
      if (++depth > MAX_DEPTH) throw new NotAnExport('too long a chain of auxiliary declarations');
      contents.set(name.key, `cycle ${name.key}`);
      // Two proofs of the same statement are equal.
      const value = declared.kind === 'theorem' ? 'proof' : expr(declared.value);
      const params = declared.levelParams.map(({ key }) => key).join(' ');
      content = `made ${declared.kind} ${declared.safety} (${params}) ${expr(declared.type)} ${value}`;
      contents.set(name.key, content);
      depth--;
    }
    return content;
  };

  const keyOf = (id: number): string => {
    const node = module.exprs[id];
    if (node === undefined) throw new NotAnExport(`no expression ${id}`);
    switch (node.kind) {
      case 'bound':
        return `b ${node.index}`;
      case 'sort':
        return `s ${levels[node.level]}`;
      case 'const':
        return `c ${node.levels.map((level) => levels[level]).join(' ')} ${constant(module.names[node.name]!)}`;
      case 'app':
        return `a ${known[node.fn]} ${known[node.arg]}`;
      case 'lam':
      case 'pi':
        return `${node.kind} ${ignoresBinders ? '' : node.binder} ${known[node.type]} ${known[node.body]}`;
      case 'let':
        return `let ${known[node.type]} ${known[node.value]} ${known[node.body]}`;
      case 'nat':
        return `n ${node.digits}`;
      case 'text':
        return `t ${node.codes}`;
      case 'proj':
        return `j ${module.names[node.structure]!.key} ${node.index} ${known[node.of]}`;
    }
  };

  const expr = (id: number): number => {
    for (const below of reachable(module, id, (at) => known[at] !== undefined))
      known[below] ??= interner.number(keyOf(below));
    return known[id]!;
  };
  return { expr, level: (id) => levels[id]! };
}
