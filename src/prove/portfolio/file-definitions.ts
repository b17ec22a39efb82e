/** The definitions of the file above a hole, and which of them a goal is about. */
import { memoize } from '../../base/memoize.ts';
import { tokenise } from '../../lean/lexer.ts';
import * as Kind from '../../lean/term/kinds.ts';
import { lastPart, type Term } from '../../lean/term/term.ts';
import { IDENTIFIER } from '../../lean/tokens.ts';
import type { Place } from '../premise.ts';
import { ownForm, readOwnDeclarations } from '../retrieval/own-declarations.ts';
import type { GoalView } from './goal-view.ts';

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
  /** By the last part of the name. */
  readonly #definitions = new Map<string, Definition>();

  constructor({ text, hole }: Place) {
    const { above, scope } = readOwnDeclarations(text, hole);
    const lines = text.split('\n');
    for (const declaration of above) {
      const { name, kind, line, endLine, isApproximate } = declaration;
      if (!DEFINING.has(kind) || isApproximate) continue;
      const mentions = wordsIn(lines.slice(line - 1, endLine).join('\n'));
      this.#definitions.set(lastPart(name), { write: ownForm(declaration, scope), mentions });
    }
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
