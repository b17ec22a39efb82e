/** Prints types and values of a compiled module in full: with every argument and universe, and without notation. */
import { type Binder, type CompiledModule, type ExprNode, textOf } from './compiled-module.ts';
import { nameOf, shownName } from './lean-name.ts';

/** Characters that a person can still compare by eye; a longer text is cut and ends in `…`. */
const MAX_LENGTH = 4000;
/** Nesting depth of terms; a deeper term is printed as `…`. */
const MAX_DEPTH = 500;

const BRACKETS: Record<Binder, readonly [string, string]> = {
  d: ['(', ')'],
  i: ['{', '}'],
  s: ['⦃', '⦄'],
  c: ['[', ']'],
};

/**
 * Prints the expression `id` of `module`. Variables keep their names, with a number if a name is already used. A shared
 * term is printed each time, so the length is limited.
 */
export function explicitText(module: CompiledModule, id: number): string {
  let out = '';
  const put = (text: string): void => {
    if (out.length <= MAX_LENGTH) out += text;
  };
  const isFull = (): boolean => out.length > MAX_LENGTH;

  let depth = 0;
  const write = (at: number, scope: readonly string[], isArgument: boolean): void => {
    if (isFull()) return;
    if (depth >= MAX_DEPTH) return put('…');
    depth++;
    writeNode(at, scope, isArgument);
    depth--;
  };
  const writeNode = (at: number, scope: readonly string[], isArgument: boolean): void => {
    const node = module.exprs[at];
    if (node === undefined) return;
    const open = isArgument && !['bound', 'sort', 'nat', 'text', 'const', 'proj'].includes(node.kind);
    if (open) put('(');
    switch (node.kind) {
      case 'bound':
        put(scope[scope.length - 1 - node.index] ?? `#${node.index - scope.length}`);
        break;
      case 'sort':
        put(`Sort ${levelText(module, node.level)}`.replace(/^Sort 0$/, 'Prop'));
        break;
      case 'const':
        put(constantText(module, node.name, node.levels));
        break;
      case 'app': {
        const args: number[] = [];
        let head = at;
        for (let app: ExprNode | undefined = node; app?.kind === 'app'; app = module.exprs[head]) {
          args.push(app.arg);
          head = app.fn;
        }
        write(head, scope, true);
        for (const arg of args.toReversed()) {
          put(' ');
          write(arg, scope, true);
        }
        break;
      }
      case 'lam':
      case 'pi': {
        const name = freshName(module, node.name, scope);
        const [left, right] = BRACKETS[node.binder];
        put(`${node.kind === 'lam' ? 'λ' : '∀'} ${left}${name} : `);
        write(node.type, scope, false);
        put(`${right}, `);
        write(node.body, [...scope, name], false);
        break;
      }
      case 'let': {
        const name = freshName(module, node.name, scope);
        put(`let ${name} : `);
        write(node.type, scope, false);
        put(' := ');
        write(node.value, scope, false);
        put('; ');
        write(node.body, [...scope, name], false);
        break;
      }
      case 'nat':
        put(node.digits);
        break;
      case 'text':
        put(JSON.stringify(textOf(node.codes)));
        break;
      case 'proj':
        write(node.of, scope, true);
        put(`.${node.index + 1}`);
        break;
    }
    if (open) put(')');
  };
  write(id, [], false);
  return isFull() ? `${out.slice(0, MAX_LENGTH)}…` : out;
}

function constantText(module: CompiledModule, name: number, levels: readonly number[]): string {
  const universes = levels.map((level) => levelText(module, level)).join(',');
  return `@${shownName(module.names[name] ?? nameOf([]))}${universes === '' ? '' : `.{${universes}}`}`;
}

function freshName(module: CompiledModule, id: number, scope: readonly string[]): string {
  const name = shownName(module.names[id] ?? nameOf([])).replace(/\._@.*$/, '') || 'x';
  if (!scope.includes(name)) return name;
  for (let number = 1; ; number++) if (!scope.includes(`${name}_${number}`)) return `${name}_${number}`;
}

function levelText(module: CompiledModule, id: number, depth = 0): string {
  const level = module.levels[id];
  if (level === undefined || depth > 20) return '…';
  switch (level.kind) {
    case 'zero':
      return '0';
    case 'param':
      return shownName(module.names[level.name] ?? nameOf([]));
    case 'succ': {
      const of = levelText(module, level.of, depth + 1);
      return /^\d+$/.test(of) ? String(Number(of) + 1) : `${of}+1`;
    }
    case 'max':
    case 'imax':
      return `(${level.kind} ${levelText(module, level.left, depth + 1)} ${levelText(module, level.right, depth + 1)})`;
  }
}
