/** What a statement rests on: its constants and those of the file's own definitions, and a hash of all that. */
import { sha256 } from '../../base/hash.ts';
import { wordSet } from '../../base/words.ts';
import { rootsOf } from '../../verify/audit/compiled-module.ts';
import { shownName } from '../../verify/audit/lean-name.ts';
import { type ElaboratedStatement, keyOf, partsOf, type Term, termOf, TermTooLarge } from './terms.ts';

/** Constants that every statement may use and no reader needs explained. */
const UBIQUITOUS = wordSet(`
  Nat Int Rat Real Complex Bool Prop True False And Or Not Iff Eq Ne HEq Exists List Option Prod Sum Fin Unit Set Finset
  Fintype Nonempty Decidable DecidableEq OfNat.ofNat HAdd.hAdd HSub.hSub HMul.hMul HDiv.hDiv HMod.hMod HPow.hPow Neg.neg
  LE.le LT.lt GE.ge GT.gt Membership.mem HAppend.hAppend Nat.succ Nat.zero List.nil List.cons Function.comp id optParam
  autoParam outParam Set.univ Finset.range setOf Coe.coe Nat.cast Int.cast`);

const isInstance = (name: string): boolean => /(?:^|\.)inst[A-Z\d][^.]*$|\.to[A-Z][^.]*$/u.test(name);

/** Full names, what something rests on before it. */
export function constantsOf({ subject, declared }: ElaboratedStatement): string[] {
  const { module, roles } = subject;
  const found = new Set<string>();
  const visited = new Set<string>();
  const own = new Map(module.declarations.map((each) => [shownName(each.name), each]));
  const visit = (roots: readonly Term[]): void => {
    for (const root of roots) {
      for (const part of partsOf(root)) {
        if (part.kind !== 'const' || visited.has(part.name)) continue;
        visited.add(part.name);
        const definition = own.get(part.name);
        if (definition !== undefined && definition.kind !== 'theorem') {
          visit(rootsOf(definition).map((id) => termOf(module, id)));
          if (definition.kind === 'inductive') {
            const constructors = definition.constructors.flatMap(({ key }) => module.byKey.get(key) ?? []);
            visit(constructors.map(({ type }) => termOf(module, type)));
          }
        }
        const isShown = definition === undefined ? !isInstance(part.name) : roles.of(definition) === 'own';
        if (isShown && !UBIQUITOUS.has(part.name)) found.add(part.name);
      }
    }
  };
  visit([termOf(module, declared.type)]);
  return [...found];
}

/**
 * SHA-256 of the elaborated statement with the definitions of its file that it rests on. Layout, names of variables and
 * kinds of binders do not count. Null if a term is too large.
 */
export function statementHash(statement: ElaboratedStatement): string | null {
  const { module, roles } = statement.subject;
  try {
    const names = new Set(constantsOf(statement));
    const own = module.declarations.filter((each) => roles.of(each) === 'own' && names.has(shownName(each.name)));
    const keys = own.map((each) => [
      shownName(each.name),
      each.kind,
      ...rootsOf(each).map((id) => keyOf(termOf(module, id))),
    ]);
    return sha256(JSON.stringify([keyOf(termOf(module, statement.declared.type)), keys]));
  } catch (error) {
    if (error instanceof TermTooLarge) return null;
    throw error;
  }
}
