/** Reads signatures of declarations with the notation of goals. */
import type { Bound } from '../../lean/term/binders.ts';
import { StatementReader, type Statement } from '../../lean/term/statement.ts';
import { NOTATION } from './goal-view.ts';

const reader = new StatementReader(NOTATION);

/** `type`: binders and `: type`, the part of a signature after the name. */
export const readSignature = (type: string): Statement =>
  reader.read({ type, variables: [], namespace: '', opens: [], module: null });

/** Whether an argument for the binder is written. */
export const isExplicit = ({ style }: Bound): boolean => style === '(' || style === '';
