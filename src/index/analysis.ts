/**
 * Turns a declaration into tokens of posting lists. Each search channel has one analyser, which runs in a worker at
 * build time. The query splits words and names with the same code, so index and query agree.
 */
import type { Declaration, Mention, Notation } from '../lean/declaration.ts';

export interface AnalysedDeclaration {
  declaration: Omit<Declaration, 'line' | 'endLine' | 'modifiers' | 'from' | 'isPrivate' | 'deprecated'>;
  module: string;
  /** Title of the module doc. */
  title: string | null;
  /** Passages elsewhere that name this declaration. */
  mentions: Pick<Mention, 'kind' | 'text'>[];
}

/** Returns the number of a token, which `Emit` takes. An analyser looks up a frequent token only once. */
export type NumberToken = (token: string) => number;

/** Emits a token with its weight, 1 to 255. If a declaration has a token twice, the larger weight counts. */
export type Emit = (token: number, weight: number) => void;

/** Creates an analyser, once per worker, from data of the full library. Its tokens have their own prefix. */
export type MakeAnalyser = (library: {
  notations: Notation[];
  numberToken: NumberToken;
  /** Called if the statement of the current declaration has a part that the term parser cannot read. */
  onUnreadable: () => void;
}) => (input: AnalysedDeclaration, emit: Emit) => void;
