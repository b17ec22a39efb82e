/** The definitions of the file above a hole, and which of them a goal is about. */
import { memoize } from '../../base/memoize.ts';
import type { Declaration } from '../../lean/declaration.ts';
import { tokenise } from '../../lean/lexer.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { bare, lastPart, type Term } from '../../lean/term/term.ts';
import { IDENTIFIER } from '../../lean/tokens.ts';
import type { Place } from '../premise.ts';
import { ownForm, readOwnDeclarations } from '../retrieval/own-declarations.ts';
import { Counterexamples } from './counterexample.ts';
import { DefinitionalEquations } from './definitional-equations.ts';
import type { GoalView } from './goal-view.ts';
import { isExplicit, readSignature } from './read-signature.ts';
import type { Field } from './splits.ts';

interface Definition {
  /** Its name at the hole. */
  write: string;
  /** Last parts of the names in its text, and its symbols. */
  mentions: ReadonlySet<string>;
}

/** What a goal is about. */
export interface GoalDefinitions {
  /** As written at the hole. */
  names: readonly string[];
  /** Names and symbols in their texts. */
  mentions: ReadonlySet<string>;
}

const DEFINING = new Set(['def', 'abbrev', 'instance']);
/** Maximum number of definitions unfolded at once. */
const MAX_DEFINITIONS = 10;

export class FileDefinitions {
  readonly equations: DefinitionalEquations;
  readonly counterexamples: Counterexamples;
  /** By the last part of the name. */
  readonly #constructors = new Map<string, readonly Field[]>();
  readonly #definitions = new Map<string, Definition>();

  constructor({ text, hole }: Place) {
    const { above, scope } = readOwnDeclarations(text, hole);
    const lines = text.split('\n');
    this.equations = new DefinitionalEquations(above, (declaration) => ownForm(declaration, scope));
    this.counterexamples = new Counterexamples(above, this.equations);
    for (const declaration of above) {
      const { name, kind, line, endLine, isApproximate } = declaration;
      if (kind === 'constructor') this.#constructors.set(lastPart(name), fieldsIn(declaration));
      if (!DEFINING.has(kind) || isApproximate) continue;
      const mentions = wordsIn(lines.slice(line - 1, endLine).join('\n'));
      this.#definitions.set(lastPart(name), { write: ownForm(declaration, scope), mentions });
    }
  }

  /** The fields of a constructor of the file, by the last part of its name. */
  fieldsOf(constructor: string): readonly Field[] | null {
    return this.#constructors.get(constructor) ?? null;
  }

  /** The definitions in a goal, and in the text of those, as written at the hole. */
  readonly in = memoize(({ tree, hypotheses }: GoalView): GoalDefinitions => {
    const found = new Set<string>();
    const mentions = new Set<string>();
    const add = (name: string): void => {
      const definition = this.#definitions.get(name);
      if (definition === undefined || found.has(definition.write)) return;
      found.add(definition.write);
      for (const each of definition.mentions) {
        mentions.add(each);
        add(each);
      }
    };
    const collect = (term: Term): void => {
      if (NAMED.has(term.kind)) add(lastPart(term.head));
      for (const child of term.args) collect(child);
    };
    collect(tree);
    for (const { type } of hypotheses) collect(type);
    return { names: [...found].slice(0, MAX_DEFINITIONS), mentions };
  });
}

const NAMED = new Set([Kind.CONSTANT, Kind.EXPLICIT, Kind.PROJECTION]);

/** Last parts of names, and symbols. */
function wordsIn(text: string): Set<string> {
  const tokens = tokenise(text, []);
  const found = new Set<string>();
  for (let at = 0; at < tokens.count; at++)
    found.add(tokens.kind(at) === IDENTIFIER ? lastPart(tokens.word(at)) : tokens.word(at));
  return found;
}

/** The fields of a constructor by its signature: binders, then what stands left of arrows. */
function fieldsIn({ signature, typeAt }: Declaration): Field[] {
  const { own, type: rest } = readSignature(signature.slice(typeAt));
  const fields = own.map((binder) => ({ name: binder.name, isExplicit: isExplicit(binder) }));
  for (let at = rest === null ? null : bare(rest); at?.kind === Kind.PI; at = bare(at.args[1]!))
    fields.push({ name: at.head, isExplicit: true });
  return fields;
}
