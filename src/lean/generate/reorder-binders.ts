/** `(reorder := a n, 4 5)` of `to_additive` and `to_dual`: the translated declaration takes its arguments in another order. */
import { type StatementBinder, statementText, wholeStatement } from '../whole-statement.ts';

/** The cycles of `reorder` as words. What it reorders within an argument, in parentheses, is left out. */
export function readReorder(value: string): string[][] {
  const outer = value.replace(/\([^()]*\)/gu, '');
  return outer.split(',').flatMap((cycle) => {
    const names = cycle.trim().split(/\s+/u);
    return names.length > 1 ? [names] : [];
  });
}

/** A binder of one name. `group`: the number of the binder from which it was split. */
type OneName = StatementBinder & { group: number };

/**
 * `signature`: the declaration's own binders and type, translated. Each binder of a cycle takes the place of the next. A
 * cycle of positions, or with a binder of the scope, changes nothing: it is about types and instances, which Lean infers.
 */
export function reorderBinders(signature: string, cycles: readonly (readonly string[])[]): string {
  if (cycles.length === 0) return signature;
  const { binders, type } = wholeStatement(signature, []);
  const before = binders.flatMap(splitBinder);
  const after = [...before];
  for (const cycle of cycles) {
    const places = cycle.map((name) => before.findIndex(({ names }) => names.includes(name)));
    if (places.includes(-1)) continue;
    places.forEach((from, at) => (after[places[(at + 1) % places.length]!] = before[from]!));
  }
  return statementText({ binders: joinBinders(after), type });
}

function splitBinder(binder: StatementBinder, group: number): OneName[] {
  const { names, text } = binder;
  if (names.length < 2) return [{ ...binder, group }];
  return names.map((name) => ({ ...binder, names: [name], text: textOf([name], binder, text), group }));
}

/** Joins neighbours that were one binder. */
function joinBinders(binders: readonly OneName[]): StatementBinder[] {
  const joined: OneName[] = [];
  for (const binder of binders) {
    const last = joined.at(-1);
    if (last?.group !== binder.group) joined.push(binder);
    else {
      const names = [...last.names, ...binder.names];
      joined[joined.length - 1] = { ...last, names, text: textOf(names, binder, binder.text) };
    }
  }
  return joined;
}

/** In the brackets of `text`. */
function textOf(names: readonly string[], { type }: StatementBinder, text: string): string {
  return `${text.slice(0, 1)}${names.join(' ')}${type === null ? '' : ` : ${type}`}${text.slice(-1)}`;
}
