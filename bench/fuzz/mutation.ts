/** The `Mutation` type: one entry of the registry. */
import type { Draw } from './draw.ts';

/**
 * Effect on the file's declarations. `changed`: the judge must not accept. `neutral`: the judge must accept. The
 * registry contains only mutations whose effect is certain.
 */
export type Effect = 'changed' | 'neutral';

/** The files to which it applies: the candidate only, or also the original. */
export type Scope = 'candidate' | 'either';

export interface Mutation {
  /** Unique; shown in reports. */
  name: string;
  /** Reports count by kind. */
  kind: string;
  effect: Effect;
  scope: Scope;
  /** The marked text after the change; null if the mutation is not applicable. */
  apply(marked: string, draw: Draw): string | null;
}

type Apply = Mutation['apply'];

/** Changes the declarations of either file. */
export const changes = (kind: string, name: string, apply: Apply): Mutation => ({
  name,
  kind,
  effect: 'changed',
  scope: 'either',
  apply,
});

/** Changes the behaviour of the candidate. The same change of the original would not change its declarations. */
export const cheats = (kind: string, name: string, apply: Apply): Mutation => ({
  ...changes(kind, name, apply),
  scope: 'candidate',
});

/** Changes only the candidate's text, not its meaning. */
export const respells = (kind: string, name: string, apply: Apply): Mutation => ({
  name,
  kind,
  effect: 'neutral',
  scope: 'candidate',
  apply,
});
