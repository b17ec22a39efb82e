/** What a mutation is: one entry of the registry. */
import type { Draw } from './draw.ts';

/**
 * What the mutation does to what the file declares. `changed`: the judge must not accept. `neutral`: it must. A mutation
 * of which this is not certain is not in the registry.
 */
export type Effect = 'changed' | 'neutral';

/** Where it may be applied: to the candidate alone, or to the original as well. */
export type Scope = 'candidate' | 'either';

export interface Mutation {
  /** Told in reports; no two have the same. */
  name: string;
  /** Reports count by it. */
  kind: string;
  effect: Effect;
  scope: Scope;
  /** The marked text after the change; null where it has no place for it. */
  apply(marked: string, draw: Draw): string | null;
}

type Apply = Mutation['apply'];

/** Changes what either file declares. */
export const changes = (kind: string, name: string, apply: Apply): Mutation => ({
  name,
  kind,
  effect: 'changed',
  scope: 'either',
  apply,
});

/** Changes what the candidate does; the original without it would be no other file. */
export const cheats = (kind: string, name: string, apply: Apply): Mutation => ({
  ...changes(kind, name, apply),
  scope: 'candidate',
});

/** Changes the candidate's text alone. */
export const respells = (kind: string, name: string, apply: Apply): Mutation => ({
  name,
  kind,
  effect: 'neutral',
  scope: 'candidate',
  apply,
});
