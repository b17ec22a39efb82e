/**
 * Checks that an inductive type has the plain form: its constructors apply the types of its block to the block's parameters
 * and universes, with no type of the block in an index. Kernels before 2023 accept a type in its own index (lean4#2125),
 * and those before 4.33.1 accept one that a reduction erases (lean4#14582).
 */
import { childrenOf, type CompiledModule, type Declared, type ExprNode, reachable } from './compiled-module.ts';
import { constructorsOf } from './declaration-graph.ts';
import { shownName } from './lean-name.ts';

type Inductive = Extract<Declared, { kind: 'inductive' }>;

/** Null if the type is plain, or if the declaration is not an inductive type. */
export function inductiveFault(module: CompiledModule, declared: Declared): string | null {
  if (declared.kind !== 'inductive') return null;
  const types = declared.all.map(({ key }) => key);
  if (new Set(types).size < types.length) return 'names a type of its block twice';
  const block = new Set(types);
  const names = declared.constructors.map(({ key }) => key);
  if (new Set(names).size < names.length) return 'names a constructor twice';
  for (const constructor of constructorsOf(module, declared)) {
    const isPlain = new PlainForm(module, declared, block).holds(constructor.type);
    if (!isPlain) return `is not applied to its own parameters everywhere in '${shownName(constructor.name)}'`;
  }
  return null;
}

/** Walks the type of one constructor. Visits a term once for each number of enclosing binders. */
class PlainForm {
  private readonly module: CompiledModule;
  private readonly type: Inductive;
  private readonly block: ReadonlySet<string>;
  private readonly seen = new Set<string>();
  private readonly mentions = new Map<number, boolean>();

  constructor(module: CompiledModule, type: Inductive, block: ReadonlySet<string>) {
    [this.module, this.type, this.block] = [module, type, block];
  }

  holds(root: number): boolean {
    const todo: [id: number, depth: number][] = [[root, 0]];
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      const [id, depth] = next;
      const key = `${id} ${depth}`;
      if (this.seen.has(key) || !this.mentionsBlock(id)) continue;
      this.seen.add(key);
      const parts = this.partsToCheck(id, depth);
      if (parts === null) return false;
      todo.push(...parts);
    }
    return true;
  }

  /** The parts to check next; null if a type of the block is used in a forbidden way. */
  private partsToCheck(id: number, depth: number): [number, number][] | null {
    const node = this.module.exprs[id]!;
    switch (node.kind) {
      case 'const':
      case 'app': {
        const { head, args } = this.spine(id);
        if (this.isInBlock(this.module.exprs[head]!)) return this.isPlain(head, args, depth) ? [] : null;
        return [head, ...args].filter((part) => part !== id).map((part) => [part, depth]);
      }
      case 'lam':
      case 'pi':
        return [
          [node.type, depth],
          [node.body, depth + 1],
        ];
      case 'let':
        return [
          [node.type, depth],
          [node.value, depth],
          [node.body, depth + 1],
        ];
      case 'proj':
        // A projection of a structure of the block is not a type of the block.
        return this.block.has(this.module.names[node.structure]!.key) ? null : [[node.of, depth]];
      default:
        return [];
    }
  }

  private spine(id: number): { head: number; args: number[] } {
    const args: number[] = [];
    let head = id;
    for (let node = this.module.exprs[head]!; node.kind === 'app'; node = this.module.exprs[head]!) {
      args.push(node.arg);
      head = node.fn;
    }
    return { head, args: args.toReversed() };
  }

  private isInBlock(node: ExprNode): node is Extract<ExprNode, { kind: 'const' }> {
    return node.kind === 'const' && this.block.has(this.module.names[node.name]!.key);
  }

  private isPlain(head: number, args: readonly number[], depth: number): boolean {
    const node = this.module.exprs[head]!;
    const { parameters, levelParams } = this.type;
    if (!this.isInBlock(node) || args.length < parameters || node.levels.length !== levelParams.length) return false;
    const hasItsUniverses = node.levels.every((id, at) => {
      const level = this.module.levels[id]!;
      return level.kind === 'param' && this.module.names[level.name]!.key === levelParams[at]!.key;
    });
    const hasItsParameters = args.slice(0, parameters).every((id, at) => {
      const arg = this.module.exprs[id]!;
      return arg.kind === 'bound' && arg.index === depth - 1 - at;
    });
    return hasItsUniverses && hasItsParameters && !args.slice(parameters).some((id) => this.mentionsBlock(id));
  }

  private mentionsBlock(id: number): boolean {
    const known = this.mentions.get(id);
    if (known !== undefined) return known;
    for (const at of reachable(this.module, id, (below) => this.mentions.has(below))) {
      const node = this.module.exprs[at]!;
      const own =
        this.isInBlock(node) || (node.kind === 'proj' && this.block.has(this.module.names[node.structure]!.key));
      this.mentions.set(at, own || childrenOf(node).some((child) => this.mentions.get(child) === true));
    }
    return this.mentions.get(id)!;
  }
}
