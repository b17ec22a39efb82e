/**
 * From a declaration to the tokens of its inverted lists. Each channel of the search has one analyser, which runs at
 * build time in a worker; the same splitting of words and names serves the query, so both sides agree.
 */
import type { Declaration, Mention, Notation } from '../lean/declaration.ts';

export interface AnalysedDeclaration {
  declaration: Pick<
    Declaration,
    | 'name'
    | 'kind'
    | 'signature'
    | 'typeAt'
    | 'doc'
    | 'namespace'
    | 'attributes'
    | 'origin'
    | 'variables'
    | 'body'
    | 'section'
    | 'opens'
    | 'instanceOf'
    | 'isApproximate'
  >;
  module: string;
  /** Title of the module doc. */
  title: string | null;
  /** Passages elsewhere that name this declaration. */
  mentions: Pick<Mention, 'kind' | 'text'>[];
}

/** The number of a token, by which it is reported: what an analyser meets often, it asks for once. */
export type NumberToken = (token: string) => number;

/** Reports a token with its weight, 1 to 255. One reported twice for one declaration keeps the larger weight. */
export type Emit = (token: number, weight: number) => void;

/** An analyser is made once a worker, with what it needs of the whole library. Its tokens carry its own prefix. */
export type MakeAnalyser = (library: {
  notations: Notation[];
  numberToken: NumberToken;
}) => (input: AnalysedDeclaration, emit: Emit) => void;
