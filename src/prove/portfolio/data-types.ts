/** Inductive types and structures of a file whose values can be listed: their constructors and the types of the fields. */
import type { Declaration } from '../../lean/declaration.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { bare, lastPart, substitute, type Term } from '../../lean/term/term.ts';
import { isExplicit, readSignature } from './read-signature.ts';

export interface Constructor {
  /** The last part of its name. */
  name: string;
  /** Types of its explicit arguments. */
  fields: readonly Term[];
  /** Whether a field is of the constructor's own type. */
  isRecursive: boolean;
}

export class DataTypes {
  /** By the last part of the type's name. */
  readonly #constructors = new Map<string, { fields: readonly Term[]; name: string; type: Term }[]>();

  constructor(declarations: readonly Declaration[]) {
    for (const { kind, name, signature, typeAt } of declarations) {
      if (kind !== 'constructor') continue;
      const { own, type } = readSignature(signature.slice(typeAt));
      const fields = own.filter(isExplicit).map((one) => one.type);
      let end = type === null ? null : bare(type);
      for (; end?.kind === Kind.PI; end = bare(end.args[1]!)) fields.push(end.args[0]!);
      if (end === null) continue;
      const owner = lastPart(end.head);
      const known = this.#constructors.get(owner);
      const one = { name: lastPart(name), fields, type: end };
      if (known === undefined) this.#constructors.set(owner, [one]);
      else known.push(one);
    }
  }

  /** The constructors of a type; null if it is not of the file, or if the type of a value depends on the constructor. */
  constructorsOf({ head, args }: Term): readonly Constructor[] | null {
    const found = this.#constructors.get(lastPart(head));
    if (found === undefined || !found.every(({ type }) => hasOnlyVariables(type))) return null;
    return found.map(({ name, fields, type }) => {
      const values = new Map(type.args.map((parameter, at) => [parameter.head, args[at]!]));
      const isOwn = (field: Term): boolean => lastPart(bare(field).head) === lastPart(head);
      return { name, fields: fields.map((each) => substitute(each, values)), isRecursive: fields.some(isOwn) };
    });
  }
}

/** Whether all arguments are different variables: then the type has no indices. */
function hasOnlyVariables({ args }: Term): boolean {
  return (
    args.every(({ kind, args: inner }) => kind === Kind.LOCAL && inner.length === 0) &&
    new Set(args.map(({ head }) => head)).size === args.length
  );
}
